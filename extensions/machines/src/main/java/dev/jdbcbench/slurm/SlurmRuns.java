package dev.jdbcbench.slurm;

import com.google.auto.service.AutoService;
import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.execution.Overview;
import dev.jdbcbench.execution.RunsElsewhere;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Owner;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.RunOnHosts;
import dev.jdbcbench.site.Undo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** This user's runs in Slurm jobs, waiting or running. */
@AutoService(RunsElsewhere.class)
public final class SlurmRuns implements RunsElsewhere {
    @Override
    public List<Overview.Found> look(Progress progress) {
        List<Overview.Found> found = new ArrayList<>();
        for (SlurmJob job : jobs(progress)) {
            try (Undo undo = new Undo(progress)) {
                look(job, progress, undo).map(seen -> overview(seen, progress)).ifPresent(found::add);
            } catch (Failure.Host e) {
                Overview.warnUnseen(e, progress);
            }
        }
        return found;
    }

    private static Overview.Found overview(Found found, Progress progress) {
        found.unseen().forEach(why -> Overview.warnUnseen(why, progress));
        Overview.Found run = Overview.found(RunOnHosts.of(found.job().run(), found.places()));
        Overview.State state = run.state();
        if (found.places().isEmpty()) {
            state = found.orphaned()
                    ? Overview.State.ABANDONED
                    : found.state().waits() ? Overview.State.QUEUED : Overview.State.PREPARING;
        }
        String who =
                run.who().isEmpty() ? found.state().owner().map(Overview::who).orElse("") : run.who();
        return new Overview.Found(
                run.run(),
                state,
                who.isEmpty() ? found.described() : who + ", " + found.described(),
                run.hosts(),
                run.lease(),
                run.plan(),
                run.events());
    }

    @Override
    public void clean(
            Progress progress,
            Optional<Consumer<String>> rehearsal,
            Consumer<String> done,
            Consumer<Runnable> attempt) {
        jobs(progress).forEach(job -> attempt.accept(() -> end(job, progress, rehearsal, done)));
    }

    /** Ends a job. It then removes what it has on its nodes. */
    private static void end(
            SlurmJob job, Progress progress, Optional<Consumer<String>> rehearsal, Consumer<String> done) {
        try (Undo undo = new Undo(progress)) {
            Optional<Found> found = look(job, progress, undo);
            if (found.isEmpty()) {
                return;
            }
            Found seen = found.get();
            Optional<Failure> unseen = seen.unseen().stream()
                    .filter(failure -> !(failure instanceof Failure.Gone))
                    .findFirst();
            if (unseen.isPresent()) {
                throw unseen.get();
            }
            if (seen.inUse()) {
                throw new Failure.Command(
                        "a run is in progress in Slurm; nothing of it was removed",
                        "run " + job.run()
                                + seen.state()
                                        .owner()
                                        .map(ConnectedHosts::byAndSince)
                                        .orElse("") + ", " + seen.described(),
                        "Wait until it has ended, or end it: ./bench stop " + job.run()
                                + ". If its bench is gone, end the job: " + job.end(),
                        null);
            }
            if (rehearsal.isPresent()) {
                rehearsal.get().accept("this machine$ " + job.end());
            } else {
                job.release();
            }
            done.accept((rehearsal.isPresent() ? "would end " : "ended ") + seen.described() + " of run " + job.run());
        }
    }

    /**
     * A job, and what its run has on the nodes.
     *
     * @param places empty while it waits, and until its bench has prepared the nodes
     * @param unseen why nodes could not be inspected
     */
    private record Found(SlurmJob job, SlurmJob.State state, List<RunOnHosts.Place> places, List<Failure> unseen) {
        Found {
            places = List.copyOf(places);
            unseen = List.copyOf(unseen);
        }

        /** Whether the bench that submitted it is gone; false if that cannot be determined from here. */
        boolean orphaned() {
            return state.owner()
                    .filter(Owner::onThisMachine)
                    .map(owner -> !owner.alive())
                    .orElse(false);
        }

        /** Whether a bench may be working on it. */
        boolean inUse() {
            if (places.stream().anyMatch(place -> ConnectedHosts.inUse(place.entry()))) {
                return true;
            }
            Optional<Owner> here = state.owner().filter(Owner::onThisMachine);
            // A bench on another machine is visible only by its leases, and it has none before it has prepared the
            // nodes.
            return here.map(Owner::alive).orElse(places.isEmpty());
        }

        /** A short description of the job: its number, and its nodes or why it waits. */
        String described() {
            return "Slurm job " + state.id() + (state.runs() ? " on " + state.nodes() : " (" + state.reason() + ")");
        }
    }

    /** The jobs of this user; if Slurm does not answer, none, with a warning. */
    private static List<SlurmJob> jobs(Progress progress) {
        try {
            return SlurmJob.ofUser();
        } catch (Failure.Host e) {
            progress.warn("jobs not seen: " + e.getMessage() + ": " + e.why());
            return List.of();
        }
    }

    /** Inspects a job and its nodes without changing anything; empty if it has ended. */
    private static Optional<Found> look(SlurmJob job, Progress progress, Undo undo) {
        Optional<SlurmJob.State> state = job.state();
        if (state.filter(SlurmJob.State::waits).isPresent()) {
            return Optional.of(new Found(job, state.get(), List.of(), List.of()));
        }
        return state.filter(SlurmJob.State::runs).map(running -> {
            HostRequest request = new HostRequest(SlurmKind.ID, 1, Map.of());
            List<HostSpec> nodes = running.hosts().stream()
                    .map(name -> HostSpec.obtained(name, request))
                    .toList();
            ConnectedHosts site = new ConnectedHosts(progress, Optional.empty());
            site.find(job.run(), nodes);
            Map<HostSpec, Failure> unreachable = site.reach(nodes, undo);
            RunOnHosts onHosts = RunOnHosts.of(job.run(), RunOnHosts.all(site));
            return new Found(job, running, onHosts.places(), new ArrayList<>(unreachable.values()));
        });
    }
}
