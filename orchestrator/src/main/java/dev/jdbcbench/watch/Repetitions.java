package dev.jdbcbench.watch;

import dev.jdbcbench.wire.Command;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds what one connection repeats: one statement over and over, each waiting for the one before. Not thread safe. */
final class Repetitions {
    /** Fewer may be chance. */
    static final int FEWEST = 5;

    /** A query with more rows for each key is more likely one that reads by pages. */
    private static final int FEW_ROWS = 20;

    /** In ns. A loop goes on at once; a longer pause means that something else asks for the next one. */
    private static final long LONGEST_PAUSE = 20_000_000;

    private static final String FOLDED = ", …";

    private final Found found;
    private @Nullable Call last;
    private int length;
    private int carriedTrips;
    private long carriedNetwork;
    private long network;
    private long first;

    /** Receives runs that are over. */
    interface Found {
        /**
         * A run.
         *
         * @param purpose READ or WRITE
         * @param network the time that all but the first waited for the network, in ns
         */
        void run(Purpose purpose, String statement, int length, long network);
    }

    Repetitions(Found found) {
        this.found = found;
    }

    void called(Call call) {
        boolean between = call.purpose() == Purpose.PREPARE
                || call.purpose() == Purpose.UNANSWERED
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

    /** Whether a call repeats the one before it, at once. */
    static boolean continues(Call last, Call call) {
        return single(call) && call.statement().equals(last.statement()) && call.start() - last.end() <= LONGEST_PAUSE;
    }

    /** Whether it is one of those that a loop sends. */
    static boolean single(Call call) {
        return call.isStatement() && !call.failed() && single(call.purpose(), call.statement(), call.rows());
    }

    /** Whether it concerns one row, or reads the few rows of one key, as an ORM does for each element of a collection. */
    static boolean single(Purpose purpose, String statement, long rows) {
        return switch (purpose) {
            case READ -> rows <= 1 || (rows <= FEW_ROWS && statement.contains("?"));
            case WRITE -> rows <= 1 && single(statement);
            default -> false;
        };
    }

    /** Whether a statement does not have many rows already. */
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
