package dev.jdbcbench.execution;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Slurm;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Owner;
import dev.jdbcbench.host.SlurmJob;
import dev.jdbcbench.site.ConnectedHosts;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.RunOnHosts;
import dev.jdbcbench.site.Undo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** This user's runs in Slurm jobs, waiting or running. */
final class SlurmRuns {
    private SlurmRuns() {}

    /**
     * A job, and what its run has on the nodes.
     *
     * @param places empty while it waits, and until its bench has prepared the nodes
     * @param unseen why nodes could not be inspected
     */
    record Found(SlurmJob job, SlurmJob.State state, List<RunOnHosts.Place> places, List<Failure> unseen) {
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
    static List<SlurmJob> jobs(Progress progress) {
        try {
            return SlurmJob.ofUser();
        } catch (Failure.Host e) {
            progress.warn("jobs not seen: " + e.getMessage() + ": " + e.why());
            return List.of();
        }
    }

    /** Inspects a job and its nodes without changing anything; empty if it has ended. */
    static Optional<Found> look(SlurmJob job, Progress progress, Undo undo) {
        Optional<SlurmJob.State> state = job.state();
        if (state.filter(SlurmJob.State::waits).isPresent()) {
            return Optional.of(new Found(job, state.get(), List.of(), List.of()));
        }
        return state.filter(SlurmJob.State::runs).map(running -> {
            List<HostSpec> nodes = Slurm.nodes(running.hosts());
            ConnectedHosts site = new ConnectedHosts(progress, Optional.empty());
            site.find(job.run(), nodes);
            Map<HostSpec, Failure> unreachable = site.reach(nodes, undo);
            RunOnHosts onHosts = RunOnHosts.of(job.run(), RunOnHosts.all(site));
            return new Found(job, running, onHosts.places(), new ArrayList<>(unreachable.values()));
        });
    }
}
