package dev.jdbcbench.host.ssh;

import com.jcraft.jsch.Channel;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Proxy;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SocketFactory;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Limits;
import dev.jdbcbench.host.Streams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connection to a host that is not reached directly: through another SSH session, or through a command. Opens no local port. */
final class Tunnel implements Proxy {
    private static final Logger LOG = LoggerFactory.getLogger(Tunnel.class);

    /** Opens a connection to a host and a port. */
    private interface Opener {
        Way open(String host, int port, int timeoutMillis, OutputStream heard) throws IOException, JSchException;
    }

    /** An open connection: output goes there until it is closed. */
    private record Way(OutputStream out, Runnable closing) {}

    /** Time between asking a command to end and killing it. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final Opener opener;
    private final Pipe heard = new Pipe();
    private final Socket socket = heard.socket();
    private Optional<Way> way = Optional.empty();

    private Tunnel(Opener opener) {
        this.opener = opener;
    }

    /** Tunnels from the host at the other end of a session. */
    static Tunnel through(Session session) {
        return new Tunnel((host, port, timeoutMillis, heard) -> {
            Channel channel = session.getStreamForwarder(host, port);
            channel.setOutputStream(heard);
            OutputStream out = channel.getOutputStream();
            channel.connect(timeoutMillis);
            return new Way(out, channel::disconnect);
        });
    }

    /** Tunnels through a command whose input and output are connected to the host. */
    static Tunnel by(String command) {
        return new Tunnel((host, port, timeoutMillis, heard) -> {
            // Ctrl-C reaches every process of the terminal, and the clean-up still needs this one.
            List<String> words = List.of("sh", "-c", "trap '' INT; exec " + command);
            LOG.debug("$ {} &", Command.of(words));
            Process process = new ProcessBuilder(words).start();
            var unused = Streams.lines(
                    process.getErrorStream(),
                    Limits.USUAL.line(),
                    () -> Limits.USUAL.longLine(command),
                    line -> LOG.warn("{}: {}", command, line));
            Streams.copy(process.getInputStream(), heard);
            return new Way(process.getOutputStream(), () -> end(process));
        });
    }

    private static void end(Process process) {
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        all.forEach(ProcessHandle::destroy);
        for (ProcessHandle handle : all) {
            var unused = handle.onExit()
                    .orTimeout(GRACE.toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionally(late -> {
                        handle.destroyForcibly();
                        return handle;
                    });
        }
    }

    @Override
    public synchronized void connect(SocketFactory unused, String host, int port, int timeoutMillis)
            throws IOException, JSchException {
        way = Optional.of(opener.open(host, port, timeoutMillis, heard));
    }

    @Override
    public InputStream getInputStream() {
        return heard.input();
    }

    @Override
    public OutputStream getOutputStream() {
        return way.orElseThrow(() -> new IllegalStateException("not connected")).out();
    }

    @Override
    public Socket getSocket() {
        return socket;
    }

    @Override
    public void close() {
        heard.close();
        way.ifPresent(open -> open.closing().run());
    }
}
