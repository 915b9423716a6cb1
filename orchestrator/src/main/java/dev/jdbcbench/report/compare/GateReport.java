package dev.jdbcbench.report.compare;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.expected.Accepted;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.statistics.contrast.LimitTest.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a gate knows when it ends, whatever its verdict.
 *
 * @param openFails whether undecided rows fail
 * @param counts what both exchange with the server; empty if that was not counted
 * @param compared times or own; empty if neither was measured
 * @param insteadOfTimes why own was measured instead of times; empty if it was not
 * @param failure why it does not pass; empty if it passes
 */
public record GateReport(
        String base,
        String candidate,
        boolean openFails,
        Optional<ExchangeDiff> counts,
        Optional<Compared> compared,
        String insteadOfTimes,
        Optional<Failure> failure) {
    /** The verdict of a gate. */
    public enum Verdict {
        FAILED,
        PASSED,
        UNDECIDED
    }

    /** A gate that knows nothing yet. */
    public static GateReport of(String base, String candidate, boolean openFails) {
        return new GateReport(base, candidate, openFails, Optional.empty(), Optional.empty(), "", Optional.empty());
    }

    /** A copy with counts. */
    public GateReport with(ExchangeDiff diff) {
        return new GateReport(
                diff.base(), diff.candidate(), openFails, Optional.of(diff), compared, insteadOfTimes, failure);
    }

    /** A copy with times or own. */
    public GateReport with(Compared all) {
        return new GateReport(
                all.base(), all.candidate(), openFails, counts, Optional.of(all), insteadOfTimes, failure);
    }

    /** A copy that measures own, for this reason. */
    public GateReport insteadOfTimes(String why) {
        return new GateReport(base, candidate, openFails, counts, compared, why, failure);
    }

    /** A copy that ended. */
    public GateReport ended(@Nullable Failure with) {
        return new GateReport(base, candidate, openFails, counts, compared, insteadOfTimes, Optional.ofNullable(with));
    }

    /** The verdict: a gate that could not judge everything has none. */
    public Verdict verdict() {
        if (failure.isPresent()) {
            return failure.get().exitCode() == ExitCode.REGRESSION ? Verdict.FAILED : Verdict.UNDECIDED;
        }
        return open().isEmpty()
                        && counts.stream().allMatch(diff -> diff.uncertain().isEmpty())
                ? Verdict.PASSED
                : Verdict.UNDECIDED;
    }

    List<Compared.Row> open() {
        return compared.stream()
                .filter(all -> all.failAbove() != null)
                .flatMap(all -> all.with(Outcome.OPEN).stream())
                .toList();
    }

    List<Accepted> accepted() {
        return Stream.concat(
                        counts.stream().flatMap(diff -> diff.accepted().stream()),
                        compared.stream().flatMap(all -> all.accepted().stream()))
                .distinct()
                .toList();
    }

    /** Rows that at least one side does not have, and that do not fail. */
    List<Unpaired> unpaired() {
        return Stream.concat(
                        counts.stream().flatMap(diff -> diff.unpaired().stream()),
                        compared.stream().flatMap(all -> all.unpaired().stream()))
                .distinct()
                .toList();
    }
}
