package dev.jdbcbench.host;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.untrusted.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This machine, as a host that needs no connection. */
public final class LocalHost implements Host {
    private static final Logger LOG = LoggerFactory.getLogger(LocalHost.class);

    /** Exit codes of a process ended by SIGINT or SIGHUP: 128 plus the signal number. */
    private static final Set<Integer> ENDED_BY_TERMINAL = Set.of(130, 129);

    /**
     * Ctrl-C or a hang-up reaches this process together with its children; the interrupt of the calling thread may come
     * this much later.
     */
    private static final long INTERRUPT_COMES_MILLIS = 500;

    /** How long to wait for a process that was asked to end: the clean-up must not run beside it. */
    private static final long END_COMES_MILLIS = 1000;

    private final String name;
    /** The only variables of its processes; empty for those of this JVM. */
    private final Optional<Map<String, String>> environment;

    /** This machine under the user's name for it. */
    public LocalHost(String name) {
        this(name, Optional.empty());
    }

    private LocalHost(String name, Optional<Map<String, String>> environment) {
        this.name = name;
        this.environment = environment;
    }

    /** A copy whose processes have only these variables. */
    public LocalHost within(Map<String, String> variables) {
        return new LocalHost(name, Optional.of(Map.copyOf(variables)));
    }

    /** This machine under the user's name for it, whatever its system is. */
    public static Host here(String name) {
        Optional<OtherSystem> other = isLinux()
                ? Optional.empty()
                : ServiceLoader.load(OtherSystem.class).findFirst();
        return other.map(system -> system.host(name)).orElseGet(() -> new LocalHost(name));
    }

    private static boolean isLinux() {
        return system().equals("Linux");
    }

    private static String system() {
        return System.getProperty("os.name");
    }

    /**
     * Makes sure that this machine can measure.
     *
     * @throws Failure.Command if it is not Linux
     */
    public static void requireLinux(String name) {
        if (!isLinux()) {
            throw notLinux(
                    name,
                    system(),
                    " This machine counts (compare --counts-only, explain) with a database that runs already (`install: external`).");
        }
    }

    /** @param more what else would do */
    static Failure notLinux(String name, String system, String more) {
        return new Failure.Command(
                name + " is " + Printable.line(system),
                "bench measures on Linux; only there, it starts databases, pins CPUs, and detaches from runs",
                "Name another host with --hosts or --db-host. The drivers run on `client:` of the hosts file." + more,
                null);
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
        long deadline = start + command.limit().toNanos();
        CommandOutput answer = new CommandOutput(command.most());
        Process process = begin(command);
        Streams.copy(process.getInputStream(), answer.out());
        CompletableFuture<Void> err = Streams.copied(process.getErrorStream(), answer.err());
        try {
            while (!answer.endsSoon(deadline) && System.nanoTime() < deadline) {
                // wait for the output, not the process: its children may still hold the output open
            }
            if (answer.tooMuch()) {
                throw Limits.tooMuch(name, command);
            }
            if (!process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)
                    || !ends(err, deadline)) {
                throw Limits.late(name, command);
            }
            int exit = process.exitValue();
            if (ENDED_BY_TERMINAL.contains(exit)) {
                Thread.sleep(INTERRUPT_COMES_MILLIS);
            }
            LOG.debug(
                    "{}$ {} → {} ({} ms)",
                    name,
                    command,
                    exit,
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            return answer.outcome(exit);
        } catch (InterruptedException e) {
            process.destroy();
            process.onExit()
                    .completeOnTimeout(process, END_COMES_MILLIS, TimeUnit.MILLISECONDS)
                    .join();
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        } catch (Failure e) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw e;
        }
    }

    private static boolean ends(CompletableFuture<Void> stream, long deadline) throws InterruptedException {
        try {
            stream.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // copying either completes or blocks; it never fails
        }
    }

    @Override
    public Running start(Command command, Consumer<String> out, Consumer<String> err) {
        LOG.debug("{}$ {} &", name, command);
        Process process = begin(command);
        Limits limits = Limits.USUAL;
        CompletableFuture<Void> outEnd =
                Streams.lines(process.getInputStream(), limits.line(), () -> limits.longLine(name), out);
        CompletableFuture<Void> errEnd =
                Streams.lines(process.getErrorStream(), limits.line(), () -> limits.longLine(name), err);
        return new Running() {
            @Override
            public int waitFor() throws InterruptedException {
                try {
                    Streams.join(outEnd, errEnd);
                } catch (Failure e) {
                    process.destroy();
                    throw e;
                }
                return process.waitFor();
            }

            @Override
            public void stop() {
                process.destroy();
            }
        };
    }

    private Process begin(Command command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command.words());
            environment.ifPresent(variables -> {
                builder.environment().clear();
                builder.environment().putAll(variables);
            });
            Process process = builder.start();
            try (OutputStream in = process.getOutputStream()) {
                in.write(command.inputBytes());
            } catch (IOException e) {
                // It ended without reading everything: its exit code says more than the broken pipe.
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
                    "cannot copy " + file + " to " + remote, String.valueOf(e), "Is the disk full?", e);
        }
    }

    @Override
    public boolean download(String remote, Path file, long most) {
        Path from = Path.of(remote);
        try {
            if (!Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException("it does not exist or is not a regular file");
            }
            try (InputStream in = Files.newInputStream(from, LinkOption.NOFOLLOW_LINKS)) {
                return Fetched.write(in, file, most, () -> {});
            }
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot copy " + remote + " to " + file, String.valueOf(e), "Is the disk full?", e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Path parent = to.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException(to + " is a directory");
        }
        Files.createDirectories(parent);
        // A unique name: another bench may copy the same file at the same time.
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
