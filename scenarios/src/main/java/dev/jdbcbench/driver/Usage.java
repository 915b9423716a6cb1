package dev.jdbcbench.driver;

import java.util.Set;

/**
 * How a driver is to be used: what its options depend on, together with its version.
 *
 * @param features that the operation asks for
 */
public record Usage(Mode mode, Transport transport, Set<Feature> features) {
    public Usage {
        features = Set.copyOf(features);
    }

    /** A plain statement over TCP. */
    public static Usage of(Mode mode) {
        return new Usage(mode, Transport.TCP, Set.of());
    }

    boolean asksFor(Feature feature) {
        return features.contains(feature);
    }
}
