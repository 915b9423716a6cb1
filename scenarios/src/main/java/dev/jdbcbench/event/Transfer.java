package dev.jdbcbench.event;

import dev.jdbcbench.driver.PartCheck;
import java.util.List;

/**
 * A payload that was transferred several times.
 *
 * @param micros time of each transfer, µs
 */
public record Transfer(long bytes, List<Double> micros) {
    public Transfer {
        PartCheck.count(bytes, "bytes");
        micros = PartCheck.microsOfAll(micros, Bounds.MOST_SAMPLES, "micros");
    }
}
