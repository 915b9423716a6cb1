package dev.jdbcbench.report;

import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.Collected;
import dev.jdbcbench.result.Collected.Row;
import dev.jdbcbench.result.Collected.Rtt;
import dev.jdbcbench.result.Collected.Unpaired;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The table that {@code collect} prints: local beside distant, a row per cell. */
public final class CollectText {
    private CollectText() {}

    /** Both sides for a terminal. */
    public static String of(Collected collected) {
        StringBuilder text = new StringBuilder();
        text.append("runs ")
                .append(collected.runs().stream()
                        .map(run -> collected.incomplete().contains(run) ? run + " (INCOMPLETE)" : run)
                        .collect(Collectors.joining(", ")))
                .append('\n');
        text.append("RTT: ").append(rtt(collected)).append("\n");
        collected
                .differences()
                .forEach(difference ->
                        text.append("differs: ").append(difference).append('\n'));
        text.append('\n');
        if (!collected.rows().isEmpty()) {
            Table table = new Table()
                    .names("µs per operation", "mode", "driver")
                    .numbers("local", "distant", "ratio", "difference", "in RTTs");
            boolean manyServers =
                    collected.rows().stream().map(Row::server).distinct().count() > 1;
            for (Row row : collected.rows()) {
                table.row(List.of(
                        (manyServers ? row.server() + " " : "")
                                + row.scenario()
                                + (row.transport() == Transport.TCP ? "" : " " + row.transport())
                                + (row.threads() == 1 ? "" : " ×" + row.threads()),
                        row.mode().id(),
                        row.driver() + " " + row.driverVersion(),
                        micros(row.local()),
                        micros(row.distant()),
                        Numbers.ratio(row.ratio()),
                        Numbers.micros(row.differenceMicros()),
                        row.roundTripsImplied() == null
                                ? "–"
                                : Numbers.fixed(row.roundTripsImplied().value(), 1)));
            }
            text.append(table.text());
            text.append("""

                    difference = distant − local; in RTTs: how often the operation waited for the network, if the
                    distance costs nothing else.
                    """);
        }
        if (!collected.unpaired().isEmpty()) {
            text.append("\nwithout a partner:\n").append(unpaired(collected.unpaired()));
        }
        return text.toString();
    }

    private static String micros(Collected.Score score) {
        return score.score() == null ? "–" : Numbers.micros(score.score());
    }

    private static String rtt(Collected collected) {
        Rtt rtt = collected.rtt();
        if (rtt == null || rtt.medianMicros() == null || rtt.p95Micros() == null) {
            return "of a distant run is not known";
        }
        return Numbers.micros(rtt.medianMicros()) + " µs in the protocol (p95 " + Numbers.micros(rtt.p95Micros()) + ")"
                + (rtt.localMedianMicros() == null
                        ? ""
                        : ", " + Numbers.micros(rtt.localMedianMicros()) + " µs on one host");
    }

    private static String unpaired(List<Unpaired> cells) {
        Map<String, Set<String>> byReason = new LinkedHashMap<>();
        for (Unpaired cell : cells) {
            byReason.computeIfAbsent(cell.status() + ": " + cell.reason(), key -> new LinkedHashSet<>())
                    .add(cell.key());
        }
        StringBuilder text = new StringBuilder();
        byReason.forEach((reason, keys) -> {
            text.append("  ").append(reason).append('\n');
            keys.forEach(key -> text.append("    ").append(key).append('\n'));
        });
        return text.toString();
    }
}
