package dev.jdbcbench.host;

import com.jcraft.jsch.Session;
import java.util.Optional;

/**
 * A session that is logged in, with those of the hosts through which it goes.
 *
 * @param through the line to the host before it; empty when it is reached directly
 */
record SshLine(Session session, Optional<SshLine> through) {
    /** Whether all of it is there still, as far as is known. */
    boolean connected() {
        return session.isConnected() && through.map(SshLine::connected).orElse(true);
    }

    /** Closes all of it. */
    void close() {
        session.disconnect();
        through.ifPresent(SshLine::close);
    }
}
