package dev.jdbcbench.execution;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.session.AgentOutcome;
import dev.jdbcbench.session.AgentSession;
import dev.jdbcbench.session.FullDisk;
import dev.jdbcbench.session.Logs;
import dev.jdbcbench.site.Leases;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.Undo;
import dev.jdbcbench.store.RunDirectory;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The attachment of this bench to one run, from the event that announces it to the event that records the outcome. In
 * between, a {@link Task} starts or finds the run's agent and follows it. At the end the agent is stopped, its
 * measurements are fetched, and the hosts are cleaned up. For a detached run, losing the connection leaves the run
 * running.
 */
final class Attachment {
    private final RunDirectory directory;
    private final List<Event> before;
    private final EventLog log;
    private final Leases leases;
    private final Undo undo;
    private final Undo outer;
    private final Clock clock;
    private final Progress progress;
    private final Logs logs;
    private final List<Kept> kept = new ArrayList<>();
    private Optional<AgentSession> agent = Optional.empty();

    /** The purpose of attaching to a run. */
    interface Task {
        /**
         * Starts or finds the agent, and follows it as far as needed.
         *
         * @return how following it ended; empty when it was not followed
         */
        Optional<AgentOutcome> carryOut(Attachment attachment);

        /** Whether the run continues without bench because an earlier bench detached from it. */
        default boolean alone() {
            return false;
        }

        /** How long the run may continue unattended if this bench detaches once the agent is measuring; empty if it does not detach. */
        default Optional<Duration> detachesFor() {
            return Optional.empty();
        }

        /** The run's outcome, for its last event. Everything has been fetched. */
        String outcome(Attachment attachment, Optional<Failure> failure, boolean complete);
    }

    /** A directory of the run on a host, and what happens to it when its lease expires. */
    private record Kept(HostScript script, String directory, HostScript.WhenAbandoned fate) {}

    private Attachment(
            RunDirectory directory,
            List<Event> before,
            EventLog log,
            Leases leases,
            Undo undo,
            Undo outer,
            Clock clock,
            Progress progress) {
        this.directory = directory;
        this.before = before;
        this.log = log;
        this.leases = leases;
        this.undo = undo;
        this.outer = outer;
        this.clock = clock;
        this.progress = progress;
        this.logs = new Logs(directory, progress);
    }

    /**
     * Attaches to a run until it has ended or bench detaches.
     *
     * @param before the run's earlier events
     * @param outer cleanup after the run: claims, connections
     * @throws Failure if bench left a detached run because the connection was lost, bench was asked to stop, or this
     *     machine's disk is full
     */
    static RunOutcome to(
            RunDirectory directory, List<Event> before, Undo outer, Clock clock, Progress progress, Task task) {
        try {
            EventLog log = new EventLog(
                    directory.events(),
                    Event.Source.ORCHESTRATOR,
                    EventLog.lastSeq(before, Event.Source.ORCHESTRATOR),
                    clock,
                    event -> {},
                    progress::recorded);
            try (Leases leases = new Leases(progress);
                    Undo undo = outer.inner()) {
                log.append(new Fact.RunStarted(directory.run(), RunExecution.version()));
                return new Attachment(directory, before, log, leases, undo, outer, clock, progress).carryOut(task);
            } finally {
                close(log, progress);
            }
        } catch (EventLog.UnwritableException e) {
            throw FullDisk.failure(e);
        }
    }

    /** Every event is on the disk already, so a disk that fails now changes nothing in how the run has ended. */
    private static void close(EventLog log, Progress progress) {
        try {
            log.close();
        } catch (IOException e) {
            progress.warn("cannot close the file of events: " + FileTrouble.why(e));
        }
    }

