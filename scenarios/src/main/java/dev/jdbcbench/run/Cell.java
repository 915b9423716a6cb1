package dev.jdbcbench.run;

import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.load.Rate;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One number to measure, identified by everything that distinguishes it from others.
 *
 * @param client name of the driver's host
 * @param database name of the server's host
 * @param server label of the server
 * @param scenario ID of the scenario
 * @param params parameters of the scenario
 * @param driver label of the driver
 * @param threads number of concurrent connections, one per thread
 * @param rate at which operations arrive; null for a closed loop
 */
@RecordBuilder
public record Cell(
        Topology topology,
        String client,
        String database,
        String server,
        String scenario,
        Map<String, String> params,
        Mode mode,
        String driver,
        String driverVersion,
        Transport transport,
        int threads,
        @MayBeMissing @Nullable Rate rate)
        implements CellBuilder.With {
    private static final int MOST_THREADS = 10_000;

    private static final String QUOTE = "\"";

    public Cell {
        PartCheck.present(topology, "topology");
        PartCheck.name(client, "client");
        PartCheck.name(database, "database");
        PartCheck.name(server, "server");
        PartCheck.name(scenario, "scenario");
        params = Map.copyOf(PartCheck.textMap(params, "params"));
        PartCheck.present(mode, "mode");
        PartCheck.name(driver, "driver");
        PartCheck.name(driverVersion, "driverVersion");
        PartCheck.present(transport, "transport");
        PartCheck.between(1, MOST_THREADS, threads, "threads");
    }

    /** Everything except topology and hosts. */
    public Subject subject() {
        return new Subject(server, scenario, params, mode, driver, driverVersion, transport, threads, rate);
    }

    /** All parts in one string, the same in every run: {@code distant/client/db1/mariadb/Select1Row/text/mysql@9.7.0/tcp/1}. */
    public String key() {
        return topology + "/" + client + "/" + database + "/" + pairKey();
    }

    /** The key without the driver's version, common to the cells of a series over versions. */
    public String keyOfAllVersions() {
        return topology + "/" + client + "/" + database + "/" + scenarioKey() + "/" + part(driver, "/@") + "/"
                + transport + "/" + threads + atRate();
    }

    /** The key without topology and hosts, common to a local and a distant cell. */
    public String pairKey() {
        return exchangeKey() + "/" + threads + atRate();
    }

    /** The end of a key; empty for a closed loop. */
    private String atRate() {
        return rate == null ? "" : "/" + rate.key();
    }

    /** The key without topology, hosts, threads and rate; cells that share it have the same traffic per operation. */
    public String exchangeKey() {
        return scenarioKey() + "/" + part(driver, "/@") + "@" + part(driverVersion, "/") + "/" + transport;
    }

    /**
     * The key of the row. Cells of one row differ only in driver or topology, and are measured next to each other. A floor is
     * in the row of the cells below which it lies.
     */
    public String rowKey() {
        return scenarioKey() + "/" + (transport == Transport.FLOOR ? Transport.TCP : transport) + "/" + threads
                + atRate();
    }

    /** Whether recorded answers replace the server. */
    public boolean inMemory() {
        return transport == Transport.MEMORY;
    }

    private String scenarioKey() {
        return part(server, "/") + "/" + scenarioWithParams() + "/" + mode;
    }

    /** The scenario, with its parameters if it has any: {@code Rows(count=1000)}. */
    public String scenarioWithParams() {
        return scenarioWithParams(scenario, params);
    }

    /** A scenario with its parameters if it has any. Different ones have different texts, because ambiguous parts are quoted. */
    public static String scenarioWithParams(String scenario, Map<String, String> params) {
        String name = part(scenario, "/(");
        if (params.isEmpty()) {
            return name;
        }
        return new TreeMap<>(params)
                .entrySet().stream()
                        .map(param -> part(param.getKey(), ",=") + "=" + value(param.getValue()))
                        .collect(Collectors.joining(",", name + "(", ")"));
    }

    /** A part of a key, quoted if it contains one of these characters, which separate it from the next part. */
    private static String part(String text, String separators) {
        return text.startsWith(QUOTE) || text.chars().anyMatch(letter -> separators.indexOf(letter) >= 0)
                ? quoted(text)
                : text;
    }

    /** A parameter's value. A comma in it can only be mistaken for the end if an equals sign follows. */
    private static String value(String text) {
        boolean ambiguous = text.contains(",") && text.lastIndexOf('=') > text.indexOf(',');
        return text.startsWith(QUOTE) || ambiguous ? quoted(text) : text;
    }

    private static String quoted(String text) {
        return QUOTE + text.replace("\\", "\\\\").replace(QUOTE, "\\" + QUOTE) + QUOTE;
    }
}
