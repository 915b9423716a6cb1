package dev.jdbcbench.config;

import dev.jdbcbench.driver.ServerKind;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A database server as the user describes it.
 *
 * @param label the user's name for it
 * @param version that it must have, as a prefix ({@code 10.11}); empty for any
 * @param install where its binaries come from
 * @param port it listens on; empty for a free one
 * @param options of the server, which win over those that bench sets
 */
public record ServerSpec(
        String label,
        ServerKind kind,
        Optional<String> version,
        Install install,
        Optional<Integer> port,
        Map<String, String> options) {
    public ServerSpec {
        options = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /** A server of which nothing is said but its kind, which is its label, too. */
    public static ServerSpec of(ServerKind kind, Install install) {
        return new ServerSpec(kind.id(), kind, Optional.empty(), install, Optional.empty(), Map.of());
    }

    /** This server, with its binaries from somewhere else. */
    public ServerSpec from(Install other) {
        return new ServerSpec(label, kind, version, other, port, options);
    }

    /** Where the binaries of a server come from. */
    public enum Install {
        /** Portable where it runs, else the host's. */
        AUTO("portable where there is one (MariaDB 11.4), else host"),
        /** A build from Maven Central that needs nothing of the host. */
        PORTABLE("MariaDB 11.4 from Maven Central, unpacked in a directory of bench's own"),
        /** The binaries that are installed on the host; an instance of bench's own runs them. */
        HOST("the mariadbd or mysqld that is installed on the host, in an instance of bench's own");

        private final String meaning;

        Install(String meaning) {
            this.meaning = meaning;
        }

        /** The name on the command line and in the hosts file. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** One line for people. */
        public String meaning() {
            return meaning;
        }

        /** The source of that {@link #id()}, or empty. */
        public static Optional<Install> of(String id) {
            return Arrays.stream(values())
                    .filter(install -> install.id().equals(id))
                    .findFirst();
        }

        @Override
        public String toString() {
            return id();
        }
    }
}
