package dev.jdbcbench.slurm;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Checksum;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Fetched;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Limits;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.host.StallWatchdog;
import dev.jdbcbench.host.Streams;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node of a Slurm job. Each command runs as a short step of the job ({@code srun --overlap}). */
final class SlurmHost implements Host {
    private static final Logger LOG = LoggerFactory.getLogger(SlurmHost.class);

    /**
     * Encloses a command's stderr between two lines with a random word, because srun prints its own messages there. The
     * last line has the exit code, because srun also exits with 1 for failures of its own.
     */
    private static final String ENCLOSED =
            SlurmJob.BASE + "; printf '%s\\n' \"$0\" >&2; \"$@\"; printf '\\n%s %d\\n' \"$0\" $? >&2";

    /** Waits until the job's process on this node accepts launches. */
    private static final String GANG = """
            pipe=$BENCH_PLACE/launches tenths=0
            until [ -p "$pipe" ] && [ -O "$pipe" ]; do
                [ $tenths -lt 200 ] || { echo "there is no $pipe of this user"; exit 1; }
                tenths=$((tenths + 1))
                sleep 0.1
            done
            """;

    /** Exit code of a transfer if the path is not a regular file. */
    private static final int NOT_REGULAR = 3;

    /** Prints a file if it is a regular one; a link could lead anywhere. */
    private static final String READ =
            "[ -f \"$1\" ] && [ ! -L \"$1\" ] || exit " + NOT_REGULAR + "; head -c \"$2\" -- \"$1\"";

    private final String name;
    private final String node;
    private final String address;
    private final String id;
    private final SlurmJob job;
    private final LocalHost srun;
    private final Limits limits = Limits.USUAL;

    /** A node of a running job. */
    SlurmHost(String name, String node, String address, String id, SlurmJob job) {
        this.name = name;
        this.node = node;
        this.address = address;
        this.id = id;
        this.job = job;
        this.srun = new LocalHost(name);
    }

