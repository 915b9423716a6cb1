package dev.jdbcbench.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Addresses and credentials of a run's servers, and the meaning of its driver labels: everything that must not be in a plan
 * because it is secret or valid on one machine only.
 *
 * <p>It is stored in a properties file that only its owner can read. Measured JVMs find it through the environment variable
 * {@value #VARIABLE} (JMH would store a system property with its results):
 *
 * <pre>
 * server.local.mariadb.host = 127.0.0.1
 * server.local.mariadb.port = 3306
 * server.local.mariadb.database = bench
 * server.local.mariadb.user = bench
 * server.local.mariadb.password = …
 * driver.mariadb-nopipe.driver = mariadb
 * driver.mariadb-nopipe.options.disablePipeline = true
 * scenario.orders.sql = select …
 * </pre>
 *
 * @param endpoints by {@code TOPOLOGY.SERVER}
 * @param drivers by label; a label that is missing means the driver with that ID, without additional options
 * @param scenarios the lines about the user's own scenarios, without their first word: {@code orders.sql}
 */
public record Session(Map<String, Endpoint> endpoints, Map<String, Variant> drivers, Map<String, String> scenarios) {

    /** The environment variable that contains the path of the session file. */
    public static final String VARIABLE = "BENCH_SESSION";

    /** The environment variable of an agent that must end when its stdin ends: where bench has no signals to end it with. */
    public static final String ATTENDED = "BENCH_ATTENDED";

    public Session {
        endpoints = Map.copyOf(endpoints);
        drivers = Map.copyOf(drivers);
        scenarios = Collections.unmodifiableMap(new TreeMap<>(scenarios));
    }

    /**
     * A server's address, and a user with access to {@code database}.
     *
     * @param database the schema; on an external server, one that is created for the run and dropped afterwards
     * @param socket path of its Unix socket, if it is on the client's host
     * @param external present when the run did not start the server
     * @param directory the server's directory on the client's host, if the run started it there. Its file pid begins with the
     *     process ID; a file exit appears when the server has ended permanently
     */
    public record Endpoint(
            String host,
            int port,
            String database,
            String user,
            String password,
            Optional<String> socket,
            Optional<External> external,
            Optional<String> directory) {
        public Endpoint {
            if (port < 1 || port > 65535) {
                throw new IllegalArgumentException("port " + port + " is not between 1 and 65535");
            }
        }

        /** An endpoint without a Unix socket. */
        public Endpoint(String host, int port, String database, String user, String password) {
            this(host, port, database, user, password, Optional.empty());
        }

        /** An endpoint of a server started for the run. */
        public Endpoint(String host, int port, String database, String user, String password, Optional<String> socket) {
            this(host, port, database, user, password, socket, Optional.empty(), Optional.empty());
        }

        /** An endpoint of an external server. */
        public Endpoint(String host, int port, String database, String user, String password, External external) {
            this(host, port, database, user, password, Optional.empty(), Optional.of(external), Optional.empty());
        }

        /** The same endpoint, with the server's directory on the client's host. */
        public Endpoint in(String place) {
            return new Endpoint(host, port, database, user, password, socket, external, Optional.of(place));
        }

        /** The same server through a relay at another address, which does not match the name in the certificate. */
        public Endpoint throughRelay(String relayHost, int relayPort) {
            return new Endpoint(
                    relayHost,
                    relayPort,
                    database,
                    user,
                    password,
                    socket,
                    external.map(known -> new External(known.protection().throughRelay(), known.ca(), known.admin())),
                    directory);
        }

        /** The same server with the account that may create and drop the schema, if that is another one. */
        public Endpoint asAdmin() {
            return external.flatMap(External::admin)
                    .map(admin -> new Endpoint(
                            host, port, database, admin.user(), admin.password(), socket, external, directory))
                    .orElse(this);
        }

        /** The same server through a relay on another Unix socket. */
        public Endpoint throughSocket(String path) {
            return new Endpoint(host, port, database, user, password, Optional.of(path), external, directory);
        }

        /** The same endpoint for a client that only measures. */
        public Endpoint withoutAdmin() {
            return new Endpoint(
                    host,
                    port,
                    database,
                    user,
                    password,
                    socket,
                    external.map(known -> new External(known.protection(), known.ca(), Optional.empty())),
                    directory);
        }

        /** The same server without a schema, because the schema may not exist. */
        public Endpoint withoutDatabase() {
            return new Endpoint(host, port, "", user, password, socket, external, directory);
        }

        /** Path of the CA certificates for the server; empty when its certificate cannot be verified. */
        public Optional<String> ca() {
            return external.flatMap(External::ca);
        }

        /** How its connections are protected; empty for a server that was started for the run. */
        public Optional<Protection> protection() {
            return external.map(External::protection);
        }

        /** Whether the certificate must match the server's host name. */
        boolean named() {
            return protection().filter(Protection.VERIFY_IDENTITY::equals).isPresent();
        }

        /** The transport of connections that are not measured. */
        public Transport transport() {
            return protection().map(Protection::transport).orElse(Transport.TCP);
        }

        /** The endpoint without the password. */
        @Override
        public String toString() {
            return user + "@" + host + ":" + port + "/" + database;
        }
    }

    /**
     * Details of a server that the run did not start.
     *
     * @param ca path of the CA certificates in PEM, if they are verified; the same path with {@value #TRUST_STORE} appended is a JKS key store of
     *     them without a password
     * @param admin the account that creates and drops the schema; empty if it is the endpoint's own
     */
    public record External(Protection protection, Optional<String> ca, Optional<Admin> admin) {
        /** Suffix of the key store next to the certificate file. */
        public static final String TRUST_STORE = ".jks";

        private static final String PREFIX = "bench_";

        /** MySQL allows 32 characters in the name of a user. A run's ID begins with its time and ends with four random digits. */
        private static final int OF_TIME = 15;

        private static final int RANDOM = 4;

        public External {
            if (protection.verifies() != ca.isPresent()) {
                throw new IllegalArgumentException(protection + " with the certificates " + ca);
            }
        }

        /** With the endpoint's account. */
        public External(Protection protection, Optional<String> ca) {
            this(protection, ca, Optional.empty());
        }

        /** The name of a run's schema. */
        public static String schema(String run) {
            return PREFIX + word(run);
        }

        /** The name of the account that is created for a run's own statements. */
        public static String account(String run) {
            String word = word(run);
            return PREFIX
                    + (word.length() <= OF_TIME + RANDOM
                            ? word
                            : word.substring(0, OF_TIME) + "_" + word.substring(word.length() - RANDOM));
        }

        private static String word(String run) {
            return run.replaceAll("[^A-Za-z0-9]", "_");
        }
    }

    /**
     * The administrator of an external server.
     *
     * @param createsUser whether the administrator has to create the endpoint's user, with rights on the schema alone
     */
    public record Admin(String user, String password, boolean createsUser) {
        @Override
        public String toString() {
            return user;
        }
    }

    /**
     * A driver with the user's URL options, which override those of the mode.
     *
     * @param wiring how to call it, if that differs from its kind
     */
    public record Variant(
            DriverKind kind,
            Map<String, String> options,
            @Nullable Wiring wiring) {
        public Variant {
            options = Map.copyOf(options);
        }

        /** The rules for using it. */
        public DriverKind rules() {
            return Wiring.of(kind, wiring);
        }

        /** A variant that is called like its kind. */
        public Variant(DriverKind kind, Map<String, String> options) {
            this(kind, options, null);
        }
    }

    /**
     * The address of a server.
     *
     * @throws IllegalArgumentException when the session has no such server
     */
    public Endpoint endpoint(String topology, String server) {
        Endpoint endpoint = endpoints.get(topology + "." + server);
        if (endpoint == null) {
            throw new IllegalArgumentException("the session file names no server." + topology + "." + server
                    + ".host; it has " + new TreeSet<>(endpoints.keySet()));
        }
        return endpoint;
    }

    /** A copy with another endpoint for one server. */
    public Session with(String topology, String server, Endpoint other) {
        Map<String, Endpoint> all = new LinkedHashMap<>(endpoints);
        all.put(topology + "." + server, other);
        return new Session(all, drivers, scenarios);
    }

    /**
     * The driver behind a label.
     *
     * @throws IllegalArgumentException when the label is neither in the session nor a driver's id
     */
    public Variant driver(String label) {
        Variant variant = drivers.get(label);
        if (variant != null) {
            return variant;
        }
        return DriverCatalogue.of(label)
                .map(kind -> new Variant(kind, Map.of()))
                .orElseThrow(() -> new IllegalArgumentException("unknown driver: " + label));
    }

    /** Reads the session named by {@value #VARIABLE}. */
    public static Session ofEnvironment() {
        return read(fileOfEnvironment());
    }

    /**
     * Reads the session named by {@value #VARIABLE}, and leaves in its file only what measured JVMs need: they run under the same
     * user and read the same file, and must not find the administrators of external servers there.
     */
    public static Session takeOfEnvironment() throws IOException {
        return take(fileOfEnvironment());
    }

    static Session take(Path file) throws IOException {
        Session session = read(file);
        Map<String, Endpoint> reduced = new LinkedHashMap<>();
        session.endpoints().forEach((name, endpoint) -> reduced.put(name, endpoint.withoutAdmin()));
        if (!reduced.equals(session.endpoints())) {
            // In place: the agent may not write into the directory, and must not make the file again when it is being
            // removed.
            Files.writeString(
                    file,
                    new Session(reduced, session.drivers(), session.scenarios()).toProperties(),
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING);
        }
        return session;
    }

    private static Path fileOfEnvironment() {
        String file = System.getenv(VARIABLE);
        if (file == null || file.isEmpty()) {
            throw new IllegalStateException("The environment variable " + VARIABLE
                    + " names no file. It must name a properties file that says where the database is: server.local.mariadb.host,"
                    + " .port, .database, .user and .password.");
        }
        return Path.of(file);
    }

    /** Reads a session file. */
    public static Session read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return SessionFile.read(in, file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the session file " + file, e);
        }
    }

    /** Reads a session from a stream, to its end. */
    public static Session read(InputStream in) {
        try {
            return SessionFile.read(in, "stdin");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the session", e);
        }
    }

    /** The contents of a session file. They include passwords, so only the owner may be able to read the file. */
    public String toProperties() {
        return SessionFile.text(this);
    }

    /** The session without the passwords. */
    @Override
    public String toString() {
        return "Session" + endpoints + drivers + scenarios.keySet();
    }
}
