package dev.jdbcbench.execution;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.Owner;
import dev.jdbcbench.preparation.Inspection;
import dev.jdbcbench.preparation.Instances;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.session.AgentSession;
import dev.jdbcbench.session.FullDisk;
import dev.jdbcbench.session.Logs;
import dev.jdbcbench.session.RunCopy;
import dev.jdbcbench.site.Claim;
import dev.jdbcbench.site.Footprint;
import dev.jdbcbench.site.Leases;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.Site;
import dev.jdbcbench.site.Undo;
import dev.jdbcbench.store.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Comes back to a run whose bench is gone: one that was left alone, whose bench was killed, or whose line was lost for good. It needs no more
 * than the hosts and the id of the run; where the run's directory is not on this machine, it is made.
 */
public final class Rejoin {
    private final Path results;
    private final Clock clock;
    private final Progress progress;

    /** Says on the way what it does. */
    public Rejoin(Path results, Clock clock, Progress progress) {
        this.results = results;
        this.clock = clock;
        this.progress = progress;
    }

    /** What one comes back for. */
    public enum Purpose {
        /** To follow the agent to its end. */
        FOLLOW,
        /** To end the agent. */
        STOP,
        /** To fetch what was measured, of an agent that has ended. */
        FETCH
    }

    /**
     * Comes back to a run. When it has ended, all of it is on this machine, and nothing is left on the hosts.
     *
     * @param known the run's directory; empty when it is not on this machine
     * @param specs the hosts that may have something of it
     * @return how it ended; empty when there was nothing of it on any host, or, to {@link Purpose#FETCH}, when it is still at work
     * @throws Failure.Command when another bench works on it
     */
    public Optional<RunExecution.Ended> carryOut(
            String run, Optional<RunDirectory> known, Collection<HostSpec> specs, Purpose purpose) {
        try (Undo undo = new Undo(progress)) {
            List<Footprint.Connected> hosts = connect(specs, undo);
            Footprint found = Footprint.of(run, Footprint.all(hosts));
            Optional<Footprint.Place> attendant = found.attendant();
            if (attendant.isPresent()) {
                return attended(found, attendant.get(), purpose);
            }
            if (purpose == Purpose.FETCH && found.works() && found.left()) {
                progress.say("run " + run + " is still at work on "
                        + found.agent().orElseThrow().spec().name() + ": nothing was fetched");
                return Optional.empty();
            }
            if (found.places().isEmpty() && (known.isEmpty() || purpose != Purpose.FETCH)) {
                return Optional.empty();
            }
            List<Footprint.Connected> claimed = claim(found, undo);
            // Another bench may have changed what was found before the claim.
            Footprint footprint = Footprint.of(run, Footprint.all(claimed)).withoutLiveClaims();
            if (footprint.agent().isEmpty() && (known.isEmpty() || purpose != Purpose.FETCH)) {
                footprint.places().forEach(Rejoin::discard);
                return Optional.empty();
            }
            return Optional.of(rejoin(footprint, known, purpose, undo));
        }
    }

    /** Claims the run on the hosts that have something of it; works there through the claim from now on. */
    private List<Footprint.Connected> claim(Footprint found, Undo undo) {
        Claim claim = new Claim(found.run(), progress, undo);
        Map<HostSpec, HostScript> scripts = new LinkedHashMap<>();
        found.places().forEach(place -> scripts.putIfAbsent(place.spec(), place.script()));
        List<Footprint.Connected> claimed = new ArrayList<>();
        scripts.forEach((spec, script) ->
                claimed.add(new Footprint.Connected(spec, claim.on(HostScript.install(script.host())))));
        for (Footprint.Connected host : claimed) {
            claim.olderClaims(host.script()).findFirst().ifPresent(older -> {
                throw Claim.attached(found.run(), older, host.spec().name());
            });
        }
        return claimed;
    }

    private Optional<RunExecution.Ended> attended(Footprint footprint, Footprint.Place attendant, Purpose purpose) {
        String who = attendant.entry().owner().map(Site::byAndSince).orElse("");
        if (purpose == Purpose.FETCH) {
            progress.say("run " + footprint.run() + " is still at work on "
                    + attendant.spec().name() + ": nothing was fetched");
            return Optional.empty();
        }
        Optional<Owner> here = attendant.entry().owner().filter(Owner::onThisMachine);
        if (purpose == Purpose.STOP && here.isPresent()) {
            progress.say("asking the bench that attends to run " + footprint.run() + who + " to end it");
            try {
                here.get().end();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failure.Interrupted(e);
            }
            return Optional.empty();
        }
        if (purpose == Purpose.STOP) {
            throw new Failure.Command(
                    "run " + footprint.run() + " is attached to another bench process" + who,
                    "on " + attendant.spec().name(),
                    "Ctrl-C there ends it.",
                    null);
        }
        throw Claim.attached(
                footprint.run(), attendant.entry(), attendant.spec().name());
    }

    private List<Footprint.Connected> connect(Collection<HostSpec> specs, Undo undo) {
        List<Footprint.Connected> hosts = new ArrayList<>();
        for (HostSpec spec : specs) {
            Host host = Site.open(spec, progress);
            undo.add("close the line to " + host.name(), host::close);
            hosts.add(new Footprint.Connected(spec, HostScript.locate(host)));
        }
        return hosts;
    }

    private RunExecution.Ended rejoin(Footprint footprint, Optional<RunDirectory> known, Purpose purpose, Undo undo) {
        RunDirectory directory = known.orElseGet(() -> {
            Footprint.Place agent = footprint.agent().orElseThrow();
            progress.say("run " + footprint.run() + " was begun elsewhere: its directory is made here");
            return RunCopy.adopt(
                    footprint.run(), agent.script().host(), agent.entry().directory(), results);
        });
        return directory.exclusively(RunExecution.holder(), () -> {
            directory.takeDelivery(clock);
            return rejoin(footprint, directory, directory.read(), purpose, undo);
        });
    }

