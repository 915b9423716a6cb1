package dev.jdbcbench.event;

import dev.jdbcbench.driver.Parts;
import java.util.List;

/**
 * A payload that was transferred several times.
 *
 * @param micros time of each transfer, µs
 */
public record Transfer(long bytes, List<Double> micros) {
    public Transfer {
        Parts.count(bytes, "bytes");
        micros = Parts.microsOfAll(micros, Bounds.MOST_SAMPLES, "micros");
    }
}
