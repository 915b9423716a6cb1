package dev.jdbcbench.host.ssh;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import com.jcraft.jsch.SftpException;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Checksum;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.CommandOutput;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Limits;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.host.Prompt;
import dev.jdbcbench.host.Streams;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A host reached over SSH, directly or through others. One session carries all commands. */
public final class SshHost implements Host {
    private static final Logger LOG = LoggerFactory.getLogger(SshHost.class);
    private static final int CHANNEL_TIMEOUT_MILLIS = 10_000;
    /** The exit status arrives after the output; how often to check for it. */
    private static final long STATUS_POLL_MILLIS = 2;
    /** Exit code of a command that a signal ended; ssh uses the same, because SSH transmits no number then. */
    private static final int ENDED_BY_SIGNAL = 255;

    private final String name;
    private final SshConnector connector;
    private final Limits limits;

    private SshHost(String name, SshConnector connector, Limits limits) {
        this.name = name;
        this.limits = limits;
        this.connector = connector;
        connector.connect();
        connector.stopPrompting(); // by the time of a reconnect the user may be gone
    }

    /** The session, reconnected if it was lost: a brief network outage must not cost a run. */
    private synchronized Session session() {
        if (!connector.connected()) {
            LOG.warn("the connection to {} was lost, reconnecting", name);
            connector.close();
            connector.connect();
        }
        return connector.session();
    }

    /** {@link #connect(HostSpec, Prompt) Connects}, asking on the terminal for missing secrets. */
    public static SshHost connect(HostSpec spec) {
        return connect(spec, new TerminalPrompt());
    }

    /**
     * Connects and logs in as the user's ssh would.
     *
     * @param prompt is asked for passphrases and passwords that the hosts file does not refer to
     * @throws Failure.Host when that fails
     */
    public static SshHost connect(HostSpec spec, Prompt prompt) {
        return connect(spec, prompt, SshConfigSource.of(SshPlaces.ofUser()));
    }

    /**
     * The address of a host by the user's SSH configuration, without connecting to it.
     *
     * @throws Failure.Host when the configuration cannot be read or honoured
     */
    public static String addressOf(HostSpec spec) {
        return addressOf(spec, SshConfigSource.of(SshPlaces.ofUser()));
    }

    static String addressOf(HostSpec spec, SshConfigSource source) {
        return spec.local()
                ? spec.address()
                : source.of(spec, spec.jump().isPresent()).hostName();
    }

    /** Connects with another directory than {@code ~/.ssh}, without asking the user. */
    public static SshHost connect(HostSpec spec, Path sshDirectory) {
        return connect(spec, Prompt.none(), SshConfigSource.of(SshPlaces.of(sshDirectory)));
    }

    public static SshHost connect(HostSpec spec, Prompt prompt, SshConfigSource source) {
        return new SshHost(spec.name(), SshConnector.of(spec, prompt, source), Limits.USUAL);
    }

