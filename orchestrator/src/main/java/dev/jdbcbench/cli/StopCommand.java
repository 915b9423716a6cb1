package dev.jdbcbench.cli;

import dev.jdbcbench.execution.Ended;
import dev.jdbcbench.execution.Rejoin;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.run.RunText;
import dev.jdbcbench.report.run.RunWords;
import dev.jdbcbench.result.Results;
import java.io.IOException;
import java.util.List;
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
            "Ends a detached run, or one whose bench is on this machine. Discards the current group, fetches what was measured, restores the"
                    + " hosts and prints the table. resume continues the run later."
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
        NamedRun named = NamedRun.of(run, common.results, where, around);
        if (named.closed()) {
            if (!common.quiet) {
                spec.commandLine().getErr().println("run " + named.id() + " has ended");
            }
            return ExitCode.OK.number();
        }
        return HostCommand.carryOut(around, spec, common, named.clean(), (console, log) -> {
            Optional<Ended> ended = new Rejoin(common.results, around.clock(), console)
                    .carryOut(named.id(), named.directory(), named.hosts(), Rejoin.Purpose.STOP);
            if (ended.isEmpty() && named.directory().isEmpty()) {
                throw new Failure.Input(
                        "there is no run " + named.id(),
                        List.of("neither here nor on the hosts"),
                        "./bench status shows the runs that are on hosts; --hosts FILE names other hosts.");
            }
            if (ended.isEmpty()) {
                console.say("run " + named.id() + " has ended");
                return ExitCode.OK;
            }
            Results results = ended.get().fold().results();
            Optional<Failure> unwritten = RunFiles.tryToWrite(ended.get().directory());
            console.close();
            if (results.cells().stream().anyMatch(cell -> !cell.forks().isEmpty())) {
                spec.commandLine()
                        .getOut()
                        .print(RunText.of(results, spec.commandLine().getUsageHelpWidth()));
                spec.commandLine().getOut().flush();
            }
            console.say("results: " + ended.get().directory().path()
                    + (results.complete() ? "" : "; " + RunWords.resume(results, named.id()) + " continues the run"));
            Optional<Failure> failure = ended.get().failure().or(() -> unwritten);
            if (failure.isPresent()) {
                throw failure.get();
            }
            return ExitCode.OK;
        });
    }
}
