package dev.jdbcbench.scenario;

import dev.jdbcbench.scenario.recording.RecordedTransaction;
import dev.jdbcbench.scenario.table.Parameter;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.Digest;
import dev.jdbcbench.scenario.witness.Ends;
import dev.jdbcbench.scenario.witness.Witness;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * A user's own statement, with a new PreparedStatement each time, or a transaction of a recording; all rows and columns of
 * results are read by {@code getObject}.
 *
 * <p>The demands on driver and server are up to the user. All drivers must agree on the result of the first execution, for
 * which they get the same parameters.
 *
 * <p>Repeats nothing.
 */
public class Sql extends Scenario {
    private static final long SEED = 20130101; // fixed, so every driver gets the same values

    /** The name of the scenario in the session file. */
    @Param("")
    public String sql = "";

    private final List<Parameter> parameters = new ArrayList<>();
    private String text = "";
    private String at = "";
    private Object last = "";
    private @Nullable Replay replay;
    private Ends ends = Ends.NONE;

    @Override
    protected void prepare(Connection connection) {
        at = session().scenarios().getOrDefault(sql + ".at", sql);
        if (RecordedTransaction.isIn(session().scenarios(), sql)) {
            replay = new Replay(connection, at, RecordedTransaction.of(session().scenarios(), sql));
            return;
        }
        String found = session().scenarios().get(sql + ".sql");
        if (found == null) {
            throw new IllegalArgumentException("the session file has no scenario." + sql + ".sql");
        }
        text = found;
        rewind();
    }

    @Override
    protected void rewind() {
        parameters.clear();
        for (String param : SqlScenario.params(session().scenarios(), sql)) {
            parameters.add(Parameter.of(param, SEED + parameters.size())
                    .orElseThrow(
                            () -> new IllegalArgumentException(at + ": " + param + " is none of " + Parameter.FORMS)));
        }
    }

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        Replay recorded = replay;
        if (recorded != null) {
            return recorded.run();
        }
        try {
            return readAll(connection());
        } catch (SQLException e) {
            throw SqlScenario.located(e, at);
        }
    }

    private Object readAll(Connection connection) throws SQLException {
        try (PreparedStatement statement = execute(connection)) {
            for (ResultSet rows = statement.getResultSet(); rows != null; ) {
                try (ResultSet read = rows) {
                    int columns = read.getMetaData().getColumnCount();
                    while (read.next()) {
                        for (int column = 1; column <= columns; column++) {
                            Object value = read.getObject(column);
                            last = value == null ? last : value;
                        }
                    }
                }
                rows = statement.getMoreResults() ? statement.getResultSet() : null;
            }
        }
        return last;
    }

    private PreparedStatement execute(Connection connection) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(text);
        try {
            for (int i = 0; i < parameters.size(); i++) {
                parameters.get(i).set(statement, i + 1);
            }
            statement.execute();
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    @Override
    public CheckedResult check() throws SQLException {
        if (replay != null) {
            return replay.check();
        }
        try {
            return digest();
        } catch (SQLException e) {
            throw SqlScenario.located(e, at);
        }
    }

    @Override
    protected String judge(Witness witness) throws SQLException {
        Replay recorded = replay;
        if (recorded != null) {
            Replay.Judged judged = recorded.judge(witness);
            ends = judged.ends();
            return judged.remark();
        }
        if (Effects.reads(text)) {
            return "";
        }
        Effects effects = new Effects(witness, connection(), List.of(text));
        try {
            return effects.judge(
                    () -> {
                        readAgain(witness.connection());
                        effects.keep();
                    },
                    () -> readAgain(connection()));
        } catch (SQLException e) {
            throw SqlScenario.located(e, at);
        }
    }

    private void readAgain(Connection connection) throws SQLException {
        rewind();
        readAll(connection);
    }

    @Override
    public Ends ends() {
        return ends;
    }

    private CheckedResult digest() throws SQLException {
        try (PreparedStatement statement = execute(connection())) {
            ResultSet rows = statement.getResultSet();
            if (rows == null) {
                return CheckedResult.of("no rows: it changes something"); // the count depends on earlier executions
            }
            try (ResultSet read = rows) {
                Digest digest = new Digest();
                digest.read(read);
                return CheckedResult.of(digest.toString());
            }
        }
    }
}
