package dev.jdbcbench.cli;

import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.run.MissingWords;
import dev.jdbcbench.report.run.RunDocument;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.usecase.Attach;
import dev.jdbcbench.usecase.NamedRun;
import dev.jdbcbench.usecase.RunFiles;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench stop}: ends a run and keeps its measurements. */
@Command(
        name = "stop",
        mixinStandardHelpOptions = true,
        header = "ends a run, and keeps what it measured",
        description = {
            "Ends a detached run, or one whose bench is on this machine. Discards the current group, fetches what was"
                    + " measured, restores the hosts and prints the table. resume continues the run later."
        })
final class StopCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOverride where = new WhereOverride();

    @Parameters(paramLabel = "RUN", description = "the id of the run, or the path of its directory")
    private String run = "";

    StopCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        NamedRun named = NamedRun.of(run, where.now(), HostCommand.here(around, spec, common));
        if (named.closed()) {
            if (!common.quiet) {
                spec.commandLine().getErr().println("run " + named.id() + " has ended");
            }
            return ExitCode.OK.number();
        }
        return HostCommand.carryOut(around, spec, common, named.clean(), (console, log) -> {
            Optional<RunOutcome> ended = new Attach(named).stop(console);
            if (ended.isEmpty()) {
                console.say("run " + named.id() + " has ended");
                return ExitCode.OK;
            }
            Results results = ended.get().fold().results();
            Optional<Failure> unwritten = RunFiles.tryToWrite(ended.get().directory());
            console.close();
            if (results.cells().stream().anyMatch(cell -> !cell.forks().isEmpty())) {
                OutputOptions.print(spec, RunDocument.text(results), false);
            }
            console.say("results: " + ended.get().directory().path()
                    + (results.complete()
                            ? ""
                            : "; " + MissingWords.resume(results, named.id()) + " continues the run"));
            Optional<Failure> failure = ended.get().failure().or(() -> unwritten);
            if (failure.isPresent()) {
                throw failure.get();
            }
            return ExitCode.OK;
        });
    }
}
