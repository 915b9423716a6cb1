package dev.jdbcbench.config;

/**
 * What a server must offer beyond TCP to one connection.
 *
 * @param tls whether connections may be encrypted; without, the server has no certificate, and no driver chooses TLS by itself
 * @param socket whether the user may also come through the Unix socket
 * @param threads how many threads of one measured JVM work at the same time
 * @param threeBytes whether a character takes at most three bytes (utf8, as the comparison of 2016 had it), else four (utf8mb4)
 */
public record ServerNeeds(boolean tls, boolean socket, int threads, boolean threeBytes) {
    /** TCP in plain text, one thread. */
    public static final ServerNeeds PLAIN = new ServerNeeds(false, false, 1, false);

    public ServerNeeds {
        if (threads < 1) {
            throw new IllegalArgumentException("at least one thread, not " + threads);
        }
    }
}
