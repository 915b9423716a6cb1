package dev.jdbcbench.config;

import dev.jdbcbench.driver.ServerKind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the programs of a server come from: what {@code install:} and {@code --install} name. Each source is one class, found by its
 * {@code @AutoService(Install.class)}.
 */
public abstract class Install {
    /** The source that the last run of the other topology had, else the one that needs least of the host. */
    public static final Install AUTO = new Install() {
        @Override
        public String id() {
            return "auto";
        }

        @Override
        public String meaning() {
            return "what the last run of the other topology had; else portable where there is one (MariaDB 11.4), else host";
        }

        @Override
        protected int place() {
            return Integer.MIN_VALUE;
        }
    };

    /** None: the server runs already. */
    public static final Install EXTERNAL = new Install() {
        @Override
        public String id() {
            return "external";
        }

        @Override
        public String meaning() {
            return "a server that runs already; `address:` and `admin:` of the server in the hosts file say where and who";
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

    /** The name on the command line and in the hosts file. */
    public abstract String id();

    /** One line for people. */
    public abstract String meaning();

    /** Where it is shown among the others: the smaller, the earlier. */
    protected int place() {
        return 0;
    }

    /** Whether it has servers of a kind. */
    public boolean offers(ServerKind kind) {
        return true;
    }

    /** Whether its programs are brought to the host, which needs room for them. */
    public boolean brought() {
        return true;
    }

    /** Whether the hosts file must name a tar file for it. */
    public boolean archived() {
        return false;
    }

    /** Whether {@code --install} may name it: it needs nothing that only a hosts file can say. */
    public boolean choosable() {
        return !archived();
    }

    /** All, in the order in which they are shown. */
    public static List<Install> all() {
        return ALL;
    }

    /** Those that can be chosen without saying more: on the command line. */
    public static List<Install> choices() {
        return ALL.stream().filter(Install::choosable).toList();
    }

    /** Those that have servers of a kind, and start them. */
    public static List<Install> offering(ServerKind kind) {
        return ALL.stream()
                .filter(install -> install != AUTO && install != EXTERNAL && install.offers(kind))
                .toList();
    }

    /** Some of them as a choice, in words: {@code host, package or archive}. */
    public static String either(List<Install> some) {
        String all = some.stream().map(Install::id).collect(Collectors.joining(", "));
        int last = all.lastIndexOf(", ");
        return last < 0 ? all : all.substring(0, last) + " or " + all.substring(last + 2);
    }

    /** The source of that {@link #id()}, or empty. */
    public static Optional<Install> of(String id) {
        return ALL.stream().filter(install -> install.id().equals(id)).findFirst();
    }

    /**
     * The source of that {@link #id()}.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Install named(String id) {
        return of(id).orElseThrow(() -> new IllegalArgumentException("no source of servers is called " + id));
    }

    @Override
    public final String toString() {
        return id();
    }
}
