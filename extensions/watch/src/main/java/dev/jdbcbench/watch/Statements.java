package dev.jdbcbench.watch;

import dev.jdbcbench.disclosure.NormalisedStatement;
import dev.jdbcbench.sql.Syntax.Effect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The prepared statements of one connection. Bounded: beyond a limit, the oldest are forgotten, and all connections
 * share a budget of memory.
 */
final class Statements {
    private static final int MOST = 5000;

    /** The ID that MariaDB Connector/J uses to execute the last prepared statement, before it knows the real ID. */
    private static final long LAST = 0xffffffffL;

    private final Map<Long, Prepared> byId = new LinkedHashMap<>();
    private final Budget budget;
    private @Nullable Prepared last;

    Statements(Budget budget) {
        this.budget = budget;
    }

    /** A statement that is, or is being, prepared. */
    static final class Prepared {
        private final @Nullable String text;
        private final Effect effect;
        private final long bytes;
        private String shape;
        private int executions;
        private int roundTrips;
        private int parameters = -1;
        private int[] types = {};
        private boolean longData;

        Prepared(String shape, @Nullable String text, Effect effect) {
            this.shape = shape;
            this.text = text;
            this.effect = effect;
            this.bytes = Budget.OBJECT + Budget.of(shape) + Budget.of(text);
        }

        String shape() {
            return shape;
        }

        /** The server could not read it, so its shape may contain data. */
        void unsafe() {
            shape = NormalisedStatement.UNSAFE;
        }

        /** Its size in memory, at most; the same from its answer to its end. */
        long bytes() {
            return bytes
                    + (text == null ? 0 : (long) Integer.BYTES * Math.max(0, parameters)); // with the types of values
        }

        @Nullable
        String text() {
            return text;
        }

        Effect effect() {
            return effect;
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

    /** Records the ID that the server assigned to a statement; returns false if there is no memory for it. */
    boolean prepared(long id, Prepared statement, Observer observer) {
        close(id, observer); // a server does not assign an ID twice
        if (!budget.take(statement.bytes())) {
            return false;
        }
        byId.put(id, statement);
        if (byId.size() > MOST) {
            long oldest = byId.keySet().iterator().next();
            close(oldest, observer);
        }
        return true;
    }

    @Nullable
    Prepared get(long id) {
        return id == LAST ? last : byId.get(id);
    }

    void close(long id, Observer observer) {
        Prepared closed = byId.remove(id);
        if (closed != null) {
            budget.give(closed.bytes());
            closed.end(observer);
        }
    }

    void closeAll(Observer observer) {
        List.copyOf(byId.keySet()).forEach(id -> close(id, observer));
        last = null;
    }
}
