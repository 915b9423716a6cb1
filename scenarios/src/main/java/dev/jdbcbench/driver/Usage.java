package dev.jdbcbench.driver;

import java.util.Set;

/**
 * How a driver will be used; together with its version, this determines its options.
 *
 * @param transport how the driver connects, see {@link Transport#wire}
 * @param features that the operation needs
 */
public record Usage(Mode mode, Transport transport, Set<Feature> features) {
    public Usage {
        transport = transport.wire();
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
