package dev.jdbcbench.cli;

import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.run.PlanText;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.usecase.StartRun;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Mixin
    private WhatOptions what = new WhatOptions();

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Mixin
    private EffortOptions effort = new EffortOptions();

    @Mixin
    private RunOutput output = new RunOutput();

    @Mixin
    private NamingOptions naming = new NamingOptions();

    @Mixin
    private DryRun dryRun = new DryRun();

    @Option(
            names = "--detach",
            description = "return once measuring has started; use status, attach, stop and collect later")
    private boolean detach;

    @Option(
            names = "--clients",
            split = ",",
            paramLabel = "NAME|N",
            description = "client hosts of the hosts file that measure together and share threads or rate; distant only"
                    + " (default: those of the hosts file)")
    private List<String> clients = List.of();

    @Mixin
    private Launcher launcher = Launcher.provided();

    @Option(
            names = "--reference",
            paramLabel = "sysbench",
            description =
                    "measure this program beside the drivers, in turns with them: sysbench of the client host, whose"
                            + " statements go through the native C client (libmariadb)")
    private @Nullable String reference;

    RunCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        if (output.json() && dryRun.asked()) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--format json prints events, and --dry-run has none"),
                    "Leave out one of the two.");
        }
        StartRun run = StartRun.of("run", request(), HostCommand.here(around, spec, common));
        return HostCommand.carryOut(
                around,
                spec,
                common,
                where.clean(),
                (console, log) -> dryRun.asked()
                        ? dryRun(run, console)
                        : output.ending(spec)
                                .show(output.following(spec, console, () -> run.carryOut(detach, console)), console));
    }

    private ExitCode dryRun(StartRun run, Console console) {
        Plan plan = run.dryRun(dryRun.plan() ? command -> {} : dryRun.shown().orElseThrow(), console);
        console.close();
        if (dryRun.plan()) {
            spec.commandLine().getOut().print(PlanText.of(plan));
            spec.commandLine().getOut().flush();
        }
        return ExitCode.OK;
    }

    /**
     * What someone asks for who types these options.
     *
     * @param unknown whether to ignore options that this version does not know
     * @throws ParameterException if they cannot be parsed
     */
    static Request request(List<String> options, boolean unknown, CommandContext around) {
        RunCommand command = new RunCommand(around);
        new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setUnmatchedArgumentsAllowed(unknown)
                .parseArgs(options.toArray(String[]::new));
        return command.request();
    }

    private Request request() {
        Optional<HostRequest> requested = launcher.request(new Launcher.Rest(
                clients, where.where().hosts().database().map(host -> "--db-host " + host), detach, dryRun.asked()));
        return new Request(
                "",
                where.where()
                        .measured(requested.isPresent())
                        .with(copy -> copy.clients(requested.isPresent() ? List.of() : clients)
                                .reference(Optional.ofNullable(reference))
                                .requested(requested)),
                what.what(jvm, load.load()),
                effort.effort(),
                effort.question(),
                jvm.seed(),
                jvm.args(),
                naming.name(),
                naming.tags());
    }
}
