package dev.jdbcbench.host.ssh;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import org.jspecify.annotations.Nullable;

/** The channels of an SSH session. */
final class Channels {
    private Channels() {}

    /**
     * Opens a new channel; it is not yet connected.
     *
     * @throws JSchException when the session has ended, or ends meanwhile
     */
    static <T extends Channel> T open(Session session, String kind, Class<T> type) throws JSchException {
        return made(session.openChannel(kind), type);
    }

    /** Despite its signature, jsch returns null when the session ends while it creates the channel. */
    static <T extends Channel> T made(@Nullable Channel channel, Class<T> type) throws JSchException {
        if (channel == null) {
            throw new JSchException("the session ended while a channel was opened");
        }
        return type.cast(channel);
    }
}
