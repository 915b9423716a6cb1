package dev.jdbcbench.sql;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.ForeignServer;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.ServerKind;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares how servers read the texts of {@link SqlText} with how bench does. */
@OnThisMachine
class ServersReadSqlIT {
    private static final int WRONG_ARGUMENTS = 1210;
    private static final int MOST = 6;

    @ParameterizedTest
    @EnumSource(ServerKind.class)
    void serversAgree(ServerKind kind) throws Exception {
        Optional<Binaries> programs = ForeignServer.programs(kind);
        if (programs.isEmpty()) {
            System.err.println("SKIPPED: there is no " + kind.title() + " on this machine");
        }
        assumeTrue(programs.isPresent(), "there is no " + kind.title() + " on this machine");
        SoftAssertions all = new SoftAssertions();
        try (ForeignServer server = ForeignServer.start(
                        programs.orElseThrow(),
                        kind == ServerKind.MYSQL ? DriverCatalogue.MYSQL : DriverCatalogue.MARIADB);
                Connection connection = server.connect("boss", ForeignServer.PASSWORD, "payroll");
                Statement statement = connection.createStatement()) {
            SqlText.all().forEach(text -> {
                for (String sql : TokensTest.statements(text)) {
                    try {
                        all.assertThat(parameters(statement, text.mode(), sql))
                                .as(kind + ": " + text)
                                .isBetween(text.fewest(), text.most());
                    } catch (SQLException e) {
                        all.fail(kind + " refuses " + sql + " of " + text, e);
                    }
                }
            });
        }
        all.assertAll();
    }

    /** The number of parameters, as the server counts them. It refuses a text with several statements. */
    private static int parameters(Statement statement, String mode, String sql) throws SQLException {
        statement.execute("SET sql_mode = '" + mode + "'");
        String bytes = HexFormat.of().formatHex(sql.getBytes(StandardCharsets.UTF_8));
        statement.execute("SET @value = 1, @text = CONVERT(X'" + bytes + "' USING utf8mb4)");
        statement.execute("PREPARE text FROM @text");
        for (int number = 0; number < MOST; number++) {
            String values = String.join(", ", Collections.nCopies(number, "@value"));
            try {
                statement.execute("EXECUTE text" + (values.isEmpty() ? "" : " USING " + values));
                return number;
            } catch (SQLException e) {
                if (e.getErrorCode() != WRONG_ARGUMENTS) {
                    throw e;
                }
            }
        }
        throw new SQLException("it has more than " + MOST + " parameters");
    }
}
