package dev.jdbcbench.event;

import dev.jdbcbench.driver.Parts;

/**
 * Percentiles of the time of single operations, µs.
 *
 * @param operations number of timed operations after warm-up; JMH times a random sample when they are short
 */
public record ServiceTime(long operations, double p50Micros, double p90Micros, double p99Micros) {
    public ServiceTime {
        Parts.count(operations, "operations");
        Parts.micros(p50Micros, "p50Micros");
        Parts.micros(p90Micros, "p90Micros");
        Parts.micros(p99Micros, "p99Micros");
    }
}
