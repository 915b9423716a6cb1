package dev.jdbcbench.usecase;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Limits;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.compare.CompareWords;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.statistics.contrast.LimitTest;
import dev.jdbcbench.statistics.contrast.LimitTest.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * When a comparison fails.
 *
 * @param limit 0.05 for 5 % longer; empty if it never fails
 * @param own above which excess of CPU time of the driver's own code a row fails, where that is judged; empty if limit is
 * @param openFails whether rows that stay undecided fail
 */
public record Gate(Optional<Double> limit, Optional<Double> own, boolean openFails) {
    /** Own is measured until it is known to be above or below this, so a row that is worse by about as much gets the most groups. */
    private static final double MEASURED_OWN = 0.05;

    private static final String ACCEPT = " If this is intended: --accept 'the reason'.";

    /**
     * The limits for the results of a plan; null if it never fails. Own scatters less than times, so a smaller excess is found
     * with the groups that show that a row is below the limit for times.
     */
    @Nullable
    Limits limits(Plan plan) {
        boolean isOwn = plan.cells().stream().allMatch(Cell::inMemory);
        return limit.map(most -> isOwn ? new Limits(Math.min(own.orElse(most), most), most) : Limits.of(most))
                .orElse(null);
    }

    /** The limit at which a row of own gets no more groups; empty without a gate. */
    Optional<Double> measuredOwn() {
        return limit.map(most -> Math.min(most, MEASURED_OWN));
    }

    /**
     * The verdict of a comparison.
     *
     * @param warnings receives what a user must know although the gate passes
     * @throws Failure.Regression if the gate fails
     * @throws Failure.Incomplete if the gate has no answer for some row, or nothing was compared
     */
    ExitCode verdict(Compared compared, Consumer<String> warnings) {
        if (compared.failAbove() == null) {
            if (compared.rows().isEmpty()) {
                throw nothing("nothing was compared", compared);
            }
            return ExitCode.OK;
        }
        Optional<Failure.Regression> worse = worse(compared, Optional.empty());
        if (worse.isPresent()) {
            throw worse.get();
        }
        List<String> incomplete = lines(compared, Unpaired::incomplete);
        if (!incomplete.isEmpty()) {
            throw new Failure.Incomplete(
                    "the comparison is incomplete",
                    String.join("\n", incomplete),
                    "The logs of the run have what the forks printed. All other rows were compared.");
        }
        if (compared.judged() == 0) {
            throw nothing("the gate could not judge a single row", compared);
        }
        List<Compared.Row> open = compared.with(Outcome.OPEN);
        if (!open.isEmpty()) {
            warnings.accept("passed, but " + open.size() + (open.size() == 1 ? " row is" : " rows are")
                    + " not decided: "
                    + String.join("; ", CompareWords.lines(compared, open)));
        }
        return ExitCode.OK;
    }

    /**
     * What fails the gate; empty if nothing does.
     *
     * @param other what failed besides, which the failure mentions
     */
    Optional<Failure.Regression> worse(Compared compared, Optional<Failure> other) {
        if (compared.failAbove() == null) {
            return Optional.empty();
        }
        String limit = CompareWords.percent(compared.failAbove());
        List<Compared.Row> failing = compared.failing();
        List<String> lost = compared.lost().stream().map(Unpaired::line).toList();
        List<String> also = Stream.concat(
                        lines(compared, Unpaired::incomplete).stream().map(line -> "also not compared: " + line),
                        other.stream()
                                .flatMap(failure -> Stream.concat(
                                        Stream.of("also: " + failure.getMessage()),
                                        failure.why().lines())))
                .toList();
        if (!failing.isEmpty()) {
            boolean slower = failing.stream().anyMatch(row -> row.outcome() == Outcome.ABOVE);
            boolean own = failing.stream().allMatch(row -> row.base().cell().inMemory());
            return Optional.of(new Failure.Regression(
                    compared.candidate()
                            + (!slower
                                    ? " allocates more than " + compared.base()
                                    : (own ? " needs more CPU time of its own than " : " is slower than ")
                                            + compared.base() + " by more than " + limit)
                            + " in " + failing.size() + (failing.size() == 1 ? " row" : " rows"),
                    joined(
                            CompareWords.lines(compared, failing),
                            Stream.concat(lost.stream(), also.stream()).toList()),
                    "bench explain --compare shows whether it sends other statements; report.html of the run has each fork."
                            + ACCEPT));
        }
        if (!lost.isEmpty()) {
            return Optional.of(new Failure.Regression(
                    compared.candidate() + " does not do all that " + compared.base() + " does",
                    joined(lost, also),
                    ACCEPT.strip()));
        }
        List<Compared.Row> open = compared.with(Outcome.OPEN);
        return openFails && !open.isEmpty() && other.isEmpty()
                ? Optional.of(new Failure.Regression(
                        "cannot decide whether " + compared.candidate() + " is slower than " + compared.base()
                                + " by more than " + limit,
                        joined(CompareWords.lines(compared, open), also),
                        (compared.paired() ? "Give it more time with --budget" : "Measure more groups")
                                + ", or let such rows pass: --undecided measure."))
                : Optional.empty();
    }

    private static String joined(List<String> lines, List<String> more) {
        return Stream.concat(lines.stream(), more.stream()).collect(Collectors.joining("\n"));
    }

    private static Failure.Incomplete nothing(String what, Compared compared) {
        List<String> why = new ArrayList<>(CompareWords.lines(compared, compared.rows()));
        compared.unpaired().forEach(row -> why.add(row.line()));
        why.addAll(compared.warnings());
        return new Failure.Incomplete(
                what,
                String.join("\n", why),
                "Each row needs a result on both sides, and a limit needs " + LimitTest.FEWEST_GROUPS + " groups.");
    }

    private static List<String> lines(Compared compared, Predicate<Unpaired> wanted) {
        return compared.unpaired().stream().filter(wanted).map(Unpaired::line).toList();
    }
}
