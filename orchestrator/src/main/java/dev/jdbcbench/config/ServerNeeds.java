package dev.jdbcbench.config;

/**
 * The requirements on a server beyond TCP and one connection.
 *
 * @param tls whether connections may be encrypted; if not, the server has no certificate, and no driver chooses TLS by
 *     itself
 * @param socket whether the user may also connect through the Unix socket
 * @param connections how many may be open at the same time
 * @param utf8mb3 whether text has at most three bytes per character, as in the comparison of 2016; otherwise it is
 *     utf8mb4
 */
public record ServerNeeds(boolean tls, boolean socket, int connections, boolean utf8mb3) {
    /** Unencrypted TCP, one connection. */
    public static final ServerNeeds PLAIN = new ServerNeeds(false, false, 1, false);

    public ServerNeeds {
        if (connections < 1) {
            throw new IllegalArgumentException("at least one connection, not " + connections);
        }
    }
}
