package dev.jdbcbench.report.compare;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.statistics.contrast.LimitTest.Outcome;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A candidate and its base for other programs: {@code compare/1}. Times are in µs/op.
 *
 * @param failAbove 0.05 if a row fails that takes longer by more than 5 %; null without a gate
 * @param passBelow the same for rows that pass
 * @param unpaired rows that could not be compared, with what each side has
 * @param notCompared the same in sentences
 * @param runs ids of the runs behind it
 */
@JsonPropertyOrder({"schema", "base"})
public record CompareJson(
        String base,
        String candidate,
        @Nullable Double failAbove,
        @Nullable Double passBelow,
        boolean paired,
        List<Row> rows,
        List<Unpaired> unpaired,
        List<String> notCompared,
        List<String> warnings,
        List<String> runs) {
    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "compare/1";
    }

    public CompareJson {
        rows = List.copyOf(rows);
        unpaired = List.copyOf(unpaired);
        notCompared = List.copyOf(notCompared);
        warnings = List.copyOf(warnings);
        runs = List.copyOf(runs);
    }

    /**
     * One row.
     *
     * @param base key of the base's cell
     * @param candidate key of the candidate's cell
     * @param candidateMicros the base's time multiplied by the ratio, so it never contradicts the change; null if the base
     *     has no time
     * @param gate above, below or open; null without a gate
     * @param groupsToDecide estimated number of groups needed to decide the gate; null unless it is open and there
     *     can be more groups
     * @param confirmation the change in a second set of fresh forks; null if there is none
     * @param baseAllocBytes bytes allocated per operation; null if unknown
     * @param candidateAllocBytes bytes allocated per operation; null if unknown
     * @param allocatesMore whether the candidate allocates at least 1 % more
     */
    public record Row(
            String base,
            String candidate,
            @Nullable Double baseMicros,
            @Nullable Double candidateMicros,
            Change change,
            Verdict verdict,
            @Nullable String gate,
            @Nullable Integer groupsToDecide,
            @Nullable Change confirmation,
            @Nullable Double baseAllocBytes,
            @Nullable Double candidateAllocBytes,
            boolean allocatesMore) {}

    /**
     * A ratio of times, candidate to base.
     *
     * @param low null if unbounded
     * @param high null if unbounded
     */
    public record Change(
            double ratio, @Nullable Double low, @Nullable Double high, int groups) {
        static Change of(Compared.Change change) {
            boolean bounded = Double.isFinite(change.high());
            return new Change(
                    change.ratio().ratio(),
                    bounded ? (Double) change.low() : null,
                    bounded ? (Double) change.high() : null,
                    change.ratio().groups());
        }
    }

    /** The document of one comparison. */
    public static CompareJson of(Compared compared) {
        boolean gate = compared.failAbove() != null;
        return new CompareJson(
                compared.base(),
                compared.candidate(),
                compared.failAbove(),
                compared.limits() == null ? null : (Double) compared.limits().below(),
                compared.paired(),
                compared.rows().stream().map(row -> row(row, gate)).toList(),
                compared.unpaired(),
                compared.unpaired().stream().map(Unpaired::line).toList(),
                compared.warnings(),
                compared.runs());
    }

    private static Row row(Compared.Row row, boolean gate) {
        return new Row(
                row.base().key(),
                row.candidate().key(),
                row.base().time().score(),
                row.base().time().score() == null
                        ? null
                        : (Double) (row.base().time().score()
                                * row.change().ratio().ratio()),
                Change.of(row.change()),
                row.change().verdict(),
                gate ? row.outcome().name().toLowerCase(Locale.ROOT) : null,
                gate && row.outcome() == Outcome.OPEN && row.change().groupsToDecide() > 0
                        ? (Integer) row.change().groupsToDecide()
                        : null,
                row.confirmation() == null ? null : Change.of(row.confirmation()),
                row.base().cost().allocBytesPerOp(),
                row.candidate().cost().allocBytesPerOp(),
                row.allocatesMore());
    }
}
