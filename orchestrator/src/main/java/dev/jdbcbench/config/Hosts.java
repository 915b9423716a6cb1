package dev.jdbcbench.config;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Wiring;
import dev.jdbcbench.scenario.SqlScenario;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a hosts file.
 *
 * @param hosts hosts by name
 * @param client the name of the host where the agent runs; empty for this machine
 * @param database the name of the database host; empty if distant runs name one on the command line
 * @param servers servers by label, at least one
 * @param heap heap of each measured JVM, in the syntax of {@code -Xmx}
 * @param jvmArgs arguments of each measured JVM other than the heap
 * @param drivers the user's own variants, by label
 * @param scenarios the user's own statements, by name
 * @param clients the names of several client hosts that measure together; empty for a single client
 */
public record Hosts(
        Map<String, HostSpec> hosts,
        Optional<String> client,
        Optional<String> database,
        Map<String, ServerSpec> servers,
        String heap,
        List<String> jvmArgs,
        Map<String, DriverSpec> drivers,
        Map<String, SqlScenario> scenarios,
        List<String> clients) {
    /** Heap of the measured JVMs. Fixed, so no run pays for growing the heap, and small enough for a small host. */
    public static final String DEFAULT_HEAP = "256M";

    /**
     * The serial collector has one thread and does no concurrent work: collections are measured where they happen, and
     * two cores suffice.
     */
    public static final List<String> DEFAULT_JVM_ARGS = List.of("-XX:+UseSerialGC");

    public Hosts {
        hosts = Collections.unmodifiableMap(new LinkedHashMap<>(hosts));
        servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
        jvmArgs = List.copyOf(jvmArgs);
        drivers = Collections.unmodifiableMap(new LinkedHashMap<>(drivers));
        scenarios = Collections.unmodifiableMap(new LinkedHashMap<>(scenarios));
        clients = List.copyOf(clients);
    }

    /**
     * A driver variant as the user describes it.
     *
     * @param version its version; the default one if none is given
     * @param jar a file to use instead of the first jar from the Maven repositories
     * @param coordinates {@code group:artifact} of its jar, followed by those of further jars with their versions;
     *     empty for those of its kind
     * @param wiring class and URL if they differ from those of its kind; null if they do not
     */
    public record DriverSpec(
            String label,
            DriverKind kind,
            String version,
            Optional<LocalJar> jar,
            Map<String, String> options,
            List<String> coordinates,
            @Nullable Wiring wiring) {
        public DriverSpec {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
            coordinates = List.copyOf(coordinates);
        }

        /** A variant with the class, URL and coordinates of its kind. */
        public DriverSpec(
                String label, DriverKind kind, String version, Optional<LocalJar> jar, Map<String, String> options) {
            this(label, kind, version, jar, options, List.of(), null);
        }

        /** The default version of a driver, without options. */
        public static DriverSpec of(DriverKind kind) {
            return new DriverSpec(kind.id(), kind, kind.defaultVersion(), Optional.empty(), Map.of());
        }

        /** This variant in another version, from the Maven repositories. */
        public DriverSpec at(String other) {
            return new DriverSpec(label, kind, other, Optional.empty(), options, coordinates, wiring);
        }

        /** This variant from a local build. */
        public DriverSpec from(LocalJar build) {
            return new DriverSpec(label, kind, build.markedVersion(), Optional.of(build), options, coordinates, wiring);
        }

        /** This variant with another version text; its jar stays the same. */
        public DriverSpec called(String other) {
            return new DriverSpec(label, kind, other, jar, options, coordinates, wiring);
        }

        /** A copy with a further jar, {@code group:artifact:version}, on its class path. */
        public DriverSpec beside(String further) {
            List<String> all =
                    new ArrayList<>(coordinates.isEmpty() ? List.of(kind.coordinates(version)) : coordinates);
            all.add(further);
            return new DriverSpec(label, kind, version, jar, options, all, wiring);
        }

        /** Whether it is measured by runs that name no driver. */
        public boolean byDefault() {
            return wiring == null && (DriverCatalogue.byDefault().contains(kind) || !label.equals(kind.id()));
        }

        /** How to configure it, and what it supports. */
        public DriverKind rules() {
            return Wiring.of(kind, wiring);
        }

        /** Coordinates, with version, of the jars to resolve from the Maven repositories; a local build replaces the first one. */
        public List<String> artifacts() {
            List<String> all = new ArrayList<>();
            if (kind.reference()) {
                return all; // installed on the client host
            }
            if (jar.isEmpty()) {
                all.add((coordinates.isEmpty() ? kind.coordinates(version) : coordinates.get(0)) + ":" + version);
            }
            coordinates.stream().skip(1).forEach(all::add);
            return all;
        }
    }

    /** The defaults without a hosts file: this machine and one MariaDB. */
    public static Hosts none() {
        return new Hosts(
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Map.of("mariadb", ServerSpec.of(ServerKind.MARIADB, Install.AUTO)),
                DEFAULT_HEAP,
                DEFAULT_JVM_ARGS,
                Map.of(),
                Map.of(),
                List.of());
    }

    /** The servers that can be named: those of the file, plus one of each kind under the name of the kind. */
    public Map<String, ServerSpec> knownServers() {
        Map<String, ServerSpec> known = new LinkedHashMap<>(servers);
        for (ServerKind kind : ServerKind.values()) {
            known.putIfAbsent(kind.id(), ServerSpec.of(kind, Install.AUTO));
        }
        return known;
    }

    /** The host where the agent runs; of several clients, the first. */
    public HostSpec clientHost() {
        return client.or(() -> clients.stream().findFirst())
                .map(name -> hosts.getOrDefault(name, HostSpec.thisMachine()))
                .orElseGet(HostSpec::thisMachine);
    }
}
