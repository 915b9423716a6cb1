package dev.jdbcbench.config;

import dev.jdbcbench.driver.DriverKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
 */
public record Hosts(
        Map<String, HostSpec> hosts,
        Optional<String> client,
        Optional<String> database,
        Map<String, ServerSpec> servers,
        String heap,
        List<String> jvmArgs,
        Map<String, DriverSpec> drivers) {
    /** Of the measured JVMs: fixed, so that no run pays for growing it, and small enough for a small host. */
    public static final String DEFAULT_HEAP = "512M";

    /** One thread, no concurrent work: what a collection costs is measured where it happens, and two cores suffice. */
    public static final List<String> DEFAULT_JVM_ARGS = List.of("-XX:+UseSerialGC");

    public Hosts {
        hosts = Collections.unmodifiableMap(new LinkedHashMap<>(hosts));
        servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
        jvmArgs = List.copyOf(jvmArgs);
        drivers = Collections.unmodifiableMap(new LinkedHashMap<>(drivers));
    }

    /** A driver variant as the user describes it; without a version, the default one. */
    public record DriverSpec(String label, DriverKind kind, Optional<String> version, Map<String, String> options) {
        public DriverSpec {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /** What holds without a hosts file: this machine and one MariaDB. */
    public static Hosts none() {
        return new Hosts(
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Map.of("mariadb", ServerSpec.mariadb(ServerSpec.Install.AUTO)),
                DEFAULT_HEAP,
                DEFAULT_JVM_ARGS,
                Map.of());
    }

    /** The host where the agent runs. */
    public HostSpec clientHost() {
        return client.map(name -> hosts.getOrDefault(name, HostSpec.thisMachine()))
                .orElseGet(HostSpec::thisMachine);
    }
}
