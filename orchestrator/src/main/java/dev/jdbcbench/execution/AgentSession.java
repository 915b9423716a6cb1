package dev.jdbcbench.execution;

import dev.jdbcbench.driver.Session;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.EventLog;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * An agent on a client host: started so that it outlives the line, and followed by its event file from the byte where
 * following stopped. Not thread safe.
 */
final class AgentSession {
    private static final Logger LOG = LoggerFactory.getLogger(AgentSession.class);

    /** Prints the file from a byte on, and what is added to it, until the supervisor is gone. */
    private static final String FOLLOW = """
            read -r child started supervisor rest <"$1/pid"
            : >>"$1/events.ndjson"
            exec tail -c +"$2" -f --pid="$supervisor" "$1/events.ndjson"
            """;

    private static final Duration RETRY = Duration.ofSeconds(5);
    /** With the time that an attempt takes, about as long as the lease lasts. */
    private static final int ATTEMPTS = 12;

    private static final String END = "\u0000end";

    private final HostScript script;
    private final Host host;
    private final String directory;
    private final EventLog log;
    private final Progress progress;
    private long offset;
    private boolean started;
    private boolean measured;
    private boolean finished;
    private String outcome = "";
    private final List<String> unfit = new ArrayList<>();

    /** In a directory of the host that {@link HostScript#begin} made. */
    AgentSession(HostScript script, String directory, EventLog log, Progress progress) {
        this.script = script;
        this.host = script.host();
        this.directory = directory;
        this.log = log;
        this.progress = progress;
    }

    /**
     * Starts an agent in a directory that {@link HostScript#begin} made.
     *
     * @param prefix runs the agent pinned; may be empty
     */
    static void launch(
            HostScript script,
            String directory,
            Plan plan,
            Session session,
            String java,
            AgentFiles files,
            List<String> prefix,
            Duration lease) {
        Host host = script.host();
        host.require(
                "make the agent's directories",
                Command.of("sh", "-c", "cd \"$1\" && mkdir -m 700 secret tmp", "sh", directory));
        host.write(directory + "/plan.json", Json.pretty(plan));
        host.write(sessionFile(directory), session.toProperties());
        List<String> words = new ArrayList<>(prefix);
        words.addAll(List.of("env", Session.VARIABLE + "=" + sessionFile(directory)));
        // The check of a scenario may hold 100 MB of rows as a driver's objects; afterwards the memory is the measured
        // JVMs'.
        List<String> jvmArgs = List.of(
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:MinHeapFreeRatio=5",
                "-XX:MaxHeapFreeRatio=10",
                "-Djava.io.tmpdir=" + directory + "/tmp",
                "-Djna.tmpdir=" + directory + "/tmp");
        words.addAll(files.agent(script, java, jvmArgs, "run", directory, AgentFiles.directory(script))
                .words());
        // On this machine every event is copied as soon as it is written; elsewhere the only copy may be there.
        HostScript.WhenAbandoned whenAbandoned =
                host.local() ? HostScript.WhenAbandoned.REMOVE : HostScript.WhenAbandoned.KEEP;
        script.launch(directory, lease, whenAbandoned, Command.of(words));
    }

    /** Where the session is in an agent's directory. */
    static String sessionFile(String directory) {
        return directory + "/secret/session.properties";
    }

    /**
     * Follows the agent to its end. A line that is lost is opened again, for as long as the agent's lease lasts.
     *
     * @throws Failure.Command when it ended before it measured anything
     * @throws Failure.Incomplete when it ended too early
     * @throws Failure.Host when the line was lost for good
     * @throws Failure.Interrupted when this thread was interrupted
     */
    void follow() {
        int lost = 0;
        while (!finished) {
            long before = offset;
            try {
                listen();
                if (!finished) {
                    drain();
                    if (!finished) {
                        throw ended();
                    }
                }
            } catch (Failure.Host e) {
                lost = offset > before ? 1 : lost + 1;
                if (lost > ATTEMPTS) {
                    throw e;
                }
                progress.warn(e.getMessage() + "; trying again in " + RETRY.toSeconds() + " s (" + lost + " of "
                        + ATTEMPTS + ")");
                pause();
            }
        }
    }

