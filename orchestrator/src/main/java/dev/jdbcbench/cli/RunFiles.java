package dev.jdbcbench.cli;

import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.execution.RunExecution;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.jmh.JmhJson;
import dev.jdbcbench.report.CollectHtml;
import dev.jdbcbench.report.PingJson;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import java.util.List;
import java.util.Optional;

/** The files of a run that follow from its events. */
final class RunFiles {
    private RunFiles() {}

    /** Writes as many files as possible and returns the first failure, for the caller to report last. */
    static Optional<Failure> tryToWrite(RunDirectory directory) {
        try {
            write(directory);
            return Optional.empty();
        } catch (Failure e) {
            return Optional.of(e);
        }
    }

    /** The same of a run that this command works on, as far as it is. */
    static Optional<Failure> tryToWrite(RunDirectory directory, Fold fold) {
        try {
            write(directory, fold);
            return Optional.empty();
        } catch (Failure e) {
            return Optional.of(e);
        }
    }

    /**
     * Writes them from the events on disk: another bench may have added some since this one let go of the directory.
     *
     * @throws Failure.Command when another bench works on the run; that one writes them when it ends
     */
    static void write(RunDirectory directory) {
        // An interrupt closes the files of the thread. What was measured is written after Ctrl-C, too.
        boolean interrupted = Thread.interrupted();
        try {
            directory.exclusively(RunExecution.holder(), () -> write(directory, directory.read()));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes those of a run that nothing else works on. */
    static Results write(RunDirectory directory, Fold fold) {
        Results results = fold.results();
        directory.writeResults(Json.pretty(results));
        directory.writePing(Json.pretty(PingJson.of(fold)));
        directory.writeJmh(JmhJson.of(fold));
        if (fold.measured(Topology.LOCAL) && fold.measured(Topology.DISTANT)) {
            directory.writeReport(CollectHtml.of(SideBySide.of(
                    List.of(fold), SideBySide.Question.of(fold.plan().goal()))));
        }
        return results;
    }
}
