package dev.jdbcbench.scenario.table;

import dev.jdbcbench.scenario.witness.Witness;
import dev.jdbcbench.scenario.witness.WrongResultException;
import java.sql.SQLException;
import java.util.List;

/**
 * A table that keeps its rows (InnoDB), for one check: a {@link Witness} compares them with those that a batch should have
 * inserted.
 */
public final class KeptTable implements AutoCloseable {
    private final Witness witness;
    private final String name;

    /**
     * Creates a table for this witness alone.
     *
     * @param columns their definitions, including a unique key
     */
    public KeptTable(Witness witness, String columns) throws SQLException {
        this.witness = witness;
        this.name = "bench_kept_" + witness.rows("SELECT CONNECTION_ID()").get(0);
        // A table of an earlier connection with this number, on a server that was started again.
        witness.execute("DROP TABLE IF EXISTS " + name);
        witness.execute("CREATE TABLE " + name + " (" + columns + ") ENGINE = InnoDB");
    }

    public String name() {
        return name;
    }

    /**
     * Compares the rows that the witness sees.
     *
     * @param columns columns that it compares
     * @param expected the rows, in the order of insertion, each with its columns joined by {@code |}
     */
    public void verify(String when, String columns, List<String> expected) throws SQLException {
        witness.agree(() -> {
            List<String> seen = witness.rows("SELECT " + columns + " FROM " + name + " ORDER BY id");
            if (seen.size() != expected.size()) {
                throw new WrongResultException(
                        when + ", another session sees " + seen.size() + " rows instead of " + expected.size());
            }
            for (int i = 0; i < seen.size(); i++) {
                WrongResultException.unlessEqual(
                        when + ", row " + (i + 1) + " for another session (" + columns + ")",
                        expected.get(i),
                        seen.get(i));
            }
        });
    }

    /** Work that the server rejects. */
    public interface Rejected {
        void run() throws SQLException;
    }

    /** Checks that the error of a duplicate key reaches the application. */
    public static void mustFail(Rejected rejected) {
        try {
            rejected.run();
        } catch (SQLException expected) {
            return;
        }
        throw new WrongResultException(
                "inserting rows with duplicate keys ends without an error: the driver swallows it");
    }

    @Override
    public void close() throws SQLException {
        witness.execute("DROP TABLE IF EXISTS " + name);
    }
}
