package dev.jdbcbench.bisect;

import dev.jdbcbench.bisect.Bisection.Outcome;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.report.compare.CompareWords;
import dev.jdbcbench.report.compare.ExchangeDiff;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a version compares with another one in a bisection. Any difference decides; otherwise, something that is not known leaves
 * it open. What only one of the two can do is a difference.
 *
 * @param why the rows that decide it, in words
 * @param diff the counts of both; null if times were compared, or nothing was
 * @param compared the times of both; null if counts were compared, or nothing was
 */
public record Judged(
        Outcome outcome,
        String why,
        @Nullable ExchangeDiff diff,
        @Nullable Compared compared) {
    /** A version that could not be judged. */
    public static Judged skipped(String why) {
        return new Judged(Outcome.SKIPPED, why, null, null);
    }

    /** The counts that can decide. */
    public enum Counted {
        ROUND_TRIPS,
        STATEMENTS,
        /** Bytes in either direction, by more than 1 %. */
        BYTES,
        /** Commits and rollbacks. */
        ENDS
    }

    /** The judgement by counts. */
    public static Judged of(ExchangeDiff diff, Counted by) {
        Sorted sorted = new Sorted();
        for (ExchangeDiff.Operation operation : diff.operations()) {
            boolean known = switch (by) {
                case ROUND_TRIPS -> !operation.uncertain();
                case BYTES -> true;
                case STATEMENTS -> operation.commandsKnown();
                case ENDS -> operation.endsKnown();
            };
            boolean other = switch (by) {
                case ROUND_TRIPS -> operation.otherRoundTrips();
                case BYTES -> operation.otherBytes();
                case STATEMENTS -> operation.otherCommands();
                case ENDS -> operation.otherEnds();
            };
            (!known ? sorted.unknown : other ? sorted.different : sorted.same).add(operation.counts());
        }
        sorted.add(diff.unpaired());
        return new Judged(sorted.outcome(), sorted.why(), diff, null);
    }

    /** The judgement by times: a candidate above the limit differs. */
    public static Judged of(Compared compared) {
        Sorted sorted = new Sorted();
        for (Compared.Row row : compared.rows()) {
            List<String> lines = switch (row.outcome()) {
                case ABOVE -> sorted.different;
                case OPEN -> sorted.unknown;
                case BELOW -> sorted.same;
            };
            lines.add(CompareWords.title(compared) + " " + String.join("", CompareWords.lines(compared, List.of(row))));
        }
        sorted.add(compared.unpaired());
        if (compared.rows().isEmpty()) {
            sorted.unknown.addAll(compared.warnings());
        }
        return new Judged(sorted.outcome(), sorted.why(), null, compared);
    }

    /** The judgement of the newest version: if neither it nor the oldest can do anything, there is nothing to search. */
    public Judged ofNewest() {
        boolean nothing = (diff == null || diff.operations().isEmpty())
                && (compared == null || compared.rows().isEmpty());
        return outcome == Outcome.SAME && nothing ? skipped(why) : this;
    }

    /** Lines about rows, by what they say. */
    private static final class Sorted {
        private final List<String> different = new ArrayList<>();
        private final List<String> unknown = new ArrayList<>();
        private final List<String> same = new ArrayList<>();

        private void add(List<Unpaired> rows) {
            rows.forEach(
                    row -> (row.lost() || row.gained() ? different : row.inNeither() ? same : unknown).add(row.line()));
        }

        private Outcome outcome() {
            return !different.isEmpty() ? Outcome.DIFFERENT : unknown.isEmpty() ? Outcome.SAME : Outcome.SKIPPED;
        }

        private String why() {
            List<String> lines = !different.isEmpty() ? different : !unknown.isEmpty() ? unknown : same;
            return String.join("; ", lines);
        }
    }
}