    /** How the agent says that it ended; empty before. */
    String outcome() {
        return outcome;
    }

    /** Why the agent gave up because the client host is unfit; empty when it did not. */
    List<String> unfit() {
        return outcome.equals("unfit") ? List.copyOf(unfit) : List.of();
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        }
    }

    private void listen() {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        Host.Running tail = host.start(
                Command.of("sh", "-c", FOLLOW, "sh", directory, String.valueOf(offset + 1)),
                lines::add,
                line -> LOG.debug("following: {}", line));
        Thread waiter = new Thread(
                () -> {
                    try {
                        LOG.debug("following ended with {}", tail.waitFor());
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } finally {
                        lines.add(END);
                    }
                },
                "bench-follow");
        waiter.setDaemon(true);
        waiter.start();
        try {
            while (!finished) {
                String line = lines.take();
                if (line.equals(END)) {
                    return;
                }
                hear(line);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        } finally {
            tail.stop();
        }
    }

    /** Reads what the agent wrote and nobody has read yet. */
    void drain() {
        if (!started
                && !host.run(Command.query("test", "-e", directory + "/events.ndjson"))
                        .ok()) {
            return;
        }
        Outcome rest = host.require(
                "read the agent's events",
                Command.query("tail", "-c", "+" + (offset + 1), directory + "/events.ndjson"));
        // A last line without its end is one that the agent did not finish writing.
        int whole = rest.out().lastIndexOf('\n') + 1;
        if (whole < rest.out().length()) {
            progress.warn("the agent's last event is torn: the agent was ended while it wrote");
        }
        rest.out().substring(0, whole).lines().forEach(this::hear);
    }

    private void hear(String line) {
        Event event;
        try {
            event = Json.read(line, Event.class);
        } catch (JacksonException e) {
            // The tail of a line when the stream was cut in its middle: it is read again, whole, from the same offset.
            LOG.debug("not an event: {}", line, e);
            return;
        }
        offset += line.getBytes(StandardCharsets.UTF_8).length + 1L;
        log.copy(line);
        started = true;
        measured |= event instanceof Event.ForkFinished;
        finished |= event instanceof Event.RunFinished;
        if (event instanceof Event.Decided decided) {
            LOG.info(
                    "block {}, {}: {} ({})",
                    decided.block(),
                    decided.row(),
                    decided.more() ? "one more" : "no more",
                    decided.decision());
        } else if (event instanceof Event.RunFinished end) {
            outcome = end.outcome();
        } else if (event instanceof Event.HostUnfit host) {
            unfit.addAll(host.reasons());
        }
        progress.happened(event);
    }

    private Failure ended() {
        Optional<String> exit = Optional.of(host.run(Command.query("cat", directory + "/exit")))
                .filter(Outcome::ok)
                .map(outcome -> outcome.out().strip());
        String log = host.run(Command.query("tail", "-n", "12", directory + "/out.log"))
                .out()
                .strip();
        if (exit.isEmpty()) {
            return new Failure.Host(
                    "the line to the agent on " + host.name() + " was lost",
                    "its events end, but it has not ended",
                    "Is the host still up, and the network between? What was measured is kept.",
                    null);
        }
        String what = "the agent on " + host.name() + " ended with exit status " + exit.get();
        return measured
                ? new Failure.Incomplete(what, log, "What was measured is kept; logs/agent.log has all it printed.")
                : new Failure.Command(
                        what + " before it measured anything",
                        log,
                        "logs/agent.log has all it printed. If it cannot reach the database: is `dataAddress:` of the database host right,"
                                + " and does a firewall let the port through?",
                        null);
    }

    /** Ends the agent and its forks, if they run, and reads its last words. */
    void stop() {
        script.stop(directory);
        drain();
    }

    /** Fetches the logs of the agent and its forks. */
    void fetchLogs(Path logs) {
        host.download(directory + "/out.log", logs.resolve("agent.log"));
        Outcome names = host.run(Command.query("ls", directory + "/logs"));
        if (names.ok()) {
            names.out().lines().forEach(name -> host.download(directory + "/logs/" + name, logs.resolve(name)));
        }
    }
}
