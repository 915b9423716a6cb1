package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Cause;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.statistics.contrast.Claims;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Why cells are slower far away, in sentences and in a column of the short table: both show the {@link Cause} of each row. */
final class CollectCauses {
    private static final String FULL = "█";
    private static final String EMPTY = "░";
    private static final int BAR = 10;

    /** The highest share of the added time that is shown; above it the model is meaningless. */
    private static final double MAX_EXPLAINED = 2;

    private final CellName names;
    private final List<Row> rows;

    CollectCauses(Collected collected) {
        this.names = collected.names();
        this.rows = collected.rows();
    }

    /** One sentence for each cause that a row has, beginning with the number of these rows. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        for (Cause cause : Cause.values()) {
            List<Row> of = rows.stream()
                    .filter(row -> row.explained().cause() == cause)
                    .toList();
            if (!of.isEmpty()) {
                sentences.add(of.size() + " of " + rows.size() + (rows.size() == 1 ? " cell" : " cells")
                        + (of.size() == 1 ? " is " : " are ") + sentence(cause, of) + ".");
            }
        }
        return sentences;
    }

    private String sentence(Cause cause, List<Row> of) {
        boolean one = of.size() == 1;
        return switch (cause) {
            case ROUND_TRIPS ->
                "slower mainly because " + (one ? "it waits" : "they wait")
                        + " for the network: time added ≈ round trips × added RTT";
            case PROBABLY_ROUND_TRIPS ->
                "probably slower because " + (one ? "it waits" : "they wait")
                        + " for the network; a measured RTT and counted round trips would prove it";
            case BYTES -> "slower mainly because of the bytes that " + (one ? "it moves" : "they move");
            case ROUND_TRIPS_OR_BYTES ->
                "slower because of round trips or bytes; counting the round trips would tell which";
            case NOT_EXPLAINED -> "slower and not explained: " + costliest(of);
            case NOT_CERTAIN -> "not certain to be slower: " + uncertainty(of);
            case NOT_SLOWER -> "not slower";
            case NOT_KNOWN -> "slower for an unknown reason: the RTT is not known";
        };
    }

    private String costliest(List<Row> of) {
        Row first = of.stream()
                .max(Comparator.comparingDouble(Row::differenceMicros))
                .orElseThrow();
        Double latency = first.explained().latencyMicros();
        return (of.size() == 1 ? "" : "for one, ") + names.row(first.subject()) + " with "
                + DriverName.of(first.subject()) + ", "
                + Numbers.time(score(first.local().score())) + " → "
                + Numbers.time(score(first.distant().score()))
                + (latency == null
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                ": waiting accounts for %.0f %% of what was added",
                                100 * Math.min(MAX_EXPLAINED, latency / first.differenceMicros())));
    }

    private static double score(@Nullable Double score) {
        return Objects.requireNonNull(score);
    }

    /** Why rows that are not certain to be slower are not. */
    static String uncertainty(List<Row> of) {
        long with = of.stream()
                .filter(row ->
                        row.local().mover().isPresent() && row.distant().mover().isPresent())
                .count();
        String none = "fewer than " + Claims.FEWEST_TO_DIFFER + " groups give no interval";
        return with == 0
                ? none
                : "the interval of the added time includes 0"
                        + (with == of.size() ? "" : "; for " + (of.size() - with) + " of them, " + none);
    }

    /** What the round trips of a row explain. */
    static String explained(Row row) {
        return switch (row.explained().cause()) {
            case ROUND_TRIPS -> share(row);
            case NOT_CERTAIN -> "? " + row.explained().cause();
            case NOT_KNOWN -> ScoreText.NOTHING;
            case NOT_SLOWER, PROBABLY_ROUND_TRIPS, BYTES, ROUND_TRIPS_OR_BYTES, NOT_EXPLAINED ->
                (share(row) + "  " + row.explained().cause()).strip();
        };
    }

    /** The share of the added time that counted round trips account for; empty if there is none. */
    private static String share(Row row) {
        Double latency = row.explained().latencyMicros();
        if (latency == null || row.explained().cause() == Cause.NOT_SLOWER) {
            return "";
        }
        double share = latency / row.differenceMicros();
        int full = (int) Math.round(BAR * Math.max(0, Math.min(1, share)));
        return FULL.repeat(full)
                + EMPTY.repeat(BAR - full)
                + String.format(
                        Locale.ROOT,
                        share > MAX_EXPLAINED ? "  >%.0f %%" : " %3.0f %%",
                        100 * Math.min(share, MAX_EXPLAINED));
    }
}