    private RunExecution.Ended rejoin(
            Footprint footprint, RunDirectory directory, Fold fold, Purpose purpose, Undo undo) {
        Leases leases = new Leases(progress);
        undo.add("stop renewing leases", leases::close);
        if (!footprint.left()) {
            // Its bench is gone without having detached: from now on this one keeps it.
            footprint
                    .places()
                    .forEach(place -> leases.add(place.script(), place.entry().directory()));
        }
        try (EventLog log = new EventLog(
                        directory.events(),
                        Event.Source.ORCHESTRATOR,
                        fold.lastSeq(Event.Source.ORCHESTRATOR),
                        clock,
                        event -> {},
                        progress::recorded);
                Undo ending = undo.inner()) {
            log.append(new Fact.RunStarted(footprint.run(), RunExecution.version()));
            progress.planned(fold.plan(), fold.events());
            return attend(footprint, directory, fold, log, ending, undo, purpose);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + directory.events(), e);
        }
    }

    /** Hears the agent out, ends and fetches all, and writes down how it ended. */
    private RunExecution.Ended attend(
            Footprint footprint,
            RunDirectory directory,
            Fold fold,
            EventLog log,
            Undo ending,
            Undo outer,
            Purpose purpose) {
        Logs logs = new Logs(directory, progress);
        Optional<AgentSession> agent = footprint
                .agent()
                .map(place -> new AgentSession(
                        place.script(), place.entry().directory(), log, fold.lastSeq(Event.Source.AGENT), progress));
        agent.ifPresent(AgentSession::launching);
        for (Footprint.Place place : footprint.places()) {
            String where = place.spec().name() + " (" + place.entry().directory() + ")";
            boolean ofAgent = place.entry().role().equals(Footprint.AGENT);
            String left = "run " + footprint.run() + " on " + where
                    + ": what runs there ends by itself when its lease runs out";
            ending.add("remove what the run has on " + where, left, () -> {
                if (ofAgent) {
                    agent.orElseThrow().requireWhole(footprint.run());
                }
                discard(place);
            });
            fold.plan().servers().stream()
                    .filter(server -> place.entry().role().equals(Instances.role(server)))
                    .forEach(server -> ending.add(
                            "fetch the log of the database on " + where,
                            () -> logs.ofDatabase(place.script(), place.entry().directory(), server, log)));
        }
        long before = directory.read().events().size();
        agent.ifPresent(session -> ending.add(
                "end the agent on " + footprint.agent().orElseThrow().spec().name(), () -> {
                    session.stop();
                    logs.ofAgent(session);
                }));
        Optional<Failure> failure = Optional.empty();
        try {
            if (purpose == Purpose.FOLLOW && agent.isPresent()) {
                agent.get().follow();
                if (!agent.get().unfit().isEmpty()) {
                    throw Inspection.unfitInFirstBlock(
                            fold.plan().servers().get(0).client(), agent.get().unfit());
                }
            }
        } catch (Failure.Host e) {
            ending.forget(); // it works on, for as long as its lease lasts
            outer.waitNoMore();
            throw e;
        } catch (EventLog.UnwritableException e) {
            if (footprint.left()) {
                ending.forget(); // the disk is full here, and not there
                throw e;
            }
            failure = Optional.of(FullDisk.failure(e, directory.read()));
        } catch (Failure.Interrupted e) {
            if (footprint.left()) {
                ending.forget();
                FullDisk.tell(log, progress, new Fact.Note("left alone again"));
                progress.say(
                        "run " + footprint.run() + " works on alone; ./bench stop " + footprint.run() + " ends it");
                throw e;
            }
            failure = Optional.of(e);
        } catch (Failure e) {
            failure = Optional.of(e);
        }
        if (agent.filter(AgentSession::lineLost).isPresent()) {
            ending.waitNoMore();
        }
        Optional<Failure> undone = outer.undoAllAfter(ending.undoAllAfter(Optional.empty()));
        failure = Undo.both(failure, undone);
        boolean fetched = agent.map(AgentSession::fetched).orElse(true);
        if (purpose == Purpose.FETCH && fetched) {
            long added = directory.read().events().size() - before;
            String client = footprint
                    .agent()
                    .map(place -> place.spec().name())
                    .orElseGet(() -> fold.plan().servers().get(0).client());
            String said = added == 0
                    ? "nothing more of this run was on " + client
                    : "fetched " + added + " events from " + client + ", where the agent had gone on alone";
            progress.say("run " + footprint.run() + ": " + said);
            FullDisk.tell(log, progress, new Fact.Note(said));
        }
        if (fetched) { // else collect is to look for the rest
            String outcome = outcome(purpose, failure, directory);
            FullDisk.tell(log, progress, new Fact.RunFinished(outcome));
        }
        return new RunExecution.Ended(directory, directory.read(), failure, Optional.empty(), undone.isPresent());
    }

    private static String outcome(Purpose purpose, Optional<Failure> failure, RunDirectory directory) {
        if (purpose == Purpose.FETCH) {
            return "FETCHED";
        }
        return failure.map(Failure::exitCode)
                .orElseGet(() -> purpose == Purpose.STOP
                        ? ExitCode.INTERRUPTED
                        : directory.read().results().complete() ? ExitCode.OK : ExitCode.INCOMPLETE)
                .name();
    }

    private static void discard(Footprint.Place place) {
        place.script().discard(place.entry().directory());
    }
}
