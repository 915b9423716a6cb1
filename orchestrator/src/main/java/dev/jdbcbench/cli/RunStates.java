package dev.jdbcbench.cli;

import dev.jdbcbench.cli.console.RunProgress;
import dev.jdbcbench.execution.Overview;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.run.MissingWords;
import dev.jdbcbench.result.RunState;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunOrigin;
import dev.jdbcbench.store.RunOrigins;
import dev.jdbcbench.store.RunSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Merges the runs known on this machine with those found on hosts. */
final class RunStates {
    private RunStates() {}

    /** The state of each run, newest first. */
    static List<RunState> of(List<Overview.Found> found, List<RunDirectory> here, RunOrigins origins) {
        Map<String, RunState> states = new TreeMap<>(Comparator.reverseOrder());
        here.parallelStream().map(run -> known(run, origins)).toList().forEach(state -> states.put(state.run(), state));
        found.forEach(run -> states.put(run.run(), onHosts(run, Optional.ofNullable(states.get(run.run())))));
        return new ArrayList<>(states.values());
    }

    private static RunState known(RunDirectory directory, RunOrigins origins) {
        String run = directory.run();
        try {
            RunSummary known = directory.summary();
            boolean complete = known.complete();
            String state = complete ? "complete" : known.closed() ? "incomplete" : "cut off";
            Optional<Fold> fold = complete ? Optional.empty() : Optional.of(directory.read());
            Optional<RunProgress> progress = fold.map(read -> new RunProgress(known.plan(), read.events()));
            Optional<Fold> resumed = fold.filter(
                    read -> origins.of(directory).filter(RunOrigin::resumes).isPresent());
            return new RunState(
                    run,
                    state,
                    "",
                    List.of(),
                    known.plan().cells().size(),
                    progress.map(RunProgress::forksEnded).orElse(known.forksEnded()),
                    progress.map(RunProgress::forksPlanned).orElse(known.forksEnded()),
                    null,
                    null,
                    resumed.map(read -> CommonOptions.withResults(MissingWords.resume(read.results(), run), directory))
                            .orElse(""),
                    null);
        } catch (Failure e) {
            return new RunState(run, "unreadable", "", List.of(), null, null, null, null, null, "", e.why());
        }
    }

    private static RunState onHosts(Overview.Found found, Optional<RunState> known) {
        Optional<RunProgress> progress = found.plan().map(plan -> new RunProgress(plan, found.events()));
        boolean works = found.state() == Overview.State.ALONE || found.state() == Overview.State.ATTENDED;
        return new RunState(
                found.run(),
                found.state().meaning(),
                found.who(),
                found.hosts(),
                found.plan()
                        .map(plan -> plan.cells().size())
                        .orElseGet(() -> known.map(RunState::cells).orElse(null)),
                progress.map(RunProgress::forksEnded).orElse(null),
                progress.map(RunProgress::forksPlanned).orElse(null),
                progress.filter(run -> works).map(run -> run.left().toSeconds()).orElse(null),
                found.lease().map(Duration::toSeconds).orElse(null),
                hint(found),
                null);
    }

    private static String hint(Overview.Found found) {
        return switch (found.state()) {
            case ALONE -> "./bench attach " + found.run();
            case ENDED -> "./bench collect " + found.run();
            case ABANDONED -> "./bench clean";
            case ATTENDED, PREPARING, QUEUED -> "";
        };
    }
}
