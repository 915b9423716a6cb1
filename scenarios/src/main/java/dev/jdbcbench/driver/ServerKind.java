package dev.jdbcbench.driver;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The two kinds of server. */
public enum ServerKind {
    MARIADB("MariaDB"),
    MYSQL("MySQL");

    private final String title;

    ServerKind(String title) {
        this.title = title;
    }

    /** The name on the command line and in every file. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The product name. */
    public String title() {
        return title;
    }

    /** The kind with this {@link #id()}, or empty. */
    public static Optional<ServerKind> of(String id) {
        return Arrays.stream(values()).filter(kind -> kind.id().equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return id();
    }
}
