package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Interference on the client host while a fork ran. Null means that a value cannot be read on that host;
 * {@link Fact.SessionStarted} has the reason. Percentages refer to the time of all CPUs of the host together, 0 to 100.
 *
 * @param stealPercent time that the hypervisor gave to others
 * @param foreignPercent time used by other processes: not the agent, its measured JVM, their children, or databases that bench
 *     started on the same host. Databases that bench did not start are included
 * @param databasePercent time used by databases that bench started on the same host; null when there are none
 * @param load one-minute average at the end of the fork
 * @param throttledPeriods number of periods in which the agent's cgroup, or an ancestor, had used up its quota
 * @param throttledMicros time for which the quota stopped it, µs
 * @param thermalThrottles number of times that a core was slowed down because of heat
 * @param frequencyMinMHz of the slowest CPU, just before and just after the fork
 * @param frequencyMeanMHz of all CPUs, just before and just after the fork
 * @param frequencyMaxMHz of the fastest CPU, just before and just after the fork
 * @param retransmits TCP segments that the host retransmitted, from any process
 */
public record Noise(
        @Nullable Double stealPercent,
        @Nullable Double foreignPercent,

        @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
        Double databasePercent,

        @Nullable Double load,
        @Nullable Long throttledPeriods,
        @Nullable Long throttledMicros,
        @Nullable Long thermalThrottles,
        @Nullable Double frequencyMinMHz,
        @Nullable Double frequencyMeanMHz,
        @Nullable Double frequencyMaxMHz,
        @Nullable Long retransmits) {
    public Noise {
        Bounds.numbers(
                stealPercent,
                foreignPercent,
                databasePercent,
                load,
                frequencyMinMHz,
                frequencyMeanMHz,
                frequencyMaxMHz);
        Bounds.numbers(throttledPeriods, throttledMicros, thermalThrottles, retransmits);
    }
}
