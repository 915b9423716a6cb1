package dev.jdbcbench.plan;

import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.untrusted.TypedDuration;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much to measure, and for what purpose, as the user wrote it.
 *
 * @param profile its name
 * @param forks {@code 8} or {@code 4-20}; if this or any of the following is empty, the profile's value applies
 * @param iterations a number
 * @param iterationTime a duration
 * @param target a percentage: {@code 3%}
 * @param budget a duration
 * @param forkLimit a duration
 * @param contrast the name of an axis
 * @param base a glob over cells
 * @param percentiles whether to measure service times as well
 * @param force whether to measure on unsuitable hosts
 * @param turns whether to measure the cells of a row in turns, if the profile does so
 * @param explain whether to count round trips first; the profile smoke does not
 * @param extent how much of a run to carry out
 */
public record Effort(
        String profile,
        Optional<String> forks,
        Optional<String> iterations,
        Optional<String> iterationTime,
        Optional<String> target,
        Optional<String> budget,
        Optional<String> forkLimit,
        Optional<String> contrast,
        Optional<String> base,
        boolean percentiles,
        boolean force,
        boolean turns,
        boolean explain,
        Goal.Extent extent) {
    private static final int MOST_FORKS = 1000;
    private static final int MOST_ITERATIONS = 10_000;
    private static final Pattern FORKS = Pattern.compile("([0-9]{1,4})(?:-([0-9]{1,4}))?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");
    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,2}(?:\\.[0-9]+)?) ?%");
    private static final Pattern LIMIT = Pattern.compile("([0-9]{1,4}(?:\\.[0-9]+)?) ?%");

    /** A profile without changes. */
    public static Effort of(String profile) {
        return new Effort(
                profile,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                true,
                true,
                Goal.Extent.MEASURE);
    }

    /** The effort of a command that measures no operations, with this number of rounds. */
    public static Effort look(Goal.Extent extent, int rounds) {
        return new Effort(
                Profile.SMOKE.name(),
                Optional.of(String.valueOf(rounds)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                true,
                true,
                extent);
    }

    /** The profile with the user's changes. Malformed values are added to the problems. */
    Profile profile(List<String> problems) {
        return profile(false, false, problems);
    }

    /**
     * The profile with the user's changes.
     *
     * @param underLoad whether operations arrive at a rate, which needs longer turns
     * @param parallel whether a JVM has several threads, which take time to start
     */
    Profile profile(boolean underLoad, boolean parallel, List<String> problems) {
        Profile chosen = Profile.of(profile).orElseGet(() -> {
            List<String> names = Profile.ALL.stream().map(Profile::name).toList();
            problems.add("--profile: no profile is called " + profile + Suggestion.of(profile, names));
            return Profile.QUICK;
        });
        if (!turns) {
            chosen = chosen.singleJvm();
        }
        if (underLoad && chosen.turns()) {
            chosen = chosen.underLoad();
        } else if (parallel) {
            chosen = chosen.forSeveralThreads();
        }
        if (iterations.isPresent()) {
            chosen = withIterations(chosen, iterations.get(), problems);
        }
        if (iterationTime.isPresent()) {
            Profile before = chosen;
            boolean keepTime = before.turns() && !underLoad && iterations.isEmpty();
            chosen = duration("--iteration-time", iterationTime.get(), problems)
                    .map(time -> keepTime ? before.withTurn(time) : before.withIterationTime(time))
                    .orElse(before);
        }
        if (target.isPresent()) {
            chosen = withTarget(chosen, target.get(), problems);
        }
        if (forks.isPresent()) {
            chosen = withForks(chosen, forks.get(), problems);
        }
        if (budget.isPresent() && target.isEmpty() && forks.isEmpty() && chosen.adaptive()) {
            chosen = chosen.underBudget();
        }
        if (target.isPresent() && !chosen.adaptive()) {
            problems.add("--target " + target.get() + ": the number of forks is fixed (" + chosen.forks()
                    + "), so a target has no effect; use --groups 4-20, or the profile thorough");
        }
        return chosen;
    }

    private static Profile withIterations(Profile profile, String text, List<String> problems) {
        if (NUMBER.matcher(text).matches()) {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= MOST_ITERATIONS) {
                return profile.withIterations(number);
            }
        }
        problems.add("--iterations needs a number from 1 to " + MOST_ITERATIONS + ", not " + text);
        return profile;
    }

    /** The profile with another target. A malformed value is added to the problems. */
    static Profile withTarget(Profile profile, String text, List<String> problems) {
        Matcher percent = PERCENT.matcher(text);
        if (percent.matches() && new BigDecimal(percent.group(1)).signum() > 0) {
            return profile.withTarget(
                    new BigDecimal(percent.group(1)).movePointLeft(2).doubleValue());
        }
        problems.add("--target needs a half width above 0 and below 100, like 3%, not " + text);
        return profile;
    }

    /** The profile with another number of groups. A malformed value is added to the problems. */
    static Profile withForks(Profile profile, String text, List<String> problems) {
        Matcher range = FORKS.matcher(text);
        if (!range.matches()) {
            problems.add("--groups needs a number like 8 or a range like 4-20, not " + text);
            return profile;
        }
        int fewest = Integer.parseInt(range.group(1));
        int most = range.group(2) == null ? fewest : Integer.parseInt(range.group(2));
        if (fewest < 1 || most < fewest || most > MOST_FORKS) {
            problems.add("--groups needs numbers from 1 to " + MOST_FORKS + ", the smaller one first, not " + text);
            return profile;
        }
        if (most > fewest && profile.target() == null && !profile.adaptive()) {
            problems.add("--groups " + text + ": the profile " + profile.name()
                    + " has no target that could end it earlier; add one, for instance --target 3%");
        }
        return profile.withForks(fewest, most);
    }

    /** The goal of the run. Malformed values are added to the problems. */
    Goal goal(Profile chosen, List<String> problems) {
        Axis axis = contrast.map(id -> Axis.of(id).orElseGet(() -> {
                    List<String> names =
                            Arrays.stream(Axis.values()).map(Axis::id).toList();
                    problems.add("--contrast: no axis is called " + id + Suggestion.of(id, names) + "; there are "
                            + String.join(", ", names));
                    return Axis.DRIVER;
                }))
                .orElse(Axis.DRIVER);
        Optional<Duration> time = budget.flatMap(text -> duration("--budget", text, problems));
        boolean counts = explain && (!chosen.name().equals(Profile.SMOKE.name()) || extent == Goal.Extent.EXPLAIN);
        return new Goal(
                axis,
                base.orElse(null),
                time.orElse(null),
                percentiles,
                force,
                counts,
                extent,
                forkLimit(chosen, problems).orElse(null),
                null);
    }

    /**
     * Parses the limit of a gate: {@code 5%}.
     *
     * @return 0.05 for 5 %; empty if it is malformed, which is added to the problems
     */
    public static Optional<Double> limit(String option, String text, List<String> problems) {
        Matcher percent = LIMIT.matcher(text);
        if (percent.matches()) {
            double limit = new BigDecimal(percent.group(1)).movePointLeft(2).doubleValue();
            if (limit > 0 && limit <= Goal.MOST_ABOVE) {
                return Optional.of(limit);
            }
        }
        problems.add(option + " needs a percentage above 0%, at most 1000%, like 5%, not " + text);
        return Optional.empty();
    }

    /** The fork limit. It may only end forks that hang, so it must exceed the time of a normal fork. */
    private Optional<Duration> forkLimit(Profile chosen, List<String> problems) {
        Optional<Duration> limit = forkLimit.flatMap(text -> duration("--fork-limit", text, problems));
        Duration needed = chosen.times().longest();
        limit.filter(given -> given.compareTo(needed) < 0)
                .ifPresent(given -> problems.add("--fork-limit " + forkLimit.orElse("") + ": a fork takes up to "
                        + needed.toMillis() / Unit.MILLIS_PER_SECOND + " s ("
                        + chosen.iterations()
                        + " iterations of "
                        + chosen.iterationTime().toMillis() + " ms, and its start)"));
        return limit;
    }

    /** Parses a time with its unit: {@code 250ms}, {@code 30s}, {@code 45m}, {@code 1h30m}. A bare number is rejected. */
    public static Optional<Duration> duration(String option, String text, List<String> problems) {
        Optional<Duration> typed = TypedDuration.of(text).map(time -> time.truncatedTo(ChronoUnit.MILLIS));
        if (typed.filter(time -> !time.isZero()).isPresent()) {
            return typed;
        }
        problems.add(
                option + " needs a time of at least 1ms with its unit, like 250ms, 30s, 45m or 1h30m, not " + text);
        return Optional.empty();
    }
}
