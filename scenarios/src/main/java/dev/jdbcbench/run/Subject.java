package dev.jdbcbench.run;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is measured, wherever client and database are: what a local and a distant {@link Cell} have in common.
 *
 * @param server label of the server
 * @param scenario ID of the scenario
 * @param params parameters of the scenario, sorted by name
 * @param driver label of the driver
 * @param threads number of concurrent connections, one per thread
 */
public record Subject(
        String server,
        String scenario,
        Map<String, String> params,
        Mode mode,
        String driver,
        String driverVersion,
        Transport transport,
        int threads) {
    public Subject {
        params = Collections.unmodifiableMap(new TreeMap<>(params));
    }

    /** The scenario, with its parameters if it has any: {@code Rows(count=1000)}. */
    public String scenarioWithParams() {
        return Cell.scenarioWithParams(scenario, params);
    }
}
