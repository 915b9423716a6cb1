package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.BULK;
import static dev.jdbcbench.driver.Mode.CURSOR;
import static dev.jdbcbench.driver.Mode.HA;
import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.MISS;
import static dev.jdbcbench.driver.Mode.PLAIN;
import static dev.jdbcbench.driver.Mode.REWRITE;
import static dev.jdbcbench.driver.Mode.STREAM;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.driver.Mode.UNPIPELINED;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.driver.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which scenarios exist, in which modes, and which benchmarks they repeat. */
public final class ScenarioCatalogue {
    private static final List<Mode> ONE_ROW = List.of(TEXT, HA, HIT, MISS, REWRITE);
    private static final List<Mode> BATCH = List.of(TEXT, HIT, REWRITE, BULK, UNPIPELINED);

    /** All scenarios, in the order in which they are shown. */
    public static final List<Entry> ENTRIES = List.of(
            entry(Do1.class, "DO 1, no result set", "DO 1 (2013); Do_1", List.of(TEXT, HIT))
                    .core(TEXT),
            entry(Select1.class, "SELECT 1, its value read by getObject", "SELECT 1 (2013)", List.of(TEXT, HIT)),
            entry(
                            Select1Row.class,
                            "SELECT ?, a random string of 100 bytes",
                            "BenchmarkSelect1RowPrepare* (README of 2016)",
                            ONE_ROW)
                    .core(TEXT, HIT),
            entry(
                    Select1RowCast.class,
                    "SELECT CAST(? as char character set utf8), likewise",
                    "BenchmarkSelect1RowPrepare* (text of 2016)",
                    ONE_ROW),
            entry(
                            Insert1Row.class,
                            "insert one row of 100 bytes into a table that stores nothing",
                            "BenchmarkOneInsertPrepare*",
                            ONE_ROW)
                    .core(TEXT),
            entry(
                            InsertBatch100.class,
                            "insert 100 rows of 100 bytes with one executeBatch of a PreparedStatement",
                            "PrepareStatementBatch100Insert*",
                            BATCH,
                            Feature.BATCH)
                    .core(TEXT, REWRITE),
            entry(
                            InsertBatch1000.class,
                            "insert 1000 rows of 100 bytes, likewise",
                            "BenchmarkBatch1000Insert*",
                            BATCH,
                            Feature.BATCH)
                    .moving(100_000),
            entry(
                    InsertBatch100Keys.class,
                    "insert 100 rows with one executeBatch and read the generated keys",
                    "rewriting's downside in the text of 2016",
                    List.of(TEXT, HIT, REWRITE, BULK),
                    Feature.BATCH,
                    Feature.BATCH_KEYS),
            entry(
                    UpsertBatch100.class,
                    "insert or update 100 rows (on duplicate key update) with one executeBatch",
                    "rewriting's second example in the text of 2016",
                    List.of(TEXT, REWRITE, BULK),
                    Feature.BATCH,
                    Feature.UPSERT),
            entry(
                    StatementBatch100.class,
                    "insert 100 rows of 100 bytes with one executeBatch of a Statement",
                    "StatementBatch100Insert",
                    List.of(TEXT, REWRITE),
                    Feature.STATEMENT_BATCH),
            entry(
                            Select1000Rows.class,
                            "select * from seq_1_to_1000, getString(1) of each row",
                            "BenchmarkSelect1000Rows",
                            List.of(TEXT, HIT))
                    .core(TEXT),
            entry(
                            Select1000BigRows.class,
                            "1000 rows of 10 000 characters",
                            "BenchmarkSelect1000BigRows",
                            List.of(TEXT))
                    .moving(10_000_000),
            entry(
                            Select1000BigRowsFetch.class,
                            "1000 rows of 100 000 characters, fetch size 10",
                            "BenchmarkSelect1000BigRowsFetch",
                            List.of(TEXT, STREAM, CURSOR))
                    .moving(100_000_000),
            entry(
                            Select10Cols.class,
                            "100 000 rows of 10 columns of 100 characters",
                            "Select_10_cols_from_seq_1_to_100000",
                            List.of(TEXT, HIT))
                    .moving(100_000_000),
            entry(
                    SelectUser.class,
                    "one row of 46 columns: mostly descriptions of columns",
                    "Select_1_mysql_user",
                    List.of(TEXT, HIT)),
            entry(
                    CallFunction.class,
                    "{? = CALL testFunctionCall(?,?,?)}",
                    "BenchmarkCallableStatementFunction",
                    List.of(TEXT, HIT),
                    Feature.CALL),
            entry(
                    CallInParameter.class,
                    "a procedure that returns a result set",
                    "BenchmarkCallableStatementWithInParameter",
                    List.of(TEXT, HIT),
                    Feature.CALL),
            entry(
                            CallOutParameter.class,
                            "a procedure with an INOUT parameter",
                            "BenchmarkCallableStatementWithOutParameter",
                            List.of(TEXT, HIT),
                            Feature.CALL)
                    .core(TEXT),
            entry(
                    Connect.class,
                    "open a connection, getCatalog, close",
                    "Create_and_close_Connection; connect/disconnect (2013)",
                    List.of(PLAIN, Mode.TLS),
                    Feature.CONNECT),
            entry(
                    PoolBorrow.class,
                    "borrow from HikariCP, SELECT 1, give back",
                    "nothing; asked for under the comparison of 2013",
                    List.of(TEXT)),
            entry(
                    Transaction.class,
                    "begin, select, update and commit on a small InnoDB table",
                    "nothing",
                    List.of(TEXT, HIT)));

