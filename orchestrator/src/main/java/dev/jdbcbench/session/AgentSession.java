package dev.jdbcbench.session;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.JournalEntry;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.preparation.Inspection;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.site.BackOff;
import dev.jdbcbench.site.Leases;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.Surroundings;
import dev.jdbcbench.store.RunDirectory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * An agent on a client host. It survives the loss of the connection; bench then resumes reading its event file at the
 * byte where it stopped. Not thread safe.
 */
public final class AgentSession {
    private static final Logger LOG = LoggerFactory.getLogger(AgentSession.class);

    /** Prints the file from a byte on, and everything appended to it, until the supervisor ends. */
    private static final String FOLLOW = """
            read -r child started supervisor rest <"$1/pid"
            : >>"$1/events.ndjson"
            exec tail -c +"$2" -f --pid="$supervisor" "$1/events.ndjson"
            """;

    /** Upper limit. A run of a week has about 100 000 events; more than this cannot come from a run. */
    private static final long MOST_EVENTS = 1_000_000;

    private static final long MOST_BYTES = 1L << 30;

    /** How many times a line may be wrong while following the agent's file, but right when the file is read again. */
    private static final int MOST_REREADS = 100;

    /** Exit status of an agent that cannot write its events. */
    private static final String UNWRITABLE = "3";

    /** Whether the file ends in an incomplete line. */
    private static final String LAST_LINE_INCOMPLETE = "[ -n \"$(tail -c 1 \"$1/events.ndjson\")\" ]";

    /** The longest wait between two lines that exist already. */
    private static final Duration DRAIN_PAUSE = Duration.ofSeconds(60);

    private final HostScript script;
    private final Host host;
    private final String directory;
    private final EventLog log;
    private final Progress progress;
    private final Surroundings surroundings;
    /** The sequence number of the last agent event in the log; events up to it are skipped. */
    private final long knownSeq;

    private long offset;
    /** The number of the last event before the offset. */
    private long lastSeq;

    private boolean started;
    private int forks;
    private boolean finished;
    private boolean launched;
    private boolean lineLost;
    private boolean complete;
    /** Whether its host was taken away, with everything on it. */
    private boolean hostGone;

    private String outcome = "";
    private final RejectedLines refused;
    /**
     * Whether following stopped at a line that is not the next event. Reading the file again shows whether the file
     * really contains it.
     */
    private boolean outOfOrder;

    private int rereads;
    private final List<String> unfit = new ArrayList<>();

    /**
     * Uses a directory of the host that {@link HostScript#begin} created.
     *
     * @param knownSeq the sequence number of the last agent event in the log; 0 for none
     */
    public AgentSession(
            HostScript script,
            String directory,
            EventLog log,
            long knownSeq,
            Progress progress,
            Surroundings surroundings) {
        this.surroundings = surroundings;
        this.knownSeq = knownSeq;
        this.script = script;
        this.host = script.host();
        this.directory = directory;
        this.log = log;
        this.progress = progress;
        this.refused = new RejectedLines(host.name(), log, progress);
    }

    /** Starts the agent in its directory. */
    public void launch(AgentStart start) {
        start.in(script, directory, this::launching);
    }

    /**
     * Follows the agent until it ends. After a lost connection, tries to reconnect for as long as the agent may run
     * unattended.
     */
    public AgentOutcome follow() {
        return follow(() -> finished);
    }

    /** Follows the agent until it has checked the servers and starts measuring. */
    public AgentOutcome followUntilItWorks() {
        return follow(() -> finished || started);
    }

    private AgentOutcome follow(BooleanSupplier enough) {
        try {
            listenUntil(enough);
        } catch (Failure.Host e) {
            return AgentOutcome.of(AgentOutcome.Kind.LOST, e);
        } catch (Failure.Gone e) {
            hostGone = true;
            return AgentOutcome.of(AgentOutcome.Kind.LOST, e);
        } catch (Failure.Interrupted e) {
            return AgentOutcome.of(AgentOutcome.Kind.INTERRUPTED, e);
        } catch (Failure e) {
            return AgentOutcome.of(AgentOutcome.Kind.BROKEN, e);
        }
        return switch (outcome) {
            case "" -> AgentOutcome.of(AgentOutcome.Kind.WORKING);
            case "complete" -> AgentOutcome.of(AgentOutcome.Kind.COMPLETE);
            case "unfit" ->
                unfit.isEmpty()
                        ? AgentOutcome.of(AgentOutcome.Kind.INCOMPLETE)
                        : AgentOutcome.of(AgentOutcome.Kind.UNFIT, Inspection.unfitInFirstBlock(host.name(), unfit));
            default -> AgentOutcome.of(AgentOutcome.Kind.INCOMPLETE);
        };
    }

