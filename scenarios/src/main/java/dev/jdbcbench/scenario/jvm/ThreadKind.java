package dev.jdbcbench.scenario.jvm;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The threads on which a scenario runs its tasks. */
public enum ThreadKind {
    /** Threads of the operating system, reused by all operations. */
    PLATFORM,
    /** Virtual threads, a new one for each task. They need JDK {@value #OLDEST_JDK} or later on the client host. */
    VIRTUAL;

    /** The parameter of a cell that holds the kind. A cell without it has platform threads. */
    public static final String PARAM = "threadKind";

    /** The first JDK with virtual threads. */
    public static final int OLDEST_JDK = 21;

    /** The name on the command line and in every file. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind with this {@link #id()}, or empty. */
    public static Optional<ThreadKind> of(String id) {
        return Arrays.stream(values()).filter(kind -> kind.id().equals(id)).findFirst();
    }

    /** The ID of the kind in the parameters of a cell. */
    public static String in(Map<String, String> params) {
        return params.getOrDefault(PARAM, PLATFORM.id());
    }

    /** Parameters of a cell with this kind. Platform threads need none, so keys of older cells are unchanged. */
    public Map<String, String> params() {
        return this == PLATFORM ? Map.of() : Map.of(PARAM, id());
    }

    @Override
    public String toString() {
        return id();
    }
}
