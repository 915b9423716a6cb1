package dev.jdbcbench.plan;

import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.request.Quantity;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Profile;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Works out profile and goal of a request. Malformed values are added to the problems. */
final class Efforts {
    private static final int MOST_FORKS = 1000;
    private static final int MOST_ITERATIONS = 10_000;
    private static final Pattern FORKS = Pattern.compile("([0-9]{1,4})(?:-([0-9]{1,4}))?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");
    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,2}(?:\\.[0-9]+)?) ?%");

    private Efforts() {}

    /**
     * The profile with the user's changes.
     *
     * @param underLoad whether operations arrive at a rate, which needs longer turns
     * @param parallel whether a JVM has several threads, which take time to start
     */
    static Profile profile(Request.Effort effort, boolean underLoad, boolean parallel, List<String> problems) {
        String profile = effort.profile();
        Optional<String> iterations = effort.iterations();
        Optional<String> target = effort.target();
        Optional<String> forks = effort.forks();
        Profile chosen = Profile.of(profile).orElseGet(() -> {
            List<String> names = Profile.ALL.stream().map(Profile::name).toList();
            problems.add("--profile: unknown profile: " + profile + Suggestion.of(profile, names));
            return Profile.QUICK;
        });
        if (!effort.turns()) {
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
        if (effort.iterationTime().isPresent()) {
            Profile before = chosen;
            boolean keepTime = before.turns() && !underLoad && iterations.isEmpty();
            chosen = Quantity.duration(
                            "--iteration-time", effort.iterationTime().get(), problems)
                    .map(time -> keepTime ? before.withTurn(time) : before.withIterationTime(time))
                    .orElse(before);
        }
        if (target.isPresent()) {
            chosen = withTarget(chosen, target.get(), problems);
        }
        if (forks.isPresent()) {
            chosen = withForks(chosen, forks.get(), problems);
        }
        if (effort.budget().isPresent() && target.isEmpty() && forks.isEmpty() && chosen.adaptive()) {
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
    static Goal goal(Request request, Profile chosen, List<String> problems) {
        Request.Question question = request.question();
        Axis axis = question.contrast()
                .map(id -> Axis.of(id).orElseGet(() -> {
                    List<String> names =
                            Arrays.stream(Axis.values()).map(Axis::id).toList();
                    problems.add("--contrast: unknown axis: " + id + Suggestion.of(id, names) + "; there are "
                            + String.join(", ", names));
                    return Axis.DRIVER;
                }))
                .orElse(Axis.DRIVER);
        Optional<Duration> time =
                request.effort().budget().flatMap(text -> Quantity.duration("--budget", text, problems));
        boolean counts = question.explain() && (chosen.kind().showsTimes() || question.extent() == Goal.Extent.EXPLAIN);
        return new Goal(
                axis,
                question.base().orElse(null),
                time.orElse(null),
                question.percentiles(),
                question.force(),
                counts,
                counts && question.own(),
                question.extent(),
                forkLimit(request.effort(), chosen, problems).orElse(null),
                null);
    }

    /** The fork limit. It may only end forks that hang, so it must exceed the time of a normal fork. */
    private static Optional<Duration> forkLimit(Request.Effort effort, Profile chosen, List<String> problems) {
        Optional<Duration> limit =
                effort.forkLimit().flatMap(text -> Quantity.duration("--fork-limit", text, problems));
        Duration needed = chosen.times().longest();
        limit.filter(given -> given.compareTo(needed) < 0)
                .ifPresent(given ->
                        problems.add("--fork-limit " + effort.forkLimit().orElse("") + ": a fork takes up to "
                                + needed.toMillis() / Unit.MILLIS_PER_SECOND + " s ("
                                + chosen.iterations()
                                + " iterations of "
                                + chosen.iterationTime().toMillis() + " ms, and its start)"));
        return limit;
    }
}
