package dev.jdbcbench.host.ssh;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.SftpException;
import com.jcraft.jsch.SftpProgressMonitor;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Fetched;
import dev.jdbcbench.host.Limits;
import dev.jdbcbench.host.StallWatchdog;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** The transfer of one file to or from a host, over its own channel, which is cut when the transfer stalls. */
final class Transfer implements Closeable {
    private final ChannelSftp sftp;
    private final String host;
    private final String what;
    private final Limits limits;
    private final StallWatchdog watch;

    /**
     * Takes a channel that is not connected yet.
     *
     * @param what it does, for messages: {@code fetch FILE from HOST}
     */
    Transfer(ChannelSftp sftp, String host, String what, Limits limits) {
        this.sftp = sftp;
        this.host = host;
        this.what = what;
        this.limits = limits;
        this.watch = new StallWatchdog(limits.idle(), sftp::disconnect);
    }

    private interface Step<T> {
        T take() throws JSchException, SftpException, IOException;
    }

    /** Runs a step; recognises an abort by the watch whatever exception jsch throws for the closed channel. */
    private <T> T watched(Step<T> step) throws JSchException, SftpException, IOException {
        try {
            T result = step.take();
            watch.moved();
            return result;
        } catch (JSchException | SftpException | IOException | RuntimeException e) {
            if (watch.aborted()) {
                Failure failure = limits.stalled(host, what);
                failure.addSuppressed(e);
                throw failure;
            }
            throw e;
        }
    }

    void connect(int timeoutMillis) throws SftpException, JSchException, IOException {
        boolean unused = watched(() -> {
            sftp.connect(timeoutMillis);
            return true;
        });
    }

    void put(Path file, String remote) throws SftpException, JSchException, IOException {
        boolean unused = watched(() -> {
            sftp.put(file.toString(), remote, new Moved());
            return true;
        });
    }

    /** Reports each block that was sent to the watch. */
    private final class Moved implements SftpProgressMonitor {
        @Override
        public void init(int operation, String from, String to, long size) {
            watch.moved();
        }

        @Override
        public boolean count(long bytes) {
            watch.moved();
            return true;
        }

        @Override
        public void end() {
            watch.moved();
        }
    }

    /** Fetches a regular file, up to a limit; returns whether that was the whole file. */
    boolean get(String remote, Path file, long most) throws SftpException, JSchException, IOException {
        watch.endsWithin(limits.fetch());
        return watched(() -> {
            if (!sftp.lstat(remote).isReg()) {
                throw new SftpException(ChannelSftp.SSH_FX_FAILURE, "it is not a regular file");
            }
            InputStream in = sftp.get(remote);
            try {
                return Fetched.write(in, file, most, watch::moved);
            } finally {
                watch.moved();
                sftp.disconnect(); // before its stream is closed, which would read the rest
            }
        });
    }

    @Override
    public void close() {
        watch.close();
        sftp.disconnect();
    }
}
