package dev.jdbcbench.execution;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.Owner;
import dev.jdbcbench.preparation.Instances;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.session.AgentOutcome;
import dev.jdbcbench.session.AgentSession;
import dev.jdbcbench.session.RunCopy;
import dev.jdbcbench.site.Claim;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.RunOnHosts;
import dev.jdbcbench.site.Surroundings;
import dev.jdbcbench.site.Undo;
import dev.jdbcbench.store.RunDirectory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Reattaches to a run without a bench: bench detached, was killed, or lost the connection for good. It needs only the
 * hosts and the ID of the run; if the run's directory is not on this machine, it creates one.
 */
public final class Rejoin {
    private final Path results;
    private final Clock clock;
    private final Progress progress;
    private final Surroundings surroundings;

    /** Reports its steps to {@code progress}. */
    public Rejoin(Path results, Clock clock, Progress progress) {
        this(results, clock, progress, Surroundings.REAL);
    }

    /** Reattaches in other surroundings. */
    Rejoin(Path results, Clock clock, Progress progress, Surroundings surroundings) {
        this.surroundings = surroundings;
        this.results = results;
        this.clock = clock;
        this.progress = progress;
    }

    /** The purpose of reattaching. */
    public enum Purpose {
        /** To follow the agent to its end. */
        FOLLOW,
        /** To end the agent. */
        STOP,
        /** To fetch the measurements of an agent that has ended. */
        FETCH
    }

    /**
     * Reattaches to a run. When the run has ended, all of it is on this machine, and nothing is left on the hosts.
     *
     * @param known the run's directory; empty if it is not on this machine
     * @param specs the hosts that may hold parts of it
     * @return how it ended; empty if no host had anything of it, or, for {@link Purpose#FETCH}, if it is still running
     * @throws Failure.Command if another bench is working on it
     */
    public Optional<RunOutcome> carryOut(
            String run, Optional<RunDirectory> known, Collection<HostSpec> specs, Purpose purpose) {
        try (Undo undo = new Undo(progress, surroundings)) {
            ConnectedHosts site = new ConnectedHosts(progress, Optional.empty(), surroundings);
            site.find(run, specs);
            site.reachAll(specs, undo);
            RunOnHosts found = RunOnHosts.of(run, RunOnHosts.all(site));
            Optional<RunOnHosts.Place> attendant = found.attendant();
            if (attendant.isPresent()) {
                return attended(found, attendant.get(), purpose);
            }
            if (purpose == Purpose.FETCH && found.works() && found.left()) {
                progress.say("run " + run + " is still working on "
                        + found.agent().orElseThrow().spec().name() + ": nothing was fetched");
                return Optional.empty();
            }
            if (purpose == Purpose.STOP && found.places().isEmpty()) {
                site.release(undo);
            }
            if (found.places().isEmpty() && (known.isEmpty() || purpose != Purpose.FETCH)) {
                return Optional.empty();
            }
            site.release(undo);
            site.claimAgain(
                    run, found.places().stream().map(RunOnHosts.Place::spec).toList(), undo);
            // Another bench may have changed the situation before the claim.
            RunOnHosts onHosts = RunOnHosts.of(run, RunOnHosts.all(site)).withoutLiveClaims();
            if (onHosts.agent().isEmpty() && (known.isEmpty() || purpose != Purpose.FETCH)) {
                onHosts.places().forEach(Rejoin::discard);
                return Optional.empty();
            }
            return Optional.of(rejoin(onHosts, known, purpose, undo));
        }
    }

