package dev.jdbcbench.cli;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.report.compare.GateReport;
import dev.jdbcbench.report.run.PlanText;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.usecase.Compare;
import dev.jdbcbench.usecase.StartRun;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench compare}: compares a candidate with its base, either two drivers or two runs. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        header = "is this driver version slower? two drivers, or two runs",
        description = {
            "Measures both drivers in turns, in one run, and prints a line for each row that changed.",
            "With --fail-above it is a gate. It first counts round trips, statements and bytes, which takes seconds,"
                    + " and ends with 7 if the candidate needs more. Then it measures until each row is known to be above"
                    + " or below the limit. Rows above it are measured again by fresh JVMs, in a run of their own.",
            "Two runs that were measured apart are compared without pairing their groups. They must agree in hosts and settings."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./bench compare mariadb@3.5.9 mariadb@3.5.10 --scenario 'Pool*'     two releases",
            "  ./bench compare mariadb mariadb@target/my.jar --fail-above 5%%       a build of your own, as a gate",
            "  ./bench compare before.jar after.jar                                two builds of a driver",
            "  ./bench compare 7f3a 1c9d                                           two runs of the results directory"
        })
final class CompareCommand implements Callable<Integer>, Compare.View {
    private final CommandContext around;
    private final Instant begun;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "BASE CANDIDATE",
            hideParamSyntax = true,
            arity = "2",
            description =
                    "each a driver as for --driver (ID, ID@VERSION, ID@FILE.jar, or FILE.jar alone), or each a run by its id or path")
    private List<String> two = List.of();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Mixin
    private WhatOptions what = new WhatOptions();

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Mixin
    private NamingOptions naming = new NamingOptions();

    @Mixin
    private CompareEffort effort = new CompareEffort();

    @Mixin
    private GateOptions gate = new GateOptions();

    @Mixin
    private DryRun dryRun = new DryRun();

    @Mixin
    private CompareOutput output = new CompareOutput();

    CompareCommand(CommandContext around) {
        this.around = around;
        this.begun = around.clock().instant();
    }

    @Override
    public Integer call() throws IOException {
        Compare compare = new Compare(
                HostCommand.here(around, spec, common),
                gate.gate(),
                gate.judged(),
                gate.acceptance(line -> spec.commandLine().getErr().println(line)),
                this);
        List<String> words = Compare.withDrivers(two);
        if (!compare.ofDrivers(words, where.where())) {
            dryRun.refuse("two runs, which are only read");
            return compare.runs(
                            words,
                            effort.question().force(),
                            line -> spec.commandLine().getErr().println("warning: " + line))
                    .number();
        }
        where.compare(words);
        StartRun run = compare.planned(request());
        return HostCommand.carryOut(
                around,
                spec,
                common,
                where.clean(),
                (console, log) -> dryRun.asked()
                        ? dryRun.carryOut(compare.measured(run), console, plan -> output.print(spec, PlanText.of(plan)))
                        : compare.measure(run, console));
    }

    private Request request() {
        return new Request(
                "",
                where.where().measured(false),
                what.what(jvm, Request.Load.CLOSED),
                effort.effort(gate.once(), gate.judged() == Compare.Judged.COUNTS),
                effort.question(),
                jvm.seed(),
                jvm.args(),
                naming.name(),
                naming.tags());
    }

    @Override
    public void counted(ExchangeDiff diff) {
        output.print(spec, diff);
    }

    @Override
    public void compared(Report report, Compared compared) {
        output.print(spec, report);
    }

    @Override
    public void ended(GateReport report) {
        gate.files().write(report, spec, Duration.between(begun, around.clock().instant()));
    }
}
