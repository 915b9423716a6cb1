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
 * What a hosts file says.
 *
 * @param hosts by name
 * @param client the name of the host where the agent runs; empty for this machine
 * @param database the name of the database host; empty when distant runs name one on the command line
 * @param servers by label, at least one
 * @param heap of each measured JVM, as {@code -Xmx} takes it
 * @param jvmArgs of each measured JVM, beyond the heap
 * @param drivers the user's own variants, by label
 * @param scenarios statements of the user's own, by name
 */
public record Hosts(
        Map<String, HostSpec> hosts,
        Optional<String> client,
        Optional<String> database,
        Map<String, ServerSpec> servers,
        String heap,
        List<String> jvmArgs,
        Map<String, DriverSpec> drivers,
        Map<String, SqlScenario> scenarios) {
    /** Of the measured JVMs: fixed, so no run pays for growing it, and small enough for a small host. */
    public static final String DEFAULT_HEAP = "256M";

    /** One thread, no concurrent work: what a collection costs is measured where it happens, and two cores suffice. */
    public static final List<String> DEFAULT_JVM_ARGS = List.of("-XX:+UseSerialGC");

    public Hosts {
        hosts = Collections.unmodifiableMap(new LinkedHashMap<>(hosts));
        servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
        jvmArgs = List.copyOf(jvmArgs);
        drivers = Collections.unmodifiableMap(new LinkedHashMap<>(drivers));
        scenarios = Collections.unmodifiableMap(new LinkedHashMap<>(scenarios));
    }

    /**
     * A driver variant as the user describes it.
     *
     * @param version by which it is called; the default one when nothing else is said
     * @param jar a file that takes the place of the first one from the Maven repositories
     * @param coordinates {@code group:artifact} of its jar, or with a version those of further ones; empty when its kind has them
     * @param wiring how it is called, where it is not called as its kind; null when it is
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

        /** One that is called as its kind is, and found where that is. */
        public DriverSpec(
                String label, DriverKind kind, String version, Optional<LocalJar> jar, Map<String, String> options) {
            this(label, kind, version, jar, options, List.of(), null);
        }

        /** The default version of a driver, without options. */
        public static DriverSpec of(DriverKind kind) {
            return new DriverSpec(kind.id(), kind, kind.defaultVersion(), Optional.empty(), Map.of());
        }

        /** This variant at another version. */
        public DriverSpec at(String other) {
            return new DriverSpec(label, kind, other, Optional.empty(), options, coordinates, wiring);
        }

        /** This variant from a local build. */
        public DriverSpec from(LocalJar build) {
            return new DriverSpec(
                    label, kind, build.version() + "+local", Optional.of(build), options, coordinates, wiring);
        }

        /** The same under another version. */
        public DriverSpec called(String other) {
            return new DriverSpec(label, kind, other, jar, options, coordinates, wiring);
        }

        /** Whether a run measures it that names no driver. */
        public boolean byDefault() {
            return wiring == null && (DriverCatalogue.byDefault().contains(kind) || !label.equals(kind.id()));
        }

        /** How it is told to work, and what it can do. */
        public DriverKind rules() {
            return Wiring.of(kind, wiring);
        }

        /** Coordinates, with version, of the jars that are to be got from the Maven repositories; a local build takes the first one's place. */
        public List<String> artifacts() {
            List<String> all = new ArrayList<>();
            if (jar.isEmpty()) {
                all.add((coordinates.isEmpty() ? kind.coordinates(version) : coordinates.get(0)) + ":" + version);
            }
            coordinates.stream().skip(1).forEach(all::add);
            return all;
        }
    }

    /** What holds without a hosts file: this machine and one MariaDB. */
    public static Hosts none() {
        return new Hosts(
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Map.of("mariadb", ServerSpec.of(ServerKind.MARIADB, Install.AUTO)),
                DEFAULT_HEAP,
                DEFAULT_JVM_ARGS,
                Map.of(),
                Map.of());
    }

    /** The servers that can be named: those of the file, and one of each kind under the name of its kind. */
    public Map<String, ServerSpec> knownServers() {
        Map<String, ServerSpec> known = new LinkedHashMap<>(servers);
        for (ServerKind kind : ServerKind.values()) {
            known.putIfAbsent(kind.id(), ServerSpec.of(kind, Install.AUTO));
        }
        return known;
    }

    /** The host where the agent runs. */
    public HostSpec clientHost() {
        return client.map(name -> hosts.getOrDefault(name, HostSpec.thisMachine()))
                .orElseGet(HostSpec::thisMachine);
    }
}
