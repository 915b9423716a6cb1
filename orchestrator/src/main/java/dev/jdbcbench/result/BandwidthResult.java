package dev.jdbcbench.result;

import dev.jdbcbench.run.Topology;
import org.jspecify.annotations.Nullable;

/**
 * Time that each megabyte (10⁶ bytes) of a payload adds on the way to or from a server, µs, without the fixed time of an
 * exchange.
 *
 * @param unavailable why it is unknown; null when it is known
 */
public record BandwidthResult(
        Topology topology,
        String server,
        @Nullable Double upMicrosPerMegabyte,
        @Nullable Double downMicrosPerMegabyte,
        @Nullable String unavailable) {}
