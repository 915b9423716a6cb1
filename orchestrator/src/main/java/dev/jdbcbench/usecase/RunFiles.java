package dev.jdbcbench.usecase;

import dev.jdbcbench.execution.RunExecution;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.host.PingJson;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.store.RunDirectory;
import java.util.Optional;

/** The files of a run that are derived from its events. */
public final class RunFiles {
    private RunFiles() {}

    /** Writes as many files as possible and returns the first failure, for the caller to report last. */
    public static Optional<Failure> tryToWrite(RunDirectory directory) {
        try {
            write(directory);
            return Optional.empty();
        } catch (Failure e) {
            return Optional.of(e);
        }
    }

    /** Writes the files of a run in progress; returns the first failure. */
    public static Optional<Failure> tryToWrite(RunDirectory directory, Fold fold) {
        try {
            write(directory, fold);
            return Optional.empty();
        } catch (Failure e) {
            return Optional.of(e);
        }
    }

    /**
     * Writes the files from the events on disk: since this bench released the directory, another one may have added
     * events.
     *
     * @throws Failure.Command if another bench is working on the run; that one writes the files when it ends
     */
    public static void write(RunDirectory directory) {
        // An interrupt would close the files, but results must be written after Ctrl-C, too.
        boolean interrupted = Thread.interrupted();
        try {
            directory.exclusively(RunExecution.holder(), () -> write(directory, directory.read()));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Writes the files of a run; the caller holds its lock. */
    public static Results write(RunDirectory directory, Fold fold) {
        Results results = fold.results();
        directory.writeResults(Json.pretty(results));
        directory.writePing(Json.pretty(PingJson.of(fold)));
        RunFile.all().forEach(file -> file.write(directory, fold));
        Optional.ofNullable(ReportFormat.all().get("html"))
                .ifPresent(page -> directory.writeReport(page.render(Reports.of(directory, fold))));
        return results;
    }
}
