package dev.jdbcbench.watch;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import java.util.List;
import java.util.Locale;

/**
 * A way to wait for the network less often, and what each driver needs for it. The options are those of MariaDB
 * Connector/J 2.7.12, 3.5.11 and 4.0.0, MySQL Connector/J 8.0.33 and 9.7.0, and Drizzle JDBC 1.4. No test compares them
 * with a driver yet.
 */
public enum Remedy {
    /** For rows that are written one by one. */
    BATCHING(
            "addBatch and executeBatch instead of executeUpdate for each row",
            Support.can(
                    "A MariaDB server gets all inserts of a batch at once (useBulkStmtsForInserts, the default since 3.2.0). With"
                            + " useBulkStmts=true it also gets other statements, and those of 2.7.",
                    "useBulkStmts=true"),
            Support.cannot("A batch alone still waits for each row: see rewriting."),
            Support.cannot("A batch alone still waits for each row: see rewriting.")),
    /** For batches. */
    REWRITING(
            "a batch of inserts as one statement with many rows",
            Support.can(
                    "3.5.6 and later rewrite; with a MariaDB server only with useBulkStmtsForInserts=false, too.",
                    "rewriteBatchedStatements=true"),
            Support.can("Other statements of a batch travel together, as one text.", "rewriteBatchedStatements=true"),
            Support.can("No option of the URL. In code:"
                    + " setBatchQueryHandlerFactory(new RewriteParameterizedBatchHandlerFactory()).")),
    /** For batches that are not rewritten. */
    PIPELINING(
            "the statements of a batch are sent without waiting for each answer",
            Support.can(
                    "The default. disablePipeline=true ends it; until 2.7, useBatchMultiSend=false does.",
                    "disablePipeline=false"),
            Support.cannot("No option: each statement waits for the one before."),
            Support.cannot("No option: each statement waits for the one before.")),
    /** For statements that are prepared repeatedly. */
    STATEMENT_CACHE(
            "statements stay prepared on the server",
            Support.can(
                    "The cache is on by default, and has 250 statements.",
                    "useServerPrepStmts=true",
                    "cachePrepStmts=true",
                    "prepStmtCacheSize=250"),
            Support.can(
                    "Its defaults are false, false, 25 statements and 256 characters.",
                    "useServerPrepStmts=true",
                    "cachePrepStmts=true",
                    "prepStmtCacheSize=250",
                    "prepStmtCacheSqlLimit=2048"),
            Support.cannot("It never prepares on the server, so it sends no such command.")),
    /** For state that drivers send or query although they know it. */
    SESSION_STATE(
            "autocommit and isolation are only sent if they change",
            Support.can(
                    "setAutoCommit sends nothing if nothing changes, with any option; useLocalSessionState, since"
                            + " 3.2.0, does the same for the isolation.",
                    "useLocalSessionState=true"),
            Support.can(
                    "It also stops the question for transaction_read_only before writes.", "useLocalSessionState=true"),
            Support.cannot("No option: it sends whatever the application or its pool sets.")),
    /** For setReadOnly. */
    LOCAL_READ_ONLY(
            "setReadOnly without a message to the server",
            Support.can(
                    "An option of 3.5.10 and later. 2.7 sends nothing without assureReadOnly=true.",
                    "readOnlyPropagatesToServer=false"),
            Support.can("The driver itself then refuses to write.", "readOnlyPropagatesToServer=false"),
            Support.can("It sends nothing anyway.")),
    /** For connection tests, which the pool controls. */
    FEWER_POOL_CHECKS(
            "a pool that tests idle connections only",
            Support.cannot("An option of the pool: isValid always sends COM_PING."),
            Support.cannot("An option of the pool: isValid always sends COM_PING."),
            Support.cannot("An option of the pool: isValid always sends COM_PING."));

    private final String what;

    @SuppressWarnings("ImmutableEnumChecker") // List.of, of records that copy theirs
    private final List<Support> drivers;

    Remedy(String what, Support mariadb, Support mysql, Support drizzle) {
        this.what = what;
        this.drivers = List.of(
                mariadb.by(DriverCatalogue.MARIADB),
                mysql.by(DriverCatalogue.MYSQL),
                drizzle.by(DriverCatalogue.DRIZZLE));
    }

    /**
     * What a driver needs for the remedy.
     *
     * @param driver its ID
     * @param title its name
     * @param possible whether it supports the remedy
     * @param options options of its URL, as {@code name=value}; empty if it needs none
     */
    public record Support(String driver, String title, boolean possible, List<String> options, String note) {
        public Support {
            options = List.copyOf(options);
        }

        private static Support can(String note, String... options) {
            return new Support("", "", true, List.of(options), note);
        }

        private static Support cannot(String note) {
            return new Support("", "", false, List.of(), note);
        }

        private Support by(DriverKind kind) {
            return new Support(kind.id(), kind.title(), possible, options, note);
        }
    }

    /** The remedy in words. */
    public String what() {
        return what;
    }

    /** MariaDB Connector/J, MySQL Connector/J and Drizzle JDBC, in this order. */
    public List<Support> drivers() {
        return drivers;
    }

    /** The name in files. */
    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
