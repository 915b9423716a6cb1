package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What else happened on the client host while a fork ran. What is null cannot be read on that host; {@link Fact.SessionStarted} says
 * why. Percentages are of the time of all CPUs of the host together, 0 to 100.
 *
 * @param stealPercent which the hypervisor gave to others
 * @param foreignPercent which processes other than the agent, its measured JVM and their children used, and other than a database
 *     that bench started on the same host; one that it did not start is one of those others
 * @param databasePercent which the database used that bench started on the same host; null when there is none
 * @param load average over the last minute, at the end of the fork
 * @param throttledPeriods in which the quota of the agent's cgroup, or of one above it, was used up
 * @param throttledMicros how long it was stopped by that quota, µs
 * @param thermalThrottles how often a core was slowed down because it was hot
 * @param frequencyMinMHz of the slowest CPU, just before and just after the fork
 * @param frequencyMeanMHz of all CPUs, likewise
 * @param frequencyMaxMHz of the fastest CPU, likewise
 * @param retransmits TCP segments that the host sent again, whoever's they were
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
