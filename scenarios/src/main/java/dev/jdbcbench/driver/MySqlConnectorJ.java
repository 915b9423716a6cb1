package dev.jdbcbench.driver;

import com.google.auto.service.AutoService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** MySQL Connector/J, from 5.1. */
@AutoService(DriverKind.class)
public final class MySqlConnectorJ extends DriverKind {
    private static final String ID = "mysql";
    private static final String JUNIXSOCKET = "2.10.1";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "MySQL Connector/J";
    }

    @Override
    public String licence() {
        return "GPL-2.0 with the Universal FOSS Exception";
    }

    @Override
    public String defaultVersion() {
        return DriverCatalogue.versionOfTheBuild(ID);
    }

    @Override
    Optional<Integer> place() {
        return Optional.of(20);
    }

    @Override
    String coordinates(Version version) {
        // Both names exist for 8.0.31 to 8.0.33; the old one merely redirects to the new one.
        return version.atLeast(8, 0, 31) ? "com.mysql:mysql-connector-j" : "mysql:mysql-connector-java";
    }

    @Override
    public List<String> driverClasses() {
        return List.of("com.mysql.cj.jdbc.Driver", "com.mysql.jdbc.Driver");
    }

    @Override
    Optional<String> unsupported(Version version, Usage usage) {
        return usage.mode() == Mode.BULK
                ? Optional.of("MySQL Connector/J does not support the bulk protocol")
                : Optional.empty();
    }

    @Override
    Optional<String> unsupported(Version version, Protection protection) {
        return protection == Protection.VERIFY_IDENTITY && version.major() < 8
                ? Optional.of("MySQL Connector/J 5.1 verifies certificates but not the server's name in them (tls:"
                        + " { mode: verify_ca, ca: FILE } does as much)")
                : Optional.empty();
    }

    @Override
    Map<String, String> modeOptions(Version version, Usage usage) {
        return switch (usage.mode()) {
            case TEXT, HA, STREAM, UNPIPELINED, PLAIN, TLS -> options("useServerPrepStmts", "false");
            // Its defaults (25 statements of at most 256 characters) are smaller than the other drivers'. The statement
            // of
            // SelectIn has 10 000. It never prepares a call on the server; for calls, this cache holds the description
            // of
            // the routine.
            case HIT -> {
                Map<String, String> options = options(
                        "useServerPrepStmts", "true",
                        "cachePrepStmts", "true",
                        "prepStmtCacheSize", "250",
                        "prepStmtCacheSqlLimit", "16384");
                if (usage.asksFor(Feature.CALL)) {
                    options.put("cacheCallableStmts", "true");
                }
                yield options;
            }
            case MISS -> options("useServerPrepStmts", "true", "cachePrepStmts", "false");
            case REWRITE -> options("useServerPrepStmts", "false", "rewriteBatchedStatements", "true");
            case CURSOR -> options("useCursorFetch", "true");
            case BULK, DEFAULT -> options();
            // A set of options defined in the driver's own jar.
            case TUNED -> options("useConfigs", "maxPerformance");
        };
    }

    @Override
    Map<String, String> transportOptions(Version version, Transport transport, Session.Endpoint endpoint) {
        return switch (transport) {
            case TCP, MEMORY, FLOOR -> plaintext(endpoint);
            case TLS ->
                endpoint.ca()
                        .map(ca -> verified(version, ca, endpoint.named()))
                        .orElseGet(() -> version.major() >= 8
                                ? options("sslMode", "REQUIRED")
                                : options("useSSL", "true", "requireSSL", "true", "verifyServerCertificate", "false"));
            case SOCKET -> {
                Map<String, String> options = new LinkedHashMap<>(plaintext(endpoint));
                options.put(
                        "socketFactory",
                        "org.newsclub.net.mysql.AFUNIXDatabaseSocketFactory" + (version.major() >= 8 ? "CJ" : ""));
                options.put("junixsocket.file", endpoint.socket().orElse(""));
                yield options;
            }
        };
    }

    /** The driver reads certificates only from a key store. Version 5.1 verifies them, but not the server's name in them. */
    private static Map<String, String> verified(Version version, String ca, boolean named) {
        Map<String, String> options = version.major() >= 8
                ? options("sslMode", named ? "VERIFY_IDENTITY" : "VERIFY_CA")
                : options("useSSL", "true", "requireSSL", "true", "verifyServerCertificate", "true");
        options.put("trustCertificateKeyStoreUrl", "file:" + ca + Session.External.TRUST_STORE);
        options.put("trustCertificateKeyStoreType", "JKS");
        return options;
    }

    @Override
    List<String> libraries(Version version, Transport transport) {
        return transport == Transport.SOCKET
                ? List.of(
                        "com.kohlschutter.junixsocket:junixsocket-common:" + JUNIXSOCKET,
                        "com.kohlschutter.junixsocket:junixsocket-native-common:" + JUNIXSOCKET,
                        "com.kohlschutter.junixsocket:junixsocket-mysql:" + JUNIXSOCKET)
                : List.of();
    }

    @Override
    String url(Session.Endpoint endpoint, Usage usage) {
        String address = address(endpoint);
        return usage.mode() == Mode.HA
                ? "jdbc:mysql:replication://" + address + "," + address + "/" + endpoint.database()
                : "jdbc:mysql://" + address + "/" + endpoint.database();
    }

    @Override
    public int streamingFetchSize(int rows) {
        return Integer.MIN_VALUE; // as documented; the driver ignores any other number
    }

    /** Without this option, 5.1 queries before each ping whether the session is read-only. */
    @Override
    public Map<String, String> quietOptions() {
        return options("useLocalSessionState", "true");
    }

    @Override
    public boolean readsDescriptionsOfRoutines(String version) {
        return Version.of(version).filter(known -> known.major() < 9).isPresent();
    }
}
