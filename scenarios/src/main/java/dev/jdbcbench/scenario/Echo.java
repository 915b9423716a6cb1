package dev.jdbcbench.scenario;

import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.table.RandomText;
import dev.jdbcbench.scenario.witness.CheckedResult;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;

/** A query that returns the random string it was sent, with a new PreparedStatement each time. */
abstract class Echo extends Scenario {
    private RandomText texts = new RandomText();

    abstract String sql();

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        return echo(texts.next());
    }

    private String echo(String text) throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(sql())) {
            statement.setString(1, text);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    @Override
    protected void rewind() {
        texts = new RandomText();
    }

    @Override
    public CheckedResult check() throws SQLException {
        String text = texts.next();
        unlessEqual("the row of " + sql(), text, String.valueOf(echo(text)));
        return CheckedResult.of("1 row: what was sent");
    }
}
