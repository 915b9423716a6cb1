package dev.jdbcbench.run;

import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.load.Rate;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is measured, regardless of the hosts: the common part of a local and a distant {@link Cell}.
 *
 * @param server label of the server
 * @param scenario ID of the scenario
 * @param params parameters of the scenario, sorted by name
 * @param driver label of the driver
 * @param threads number of concurrent connections, one per thread
 * @param rate at which operations arrive; null for a closed loop
 */
public record Subject(
        String server,
        String scenario,
        Map<String, String> params,
        Mode mode,
        String driver,
        String driverVersion,
        Transport transport,
        int threads,
        @MayBeMissing @Nullable Rate rate) {
    public Subject {
        params = Collections.unmodifiableMap(new TreeMap<>(params));
    }

    /** The scenario, with its parameters if it has any: {@code Rows(count=1000)}. */
    public String scenarioWithParams() {
        return Cell.scenarioWithParams(scenario, params);
    }
}
