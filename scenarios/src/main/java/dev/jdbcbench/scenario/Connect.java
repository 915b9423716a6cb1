package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.PLAIN;
import static dev.jdbcbench.driver.Mode.TLS;
import static dev.jdbcbench.scenario.WrongResultException.unlessEqual;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.driver.Transport;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.Phaser;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Opens a connection, asks it for its catalogue and closes it.
 *
 * <p>Expect, after the TCP connection and the greeting, one round trip of Drizzle JDBC, two of MariaDB Connector/J since 2, three to five
 * of the others; one more for caching_sha2_password, and at least one more with TLS.
 *
 * <p>A closed connection keeps its port for a minute. MariaDB Connector/J closes by a reset here ({@code tcpAbortiveClose}), which keeps none;
 * for the others each iteration begins only when enough ports are free.
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

    /** All threads begin together: one that began earlier would use up the ports that another waits for. */
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
    public Finding check() throws SQLException {
        unlessEqual("the catalogue", String.valueOf(connection().getCatalog()), String.valueOf(operation()));
        return Finding.of("the catalogue is right");
    }

    @Override
    public Map<String, Double> counters(int operations) throws SQLException {
        try (Connection another = connectAnother()) {
            another.getCatalog();
            return SessionStatus.sinceOpened(another);
        }
    }
}
