package dev.jdbcbench.cli;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.usecase.HostCare;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bench provision}: installs on the hosts what runs need, and tests it. */
@Command(
        name = "provision",
        mixinStandardHelpOptions = true,
        header = "prepares hosts for runs",
        description = {
            "Copies to the hosts what runs need: the agent, the drivers, the programs of the database. Starts each"
                    + " server as a run would, logs in with each driver, and removes the servers again.",
            "Keeps what is already there. A run does the same by itself."
        })
final class ProvisionCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Mixin
    private DryRun dryRun = new DryRun();

    ProvisionCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        HostCare care = new HostCare(where.where(), HostCommand.here(around, spec, common));
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            care.provision(dryRun.shown(), console).forEach(out::println);
            out.flush();
            return ExitCode.OK;
        });
    }
}
