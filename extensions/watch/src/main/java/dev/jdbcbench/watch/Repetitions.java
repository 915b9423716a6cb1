package dev.jdbcbench.watch;

import dev.jdbcbench.wire.Command;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds loops of one connection: one statement sent repeatedly, each waiting for the previous one. Not thread safe. */
final class Repetitions {
    /** The shortest loop to report; fewer repetitions may be chance. */
    static final int FEWEST = 5;

    /** Most rows per key. A query with more is more likely to read by pages. */
    private static final int FEW_ROWS = 20;

    /** In ns. A loop continues immediately; after a longer pause, something else triggers the next statement. */
    private static final long LONGEST_PAUSE = 20_000_000;

    private static final String FOLDED = ", …";

    private final Found found;
    private @Nullable AnsweredCommand last;
    private int length;
    private int carriedTrips;
    private long carriedNetwork;
    private long network;
    private long first;

    /** Receives loops that have ended. */
    interface Found {
        /**
         * A loop.
         *
         * @param purpose READ or WRITE
         * @param network the time that all but the first statement waited for the network, ns
         */
        void run(CommandPurpose purpose, String statement, int length, long network);
    }

    Repetitions(Found found) {
        this.found = found;
    }

    void called(AnsweredCommand call) {
        if (call.purpose() == CommandPurpose.CHECK) {
            return; // a pool that tests a connection before each statement does not end a loop
        }
        boolean between = call.purpose() == CommandPurpose.PREPARE
                || call.purpose() == CommandPurpose.UNANSWERED
                || call.command() == Command.STMT_RESET
                || call.statement().toLowerCase(Locale.ROOT).startsWith("show warnings");
        carriedTrips += call.roundTrips();
        carriedNetwork += call.network();
        if (between) {
            return; // a driver may prepare and execute at once: they wait together
        }
        boolean waits = carriedTrips > 0;
        if (length == 0 || last == null || !waits || !continues(last, call)) {
            end();
            first = carriedNetwork;
            network = 0;
        }
        if (waits && single(call)) {
            length++;
            network += carriedNetwork;
        }
        last = call;
        carriedTrips = 0;
        carriedNetwork = 0;
    }

    /** Whether a call immediately repeats the previous one. */
    static boolean continues(AnsweredCommand last, AnsweredCommand call) {
        return single(call) && call.statement().equals(last.statement()) && call.start() - last.end() <= LONGEST_PAUSE;
    }

    /** Whether a call may be part of a loop. */
    static boolean single(AnsweredCommand call) {
        return call.isStatement() && !call.failed() && single(call.purpose(), call.statement(), call.rows());
    }

    /**
     * Whether a statement concerns one row, or reads the few rows of one key, as an ORM does for each element of a
     * collection.
     */
    static boolean single(CommandPurpose purpose, String statement, long rows) {
        return switch (purpose) {
            case READ -> rows <= 1 || (rows <= FEW_ROWS && statement.contains("?"));
            case WRITE -> rows <= 1 && single(statement);
            default -> false;
        };
    }

    /** Whether a statement is not a batch or list already. */
    static boolean single(String statement) {
        return !statement.contains(FOLDED) && !statement.endsWith("; …");
    }

    void end() {
        if (length >= FEWEST && last != null) {
            found.run(last.purpose(), last.statement(), length, network - first);
        }
        length = 0;
    }
}
