package dev.jdbcbench.cli;

import dev.jdbcbench.execution.Ended;
import dev.jdbcbench.execution.Rejoin;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.store.RunDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench attach}: follows a detached run. */
@Command(
        name = "attach",
        mixinStandardHelpOptions = true,
        header = "follows a detached run to its end",
        description = {
            "Follows a detached run to its end, fetches what it measured, restores the hosts and prints the table.",
            "Ctrl-C detaches again. If the run was started on another machine, its directory is made here."
        })
final class AttachCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOverride where = new WhereOverride();

    @Mixin
    private RunOutput output = new RunOutput();

    @Parameters(paramLabel = "RUN", description = "the id of the run, or the path of its directory")
    private String run = "";

    AttachCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        NamedRun named = NamedRun.of(run, common.results, where, around);
        return HostCommand.carryOut(around, spec, common, named.clean(), (console, log) -> {
            Rejoin rejoin = new Rejoin(common.results, around.clock(), console);
            Optional<Ended> ended = named.closed()
                    ? Optional.empty()
                    : output.following(
                            spec,
                            console,
                            () -> rejoin.carryOut(named.id(), named.directory(), named.hosts(), Rejoin.Purpose.FOLLOW));
            return output.ending(spec).show(ended.orElseGet(() -> before(named, console)), console);
        });
    }

    /** The outcome of a run that ended earlier. */
    private static Ended before(NamedRun named, Console console) {
        RunDirectory directory = named.directory()
                .orElseThrow(() -> new Failure.Input(
                        "run " + named.id() + " was not found",
                        List.of("it is neither in the results directory nor on its hosts"),
                        "./bench status shows the runs that are on hosts; --hosts FILE names other hosts."));
        console.say("run " + named.id() + " has ended");
        return Ended.before(directory, directory.read());
    }
}
