package dev.jdbcbench.driver;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The program sysbench, measured as a reference beside the drivers. Its statements go through the native C client,
 * libmariadb. It is not a JDBC driver, so a run measures it only with {@code --reference}. It has no jar: bench uses
 * the sysbench that is installed on the client host.
 */
final class Sysbench extends DriverKind {
    static final String ID = "sysbench";

    static final DriverKind INSTANCE = new Sysbench();

    /** What sysbench executes for a scenario: one of its own scripts, or a statement. */
    private static final Map<String, String> SCRIPTS = Map.of(
            "Do1", "DO 1",
            "Select1", "SELECT 1",
            "OltpPointSelect", "oltp_point_select",
            "OltpReadOnly", "oltp_read_only",
            "OltpReadWrite", "oltp_read_write",
            "OltpWriteOnly", "oltp_write_only",
            "OltpUpdateIndex", "oltp_update_index",
            "OltpUpdateNonIndex", "oltp_update_non_index");

    private Sysbench() {}

    @Override
    public boolean reference() {
        return true;
    }

    @Override
    public Optional<String> script(String scenario) {
        return Optional.ofNullable(SCRIPTS.get(scenario));
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "sysbench: the native C client, libmariadb";
    }

    @Override
    public String licence() {
        return "GPL-2.0-or-later";
    }

    @Override
    public String defaultVersion() {
        return "1.0"; // until the agent reads the version on the host
    }

    @Override
    String coordinates(Version version) {
        throw new IllegalStateException("it is in no Maven repository");
    }

    @Override
    public List<String> driverClasses() {
        return List.of();
    }

    @Override
    Optional<String> unsupported(Version version, Usage usage) {
        if (usage.transport() == Transport.TLS || usage.mode() == Mode.TLS) {
            return Optional.of("sysbench does not check the certificate of a server");
        }
        return switch (usage.mode()) {
            case TEXT, HIT -> Optional.empty();
            default -> Optional.of("sysbench has the modes text and hit only");
        };
    }

    @Override
    String url(Session.Endpoint endpoint, Usage usage) {
        throw new IllegalStateException("it has no URL");
    }
}
