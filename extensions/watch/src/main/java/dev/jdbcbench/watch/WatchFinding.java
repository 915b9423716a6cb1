package dev.jdbcbench.watch;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * A habit that costs round trips.
 *
 * @param statement normalised, or the name of a command
 * @param count number of statements that are part of it
 * @param roundTripsSaved round trips that would be saved without it, at most
 * @param roundTripsSavedAtLeast the same at least, if as many connections as there were at one time still need some
 * @param savedMicros the time of these round trips under the observed conditions
 */
public record WatchFinding(
        Kind kind,
        String statement,
        long count,
        long roundTripsSaved,
        long roundTripsSavedAtLeast,
        double savedMicros,
        String text,
        String advice) {
    /** The default of prepStmtCacheSqlLimit in MySQL Connector/J. */
    private static final int LONGEST_CACHED = 256;

    /** The kinds of habits. */
    public enum Kind {
        ROW_BY_ROW(
                "Send them as one batch, and let the driver send it at once: rewriteBatchedStatements=true, or useBulkStmts with MariaDB.",
                Remedy.BATCHING,
                Remedy.REWRITING,
                Remedy.PIPELINING),
        N_PLUS_1("Read them with one statement: a join, or one IN list. In an ORM: fetch join, or a batch size."),
        PREPARED_ONCE(
                "Cache prepared statements (cachePrepStmts=true, a larger prepStmtCacheSize), or do not prepare on the server (Go:"
                        + " interpolateParams=true).",
                Remedy.STATEMENT_CACHE),
        CHECKS("See what sends it, and whether it is needed so often."),
        NEEDLESS_TRANSACTION(
                "A single query needs no transaction: run it with autocommit, and begin one only for several statements or writes."),
        CONNECTING("Keep connections in a pool, and longer.");

        private final String advice;

        @SuppressWarnings("ImmutableEnumChecker") // List.of
        private final List<Remedy> remedies;

        Kind(String advice, Remedy... remedies) {
            this.advice = advice;
            this.remedies = List.of(remedies);
        }

        String advice() {
            return advice;
        }

        /** The advice for a statement; if it is too long to be cached, that is why it is prepared each time. */
        String advice(String statement) {
            return this == PREPARED_ONCE && statement.length() > LONGEST_CACHED
                    ? "It has over " + LONGEST_CACHED
                            + " characters, the most that MySQL Connector/J caches by default:"
                            + " prepStmtCacheSqlLimit=2048. " + advice
                    : advice;
        }

        /** What drivers can do about findings of this kind. */
        List<Remedy> remedies() {
            return remedies;
        }

        /** The name in files. */
        @JsonValue
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
