package dev.jdbcbench.plan;

import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.load.Arrivals;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Profile;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The rates of a request, and the checks for measuring them. */
final class Rates {
    /** The longest turn. A JVM whose turn takes much longer than expected is killed as hung. */
    private static final Duration LONGEST_TURN = Duration.ofSeconds(30);

    private static final String OPTION = "--rate";

    private final boolean any;
    private final List<Rate> all;

    private Rates(boolean any, List<Rate> all) {
        this.any = any;
        this.all = all;
    }

    /** Reads the rates. Malformed ones are added to the problems. */
    static Rates of(Request request, List<String> problems) {
        Request.Load load = request.what().load();
        List<String> known = Arrays.stream(Arrivals.values()).map(Arrivals::id).toList();
        Arrivals arrivals = load.arrivals()
                .map(id -> Arrivals.of(id).orElseGet(() -> {
                    problems.add("--arrivals: unknown arrivals: " + id + Suggestion.of(id, known) + "; there are "
                            + String.join(", ", known));
                    return Arrivals.CONSTANT;
                }))
                .orElse(Arrivals.CONSTANT);
        if (load.arrivals().isPresent() && load.rates().isEmpty()) {
            problems.add("--arrivals applies only with --rate; add one, for instance --rate 1000/s");
        }
        Set<Rate> rates = new LinkedHashSet<>();
        for (String text : load.rates()) {
            Rate.of(text, arrivals)
                    .ifPresentOrElse(
                            rates::add,
                            () -> problems.add(OPTION + " needs operations per second, like 2000/s (at most "
                                    + (long) Rate.MOST
                                    + "/s), or a part of the capacity, like 70% (at most " + (long) Rate.MOST_PERCENT
                                    + "%), not " + text));
        }
        return new Rates(
                !load.rates().isEmpty(),
                rates.stream()
                        .sorted(Comparator.comparingDouble(rate -> rate.of(Rate.MOST)))
                        .toList());
    }

    /** Whether the request has rates, well-formed or not. */
    boolean any() {
        return any;
    }

    /** The rates in ascending order. */
    List<Rate> all() {
        return all;
    }

    /** Adds to the problems why a profile cannot measure these rates. */
    void refuseUnsuitable(Profile profile, List<String> problems) {
        if (!any) {
            return;
        }
        if (profile.published()) {
            problems.add(OPTION + ": the profile " + profile.name()
                    + " repeats a published plan, which is a closed loop; take another profile");
            return;
        }
        if (!profile.turns()) {
            problems.add(OPTION + " needs turns, in which the drivers get their load one after the other; leave out"
                    + " --no-turns");
            return;
        }
        if (profile.iterationTime().compareTo(LONGEST_TURN) > 0) {
            problems.add("--iteration-time: a turn under open load lasts at most " + LONGEST_TURN.toSeconds()
                    + "s; take more turns with --iterations");
        }
        for (Rate rate : all) {
            if (rate.perSecond() == null) {
                continue; // only the agent knows the capacity
            }
            double arrivals = rate.of(0) * profile.iterationTime().toNanos() / Unit.NANOS_PER_SECOND;
            if (arrivals < Rate.FEWEST_IN_A_TURN) {
                problems.add(String.format(
                        Locale.ROOT,
                        "%s %s: a turn of %d ms has only %.3g arrivals, and needs %d; ask for a higher rate, or for"
                                + " longer turns with --iteration-time",
                        OPTION,
                        rate,
                        profile.iterationTime().toMillis(),
                        arrivals,
                        Rate.FEWEST_IN_A_TURN));
            } else if (arrivals > Rate.MOST_IN_A_TURN) {
                problems.add(OPTION + " " + rate + ": a turn of "
                        + profile.iterationTime().toSeconds() + " s has over " + Rate.MOST_IN_A_TURN
                        + " arrivals; take shorter turns with --iteration-time");
            }
        }
    }
}
