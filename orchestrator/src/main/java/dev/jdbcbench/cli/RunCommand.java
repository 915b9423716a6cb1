package dev.jdbcbench.cli;

import dev.jdbcbench.config.HostRequest;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.execution.Ended;
import dev.jdbcbench.execution.RunExecution;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Request;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.report.run.PlanText;
import dev.jdbcbench.run.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
            "Ctrl-C stops the current group, cleans up and prints what was measured. Press it again to quit at once: bench lists what it left"
                    + " behind, and how to remove it."
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

    private Path directory = Path.of("");

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
        Selection selection = Planner.select(request());
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            if (dryRun.asked()) {
                return dryRun(selection, console);
            }
            RunExecution execution = new RunExecution(common.results, around.clock(), console, Optional.empty());
            Ended ended = output.following(
                    spec,
                    console,
                    () -> execution.run(
                            selection, HostCommand.caller(spec, where.on().file(), detach, console, log)));
            return output.ending(spec).show(ended, console);
        });
    }

    private ExitCode dryRun(Selection selection, Console console) {
        Optional<Consumer<String>> commands = dryRun.plan() ? Optional.of(command -> {}) : dryRun.shown();
        Plan plan = new RunExecution(common.results, around.clock(), console, commands).dryRun(selection);
        console.close();
        if (dryRun.plan()) {
            spec.commandLine().getOut().print(PlanText.of(plan));
            spec.commandLine().getOut().flush();
        }
        return ExitCode.OK;
    }

    /**
     * Restores a stored command line.
     *
     * @param place the directory where it was called; file names are relative to it
     * @param hostsFile the hosts file that it used; empty for none
     * @param override hosts that replace those of the command line
     */
    RunCommand calledIn(Path place, Optional<Path> hostsFile, WhereOverride override) {
        directory = place;
        where.on().from(place, hostsFile);
        return with(override);
    }

    /** This command, called in the current directory, with other hosts. */
    RunCommand with(WhereOverride override) {
        override.apply(where.on());
        return this;
    }

    /** The command that removes everything that bench left on its hosts. */
    String clean() {
        return where.clean();
    }

    /** The request for hosts that exist only for the run; empty for those of the hosts file. */
    private Optional<HostRequest> requested() {
        return launcher.request(new Launcher.Rest(
                clients,
                Optional.ofNullable(where.on().databaseHost).map(host -> "--db-host " + host),
                detach,
                dryRun.asked()));
    }

    /** The hosts of the hosts file, or those that are requested for the run. */
    Hosts hosts() {
        Hosts file = where.hosts(around);
        return requested().map(request -> request.in(file)).orElse(file);
    }

    /** The host of --db-host. */
    Optional<HostSpec> databaseHost() {
        return where.on().databaseHost(where.hosts(around));
    }

    /** The selection, with a seed drawn earlier. */
    Selection selection(long drawn) {
        jvm.seed(drawn);
        return Planner.select(request());
    }

    private Request request() {
        Hosts hosts = hosts();
        boolean requested = requested().isPresent();
        return new Request(
                hosts,
                where.request(hosts, requested)
                        .on(requested || clients.isEmpty() ? hosts.clients() : clients)
                        .beside(Optional.ofNullable(reference)),
                what.what(jvm.threads, jvm.threadKinds, directory).at(load.load()),
                effort.effort(),
                jvm.seed(),
                jvm.args(),
                naming.name(),
                naming.tags());
    }
}
