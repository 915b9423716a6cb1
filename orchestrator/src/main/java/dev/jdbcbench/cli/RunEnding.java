package dev.jdbcbench.cli;

import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.run.MissingWords;
import dev.jdbcbench.report.run.RunDocument;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.usecase.Reports;
import dev.jdbcbench.usecase.RunFiles;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** Shows how a run ended: the table of results, and why it ended early. */
final class RunEnding {
    private final CommandSpec spec;
    private final Optional<ReportFormat> other;
    private final boolean wide;
    private final boolean counters;
    private final boolean tables;

    /**
     * Uses the streams of a command.
     *
     * @param other the format of the table; empty for text
     * @param wide whether the table has all columns
     * @param counters whether to show the cost of each operation, too
     * @param tables whether to print anything on stdout
     */
    RunEnding(CommandSpec spec, Optional<ReportFormat> other, boolean wide, boolean counters, boolean tables) {
        this.spec = spec;
        this.other = other;
        this.wide = wide;
        this.counters = counters;
        this.tables = tables;
    }

    /**
     * Prints how a run ended.
     *
     * @throws Failure if the run ended early
     */
    ExitCode show(RunOutcome ended, Console console) {
        if (ended.alone().isPresent()) {
            console.close();
            String run = ended.directory().run();
            console.say("run " + run + " continues detached, for "
                    + Numbers.duration(ended.alone().get())
                    + " at most. See it with ./bench status, follow it with ./bench attach " + run
                    + ", end it with ./bench stop " + run + "; ./bench collect fetches what it measured.");
            if (tables) {
                spec.commandLine().getOut().println(run);
                spec.commandLine().getOut().flush();
            }
            if (ended.failure().isPresent()) {
                throw ended.failure().get();
            }
            return ExitCode.OK;
        }
        Results results = ended.fold().results();
        Optional<Failure> unwritten = RunFiles.tryToWrite(ended.directory());
        console.close();
        boolean measured =
                results.cells().stream().anyMatch(cell -> !cell.forks().isEmpty());
        if (measured && tables) {
            spec.commandLine().getOut().print(text(ended, results));
            spec.commandLine().getOut().flush();
        }
        console.say("results: " + ended.directory().path() + " (report.html has the figures)"
                + (results.complete()
                                || ended.failure()
                                        .filter(Failure.Unfit.class::isInstance)
                                        .isPresent()
                        ? ""
                        : "; "
                                + CommonOptions.withResults(
                                        MissingWords.resume(
                                                results, ended.directory().run()),
                                        ended.directory())
                                + " continues the run"));
        if (ended.failure().isPresent()) {
            unwritten.ifPresent(ended.failure().get()::addSuppressed);
            throw ended.failure().get();
        }
        if (unwritten.isPresent()) {
            throw unwritten.get();
        }
        if (!results.usable() || !measured) {
            throw incomplete(results);
        }
        return ExitCode.OK;
    }

    private String text(RunOutcome ended, Results results) {
        if (other.isPresent()) {
            Page page = OutputOptions.page(spec, null, wide);
            return other.get().render(Reports.of(ended.directory(), ended.fold()), page);
        }
        return OutputOptions.text(spec, null, wide, RunDocument.text(results))
                + (counters ? "\n" + OutputOptions.text(spec, null, true, RunDocument.counters(results)) : "");
    }

    private static Failure.Incomplete incomplete(Results results) {
        List<String> cells = results.cells().stream()
                .filter(cell -> cell.reason() != null && cell.status() != CellResult.Status.UNSUPPORTED)
                .map(cell -> cell.key() + ": " + cell.reason())
                .toList();
        boolean none = results.cells().stream().allMatch(cell -> cell.status() == CellResult.Status.UNSUPPORTED);
        if (none) {
            Set<String> reasons = new LinkedHashSet<>();
            results.cells().forEach(cell -> reasons.add(String.valueOf(cell.reason())));
            return new Failure.Incomplete(
                    "nothing could be measured: every cell is unsupported",
                    String.join("\n", reasons),
                    "Choose other modes, drivers or servers.");
        }
        return new Failure.Incomplete(
                "the run is incomplete",
                cells.isEmpty() ? "some cells have fewer forks than planned" : String.join("\n", cells),
                "The logs named above have what the forks printed. All other cells are kept.");
    }
}
