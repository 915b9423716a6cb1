package dev.jdbcbench.driver;

import com.google.auto.service.AutoService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** MariaDB Connector/J, from 1.1. */
@AutoService(DriverKind.class)
public final class MariaDbConnectorJ extends DriverKind {
    private static final String ID = "mariadb";
    private static final String JNA = "5.14.0";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "MariaDB Connector/J";
    }

    @Override
    public String licence() {
        return "LGPL-2.1-or-later";
    }

    @Override
    public String defaultVersion() {
        return DriverCatalogue.versionOfTheBuild(ID);
    }

    @Override
    Optional<Integer> place() {
        return Optional.of(10);
    }

    @Override
    String coordinates(Version version) {
        return "org.mariadb.jdbc:mariadb-java-client";
    }

    @Override
    public List<String> driverClasses() {
        return List.of("org.mariadb.jdbc.Driver");
    }

    @Override
    Optional<String> unsupported(Version version, Usage usage) {
        return switch (usage.mode()) {
            case BULK ->
                version.major() < 2
                        ? Optional.of("MariaDB Connector/J 1 does not support the bulk protocol")
                        : Optional.empty();
            case CURSOR -> Optional.of("MariaDB Connector/J has no cursors: setFetchSize streams (mode stream)");
            case REWRITE -> notRewritten(version, usage);
            default -> Optional.empty();
        };
    }

    /** Verified by the number of bytes that the server receives: it is the same as for statements sent one by one. */
    private static Optional<String> notRewritten(Version version, Usage usage) {
        if (usage.asksFor(Feature.STATEMENT_BATCH) && version.major() >= 3) {
            return Optional.of("MariaDB Connector/J 3 and later rewrites no batch of a Statement");
        }
        if (usage.asksFor(Feature.BATCH_KEYS) && version.major() >= 3) {
            return Optional.of("MariaDB Connector/J 3 and later rewrites no batch that returns generated keys");
        }
        if (usage.asksFor(Feature.UPSERT) && version.major() >= 2) {
            return Optional.of("MariaDB Connector/J 2 and later rewrites no insert with parameters after its values");
        }
        return Optional.empty();
    }

    @Override
    Optional<String> unsupported(Version version, ServerKind server, Version serverVersion, Usage usage) {
        return usage.mode() == Mode.BULK && server == ServerKind.MYSQL
                ? Optional.of("MySQL does not support the bulk protocol")
                : Optional.empty();
    }

    @Override
    Optional<String> unsupported(Version version, Protection protection) {
        return protection == Protection.VERIFY_IDENTITY && !version.atLeast(2, 1, 0)
                ? Optional.of("MariaDB Connector/J verifies the server's name in a certificate since 2.1 (tls: { mode:"
                        + " verify_ca, ca: FILE } does without)")
                : Optional.empty();
    }

    @Override
    Map<String, String> modeOptions(Version version, Usage usage) {
        Map<String, String> options = switch (usage.mode()) {
            case TEXT, HA, STREAM, CURSOR, PLAIN, TLS -> options("useServerPrepStmts", "false");
            case HIT -> options("useServerPrepStmts", "true", "cachePrepStmts", "true", "prepStmtCacheSize", "250");
            case MISS -> options("useServerPrepStmts", "true", "cachePrepStmts", "false");
            case REWRITE -> options("useServerPrepStmts", "false", "rewriteBatchedStatements", "true");
            case BULK ->
                options(
                        "useServerPrepStmts",
                        "true",
                        "cachePrepStmts",
                        "true",
                        "prepStmtCacheSize",
                        "250",
                        "useBulkStmts",
                        "true");
            case UNPIPELINED ->
                version.major() >= 3
                        ? options("useServerPrepStmts", "false", "disablePipeline", "true")
                        : options("useServerPrepStmts", "false", "useBatchMultiSend", "false");
            case DEFAULT -> options();
            // MariaDB's release notes of 2.0.1 recommend server-side prepare for repeated queries, and its
            // documentation the bulk protocol for batches.
            case TUNED ->
                version.major() >= 2
                        ? options("useServerPrepStmts", "true", "useBulkStmts", "true")
                        : options("useServerPrepStmts", "true", "rewriteBatchedStatements", "true");
        };
        boolean batch = usage.asksFor(Feature.BATCH);
        boolean asItsModeSays = switch (usage.mode()) {
            case BULK, DEFAULT, TUNED -> true;
            default -> false;
        };
        if (batch && !asItsModeSays && version.major() >= 3) {
            // Since version 3 the driver sends any batch of inserts as COM_STMT_BULK_EXECUTE, which is neither text nor
            // rewritten nor one execute per row; before 3.2.0 any batch (CONJ-920). Set only for batches, because the
            // option also stops the driver from sending PREPARE and EXECUTE together.
            options.put(version.atLeast(3, 2, 0) ? "useBulkStmtsForInserts" : "useBulkStmts", "false");
        }
        if (usage.asksFor(Feature.CONNECT) && usage.mode() != Mode.DEFAULT && usage.mode() != Mode.TUNED) {
            // A connection closed by a reset leaves no port in TIME_WAIT.
            options.put("tcpAbortiveClose", "true");
        }
        return options;
    }

    @Override
    Map<String, String> transportOptions(Version version, Transport transport, Session.Endpoint endpoint) {
        return switch (transport) {
            // Version 1.1 takes any useSSL for a request for TLS.
            case TCP, MEMORY, FLOOR -> version.atLeast(1, 2, 0) ? plaintext(endpoint) : options();
            // Version 2 ignores sslMode and would silently stay in plain text.
            case TLS ->
                version.major() >= 3
                        ? endpoint.ca()
                                .map(ca -> options(
                                        "sslMode", endpoint.named() ? "verify-full" : "verify-ca", "serverSslCert", ca))
                                .orElseGet(() -> options("sslMode", "trust"))
                        : endpoint.ca()
                                .map(ca -> options(
                                        "useSSL",
                                        "true",
                                        "serverSslCert",
                                        ca,
                                        "disableSslHostnameVerification",
                                        String.valueOf(!endpoint.named())))
                                .orElseGet(() -> options("useSSL", "true", "trustServerCertificate", "true"));
            case SOCKET -> {
                Map<String, String> options = new LinkedHashMap<>(plaintext(endpoint));
                options.put("localSocket", endpoint.socket().orElse(""));
                yield options;
            }
        };
    }

    @Override
    List<String> libraries(Version version, Transport transport) {
        return transport == Transport.SOCKET && version.major() < 4
                ? List.of("net.java.dev.jna:jna:" + JNA, "net.java.dev.jna:jna-platform:" + JNA)
                : List.of();
    }

    @Override
    String url(Session.Endpoint endpoint, Usage usage) {
        String address = address(endpoint);
        return usage.mode() == Mode.HA
                ? "jdbc:mariadb:replication://" + address + "," + address + "/" + endpoint.database()
                : "jdbc:mariadb://" + address + "/" + endpoint.database();
    }
}
