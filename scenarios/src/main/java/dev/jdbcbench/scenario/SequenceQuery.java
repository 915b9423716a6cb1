package dev.jdbcbench.scenario;

import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.table.Sequence;
import dev.jdbcbench.scenario.witness.CheckedResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;

/** A query over a {@link Sequence} that reads every row. */
abstract class SequenceQuery extends Query {
    private final Sequence sequence;
    private final String sql;

    /**
     * A query over a table with this many rows.
     *
     * @param select the part before the table: {@code select *}
     */
    SequenceQuery(int rows, String select) {
        sequence = new Sequence(rows);
        sql = select + " from " + sequence.name();
    }

    @Override
    final String sql() {
        return sql;
    }

    /** The expected value of the last row's first column. */
    abstract String expectedLast();

    @Override
    Object read(ResultSet row) throws SQLException {
        return row.getString(1);
    }

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        readAll();
        return last();
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        sequence.create(connection);
    }

    @Override
    public CheckedResult check() throws SQLException {
        unlessEqual("the number of rows", sequence.size(), readAll());
        unlessEqual("the first column of the last row", expectedLast(), last());
        return CheckedResult.of(sequence.size() + " rows");
    }

    @Override
    public Optional<String> engine() throws SQLException {
        return Optional.of(Sequence.engine(connection()));
    }
}
