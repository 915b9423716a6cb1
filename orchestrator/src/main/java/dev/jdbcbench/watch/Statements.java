package dev.jdbcbench.watch;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements that are prepared on one connection. Bounded: of very many, the oldest are forgotten. */
final class Statements {
    private static final int MOST = 5000;

    /** MariaDB Connector/J executes the statement prepared last under this number, before it knows the real one. */
    private static final long LAST = 0xffffffffL;

    private final Map<Long, Prepared> byId = new LinkedHashMap<>();
    private @Nullable Prepared last;

    /** A statement that is or will be prepared. */
    static final class Prepared {
        private final String shape;
        private final @Nullable String text;
        private int executions;
        private int roundTrips;
        private int parameters = -1;
        private int[] types = {};
        private boolean apart;

        Prepared(String shape, @Nullable String text) {
            this.shape = shape;
            this.text = text;
        }

        String shape() {
            return shape;
        }

        @Nullable
        String text() {
            return text;
        }

        void executed() {
            executions++;
        }

        /** Preparing it took so many. */
        void took(int trips) {
            roundTrips = trips;
        }

        /** The server says how many parameters it has. */
        void has(int number) {
            parameters = number;
        }

        /** The number of its parameters; -1 while the server has not said it. */
        int parameters() {
            return parameters;
        }

        /** The client sent the types of its values. */
        void typed(int[] now) {
            types = now;
        }

        /** The types that the client sent last; none before it did. */
        int[] types() {
            return types;
        }

        /** The client sends a value in packets of its own, before the next execution. */
        void apart(boolean is) {
            apart = is;
        }

        /** Whether a value of the next execution was sent in packets of its own. */
        boolean apart() {
            return apart;
        }

        void end(Observer observer) {
            observer.unprepared(shape, executions, roundTrips);
        }
    }

    void preparing(Prepared statement) {
        last = statement;
    }

    /** The server gave it a number. */
    void prepared(long id, Prepared statement, Observer observer) {
        byId.put(id, statement);
        if (byId.size() > MOST) {
            long oldest = byId.keySet().iterator().next();
            close(oldest, observer);
        }
    }

    @Nullable
    Prepared get(long id) {
        return id == LAST ? last : byId.get(id);
    }

    void close(long id, Observer observer) {
        Prepared closed = byId.remove(id);
        if (closed != null) {
            closed.end(observer);
        }
    }

    void closeAll(Observer observer) {
        byId.values().forEach(statement -> statement.end(observer));
        byId.clear();
    }
}
