package dev.jdbcbench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class ServerErrorTest {
    @Test
    void numberStateAndWordsOfTheServerAreKept() {
        assertThat(ServerError.text(new SQLException("(conn=12) Too many\nconnections", "08004", 1040)))
                .isEqualTo("error 1040 (08004): Too many connections");
    }

    @Test
    void innermostErrorOfAServerCounts() {
        Throwable failure = new IllegalStateException(
                "the pool is not ready",
                new SQLException("Connection failed", "08000", 0, new SQLException("exceeded", "42000", 1226)));
        assertThat(ServerError.text(failure)).isEqualTo("error 1226 (42000): exceeded");
    }

    @Test
    void failureWithoutAServerIsNamedWithItsCause() {
        assertThat(ServerError.text(new SQLException("no connection", new IOException("reset"))))
                .isEqualTo("java.sql.SQLException: no connection (Caused by: java.io.IOException: reset)");
        assertThat(ServerError.in(new IOException("reset"))).isEmpty();
    }
}
