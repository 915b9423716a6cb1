package dev.jdbcbench.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where the servers of a run answer, with which credentials, and what the driver labels stand for: everything that must
 * not be in a plan, because it is secret or true on one machine only.
 *
 * <p>It is kept in a properties file that only its owner can read, and that measured JVMs find by the environment variable
 * {@value #VARIABLE} (a system property would be stored with JMH's results):
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
 * @param drivers by label; a label that is missing stands for the driver of that id, without options of its own
 * @param scenarios the lines about scenarios of the user's own, without their first word: {@code orders.sql}
 */
public record Session(Map<String, Endpoint> endpoints, Map<String, Variant> drivers, Map<String, String> scenarios) {

    /** The environment variable that names the session file. */
    public static final String VARIABLE = "BENCH_SESSION";

    public Session {
        endpoints = Map.copyOf(endpoints);
        drivers = Map.copyOf(drivers);
        scenarios = Collections.unmodifiableMap(new TreeMap<>(scenarios));
    }

    /**
     * A server's address and a user that may work in {@code database}.
     *
     * @param database the schema; of an external server one that is made for the run and dropped after it
     * @param socket the path of its Unix socket, if the client's host has it
     * @param external there when the server was not started for the run
     * @param directory where the server was started for the run, on the client's host; the file pid there begins with the id of its process,
     *     and there is a file exit when it has ended for good
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

        /** Without a Unix socket. */
        public Endpoint(String host, int port, String database, String user, String password) {
            this(host, port, database, user, password, Optional.empty());
        }

        /** Of a server that was started for the run. */
        public Endpoint(String host, int port, String database, String user, String password, Optional<String> socket) {
            this(host, port, database, user, password, socket, Optional.empty(), Optional.empty());
        }

        /** Of a server that was not started for the run. */
        public Endpoint(String host, int port, String database, String user, String password, External external) {
            this(host, port, database, user, password, Optional.empty(), Optional.of(external), Optional.empty());
        }

        /** The same, with the directory in which it was started on the client's host. */
        public Endpoint in(String place) {
            return new Endpoint(host, port, database, user, password, socket, external, Optional.of(place));
        }

        /** The same server through a relay that listens elsewhere: the name in its certificate is not the relay's. */
        public Endpoint throughRelay(String relayHost, int relayPort) {
            return new Endpoint(
                    relayHost,
                    relayPort,
                    database,
                    user,
                    password,
                    socket,
                    external.map(known -> new External(known.ca(), false)),
                    directory);
        }

        /** The same server through a relay that listens on another Unix socket. */
        public Endpoint throughSocket(String path) {
            return new Endpoint(host, port, database, user, password, Optional.of(path), external, directory);
        }

        /** The same server without a schema, for it may not be there. */
        public Endpoint withoutDatabase() {
            return new Endpoint(host, port, "", user, password, socket, external, directory);
        }

        /** The file with the certificates that may have signed the server's; empty when it cannot be verified. */
        public Optional<String> ca() {
            return external.flatMap(External::ca);
        }

        /** Whether the certificate must be for the name by which the server is reached. */
        public boolean named() {
            return external.map(External::named).orElse(true);
        }

        /** Without the password. */
        @Override
        public String toString() {
            return user + "@" + host + ":" + port + "/" + database;
        }
    }

    /**
     * What is particular to a server that was not started for the run.
     *
     * @param ca the path of the certificates, in PEM, that may have signed the server's; beside it, with {@value #TRUST_STORE} appended,
     *     they are as a key store of type JKS without a password
     * @param named whether the certificate must be for the name by which the server is reached; not where a relay is between
     */
    public record External(Optional<String> ca, boolean named) {
        /** Appended to the name of the file of certificates. */
        public static final String TRUST_STORE = ".jks";

        /** Reached by its own name. */
        public External(Optional<String> ca) {
            this(ca, true);
        }
    }

    /**
     * A driver with URL options of the user's, which win over those of the mode.
     *
     * @param wiring how it is called, where it is not called as its kind
     */
    public record Variant(
            DriverKind kind,
            Map<String, String> options,
            @Nullable Wiring wiring) {
        public Variant {
            options = Map.copyOf(options);
        }

        /** How it is told to work. */
        public DriverKind rules() {
            return Wiring.of(kind, wiring);
        }

        /** Called as its kind is. */
        public Variant(DriverKind kind, Map<String, String> options) {
            this(kind, options, null);
        }
    }

    /**
     * Where a server answers.
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

    /** A copy with one server elsewhere. */
    public Session with(String topology, String server, Endpoint other) {
        Map<String, Endpoint> all = new LinkedHashMap<>(endpoints);
        all.put(topology + "." + server, other);
        return new Session(all, drivers, scenarios);
    }

    /**
     * What a driver label stands for.
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
                .orElseThrow(() -> new IllegalArgumentException("no driver is called " + label));
    }

    /** The session that {@value #VARIABLE} names. */
    public static Session ofEnvironment() {
        String file = System.getenv(VARIABLE);
        if (file == null || file.isEmpty()) {
            throw new IllegalStateException("The environment variable " + VARIABLE
                    + " names no file. It must name a properties file that says where the database is: server.local.mariadb.host,"
                    + " .port, .database, .user and .password.");
        }
        return read(Path.of(file));
    }

    /** Reads a session file. */
    public static Session read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return of(in, file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the session file " + file, e);
        }
    }

    /** Reads a session to the end of a stream. */
    public static Session read(InputStream in) {
        try {
            return of(in, "stdin");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the session", e);
        }
    }

    private static Session of(InputStream in, String file) throws IOException {
        Properties properties = new Properties();
        properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        Map<String, Endpoint> endpoints = new LinkedHashMap<>();
        Map<String, DriverKind> kinds = new LinkedHashMap<>();
        Map<String, Map<String, String>> options = new LinkedHashMap<>();
        Map<String, Wiring> wirings = new LinkedHashMap<>();
        Map<String, String> scenarios = new LinkedHashMap<>();
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            String[] words = key.split("\\.", 4);
            if (words.length == 4 && words[0].equals("server") && words[3].equals("host")) {
                String prefix = "server." + words[1] + "." + words[2] + ".";
                endpoints.put(
                        words[1] + "." + words[2],
                        new Endpoint(
                                properties.getProperty(key),
                                Integer.parseInt(required(properties, prefix + "port", file)),
                                required(properties, prefix + "database", file),
                                required(properties, prefix + "user", file),
                                required(properties, prefix + "password", file),
                                Optional.ofNullable(properties.getProperty(prefix + "socket")),
                                Boolean.parseBoolean(properties.getProperty(prefix + "external"))
                                        ? Optional.of(new External(
                                                Optional.ofNullable(properties.getProperty(prefix + "ca"))))
                                        : Optional.empty(),
                                Optional.ofNullable(properties.getProperty(prefix + "directory"))));
            } else if (words.length == 3 && words[0].equals("driver") && words[2].equals("driver")) {
                String id = properties.getProperty(key);
                kinds.put(
                        words[1],
                        DriverCatalogue.of(id)
                                .orElseThrow(() -> new IllegalArgumentException(
                                        file + ": " + key + " names no driver of the catalogue: " + id)));
            } else if (words.length == 4 && words[0].equals("driver") && words[2].equals("options")) {
                options.computeIfAbsent(words[1], label -> new LinkedHashMap<>())
                        .put(words[3], properties.getProperty(key));
            } else if (words.length == 3 && words[0].equals("driver") && words[2].equals("class")) {
                wirings.put(
                        words[1],
                        new Wiring(
                                properties.getProperty(key),
                                required(properties, "driver." + words[1] + ".url", file)));
            } else if (words.length == 3 && words[0].equals("driver") && words[2].equals("url")) {
                required(properties, "driver." + words[1] + ".class", file);
            } else if (words[0].equals("scenario")) {
                scenarios.put(key.substring("scenario.".length()), properties.getProperty(key));
            } else if (!words[0].equals("server")) {
                throw new IllegalArgumentException(file + ": unknown key " + key);
            }
        }
        Map<String, Variant> drivers = new LinkedHashMap<>();
        kinds.forEach((label, kind) ->
                drivers.put(label, new Variant(kind, options.getOrDefault(label, Map.of()), wirings.get(label))));
        return new Session(endpoints, drivers, scenarios);
    }

    private static String required(Properties properties, String key, String file) {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException(file + ": " + key + " is missing");
        }
        return value;
    }

    /** The text of a session file. It holds passwords: to be written where only its owner can read. */
    public String toProperties() {
        Properties properties = new Properties();
        endpoints.forEach((name, endpoint) -> {
            String prefix = "server." + name + ".";
            properties.setProperty(prefix + "host", endpoint.host());
            properties.setProperty(prefix + "port", String.valueOf(endpoint.port()));
            properties.setProperty(prefix + "database", endpoint.database());
            properties.setProperty(prefix + "user", endpoint.user());
            properties.setProperty(prefix + "password", endpoint.password());
            endpoint.socket().ifPresent(socket -> properties.setProperty(prefix + "socket", socket));
            endpoint.external().ifPresent(external -> properties.setProperty(prefix + "external", "true"));
            endpoint.ca().ifPresent(ca -> properties.setProperty(prefix + "ca", ca));
            endpoint.directory().ifPresent(place -> properties.setProperty(prefix + "directory", place));
        });
        scenarios.forEach((key, value) -> properties.setProperty("scenario." + key, value));
        drivers.forEach((label, variant) -> {
            properties.setProperty("driver." + label + ".driver", variant.kind().id());
            Wiring wiring = variant.wiring();
            if (wiring != null) {
                properties.setProperty("driver." + label + ".class", wiring.driverClass());
                properties.setProperty("driver." + label + ".url", wiring.url());
            }
            variant.options()
                    .forEach(
                            (option, value) -> properties.setProperty("driver." + label + ".options." + option, value));
        });
        StringWriter text = new StringWriter();
        try {
            properties.store(text, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Without the passwords. */
    @Override
    public String toString() {
        return "Session" + endpoints + drivers + scenarios.keySet();
    }
}
