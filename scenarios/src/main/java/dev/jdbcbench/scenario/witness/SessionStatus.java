package dev.jdbcbench.scenario.witness;

import dev.jdbcbench.driver.Transport;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The server's counters for one connection, which are valid even if others use the server. */
public final class SessionStatus {
    private static final List<String> COUNTERS = List.of(
            "Questions",
            "Com_select",
            "Com_insert",
            "Com_stmt_prepare",
            "Com_stmt_execute",
            "Com_stmt_close",
            "Com_stmt_reset",
            "Com_stmt_fetch",
            Ends.COMMITS,
            Ends.ROLLBACKS,
            "Bytes_received",
            "Bytes_sent");

    private static final String QUERY = COUNTERS.stream()
            .map(name -> "'" + name + "'")
            .collect(Collectors.joining(",", "SHOW SESSION STATUS WHERE Variable_name IN (", ")"));

    /** Time limit for counting, because a single operation may take a second. */
    private static final long LIMIT_NANOS = 300_000_000;

    private SessionStatus() {}

    /** Reads the status of the counted connection. */
    @FunctionalInterface
    public interface Reading {
        Map<String, Long> read() throws SQLException;
    }

    /** The counted operation. */
    @FunctionalInterface
    public interface Operation {
        Object run() throws SQLException;
    }

    /**
     * The counters per operation. Reads the status twice before the operations, to determine the cost of reading and subtract
     * it.
     */
    public static Map<String, Double> perOperation(Reading reading, Operation operation, int most) throws SQLException {
        Map<String, Long> zero = reading.read();
        Map<String, Long> before = reading.read();
        long start = System.nanoTime();
        int done = 0;
        do {
            operation.run();
            done++;
        } while (done < most && System.nanoTime() - start < LIMIT_NANOS);
        Map<String, Long> after = reading.read();
        Map<String, Double> counters = new LinkedHashMap<>();
        for (String name : COUNTERS) {
            if (after.containsKey(name)) {
                long cost = value(before, name) - value(zero, name);
                counters.put(name, (double) (value(after, name) - value(before, name) - cost) / done);
            }
        }
        return counters;
    }

    /** The counters since the connection was opened, without the cost of reading them. */
    public static Map<String, Double> sinceOpened(Connection connection) throws SQLException {
        Map<String, Long> first = read(connection);
        Map<String, Long> second = read(connection);
        Map<String, Double> counters = new LinkedHashMap<>();
        for (String name : COUNTERS) {
            if (first.containsKey(name)) {
                // The first reading already includes its own query, except the bytes of the reply.
                long reading = name.equals("Bytes_sent") ? 0 : value(second, name) - value(first, name);
                counters.put(name, (double) (value(first, name) - reading));
            }
        }
        return counters;
    }

    private static long value(Map<String, Long> status, String name) {
        return status.getOrDefault(name, 0L);
    }

    public static Map<String, Long> read(Connection connection) throws SQLException {
        Map<String, Long> status = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(QUERY)) {
            while (rows.next()) {
                status.put(rows.getString(1), rows.getLong(2));
            }
        }
        return status;
    }

    /**
     * Checks that a connection uses the requested transport.
     *
     * @throws WrongResultException when it uses another one
     */
    public static void verify(Connection connection, Transport asked) throws SQLException {
        String cipher = ask(connection, "SHOW SESSION STATUS LIKE 'Ssl_cipher'", 2);
        // USER() does not show it: a server that resolves names calls clients on the loopback localhost, too.
        String from = ask(connection, "SELECT HOST FROM information_schema.PROCESSLIST WHERE ID = CONNECTION_ID()", 1);
        Transport used;
        if (!cipher.isEmpty()) {
            used = Transport.TLS;
        } else {
            used = from.contains(":") ? Transport.TCP : Transport.SOCKET; // only TCP has a port
        }
        WrongResultException.unlessEqual("the transport", asked, used);
    }

    private static String ask(Connection connection, String sql, int column) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            String value = row.next() ? row.getString(column) : null;
            return value == null ? "" : value;
        }
    }
}
