package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.witness.CheckedResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * One row of 46 columns, each read by {@code getObject}; the column descriptions make up most of the reply. The table has the
 * shape of {@code mysql.user} in MariaDB 10.1, the same on every server.
 *
 * <p>Expect one round trip; in hit, a driver that caches column descriptions gets a much shorter reply.
 *
 * <p>Repeats Select_1_mysql_user of MariaDB's own later benchmarks.
 */
@Listed(
        order = 150,
        operation = "one row of 46 columns: mostly descriptions of columns",
        repeats = "Select_1_mysql_user",
        modes = {TEXT, HIT})
public class SelectUser extends Query {
    private static final String TABLE = "bench_user";
    private static final int COLUMNS = 46;
    private static final String ENGINE = "InnoDB";

    @Override
    String sql() {
        return "select * from " + TABLE + " limit 1";
    }

    @Override
    Object read(ResultSet row) throws SQLException {
        Object value = "";
        for (int column = COLUMNS; column >= 1; column--) {
            value = row.getObject(column);
        }
        return value;
    }

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        readAll();
        return last();
    }

    @Override
    protected void prepare(Connection connection) throws SQLException {
        List<String> columns = new ArrayList<>(List.of("Host char(60)", "User char(80)", "Password char(41)"));
        IntStream.rangeClosed(1, 29).forEach(i -> columns.add("priv_" + i + " enum('N','Y') NOT NULL DEFAULT 'N'"));
        columns.addAll(List.of(
                "ssl_type enum('','ANY','X509','SPECIFIED') NOT NULL DEFAULT ''",
                "ssl_cipher blob",
                "x509_issuer blob",
                "x509_subject blob",
                "max_questions int unsigned NOT NULL DEFAULT 0",
                "max_updates int unsigned NOT NULL DEFAULT 0",
                "max_connections int unsigned NOT NULL DEFAULT 0",
                "max_user_connections int NOT NULL DEFAULT 0",
                "plugin char(64) NOT NULL DEFAULT ''",
                "authentication_string text",
                "password_expired enum('N','Y') NOT NULL DEFAULT 'N'",
                "is_role enum('N','Y') NOT NULL DEFAULT 'N'",
                "default_role char(80) NOT NULL DEFAULT ''",
                "max_statement_time decimal(12,6) NOT NULL DEFAULT 0"));
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                    + columns.stream().collect(Collectors.joining(", ", " (", ", PRIMARY KEY (Host, User))"))
                    + " ENGINE = " + ENGINE);
            statement.execute("INSERT IGNORE INTO " + TABLE
                    + " (Host, User, Password, ssl_cipher, x509_issuer, x509_subject, authentication_string)"
                    + " VALUES ('localhost', 'root', '', '', '', '', '')");
        }
    }

    @Override
    public CheckedResult check() throws SQLException {
        unlessEqual("the number of rows", 1, readAll());
        unlessEqual("the first column", "localhost", last());
        try (Statement statement = connection().createStatement();
                ResultSet row = statement.executeQuery(sql())) {
            unlessEqual("the number of columns", COLUMNS, row.getMetaData().getColumnCount());
        }
        return CheckedResult.of("1 row of " + COLUMNS + " columns");
    }

    @Override
    public Optional<String> engine() {
        return Optional.of(ENGINE);
    }
}
