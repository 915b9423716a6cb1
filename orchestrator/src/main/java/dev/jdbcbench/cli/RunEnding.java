package dev.jdbcbench.cli;

import dev.jdbcbench.execution.Ended;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.Numbers;
import dev.jdbcbench.report.RunText;
import dev.jdbcbench.result.Results;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/** How the end of a run is shown: the table of what was measured, and why there is no more of it. */
final class RunEnding {
    private final CommandSpec spec;
    private final boolean wide;
    private final boolean counters;
    private final boolean tables;

    /**
     * On the streams of a command.
     *
     * @param wide whether the table has all that is known
     * @param counters whether it is also shown what each operation costs
     * @param tables whether anything is shown on stdout at all
     */
    RunEnding(CommandSpec spec, boolean wide, boolean counters, boolean tables) {
        this.spec = spec;
        this.wide = wide;
        this.counters = counters;
        this.tables = tables;
    }

    /**
     * Shows it.
     *
     * @throws Failure when the run ended early
     */
    ExitCode show(Ended ended, Console console) {
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
            spec.commandLine()
                    .getOut()
                    .print(
                            wide
                                    ? RunText.wide(results)
                                    : RunText.of(results, spec.commandLine().getUsageHelpWidth()));
            if (counters) {
                spec.commandLine().getOut().print("\n" + RunText.counters(results));
            }
            spec.commandLine().getOut().flush();
        }
        console.say("results: " + ended.directory().path()
                + (results.complete()
                        ? ""
                        : "; ./bench resume " + ended.directory().run() + " continues the run"));
        if (ended.failure().isPresent()) {
            unwritten.ifPresent(ended.failure().get()::addSuppressed);
            throw ended.failure().get();
        }
        if (unwritten.isPresent()) {
            throw unwritten.get();
        }
        if (!results.complete() || !measured) {
            throw incomplete(results);
        }
        return ExitCode.OK;
    }

    private static Failure.Incomplete incomplete(Results results) {
        List<String> cells = results.cells().stream()
                .filter(cell -> cell.reason() != null && cell.status() != Results.Status.UNSUPPORTED)
                .map(cell -> cell.key() + ": " + cell.reason())
                .toList();
        boolean none = results.cells().stream().allMatch(cell -> cell.status() == Results.Status.UNSUPPORTED);
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