    void awaitGang() {
        require("wait for the Slurm job's process", Command.query("sh", "-c", GANG));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public boolean local() {
        return false;
    }

    private static String word() {
        byte[] bytes = new byte[8];
        new SecureRandom().nextBytes(bytes);
        return "bench-" + HexFormat.of().formatHex(bytes);
    }

    /** The command prefix that runs a command on this node. */
    private List<String> step(boolean input) {
        List<String> words = new ArrayList<>(List.of(
                "srun",
                "--jobid=" + id,
                "--nodelist=" + node,
                "--nodes=1",
                "--ntasks=1",
                "--overlap",
                "--cpu-bind=none",
                "--quiet",
                SlurmJob.EXPORT,
                "--chdir=/"));
        if (!input) {
            words.add("--input=none");
        }
        return words;
    }

    private Command enclosed(Command command, String word) {
        List<String> words = step(!command.input().isEmpty());
        words.addAll(List.of("sh", "-c", ENCLOSED, word));
        return command.withPrefix(words);
    }

    @Override
    public Outcome run(Command command) {
        String word = word();
        Outcome whole = srun.run(job.onCluster(enclosed(command, word)));
        Matcher enclosed = Pattern.compile(
                        "(?:.*?\n)?" + word + "\n(.*?)\n" + word + " ([0-9]{1,3})\n.*", Pattern.DOTALL)
                .matcher(whole.err());
        if (!enclosed.matches()) {
            throw lost(whole.err());
        }
        return new Outcome(Integer.parseInt(enclosed.group(2)), whole.out(), enclosed.group(1));
    }

    /** The failure for a step that did not end by itself: the job has ended, or Slurm cannot reach the node. */
    private Failure lost(String why) {
        job.requireRunning();
        return new Failure.Host(
                "Slurm cannot run a command on " + name + " (" + node + ")",
                why,
                "See: scontrol show node " + node + ". What was measured is kept.",
                null);
    }

    @Override
    public Running start(Command command, Consumer<String> out, Consumer<String> err) {
        Stderr stderr = new Stderr(word(), err);
        Running running = srun.start(job.onCluster(enclosed(command, stderr.word)), out, stderr::line);
        return new Running() {
            @Override
            public int waitFor() throws InterruptedException {
                int exit = running.waitFor();
                LOG.debug("{}: srun exited with {}", name, exit);
                return stderr.exit().orElse(-1);
            }

            @Override
            public void stop() {
                running.stop();
            }
        };
    }

    /** Extracts a command's stderr from the lines that srun prints. */
    private static final class Stderr {
        private final String word;
        private final Consumer<String> sink;
        private boolean inside;
        /** Whether an empty line is pending: it may be the one before the last word. */
        private boolean empty;

        private Optional<Integer> exit = Optional.empty();

        Stderr(String word, Consumer<String> sink) {
            this.word = word;
            this.sink = sink;
        }

        synchronized void line(String line) {
            if (inside && line.startsWith(word + " ")) {
                inside = false;
                exit = Optional.of(Integer.valueOf(line.substring(word.length() + 1)));
            } else if (line.equals(word)) {
                inside = true;
            } else if (inside) {
                if (empty) {
                    sink.accept("");
                }
                empty = line.isEmpty();
                if (!empty) {
                    sink.accept(line);
                }
            }
        }

        synchronized Optional<Integer> exit() {
            return exit;
        }
    }

    @Override
    public void upload(Path file, String remote) {
        String part = remote + "." + word() + ".part";
        try {
            if (Checksum.same(this, file, remote)) {
                return;
            }
            LOG.debug("{}: {} ← {} ({} bytes)", name, remote, file, Files.size(file));
            String parent = remote.substring(0, Math.max(1, remote.lastIndexOf('/')));
            require("make a directory", Command.of("mkdir", "-p", "--", parent));
            List<String> words = step(true);
            words.addAll(List.of("sh", "-c", "cat >\"$1\"", "sh", part));
            Process process = new ProcessBuilder(
                            job.onCluster(Command.of(words)).words())
                    .redirectInput(file.toFile())
                    .start();
            CompletableFuture<String> said = Streams.text(process.getErrorStream());
            awaitEnd(process, "send " + file.getFileName() + " to " + name);
            if (!Checksum.same(this, file, part)) {
                run(Command.of("rm", "-f", "--", part));
                throw new Failure.Command(
                        "cannot upload " + file.getFileName() + " to " + remote + " on " + name,
                        "the uploaded file has a different checksum\n" + said.join(),
                        "Is there room on its disk (df -h " + parent + ")?",
                        null);
            }
            require("rename a file", Command.of("mv", "--", part, remote));
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot upload " + file + " to " + remote + " on " + name,
                    String.valueOf(e),
                    "Is the file still there?",
                    e);
        }
    }

    private int awaitEnd(Process process, String what) {
        try {
            if (!process.waitFor(limits.fetch().toMillis(), TimeUnit.MILLISECONDS)) {
                throw limits.stalled(name, what);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        } finally {
            process.destroy();
        }
    }

    @Override
    public boolean download(String remote, Path file, long most) {
        List<String> words = step(false);
        words.addAll(List.of("sh", "-c", READ, "sh", remote, String.valueOf(most + 1)));
        try {
            Process process =
                    new ProcessBuilder(job.onCluster(Command.of(words)).words()).start();
            try (StallWatchdog watchdog = new StallWatchdog(limits.idle(), process::destroy);
                    InputStream in = process.getInputStream()) {
                process.getOutputStream().close();
                CompletableFuture<String> said = Streams.text(process.getErrorStream());
                Path fetched = file.resolveSibling(file.getFileName() + "." + word());
                try {
                    boolean whole = Fetched.write(in, fetched, most, watchdog::moved);
                    int exit = awaitEnd(process, "fetch " + remote + " from " + name);
                    if (watchdog.aborted()) {
                        throw limits.stalled(name, "fetch " + remote + " from " + name);
                    }
                    if (exit != 0) {
                        throw unfetched(remote, exit, said.join());
                    }
                    SafeFile.move(fetched, file);
                    return whole;
                } finally {
                    Files.deleteIfExists(fetched);
                }
            }
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot copy " + remote + " on " + name + " to " + file, String.valueOf(e), "Is the disk full?", e);
        }
    }

    private Failure.Command unfetched(String remote, int exit, String said) {
        job.requireRunning();
        return new Failure.Command(
                "cannot fetch " + remote + " from " + name,
                exit == NOT_REGULAR ? "it does not exist or is not a regular file" : said,
                "Look at it on " + node + ".",
                null);
    }

    @Override
    public void close() {}
}
