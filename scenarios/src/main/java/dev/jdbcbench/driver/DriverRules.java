package dev.jdbcbench.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How one driver is told to work in a mode and over a transport, and what it cannot do, version by version. */
abstract class DriverRules {
    /**
     * The options that every version of MariaDB's and MySQL's driver takes for a connection without TLS. Only a server that was started
     * for the run may hand out its public key: any other may be one that lies between, and would get the password.
     */
    static Map<String, String> plaintext(Session.Endpoint endpoint) {
        return options(
                "useSSL",
                "false",
                "allowPublicKeyRetrieval",
                String.valueOf(endpoint.external().isEmpty()));
    }

    /** {@code groupId:artifactId} of a version. */
    abstract String coordinates(Version version);

    /** The driver's class, the newest name first. */
    abstract List<String> driverClasses();

    /** Why this version cannot be used so; empty when it can, as far as is known. */
    abstract Optional<String> unsupported(Version version, Usage usage);

    /** Why this driver cannot talk to a server; empty when it can, as far as is known. */
    Optional<String> unsupported(Version version, ServerKind server, Version serverVersion, Usage usage) {
        return Optional.empty();
    }

    /** The URL options of a usage that is not unsupported. */
    abstract Map<String, String> modeOptions(Version version, Usage usage);

    /** The URL options of a transport. */
    abstract Map<String, String> transportOptions(Version version, Transport transport, Session.Endpoint endpoint);

    /** Coordinates of further jars that a transport needs, with their versions. */
    List<String> libraries(Version version, Transport transport) {
        return List.of();
    }

    /** The URL up to the options. */
    abstract String url(Session.Endpoint endpoint, Usage usage);

    /** What a URL option cannot say: called once on each new connection, before anything else. */
    void adjust(Connection connection, Usage usage) throws SQLException {}

    /** A fetch size that makes the rows of a statement stream. */
    int streamingFetchSize(int rows) {
        return rows;
    }

    static Map<String, String> options(String... keysAndValues) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            options.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return options;
    }

    static String address(Session.Endpoint endpoint) {
        String host = endpoint.host();
        String bracketed = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        return bracketed + ":" + endpoint.port();
    }
}
