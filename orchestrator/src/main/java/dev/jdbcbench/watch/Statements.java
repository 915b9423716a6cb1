package dev.jdbcbench.watch;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The prepared statements of one connection. Bounded: beyond a limit, the oldest are forgotten. */
final class Statements {
    private static final int MOST = 5000;

    /** The ID that MariaDB Connector/J uses to execute the last prepared statement, before it knows the real ID. */
    private static final long LAST = 0xffffffffL;

    private final Map<Long, Prepared> byId = new LinkedHashMap<>();
    private @Nullable Prepared last;

    /** A statement that is, or is being, prepared. */
    static final class Prepared {
        private final String shape;
        private final @Nullable String text;
        private int executions;
        private int roundTrips;
        private int parameters = -1;
        private int[] types = {};
        private boolean longData;

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

        /** Sets the round trips of preparing it. */
        void setRoundTrips(int trips) {
            roundTrips = trips;
        }

        /** Sets the number of its parameters. */
        void setParameters(int number) {
            parameters = number;
        }

        /** The number of its parameters; -1 until the server has sent it. */
        int parameters() {
            return parameters;
        }

        /** Sets the types of its values. */
        void setTypes(int[] now) {
            types = now;
        }

        /** The types that the client sent last; empty before it sent any. */
        int[] types() {
            return types;
        }

        /** Sets whether the client sends a value in packets of its own, before the next execution. */
        void setLongData(boolean is) {
            longData = is;
        }

        /** Whether a value of the next execution was sent in packets of its own. */
        boolean hasLongData() {
            return longData;
        }

        void end(Observer observer) {
            observer.unprepared(shape, executions, roundTrips);
        }
    }

    void preparing(Prepared statement) {
        last = statement;
    }

    /** Records the ID that the server assigned to a statement. */
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
