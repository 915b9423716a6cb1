package dev.jdbcbench.host;

import java.io.InputStream;
import java.io.OutputStream;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/** A command of a hostile server. On start it behaves as the test specifies, and it never exits normally. */
final class SilentCommand implements Command {
    /** The behaviour on start. */
    interface Deed {
        void on(ChannelSession channel) throws java.io.IOException;
    }

    private final Deed deed;

    SilentCommand(Deed deed) {
        this.deed = deed;
    }

    @Override
    public void start(ChannelSession channel, Environment env) throws java.io.IOException {
        deed.on(channel);
    }

    @Override
    public void destroy(ChannelSession channel) {}

    @Override
    public void setInputStream(InputStream in) {}

    @Override
    public void setOutputStream(OutputStream out) {}

    @Override
    public void setErrorStream(OutputStream err) {}

    @Override
    public void setExitCallback(ExitCallback callback) {}
}
