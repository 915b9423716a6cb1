package dev.jdbcbench.cli;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.usecase.CleanUp;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench clean}: removes everything that bench left on hosts. */
@Command(
        name = "clean",
        mixinStandardHelpOptions = true,
        header = "removes everything that bench left on hosts",
        description = {
            "Removes everything that bench left on the hosts of the hosts file (or on this one): processes, databases,"
                    + " directories, the cache, and its schemas on external servers. Then checks again, and prints the"
                    + " command for whatever it could not undo.",
            "Does not touch a run that is still in progress."
        })
final class CleanCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private HostOptions on = new HostOptions();

    @Mixin
    private DryRun dryRun = new DryRun();

    @Option(names = "--keep-cache", description = "keep the cache for the next run: server binaries and jars")
    private boolean keepCache;

    CleanCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws Exception {
        CleanUp cleanUp = new CleanUp(on.hosts(), HostCommand.here(around, spec, common));
        return HostCommand.carryOut(around, spec, common, on.clean(), (console, log) -> {
            cleanUp.carryOut(dryRun.shown(), keepCache, console).forEach(console::say);
            return ExitCode.OK;
        });
    }
}