    /**
     * Listens until there are enough events.
     *
     * @throws Failure.Command when the agent ended before it measured anything
     * @throws Failure.Incomplete when it ended too early
     * @throws Failure.Host when the connection was lost for good
     * @throws Failure.Interrupted when this thread was interrupted
     */
    private void listenUntil(BooleanSupplier enough) {
        Optional<BackOff> lost = Optional.empty();
        Duration patience = Leases.DURATION;
        while (!enough.getAsBoolean()) {
            long before = offset;
            try {
                patience = listen(enough, patience);
                if (!enough.getAsBoolean()) {
                    drain();
                    if (!enough.getAsBoolean() && !outOfOrder) {
                        throw ended();
                    }
                    requireProgress(before);
                }
            } catch (Failure.Host e) {
                if (offset > before || lost.isEmpty()) {
                    lost = Optional.of(new BackOff(progress, surroundings));
                }
                if (lost.get().elapsed().compareTo(patience) > 0) {
                    throw e;
                }
                pause(lost.get(), e);
            }
        }
    }

    private void requireProgress(long before) {
        rereads = offset > before ? 0 : rereads + 1;
        if (rereads > MOST_REREADS) {
            throw new Failure.Command(
                    "cannot follow the agent on " + host.name(),
                    "its events change while they are read: " + directory + "/events.ndjson",
                    "Does something else write into that file?",
                    null);
        }
    }

    private void pause(BackOff lost, Failure.Host failure) {
        try {
            lost.pause(failure);
        } catch (InterruptedException e) {
            lineLost = true;
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        }
    }

    /** Reads the agent's events until it ends; returns how long it may run unattended. */
    private Duration listen(BooleanSupplier enough, Duration patience) {
        Duration alone = script.entries().stream()
                .filter(entry -> entry.directory().equals(directory))
                .findFirst()
                .flatMap(JournalEntry::leaseSeconds)
                .map(Duration::ofSeconds)
                .orElse(patience);
        outOfOrder = false;
        OutputLines lines =
                OutputLines.of(host, events(Command.of("sh", "-c", FOLLOW, "sh", directory, from()), "follow"));
        try (lines) {
            while (!enough.getAsBoolean() && !outOfOrder) {
                Optional<String> line = lines.next();
                if (line.isEmpty()) {
                    return alone;
                }
                outOfOrder = !accept(line.get());
            }
            return alone;
        }
    }

    /** The byte of the events from which on to read, from 1. */
    private String from() {
        return String.valueOf(offset + 1);
    }

    private Command events(Command onLinux, String verb) {
        return host.ask(onLinux, verb, directory, from());
    }

    /** A command whose last word is a path. */
    private Command of(Command onLinux, String verb) {
        return host.ask(onLinux, verb, onLinux.words().get(onLinux.words().size() - 1));
    }

    /** Reads the remaining events. Skips and reports lines that are not events of the agent. */
    public void drain() {
        if (!host.exists(directory + "/events.ndjson")) {
            return;
        }
        Command rest = events(Command.query("tail", "-c", "+" + from(), directory + "/events.ndjson"), "rest");
        try (OutputLines lines = OutputLines.of(host, rest)) {
            for (Optional<String> line = lines.next(DRAIN_PAUSE); line.isPresent(); line = lines.next(DRAIN_PAUSE)) {
                if (!accept(line.get())) {
                    refused.add(line.get(), lastSeq);
                    offset += bytes(line.get());
                    requireBounds();
                }
            }
            lines.requireEnd("read the agent's events", rest);
        }
        // The agent did not finish writing an unterminated last line.
        if (host.run(events(Command.query("sh", "-c", LAST_LINE_INCOMPLETE, "sh", directory), "incomplete"))
                .ok()) {
            progress.warn("the agent's last event is incomplete: the agent was killed while it wrote");
        }
    }

    /** Records that an agent may exist from now on. */
    public void launching() {
        launched = true;
    }

    /** Whether the connection was lost when following ended. Clean-up then does not wait for it again. */
    public boolean lineLost() {
        return lineLost;
    }

    /**
     * Whether the agent, if there was one, has ended and the log has all its events, or its host is gone. Its files on
     * the host may be removed once this is true.
     */
    public boolean fetched() {
        return complete || !launched || hostGone;
    }

    /**
     * Copies an event to the log. Returns an exception if this event was written but no further one can be; throws if
     * it could not be written at all.
     */
    private Optional<EventLog.UnwritableException> copy(String line) {
        try {
            log.copy(line);
            return Optional.empty();
        } catch (EventLog.UnwritableException e) {
            if (!e.written()) {
                throw e;
            }
            return Optional.of(e);
        }
    }

    private void passed(String line, Event event) {
        offset += bytes(line);
        lastSeq = event.seq();
        requireBounds();
    }

    private static long bytes(String line) {
        return line.getBytes(StandardCharsets.UTF_8).length + 1L;
    }

    private void requireBounds() {
        if (lastSeq > MOST_EVENTS || offset > MOST_BYTES) {
            throw new Failure.Command(
                    "the client host " + host.name() + " sends more events than a run has",
                    lastSeq + " events, " + offset + " bytes",
                    "Does something else write into " + directory + " there?",
                    null);
        }
    }

