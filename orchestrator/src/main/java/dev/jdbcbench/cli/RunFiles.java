package dev.jdbcbench.cli;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.CollectHtml;
import dev.jdbcbench.report.JmhJson;
import dev.jdbcbench.report.PingJson;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.SideBySide;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import java.util.List;
import java.util.Optional;

/** The files of a run that follow from its events. */
final class RunFiles {
    private RunFiles() {}

    /** Writes them, so far as that is possible: what could not be written is told when all else that the run has to say was said. */
    static Optional<Failure> tryToWrite(RunDirectory directory, Fold fold) {
        try {
            write(directory, fold);
            return Optional.empty();
        } catch (Failure e) {
            return Optional.of(e);
        }
    }

    /** Writes them. */
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