    /** Connects with shorter timeouts, for tests. */
    public static SshHost connect(HostSpec spec, Path sshDirectory, Limits limits) {
        SshConfigSource source = SshConfigSource.of(SshPlaces.of(sshDirectory));
        return new SshHost(spec.name(), SshConnector.of(spec, Prompt.none(), source), limits);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String address() {
        return connector.address();
    }

    @Override
    public boolean local() {
        return false;
    }

    @Override
    public Outcome run(Command command) {
        long start = System.nanoTime();
        long deadline = start + command.limit().toNanos();
        CommandOutput answer = new CommandOutput(command.most());
        ChannelExec channel = null;
        if (Thread.currentThread().isInterrupted()) {
            throw new Failure.Interrupted(null); // jsch would swallow it
        }
        try {
            channel = open(command);
            channel.setOutputStream(answer.out());
            channel.setErrStream(answer.err(), true);
            channel.connect(CHANNEL_TIMEOUT_MILLIS);
            Session session = channel.getSession();
            while (!answer.endsSoon(deadline) && session.isConnected() && System.nanoTime() < deadline) {
                // until its output ends
            }
            if (answer.tooMuch()) {
                throw Limits.tooMuch(name, command);
            }
            int exit = awaitExit(session, channel, deadline);
            LOG.debug(
                    "{}$ {} → {} ({} ms)",
                    name,
                    command,
                    exit,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            if (exit < 0) {
                throw lost(null);
            }
            if (System.nanoTime() >= deadline && !channel.isClosed()) {
                throw Limits.late(name, command);
            }
            return answer.outcome(exit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        } catch (JSchException e) {
            throw failure(e, lost(e));
        } finally {
            if (channel != null) {
                channel.disconnect();
            }
        }
    }

    private ChannelExec open(Command command) throws JSchException {
        ChannelExec channel = Channels.open(session(), "exec", ChannelExec.class);
        byte[] input = command.inputBytes();
        if (input.length > 0) {
            channel.setCommand(command.quoted().getBytes(StandardCharsets.UTF_8));
            channel.setInputStream(new ByteArrayInputStream(input));
        } else {
            // With an input stream, jsch starts a reader thread, and fails when the command ends before that thread
            // starts.
            channel.setCommand((command.quoted() + " </dev/null").getBytes(StandardCharsets.UTF_8));
        }
        return channel;
    }

    /** The exit code; -1 when the connection was lost first; that of a signal when the host does not send it in time. */
    private static int awaitExit(Session session, ChannelExec channel, long deadline) throws InterruptedException {
        while (!channel.isClosed() && session.isConnected() && System.nanoTime() < deadline) {
            Thread.sleep(STATUS_POLL_MILLIS);
        }
        int exit = channel.getExitStatus();
        boolean lineHolds = exit < 0 && session.isConnected() && (!channel.isClosed() || carries(session));
        return lineHolds ? ENDED_BY_SIGNAL : exit;
    }

    /** Whether a session still works: jsch closes the channels of a lost connection before it marks the session as closed. */
    private static boolean carries(Session session) {
        try {
            ChannelExec probe = Channels.open(session, "exec", ChannelExec.class);
            try {
                probe.setCommand("true </dev/null");
                probe.connect(CHANNEL_TIMEOUT_MILLIS);
                return true;
            } finally {
                probe.disconnect();
            }
        } catch (JSchException e) {
            LOG.debug("a channel that ended without a status: the session ended with it", e);
            return false;
        }
    }

    /** An interrupt, which jsch may wrap; a lost connection when the session is gone; otherwise {@code otherwise}. */
    private Failure failure(Exception e, Failure otherwise) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException || cause instanceof InterruptedIOException) {
                Thread.currentThread().interrupt();
            }
        }
        if (Thread.currentThread().isInterrupted()) {
            return new Failure.Interrupted(e);
        }
        synchronized (this) {
            return connector.connected() ? otherwise : lost(e);
        }
    }

    private Failure.Host lost(@org.jspecify.annotations.Nullable Throwable cause) {
        return new Failure.Host(
                "the connection to " + name + " was lost",
                cause == null ? "the SSH session ended" : String.valueOf(cause.getMessage()),
                "Check that the host is up and reachable. What was measured is kept.",
                cause);
    }

    @Override
    public Running start(Command command, Consumer<String> out, Consumer<String> err) {
        LOG.debug("{}$ {} &", name, command);
        ChannelExec channel;
        Session session;
        InputStream outStream;
        InputStream errStream;
        try {
            channel = open(command);
            session = channel.getSession();
            outStream = channel.getInputStream();
            errStream = channel.getErrStream();
            channel.connect(CHANNEL_TIMEOUT_MILLIS);
        } catch (JSchException | IOException e) {
            throw failure(e, lost(e));
        }
        CompletableFuture<Void> outEnd = Streams.lines(outStream, limits.line(), () -> limits.longLine(name), out);
        CompletableFuture<Void> errEnd = Streams.lines(errStream, limits.line(), () -> limits.longLine(name), err);
        return new Running() {
            @Override
            public int waitFor() throws InterruptedException {
                try {
                    Streams.join(outEnd, errEnd);
                    return awaitExit(session, channel, System.nanoTime() + Limits.STATUS.toNanos());
                } finally {
                    channel.disconnect();
                }
            }

            @Override
            public void stop() {
                channel.disconnect();
            }
        };
    }

