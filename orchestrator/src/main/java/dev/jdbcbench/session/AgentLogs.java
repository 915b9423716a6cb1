package dev.jdbcbench.session;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.untrusted.Printable;
import dev.jdbcbench.untrusted.SafeName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Fetches the logs of an agent and its forks from a client host. The host's list of files is not trusted: names, count
 * and sizes are limited, and nothing is written outside the run's log directory.
 */
public final class AgentLogs {
    /** Room for one log per fork and some more; a plan of a week has some thousand forks. */
    private static final int MOST = 5000;

    private static final long MOST_BYTES = 256 << 20;

    /** Prints the names of regular files, one per line. Links are skipped, because they may lead anywhere. */
    private static final String LIST =
            "cd -- \"$1\" && for file in *; do if [ -f \"$file\" ] && [ ! -L \"$file\" ]; then"
                    + " printf '%s\\n' \"$file\"; fi; done";

    private final Host host;
    private final String directory;
    private final Progress progress;
    private final List<String> skipped = new ArrayList<>();
    private long bytes;

    public AgentLogs(Host host, String directory, Progress progress) {
        this.host = host;
        this.directory = directory;
        this.progress = progress;
    }

    void fetch(RunDirectory run) {
        if (!host.exists(directory + "/out.log")) {
            return; // it was never started
        }
        fetch("out.log", run.logFile("agent.log"));
        Outcome names = host.run(
                host.ask(Command.query("sh", "-c", LIST, "sh", directory + "/logs"), "list", directory + "/logs"));
        if (names.ok()) {
            List<String> all = names.out().lines().toList();
            all.stream().limit(MOST).forEach(name -> fetchListed(name, run));
            all.stream().skip(MOST).forEach(name -> skipped.add("\"" + Printable.line(name) + "\" is one too many"));
        }
        if (!skipped.isEmpty()) {
            progress.warn(skipped.size() + (skipped.size() == 1 ? " log of " : " logs of ") + host.name()
                    + " could not be fetched completely: " + skipped.get(0) + (skipped.size() > 1 ? ", …" : ""));
        }
    }

    private void fetchListed(String name, RunDirectory run) {
        if (!SafeName.admits(name)) {
            skipped.add("\"" + Printable.line(name) + "\" is not the name of a log");
            return;
        }
        fetch("logs/" + name, run.logFile(name));
    }

    private void fetch(String from, Path to) {
        long most = Math.min(Host.FETCHED, MOST_BYTES - bytes);
        if (most <= 0) {
            skipped.add(from + ": the logs before it already have " + (MOST_BYTES >> 20) + " MiB");
            return;
        }
        try {
            if (!host.download(directory + "/" + from, to, most)) {
                skipped.add("of " + from + " only the first " + (most >> 20) + " MiB");
            }
            bytes += Files.size(to);
        } catch (Failure.Command e) {
            skipped.add(from + ": "
                    + Printable.line(e.why())); // it may have been removed meanwhile; continue with the others
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
