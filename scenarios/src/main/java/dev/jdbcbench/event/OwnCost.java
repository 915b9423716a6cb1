package dev.jdbcbench.event;

import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.driver.PartCheck;
import org.jspecify.annotations.Nullable;

/**
 * What the driver's own code costs per operation: the operation against its recorded answers, in one JVM, after a warm-up. A
 * look without an interval; a second JVM differs by a few percent.
 *
 * @param micros CPU time of the JVM's Java threads, µs
 * @param wallMicros time by the clock, µs
 * @param allocBytes allocated
 * @param operations number of operations that count
 * @param turns how often one operation writes and then reads
 * @param warm false if the JIT compiler was still busy when the time for the warm-up was over
 * @param unavailable why it is not known; null when it is
 */
public record OwnCost(
        @MayBeMissing @Nullable Double micros,
        @MayBeMissing @Nullable Double wallMicros,
        @MayBeMissing @Nullable Double allocBytes,
        long operations,
        int turns,
        boolean warm,
        @MayBeMissing @Nullable String unavailable) {
    public OwnCost {
        if (micros != null) {
            PartCheck.micros(micros, "micros");
        }
        if (wallMicros != null) {
            PartCheck.micros(wallMicros, "wallMicros");
        }
        if (allocBytes != null) {
            PartCheck.count(allocBytes, "allocBytes");
        }
        PartCheck.between(0, Integer.MAX_VALUE, turns, "turns");
        PartCheck.count(operations, "operations");
        unavailable = PartCheck.messageIfAny(unavailable);
        if ((micros == null) == (unavailable == null)) {
            throw new IllegalArgumentException("own has either a number or a reason");
        }
    }

    /** That it is not known, with the reason. */
    public static OwnCost unknown(String reason) {
        return new OwnCost(null, null, null, 0, 0, false, reason);
    }
}