    /**
     * Makes sure that no measurements exist only on the agent's host.
     *
     * @throws Failure.Command if some do
     */
    public void requireWhole(String run) {
        if (!fetched()) {
            throw new Failure.Command(
                    "cannot fetch the latest measurements of the agent",
                    "they are still on " + host.name() + ", in " + directory,
                    "./bench resume " + run + " fetches them and continues the run.",
                    null);
        }
    }

    /** Accepts a line that is the agent's next event; for any other, changes nothing and returns false. */
    private boolean accept(String line) {
        Event event;
        try {
            event = Json.read(line, Event.class);
        } catch (JacksonException e) {
            LOG.debug("not an event: {}", line, e);
            return false;
        }
        // After the agent has truncated an incomplete line, tail prints the whole file again, with old event numbers.
        if (event.source() != Event.Source.AGENT || event.seq() != lastSeq + 1) {
            return false;
        }
        Optional<EventLog.UnwritableException> full = event.seq() > knownSeq ? copy(line) : Optional.empty();
        passed(line, event);
        forks += event.is(Fact.ForkFinished.class) ? 1 : 0;
        // Recorded by the first block, no matter which bench was attached.
        event.as(Fact.HostUnfit.class).ifPresent(host -> unfit.addAll(host.reasons()));
        if (event.seq() <= knownSeq) {
            return true;
        }
        started |= event.is(Fact.SessionStarted.class);
        finished |= event.is(Fact.RunFinished.class);
        event.as(Fact.Decided.class)
                .ifPresent(decided -> LOG.info(
                        "block {}, {}: {} ({})",
                        decided.block(),
                        decided.row(),
                        decided.more() ? "one more" : "no more",
                        decided.decision()));
        event.as(Fact.RunFinished.class).ifPresent(end -> outcome = end.outcome());
        progress.onEvent(event);
        if (full.isPresent()) {
            throw full.get();
        }
        return true;
    }

    /** Whether its process is running. */
    private boolean works() {
        return script.entries().stream()
                .anyMatch(entry ->
                        entry.directory().equals(directory) && entry.process().isPresent());
    }

    private Failure ended() {
        Optional<String> exit = Optional.of(host.run(of(Command.query("cat", directory + "/exit"), "print")))
                .filter(Outcome::ok)
                .map(outcome -> outcome.out().strip());
        String log = host.run(of(Command.query("tail", "-n", "12", directory + "/out.log"), "end"))
                .out()
                .strip();
        if (exit.isEmpty() && works()) {
            return new Failure.Host(
                    "the connection to the agent on " + host.name() + " was lost",
                    "its events stopped, but it is still running",
                    "Check that the host is up and reachable. What was measured is kept.",
                    null);
        }
        if (exit.isEmpty()) {
            return new Failure.Incomplete(
                    "the agent on " + host.name() + " is gone",
                    host.exists(directory)
                            ? "it was killed, and so was its supervisor"
                            : "its directory there is gone, too: " + directory,
                    "Was the host rebooted, or cleaned? What was measured is kept, and ./bench resume continues the run.");
        }
        if (exit.get().equals(String.valueOf(ExitCode.UNFIT.number()))) {
            return new Failure.Unfit(
                    "the run cannot be resumed: its conditions have changed",
                    log,
                    "New measurements would not compare with the existing ones. Restore the conditions and resume again, or start a new"
                            + " run.");
        }
        if (exit.get().equals(UNWRITABLE)) {
            return full(log);
        }
        String what = "the agent on " + host.name() + " ended with exit status " + exit.get();
        return forks > 0
                ? new Failure.Incomplete(what, log, "What was measured is kept; logs/agent.log has its full output.")
                : new Failure.Command(
                        what + " before it measured anything",
                        log,
                        "logs/agent.log has its full output. If it cannot reach the database: is `dataAddress:` of the database host right,"
                                + " and does a firewall allow the port?",
                        null);
    }

    private Failure full(String log) {
        String what = "the disk of " + host.name() + " is full: the agent cannot write what it measures";
        String disk = host.run(of(Command.query("df", "-P", directory), "free")).out();
        String hint = "Make room there (df -h " + directory + ").";
        return forks > 0
                ? new Failure.Incomplete(
                        what,
                        log + "\n" + disk,
                        hint + " " + forks + (forks == 1 ? " fork is kept." : " forks are kept."))
                : new Failure.Command(what, log + "\n" + disk, hint, null);
    }

    /** Ends the agent and its forks if they are running, and reads the remaining events. */
    public void stop() {
        try {
            script.stop(directory);
        } catch (Failure.Gone e) {
            hostGone = true;
            throw e;
        } catch (Failure.Command e) {
            if (host.exists(directory)) {
                throw e;
            }
            LOG.info("the agent's directory was removed by someone else", e);
        }
        drain();
        refused.reportTotal();
        complete = true;
    }

    /** Fetches the logs of the agent and its forks. */
    void fetchLogs(RunDirectory run) {
        new AgentLogs(host, directory, progress).fetch(run);
    }
}
