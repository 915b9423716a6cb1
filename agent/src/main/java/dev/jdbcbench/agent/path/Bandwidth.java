package dev.jdbcbench.agent.path;

import dev.jdbcbench.event.Transfer;
import dev.jdbcbench.load.Unit;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures how long payloads of growing size take to the server and back. The slope is the bandwidth, the intercept the RTT.
 */
final class Bandwidth {
    private static final int[] SIZES = {1_000, 16_000, 64_000, 250_000, 1_000_000, 4_000_000};

    /** Discarded exchanges per size, while the TCP window grows and the JIT compiles. */
    private static final int WARM_UP_COUNT = 3;

    private static final int COUNT = 9;

    /** Time limit per size. If a slow link exceeds it, larger sizes are skipped. */
    private static final long LIMIT_NANOS = 3_000_000_000L;

    /** Reserved for the statement around the payload. */
    private static final int OVERHEAD_BYTES = 1_000;

    private Bandwidth() {}

    /** The transfer times in both directions. */
    record Sweep(List<Transfer> up, List<Transfer> down) {}

    /** Sends and fetches payloads on a connection. */
    static Sweep measure(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long most = largestPacket(statement);
            List<Transfer> up = new ArrayList<>();
            List<Transfer> down = new ArrayList<>();
            for (int size : SIZES) {
                if (size + OVERHEAD_BYTES > most) {
                    break;
                }
                String payload = "a".repeat(size);
                up.add(transfer(size, () -> query(statement, "SELECT LENGTH('" + payload + "')")));
                down.add(transfer(size, () -> query(statement, "SELECT REPEAT('a', " + size + ")")));
                if (slow(up) || slow(down)) {
                    break;
                }
            }
            return new Sweep(up, down);
        }
    }

    private interface Exchange {
        void carryOut() throws SQLException;
    }

    private static Transfer transfer(int bytes, Exchange exchange) throws SQLException {
        List<Double> micros = new ArrayList<>();
        long end = System.nanoTime() + LIMIT_NANOS;
        for (int i = -WARM_UP_COUNT; i < COUNT; i++) {
            long start = System.nanoTime();
            exchange.carryOut();
            long now = System.nanoTime();
            if (i >= 0 || now > end) {
                micros.add((now - start) / Unit.NANOS_PER_MICRO);
            }
            if (now > end) {
                break;
            }
        }
        return new Transfer(bytes, micros);
    }

    private static boolean slow(List<Transfer> transfers) {
        return transfers.get(transfers.size() - 1).micros().size() < COUNT;
    }

    private static void query(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            row.getString(1);
        }
    }

    private static long largestPacket(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT @@max_allowed_packet")) {
            row.next();
            return row.getLong(1);
        }
    }
}
