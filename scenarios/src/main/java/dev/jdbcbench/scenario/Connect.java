package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.PLAIN;
import static dev.jdbcbench.driver.Mode.TLS;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.scenario.jvm.EphemeralPorts;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.SessionStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.Phaser;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Opens a connection, gets its catalogue and closes it.
 *
 * <p>After the TCP connection and the greeting, expect one round trip with Drizzle JDBC, two with MariaDB Connector/J since 2,
 * three to five with the others; one more for caching_sha2_password, and at least one more with TLS.
 *
 * <p>A closed connection occupies its port for a minute. MariaDB Connector/J closes with a reset here
 * ({@code tcpAbortiveClose}), which frees the port at once; for the other drivers each iteration waits until enough ports are
 * free.
 *
 * <p>Repeats Create_and_close_Connection of MariaDB's own later benchmarks, and connect/disconnect of the comparison of 2013.
 */
@Listed(
        order = 190,
        operation = "open a connection, getCatalog, close",
        repeats = "Create_and_close_Connection; connect/disconnect (2013)",
        modes = {PLAIN, TLS},
        features = Feature.CONNECT)
public class Connect extends Scenario {
    private static @Nullable Phaser barrier;

    @Override
    @Benchmark
    public Object operation() throws SQLException {
        try (Connection another = connectAnother()) {
            return another.getCatalog();
        }
    }

    /** All threads start together, because one that started earlier would use up the ports that another is waiting for. */
    @Override
    public void beforeIteration() {
        if (transport() != Transport.SOCKET) {
            EphemeralPorts.await();
            barrier(threads()).arriveAndAwaitAdvance();
        }
    }

    private static synchronized Phaser barrier(int threads) {
        if (barrier == null) {
            barrier = new Phaser(threads);
        }
        return barrier;
    }

    @Override
    public CheckedResult check() throws SQLException {
        unlessEqual("the catalogue", String.valueOf(connection().getCatalog()), String.valueOf(operation()));
        return CheckedResult.of("the catalogue is right");
    }

    @Override
    public Map<String, Double> counters(int operations) throws SQLException {
        try (Connection another = connectAnother()) {
            another.getCatalog();
            return SessionStatus.sinceOpened(another);
        }
    }
}
