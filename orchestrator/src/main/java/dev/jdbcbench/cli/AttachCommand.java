package dev.jdbcbench.cli;

import dev.jdbcbench.usecase.Attach;
import dev.jdbcbench.usecase.NamedRun;
import java.io.IOException;
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
        NamedRun named = NamedRun.of(run, where.now(), HostCommand.here(around, spec, common));
        return HostCommand.carryOut(
                around,
                spec,
                common,
                named.clean(),
                (console, log) -> output.ending(spec)
                        .show(output.following(spec, console, () -> new Attach(named).follow(console)), console));
    }
}
