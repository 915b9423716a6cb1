package dev.jdbcbench.cli;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.run.PlanText;
import dev.jdbcbench.usecase.StartRun;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bench run}: provisions, measures, collects, cleans up, and prints the table. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        header = "measures drivers: database here, on another host, or both",
        description = {
            "Without a hosts file, local needs nothing: no SSH, no database on the machine.",
            "Ctrl-C stops the current group, cleans up and prints what was measured. Press it again to quit at once:"
                    + " bench lists what it left behind, and how to remove it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./bench run                                              a first look, minutes, database on this machine",
            "  ./bench run --topology local,distant --db-host db1       near and far in the same run",
            "  ./bench run --driver mariadb@3.5.9,mariadb --mode text   two versions of a driver",
            "  ./bench run --profile thorough --budget 30m              until each comparison is decided, or the time is over"
        })
final class RunCommand implements Callable<Integer> {
    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunOptions asked = new RunOptions();

    @Mixin
    private DryRun dryRun = new DryRun();

    RunCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        if (asked.output.json() && dryRun.asked()) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--format json prints events, and --dry-run has none"),
                    "Leave out one of the two.");
        }
        StartRun run = StartRun.of("run", asked.request(dryRun.asked()), HostCommand.here(around, spec, asked.common));
        return HostCommand.carryOut(
                around,
                spec,
                asked.common,
                asked.where.clean(),
                (console, log) -> dryRun.asked()
                        ? dryRun.carryOut(run, console, plan -> OutputOptions.print(spec, PlanText.of(plan), true))
                        : asked.output
                                .ending(spec)
                                .show(
                                        asked.output.following(
                                                spec, console, () -> run.carryOut(asked.detach, console)),
                                        console));
    }
}