    /** The name of the set that is measured when nothing is named. */
    public static final String CORE = "core";

    private ScenarioCatalogue() {}

    private static Entry entry(
            Class<? extends Scenario> benchmark,
            String operation,
            String repeats,
            List<Mode> modes,
            Feature... features) {
        return new Entry(
                benchmark.getSimpleName(), benchmark, operation, repeats, modes, List.of(), Set.of(features), 0);
    }

    /**
     * One scenario.
     *
     * @param id the name on the command line and in every file: the simple name of the class, or the user's
     * @param benchmark the JMH benchmark class
     * @param operation what is measured, in one line
     * @param repeats the published benchmark it repeats
     * @param ownModes in which it can be measured, beside default and tuned
     * @param coreModes in which it belongs to the set {@value #CORE}
     * @param features that it asks of a driver
     * @param payloadBytes about how much an operation moves at least, by what it is; 0 when it is next to nothing
     */
    public record Entry(
            String id,
            Class<? extends Scenario> benchmark,
            String operation,
            String repeats,
            List<Mode> ownModes,
            List<Mode> coreModes,
            Set<Feature> features,
            long payloadBytes) {
        public Entry {
            ownModes = List.copyOf(ownModes);
            coreModes = List.copyOf(coreModes);
            features = Set.copyOf(features);
        }

        private Entry core(Mode... modes) {
            return new Entry(id, benchmark, operation, repeats, ownModes, List.of(modes), features, payloadBytes);
        }

        private Entry moving(long bytes) {
            return new Entry(id, benchmark, operation, repeats, ownModes, coreModes, features, bytes);
        }

        /**
         * Whether several JVMs may carry it out at the same time without being measured: nobody knows what the user's own statements do to each other,
         * and a transaction that finds its row changed by another one may be refused.
         */
        public boolean besideOthers() {
            return !own() && benchmark != Transaction.class;
        }

        /** All modes in which it can be measured: those of its own, and those that every scenario has. */
        public List<Mode> modes() {
            List<Mode> all = new ArrayList<>(ownModes);
            all.add(Mode.DEFAULT);
            all.add(Mode.TUNED);
            return all;
        }

        /** The name that JMH gives to the measured method. */
        public String benchmarkName() {
            return benchmark.getName() + ".operation";
        }

        /** Whether it is a statement of the user's own. */
        public boolean own() {
            return benchmark == Sql.class;
        }
    }

    /** The scenario of that id among those built in, or empty. */
    public static Optional<Entry> of(String id) {
        return ENTRIES.stream().filter(entry -> entry.id().equals(id)).findFirst();
    }

    /** A statement of the user's own as a scenario like the others. */
    public static Entry of(SqlScenario own) {
        return new Entry(
                own.name(),
                Sql.class,
                own.statement().sql(),
                "nothing",
                List.of(TEXT, HA, HIT, MISS),
                List.of(),
                Set.of(),
                0);
    }

    /** What a scenario asks of a driver. In a measured JVM, {@code benchmark} is a class that JMH derived from the scenario's. */
    static Set<Feature> features(Class<? extends Scenario> benchmark) {
        return ENTRIES.stream()
                .filter(entry -> entry.benchmark().isAssignableFrom(benchmark))
                .findFirst()
                .map(Entry::features)
                .orElse(Set.of());
    }
}
