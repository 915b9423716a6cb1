package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.Mode;
import java.util.List;
import java.util.Optional;

/** Which scenarios exist, in which modes, and which benchmarks they repeat. */
public final class ScenarioCatalogue {
    /** All scenarios, in the order in which they are shown. */
    public static final List<Entry> ENTRIES = List.of(
            new Entry(
                    Select1Row.class,
                    "SELECT ?, a random string of 100 bytes",
                    List.of(Mode.TEXT, Mode.HIT, Mode.MISS),
                    "BenchmarkSelect1RowPrepare*",
                    false),
            new Entry(
                    Insert1Row.class,
                    "insert one row of 100 bytes into a table that stores nothing",
                    List.of(Mode.TEXT),
                    "BenchmarkOneInsertPrepare*",
                    true),
            new Entry(
                    InsertBatch100.class,
                    "insert 100 rows of 100 bytes with one executeBatch of a PreparedStatement",
                    List.of(Mode.TEXT, Mode.REWRITE),
                    "PrepareStatementBatch100Insert*",
                    true));

    /** The name of the set that is measured when nothing is named. */
    public static final String CORE = "core";

    /** The scenarios of {@value #CORE}. */
    public static final List<String> CORE_IDS = List.of("Select1Row", "Insert1Row", "InsertBatch100");

    private ScenarioCatalogue() {}

    /**
     * One scenario.
     *
     * @param benchmark the JMH benchmark class; its simple name is the scenario's id
     * @param operation what is measured, in one line
     * @param modes in which it can be measured
     * @param repeats the published benchmark it repeats
     * @param inserts whether it inserts into a {@link SinkTable}, so that the engine of that table matters
     */
    public record Entry(
            Class<? extends Scenario> benchmark, String operation, List<Mode> modes, String repeats, boolean inserts) {
        public Entry {
            modes = List.copyOf(modes);
        }

        /** The name on the command line and in every file. */
        public String id() {
            return benchmark.getSimpleName();
        }

        /** The name that JMH gives to the measured method. */
        public String benchmarkName() {
            return benchmark.getName() + ".operation";
        }
    }

    /** The scenario of that id, or empty. */
    public static Optional<Entry> of(String id) {
        return ENTRIES.stream().filter(entry -> entry.id().equals(id)).findFirst();
    }
}
