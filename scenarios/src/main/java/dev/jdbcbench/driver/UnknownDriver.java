package dev.jdbcbench.driver;

import java.util.List;
import java.util.Optional;

/**
 * A driver outside the catalogue, of which only its {@link Wiring} is known. It is measured as is; the server's counters show
 * whether it does what a mode promises.
 */
final class UnknownDriver extends DriverKind {
    static final String ID = "other";

    static final DriverKind INSTANCE = new UnknownDriver();

    private UnknownDriver() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "a driver that is not in the catalogue";
    }

    @Override
    public String licence() {
        return "not known";
    }

    @Override
    public String defaultVersion() {
        return "0";
    }

    @Override
    String coordinates(Version version) {
        throw new IllegalStateException("it has no coordinates of its own");
    }

    @Override
    public List<String> driverClasses() {
        return List.of();
    }

    @Override
    Optional<String> unsupported(Version version, Usage usage) {
        if (usage.transport() != Transport.TCP) {
            return Optional.of("bench does not know this driver's options for " + usage.transport()
                    + "; name a similar driver with `driver:` in the hosts file");
        }
        return switch (usage.mode()) {
            case TEXT, DEFAULT, PLAIN -> Optional.empty();
            default ->
                Optional.of("bench does not know this driver's options for mode " + usage.mode()
                        + "; name a similar driver with `driver:` in the hosts file");
        };
    }

    @Override
    String url(Session.Endpoint endpoint, Usage usage) {
        throw new IllegalStateException("it has no URL of its own");
    }
}
