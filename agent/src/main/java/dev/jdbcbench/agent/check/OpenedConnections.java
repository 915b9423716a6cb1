package dev.jdbcbench.agent.check;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The connections that a scenario has opened. Connections may be added by any thread. */
final class OpenedConnections implements ObservedOperation.Used<SQLException> {
    private static final long NOT_ASKED = -1;

    private final Map<Connection, Long> opened = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    void add(Connection connection) {
        count.incrementAndGet();
        opened.put(connection, NOT_ASKED);
    }

    @Override
    public int opened() {
        return count.get();
    }

    @Override
    public Set<Long> connectionIds() throws SQLException {
        Set<Long> ids = new HashSet<>();
        for (Map.Entry<Connection, Long> entry : opened.entrySet()) {
            if (entry.getKey().isClosed()) {
                opened.remove(entry.getKey());
            } else {
                long id = entry.getValue() == NOT_ASKED ? id(entry.getKey()) : entry.getValue();
                entry.setValue(id);
                ids.add(id);
            }
        }
        return ids;
    }

    private static long id(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT CONNECTION_ID()")) {
            result.next();
            return result.getLong(1);
        }
    }
}
