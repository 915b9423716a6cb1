package dev.jdbcbench.cli;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * An application in its own JVM, whose driver has no timeouts: it ends early only if it notices that its connection was
 * closed. Its arguments are a URL, a user, and either {@code busy} to run transactions or {@code idle} to stay within
 * one until it reads a byte from standard input.
 */
final class WatchedApplication {
    /** The exit code after an error of its connection. */
    static final int LOST = 3;

    private WatchedApplication() {}

    public static void main(String[] args) throws IOException {
        try (Connection connection = DriverManager.getConnection(args[0], args[1], System.getenv("DATABASE_PASSWORD"));
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            if (args[2].equals("idle")) {
                statement.executeUpdate("insert into watched (a, b) values (-1, 'idle')");
                System.out.println("open");
                System.in.read();
                connection.commit();
            } else {
                while (true) {
                    statement.executeUpdate("insert into watched (b) values ('busy')");
                    statement.executeUpdate("insert into watched (b) values ('busy, too')");
                    connection.commit();
                    System.out.println("committed");
                }
            }
        } catch (SQLException e) {
            System.out.println("lost: " + e.getMessage());
            System.exit(LOST);
        }
    }
}