    @Override
    public void upload(Path file, String remote) {
        try {
            if (Checksum.same(this, file, remote)) {
                return;
            }
            LOG.debug("{}: {} ← {} ({} bytes)", name, remote, file, Files.size(file));
            require("make a directory", Command.of("mkdir", "-p", "--", directory(remote)));
            // A unique name: another bench may send the same file at the same time.
            String part = remote + "." + Long.toHexString(new SecureRandom().nextLong()) + ".part";
            try (Transfer transfer = transfer("send " + file.getFileName() + " to " + name)) {
                transfer.put(file, part);
            }
            if (!Checksum.same(this, file, part)) {
                run(Command.of("rm", "-f", "--", part));
                throw new Failure.Command(
                        "cannot upload " + file.getFileName() + " to " + remote + " on " + name,
                        "the uploaded file has a different checksum",
                        "Is there room on its disk (df -h " + directory(remote) + ")?",
                        null);
            }
            require("rename a file", Command.of("mv", "--", part, remote));
        } catch (FileSystemException e) {
            throw unreadable(file, e);
        } catch (SftpException e) {
            if (e.getCause() instanceof FileNotFoundException) {
                throw unreadable(file, e);
            }
            throw failure(
                    e,
                    new Failure.Command(
                            "cannot upload " + file.getFileName() + " to " + remote + " on " + name,
                            String.valueOf(e.getMessage()),
                            "Is there room on its disk (df -h " + directory(remote)
                                    + "), and may its user write there?",
                            e));
        } catch (JSchException | IOException e) {
            throw failure(e, lost(e));
        }
    }

    private Failure.Command unreadable(Path file, Exception cause) {
        return new Failure.Command(
                "cannot send " + file.getFileName() + " to " + name,
                file + " cannot be read here: " + cause.getClass().getSimpleName(),
                "If something rebuilt or removed it while bench was running, start again.",
                cause);
    }

    @Override
    public boolean download(String remote, Path file, long most) {
        try (Transfer transfer = transfer("fetch " + remote + " from " + name)) {
            return transfer.get(remote, file, most);
        } catch (SftpException e) {
            throw failure(
                    e,
                    new Failure.Command(
                            "cannot fetch " + remote + " from " + name,
                            String.valueOf(e.getMessage()),
                            "Is it still there, and is there room on the disk here?",
                            e));
        } catch (JSchException | IOException e) {
            throw failure(e, lost(e));
        }
    }

    private Transfer transfer(String what) throws JSchException, SftpException, IOException {
        Session session = session();
        Transfer transfer = new Transfer(Channels.open(session, "sftp", ChannelSftp.class), name, what, limits);
        try {
            transfer.connect(CHANNEL_TIMEOUT_MILLIS);
            return transfer;
        } catch (JSchException e) {
            transfer.close();
            // The channel did not open in time: the connection is lost, but not yet marked as such.
            boolean refused =
                    session.isConnected() && !String.valueOf(e.getMessage()).contains("channel is not opened");
            throw refused
                    ? failure(
                            e,
                            new Failure.Command(
                                    "cannot copy files to " + name,
                                    "its SSH server does not offer sftp: " + e.getMessage(),
                                    "Allow it in its sshd_config: Subsystem sftp internal-sftp",
                                    e))
                    : failure(e, lost(e));
        }
    }

    private static String directory(String remote) {
        return remote.substring(0, Math.max(1, remote.lastIndexOf('/')));
    }

    @Override
    public synchronized void close() {
        connector.close();
    }

    /** Its name and address, never any credentials. */
    @Override
    public String toString() {
        return name + " (" + address() + ")";
    }
}
