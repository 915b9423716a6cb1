package dev.jdbcbench.host;

import com.jcraft.jsch.Session;
import java.util.Optional;

/**
 * A logged-in session, and the sessions of the jump hosts that it goes through.
 *
 * @param through the connection to the host before it; empty when it is reached directly
 */
record SshLine(Session session, Optional<SshLine> through) {
    /** Whether every session of the chain is connected, as far as is known. */
    boolean connected() {
        return session.isConnected() && through.map(SshLine::connected).orElse(true);
    }

    /** Closes the whole chain. */
    void close() {
        session.disconnect();
        through.ifPresent(SshLine::close);
    }
}