    private Optional<RunOutcome> attended(RunOnHosts onHosts, RunOnHosts.Place attendant, Purpose purpose) {
        String who = attendant.entry().owner().map(ConnectedHosts::byAndSince).orElse("");
        if (purpose == Purpose.FETCH) {
            progress.say("run " + onHosts.run() + " is still working on "
                    + attendant.spec().name() + ": nothing was fetched");
            return Optional.empty();
        }
        Optional<Owner> here = attendant.entry().owner().filter(Owner::onThisMachine);
        if (purpose == Purpose.STOP && here.isPresent()) {
            progress.say("asking the bench attached to run " + onHosts.run() + who + " to end it");
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
                    "run " + onHosts.run() + " is attached to another bench process" + who,
                    "on " + attendant.spec().name(),
                    "Ctrl-C there ends it.",
                    null);
        }
        throw Claim.attached(onHosts.run(), attendant.entry(), attendant.spec().name());
    }

    private RunOutcome rejoin(RunOnHosts onHosts, Optional<RunDirectory> known, Purpose purpose, Undo undo) {
        RunDirectory directory = known.orElseGet(() -> {
            RunOnHosts.Place agent = onHosts.agent().orElseThrow();
            progress.say("run " + onHosts.run() + " was started elsewhere: making its directory here");
            return RunCopy.adopt(
                    onHosts.run(), agent.script().host(), agent.entry().directory(), results);
        });
        return directory.exclusively(RunExecution.holder(), () -> {
            directory.takeDelivery(clock);
            return rejoin(onHosts, directory, directory.read(), purpose, undo);
        });
    }

    private RunOutcome rejoin(RunOnHosts onHosts, RunDirectory directory, Fold fold, Purpose purpose, Undo undo) {
        return Attachment.to(directory, fold.events(), undo, clock, progress, new Attachment.Task() {
            /** The number of events before any was fetched. */
            private int begun;

            @Override
            public Optional<AgentOutcome> carryOut(Attachment attachment) {
                progress.planned(fold.plan(), fold.events());
                begun = events(attachment);
                Optional<AgentSession> agent = find(onHosts, fold.plan(), attachment);
                return agent.filter(session -> purpose == Purpose.FOLLOW).map(AgentSession::follow);
            }

            @Override
            public boolean alone() {
                return onHosts.left();
            }

            @Override
            public String outcome(Attachment attachment, Optional<Failure> failure, boolean complete) {
                return switch (purpose) {
                    case FETCH -> {
                        reportFetched(onHosts, fold.plan(), events(attachment) - begun, attachment);
                        yield "FETCHED";
                    }
                    case STOP ->
                        failure.map(Failure::exitCode)
                                .orElse(ExitCode.INTERRUPTED)
                                .name();
                    case FOLLOW ->
                        failure.map(Failure::exitCode)
                                .orElseGet(
                                        () -> directory.read().results().usable() ? ExitCode.OK : ExitCode.INCOMPLETE)
                                .name();
                };
            }
        });
    }

    /**
     * Registers the removal of the run's data on hosts, and renews its leases until then, unless a bench detached from
     * it.
     */
    private static Optional<AgentSession> find(RunOnHosts onHosts, Plan plan, Attachment attachment) {
        Optional<AgentSession> agent = Optional.empty();
        List<RunOnHosts.Place> places = new ArrayList<>(onHosts.places());
        // The agent is last here, so it is undone first: nothing is measured while databases stop.
        places.sort(Comparator.comparing(place -> place.entry().role().equals(RunOnHosts.AGENT)));
        for (RunOnHosts.Place place : places) {
            HostScript script = place.script();
            String work = place.entry().directory();
            String where = place.spec().name() + " (" + work + ")";
            String left = "run " + onHosts.run() + " on " + where + ": its processes end when their lease runs out";
            if (place.entry().role().equals(RunOnHosts.AGENT)) {
                AgentSession session = attachment.agent(script, work, left, () -> discard(place));
                session.launching();
                agent = Optional.of(session);
            } else {
                attachment.undo().add("remove what the run has on " + where, left, () -> discard(place));
                plan.servers().stream()
                        .filter(server -> place.entry().role().equals(Instances.role(server)))
                        .forEach(server -> attachment.database(server, script, work));
            }
            if (!onHosts.left()) {
                // Its bench is gone without detaching: this one takes over the lease.
                attachment.keep(script, work, HostScript.WhenAbandoned.REMOVE);
            }
        }
        return agent;
    }

    private static int events(Attachment attachment) {
        return attachment.directory().read().events().size();
    }

    private void reportFetched(RunOnHosts onHosts, Plan plan, int added, Attachment attachment) {
        String client = onHosts.agent()
                .map(place -> place.spec().name())
                .orElseGet(() -> plan.servers().get(0).client());
        String said = added == 0
                ? "nothing more of this run was on " + client
                : "fetched " + added + " events from " + client + ", measured while no bench was attached";
        progress.say("run " + onHosts.run() + ": " + said);
        attachment.note(said);
    }

    private static void discard(RunOnHosts.Place place) {
        place.script().discard(place.entry().directory());
    }
}
