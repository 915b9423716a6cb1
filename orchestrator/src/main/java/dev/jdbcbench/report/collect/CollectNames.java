package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Collected.Comparison;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.report.layout.LoadText;
import dev.jdbcbench.result.DriverName;
import java.util.stream.Stream;

/**
 * Display names of rows and comparisons.
 *
 * @param manyServers whether names include the server
 */
public record CollectNames(boolean manyServers) {
    /** Names for a collection, with the server if it has several. */
    public static CollectNames of(Collected collected) {
        return new CollectNames(Stream.concat(
                                collected.rows().stream()
                                        .map(row -> row.subject().server()),
                                collected.comparisons().stream().map(Comparison::server))
                        .distinct()
                        .count()
                > 1);
    }

    /** The name without mode and driver: {@code mysql Rows(count=1000) ×4}. */
    String scenario(Row row) {
        return (manyServers ? row.subject().server() + " " : "")
                + row.subject().scenarioWithParams()
                + (row.subject().transport() == Transport.TCP || row.subject().mode() == Mode.TLS
                        ? ""
                        : " " + row.subject().transport())
                + (row.subject().threads() == 1 ? "" : " ×" + row.subject().threads())
                + LoadText.at(row.subject().rate());
    }

    /** The name without the driver. */
    public String group(Row row) {
        return scenario(row) + " " + row.subject().mode();
    }

    String driver(Row row) {
        return DriverName.of(row.subject().driver(), row.subject().driverVersion());
    }

    String row(Row row) {
        return group(row) + ", " + driver(row);
    }

    /** What a comparison compares, without its two sides. */
    public String subject(Comparison comparison) {
        return on(comparison.server(), comparison.subject());
    }

    /** The subject of an advice. The place is not part of it: the advice states it. */
    public String subject(Collected.Advice advice) {
        return on(advice.server(), advice.scenario());
    }

    private String on(String server, String what) {
        return manyServers && !server.isEmpty() ? server + " " + what : what;
    }

    /** Turns {@code mysql@9.7.0} into the display name. */
    public static String value(String value) {
        return DriverName.of(value);
    }

    /** The shortest name that distinguishes one of two compared values. */
    static String brief(String value, String other) {
        String id = value.replaceFirst("@.*", "");
        return id.equals(other.replaceFirst("@.*", "")) ? value(value) : id;
    }
}
