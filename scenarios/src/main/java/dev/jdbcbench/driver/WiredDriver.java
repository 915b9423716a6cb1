package dev.jdbcbench.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A driver with its own class and URL that is configured like another driver: a wrapper or a fork of it. */
final class WiredDriver extends DriverKind {
    private final DriverKind like;
    private final Wiring wiring;

    WiredDriver(DriverKind like, Wiring wiring) {
        this.like = like;
        this.wiring = wiring;
    }

    @Override
    public String id() {
        return like.id();
    }

    @Override
    public String title() {
        return wiring.driverClass();
    }

    @Override
    public String licence() {
        return "not known";
    }

    @Override
    public String defaultVersion() {
        return like.defaultVersion();
    }

    /** Always the other driver's latest version, because a wrapper's own numbers say nothing about capabilities. */
    @Override
    Version known(String version) {
        return like.known(like.defaultVersion());
    }

    @Override
    String coordinates(Version version) {
        return like.coordinates(version);
    }

    @Override
    public List<String> driverClasses() {
        return List.of(wiring.driverClass());
    }

    @Override
    Optional<String> unsupported(Version version, Usage usage) {
        return usage.mode() == Mode.HA
                ? Optional.of("its URL in the hosts file names one server")
                : like.unsupported(version, usage);
    }

    @Override
    Optional<String> unsupported(Version version, ServerKind server, Version serverVersion, Usage usage) {
        return like.unsupported(version, server, serverVersion, usage);
    }

    @Override
    Optional<String> unsupported(Version version, Protection protection) {
        return like.unsupported(version, protection);
    }

    @Override
    Map<String, String> modeOptions(Version version, Usage usage) {
        return like.modeOptions(version, usage);
    }

    @Override
    Map<String, String> transportOptions(Version version, Transport transport, Session.Endpoint endpoint) {
        return like.transportOptions(version, transport, endpoint);
    }

    @Override
    List<String> libraries(Version version, Transport transport) {
        return like.libraries(version, transport);
    }

    @Override
    String url(Session.Endpoint endpoint, Usage usage) {
        return wiring.url(endpoint);
    }

    @Override
    void adjust(Connection connection, Usage usage) throws SQLException {
        like.adjust(connection, usage);
    }

    @Override
    public int streamingFetchSize(int rows) {
        return like.streamingFetchSize(rows);
    }

    @Override
    public Map<String, String> quietOptions() {
        return like.quietOptions();
    }

    @Override
    public boolean readsDescriptionsOfRoutines(String version) {
        return like.readsDescriptionsOfRoutines(like.defaultVersion());
    }
}
