package dev.jdbcbench.config;

import dev.jdbcbench.driver.ServerKind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A source of server programs: what {@code install:} and {@code --install} name. Each source is one class, found by its
 * {@code @AutoService(Install.class)}.
 */
public abstract class Install {
    /** The source used by the last run of the other topology; else one that has the server on the hosts already. */
    public static final Install AUTO = new Install() {
        @Override
        public String id() {
            return "auto";
        }

        @Override
        public String meaning() {
            return "what the last run of the other topology had; else host where it is installed, else container where the image is, else portable (MariaDB 11.4)";
        }

        @Override
        protected int place() {
            return Integer.MIN_VALUE;
        }
    };

    /** No programs: the server is running already. */
    public static final Install EXTERNAL = new Install() {
        @Override
        public String id() {
            return "external";
        }

        @Override
        public String meaning() {
            return "an existing server; `address:` and `admin:` of the server in the hosts file name it and its account";
        }

        @Override
        public boolean choosable() {
            return false;
        }

        @Override
        protected int place() {
            return Integer.MAX_VALUE;
        }
    };

    private static final List<Install> ALL = Stream.concat(
                    Stream.of(AUTO, EXTERNAL),
                    ServiceLoader.load(Install.class, Install.class.getClassLoader()).stream()
                            .map(ServiceLoader.Provider::get))
            .sorted(Comparator.comparingInt(Install::place).thenComparing(Install::id))
            .toList();

    /** Its name on the command line and in the hosts file. */
    public abstract String id();

    /** A one-line description for users. */
    public abstract String meaning();

    /** Its position in lists: smaller comes first. */
    protected int place() {
        return 0;
    }

    /** Whether it offers servers of a kind. */
    public boolean offers(ServerKind kind) {
        return true;
    }

    /** Whether its programs are copied to the host and need disk space there. */
    public boolean brought() {
        return true;
    }

    /** Whether the hosts file must name a tar file for it. */
    public boolean archived() {
        return false;
    }

    /** Whether its programs come from an image, which the hosts file may name. */
    public boolean imaged() {
        return false;
    }

    /** Whether {@code --install} accepts it: it needs no further settings from the hosts file. */
    public boolean choosable() {
        return !archived();
    }

    /** All sources, in display order. */
    public static List<Install> all() {
        return ALL;
    }

    /** The sources that can be chosen on the command line, without further settings. */
    public static List<Install> choices() {
        return ALL.stream().filter(Install::choosable).toList();
    }

    /** The sources that start servers of a kind. */
    public static List<Install> offering(ServerKind kind) {
        return ALL.stream()
                .filter(install -> install != AUTO && install != EXTERNAL && install.offers(kind))
                .toList();
    }

    /** Formats some of them as a choice: {@code host, package or archive}. */
    public static String either(List<Install> some) {
        String all = some.stream().map(Install::id).collect(Collectors.joining(", "));
        int last = all.lastIndexOf(", ");
        return last < 0 ? all : all.substring(0, last) + " or " + all.substring(last + 2);
    }

    /** The source whose programs come from images; empty when there is none. */
    public static Optional<Install> ofImages() {
        return ALL.stream().filter(Install::imaged).findFirst();
    }

    /** Finds the source with that {@link #id()}; empty when there is none. */
    public static Optional<Install> of(String id) {
        return ALL.stream().filter(install -> install.id().equals(id)).findFirst();
    }

    /**
     * Finds the source with that {@link #id()}.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Install named(String id) {
        return of(id).orElseThrow(() -> new IllegalArgumentException("unknown source of servers: " + id));
    }

    @Override
    public final String toString() {
        return id();
    }
}
