package dev.jdbcbench.host;

import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This machine. */
public final class LocalHost implements Host {
    private static final Logger LOG = LoggerFactory.getLogger(LocalHost.class);

    /** How a process ends that SIGINT ended, or SIGHUP: 128 and the signal's number. */
    private static final Set<Integer> ENDED_BY_TERMINAL = Set.of(130, 129);

    /** Ctrl-C, or the end of the terminal, reaches this process when it reaches its children; until its thread is interrupted, that much may pass. */
    private static final long INTERRUPT_COMES_MILLIS = 500;

    /** So long is waited for a process that was told to end: what undoes its work must not run beside it. */
    private static final long END_COMES_MILLIS = 1000;

    private final String name;

    /** This machine under the user's name for it. */
    public LocalHost(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String address() {
        return "localhost";
    }

    @Override
    public boolean local() {
        return true;
    }

    @Override
    public Outcome run(Command command) {
        long start = System.nanoTime();
        Process process = begin(command);
        CompletableFuture<String> out = Streams.text(process.getInputStream());
        CompletableFuture<String> err = Streams.text(process.getErrorStream());
        try {
            int exit = process.waitFor();
            if (ENDED_BY_TERMINAL.contains(exit)) {
                Thread.sleep(INTERRUPT_COMES_MILLIS);
            }
            Outcome outcome = new Outcome(exit, out.join(), err.join());
            LOG.debug("{}$ {} → {} ({} ms)", name, command, outcome.exit(), (System.nanoTime() - start) / 1_000_000);
            return outcome;
        } catch (InterruptedException e) {
            process.destroy();
            process.onExit()
                    .completeOnTimeout(process, END_COMES_MILLIS, TimeUnit.MILLISECONDS)
                    .join();
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        }
    }

    @Override
    public Running start(Command command, Consumer<String> out, Consumer<String> err) {
        LOG.debug("{}$ {} &", name, command);
        Process process = begin(command);
        CompletableFuture<Void> outEnd = Streams.lines(process.getInputStream(), out);
        CompletableFuture<Void> errEnd = Streams.lines(process.getErrorStream(), err);
        return new Running() {
            @Override
            public int waitFor() throws InterruptedException {
                int exit = process.waitFor();
                CompletableFuture.allOf(outEnd, errEnd).join();
                return exit;
            }

            @Override
            public void stop() {
                process.destroy();
            }
        };
    }

    private Process begin(Command command) {
        try {
            Process process = new ProcessBuilder(command.words()).start();
            try (OutputStream in = process.getOutputStream()) {
                in.write(command.inputBytes());
            } catch (IOException e) {
                // It ended without reading all: its exit code says more than a broken pipe.
                LOG.debug("{} did not read its input: {}", command, e.toString());
            }
            return process;
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot start " + command.words().get(0) + " on " + name,
                    String.valueOf(e.getMessage()),
                    "Install it, or put it on the PATH.",
                    e);
        }
    }

    @Override
    public void upload(Path file, String remote) {
        try {
            if (!Checksum.same(this, file, remote)) {
                LOG.debug("{}: {} ← {}", name, remote, file);
                copy(file, Path.of(remote));
            }
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot copy " + file + " to " + remote, String.valueOf(e), "Is there room on the disk?", e);
        }
    }

    @Override
    public void download(String remote, Path file) {
        try {
            copy(Path.of(remote), file);
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot copy " + remote + " to " + file, String.valueOf(e), "Is there room on the disk?", e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Path parent = to.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException(to + " is a directory");
        }
        Files.createDirectories(parent);
        // A name of its own: another bench may copy the same file at the same time.
        Path part = Files.createTempFile(parent, String.valueOf(to.getFileName()), ".part");
        try {
            Files.copy(from, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    @Override
    public void close() {}
}