    private RunOutcome carryOut(Task task) {
        Optional<Failure> failure = Optional.empty();
        boolean complete = false;
        try {
            Optional<AgentOutcome> ending = task.carryOut(this);
            Optional<Duration> alone = task.detachesFor();
            if (alone.isPresent()
                    && ending.filter(end -> end.kind() == AgentOutcome.Kind.WORKING)
                            .isPresent()) {
                return detach(alone.get());
            }
            complete = ending.filter(end -> end.kind() == AgentOutcome.Kind.COMPLETE)
                    .isPresent();
            failure = ending.flatMap(AgentOutcome::why);
        } catch (Failure e) {
            failure = Optional.of(e);
        } catch (EventLog.UnwritableException e) {
            if (task.alone()) {
                undo.forget(); // the disk is full here, not on the host
                throw e;
            }
            return end(task, Optional.of(FullDisk.failure(e, directory.read())), false);
        }
        if (task.alone()) {
            failure.ifPresent(this::leave);
        }
        failure.ifPresent(why -> note(why.getMessage() + ": " + why.why()));
        return end(task, failure, complete);
    }

    /** Leaves a detached run running if the failure concerns only this bench or the connection to the agent. */
    private void leave(Failure why) {
        if (why instanceof Failure.Host || why instanceof Failure.Interrupted) {
            undo.forget();
            if (why instanceof Failure.Host) {
                outer.stopWaiting();
            } else {
                note("detached again");
                progress.say(
                        "run " + directory.run() + " continues detached; ./bench stop " + directory.run() + " ends it");
            }
            throw why;
        }
    }

    /** Detaches: each directory gets a lease that lasts without bench. */
    private RunOutcome detach(Duration alone) {
        kept.forEach(place -> place.script().leave(place.directory(), alone, place.fate()));
        undo.forget();
        String until =
                clock.instant().plus(alone).truncatedTo(ChronoUnit.SECONDS).toString();
        note("detached, until " + until + " at the latest");
        leases.end();
        Optional<Failure> undone = outer.undoAllAfter(Optional.empty());
        return new RunOutcome(directory, directory.read(), undone, Optional.of(alone), undone.isPresent());
    }

    private RunOutcome end(Task task, Optional<Failure> early, boolean complete) {
        if (agent.filter(AgentSession::lineLost).isPresent()
                || early.filter(Failure.Host.class::isInstance).isPresent()) {
            undo.stopWaiting();
        }
        Optional<Failure> undone = undo.undoAllAfter(Optional.empty());
        leases.end(); // before connections are closed, which a renewal would reopen
        undone = outer.undoAllAfter(undone);
        Optional<Failure> failure = Undo.both(early, undone);
        if (agent.map(AgentSession::fetched).orElse(true)) { // otherwise collect fetches the rest
            FullDisk.appendOrReport(log, progress, new Fact.RunFinished(task.outcome(this, failure, complete)));
        }
        return new RunOutcome(directory, directory.read(), failure, Optional.empty(), undone.isPresent());
    }

    /** The run's directory on this machine. */
    RunDirectory directory() {
        return directory;
    }

    /** The log to which this bench writes the run's events. */
    EventLog log() {
        return log;
    }

    /** The cleanup to run when this attachment ends. */
    Undo undo() {
        return undo;
    }

    /** Records a note, if that is still possible. */
    void note(String text) {
        FullDisk.appendOrReport(log, progress, new Fact.Note(text));
    }

    /**
     * Registers fetching a database's log at the end. Register the removal of the database first: cleanup runs in
     * reverse, so the log is fetched before.
     */
    void database(Plan.Server server, HostScript script, String place) {
        undo.add(
                "fetch the log of the database on " + script.host().name() + " (" + place + ")",
                () -> logs.ofDatabase(script, place, server, log));
    }

    /**
     * Registers the run's agent.
     *
     * @param place its directory on the client host
     * @param left one line that says what is on the host until the directory is removed
     * @param removal removes the directory
     */
    AgentSession agent(HostScript script, String place, String left, Runnable removal) {
        AgentSession session = new AgentSession(
                script, place, log, EventLog.lastSeq(before, Event.Source.AGENT), progress, undo.surroundings());
        agent = Optional.of(session);
        String where = "the agent on " + script.host().name() + " (" + place + ")";
        undo.add("remove " + where, left, () -> {
            session.requireWhole(directory.run());
            removal.run();
        });
        undo.add("end " + where, () -> {
            session.stop();
            logs.ofAgent(session);
        });
        return session;
    }

    /** Renews the lease of a directory while this bench is attached. */
    void keep(HostScript script, String place, HostScript.WhenAbandoned fate) {
        kept.add(new Kept(script, place, fate));
        leases.add(script, place);
    }
}
