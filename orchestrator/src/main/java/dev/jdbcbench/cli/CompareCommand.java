package dev.jdbcbench.cli;

import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.report.compare.GateDocument;
import dev.jdbcbench.report.compare.GateReport;
import dev.jdbcbench.report.compare.JUnitXml;
import dev.jdbcbench.report.run.PlanText;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.usecase.Compare;
import dev.jdbcbench.usecase.Gate;
import dev.jdbcbench.usecase.StartRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
final class CompareCommand implements Callable<Integer> {
    private final CommandContext around;

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

    @Option(
            names = "--counts-only",
            description = "with --fail-above, judge round trips, statements and bytes only, and measure no times")
    private boolean countsOnly;

    @Option(
            names = "--no-counts",
            description =
                    "with --fail-above, judge times only: do not fail because of round trips, statements, bytes or allocations")
    private boolean noCounts;

    @Mixin
    private DryRun dryRun = new DryRun();

    @Option(
            names = "--own",
            description =
                    "with --fail-above, judge counts, allocations and own (the CPU time of the driver's code, against recorded"
                            + " answers) instead of times, also on a suitable host")
    private boolean own;

    @Option(
            names = "--format",
            defaultValue = "text",
            completionCandidates = Formats.Ids.class,
            converter = Formats.Known.class,
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private String format = "text";

    @Option(names = "--out", paramLabel = "FILE", description = "write to this file instead of stdout")
    private @Nullable Path out;

    CompareCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        Gate conditions = gate.gate();
        refuseUnsuitableOptions(conditions.limit().isPresent());
        Compare.Judged judged = countsOnly
                ? Compare.Judged.COUNTS
                : noCounts ? Compare.Judged.TIMES : own ? Compare.Judged.OWN : Compare.Judged.ALL;
        Compare compare = new Compare(
                HostCommand.here(around, spec, common),
                conditions,
                judged,
                gate.acceptance(line -> spec.commandLine().getErr().println(line)),
                new View());
        List<String> words = Compare.withDrivers(two);
        if (!compare.ofDrivers(words, where.where())) {
            refuseDryRun();
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
                (console, log) -> dryRun.asked() ? dryRun(compare, run, console) : compare.measure(run, console));
    }

    private void refuseUnsuitableOptions(boolean isGate) {
        if ((countsOnly || noCounts || own || gate.accepts()) && !isGate) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--counts-only, --no-counts, --own, --expected and --accept need --fail-above"),
                    "Add --fail-above 5%.");
        }
        if ((countsOnly ? 1 : 0) + (noCounts ? 1 : 0) + (own ? 1 : 0) > 1) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--counts-only, --no-counts and --own exclude each other"),
                    "Leave out all but one.");
        }
    }

    private void refuseDryRun() {
        if (dryRun.asked()) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--dry-run does not fit two runs, which are only read"),
                    "Leave it out.");
        }
    }

    private ExitCode dryRun(Compare compare, StartRun run, Console console) {
        Plan plan = compare.measured(run)
                .dryRun(dryRun.plan() ? command -> {} : dryRun.shown().orElseThrow(), console);
        console.close();
        if (dryRun.plan()) {
            OutputOptions.print(spec, out, PlanText.of(plan));
        }
        return ExitCode.OK;
    }

    private Request request() {
        return new Request(
                "",
                where.where().measured(false),
                what.what(jvm, Request.Load.CLOSED),
                effort.effort(gate.once(), countsOnly),
                effort.question(),
                jvm.seed(),
                jvm.args(),
                naming.name(),
                naming.tags());
    }

    /** Prints what was found, and writes the additional files. */
    private final class View implements Compare.View {
        private final Instant begun = around.clock().instant();

        @Override
        public void counted(ExchangeDiff diff) {
            OutputOptions.print(
                    spec,
                    out,
                    switch (format) {
                        case "json" -> Json.pretty(diff);
                        case "markdown" -> diff.markdown();
                        default -> diff.text();
                    });
        }

        @Override
        public void compared(Report report, Compared compared) {
            OutputOptions.print(
                    spec,
                    out,
                    Formats.of(format).render(report, false, spec.commandLine().getUsageHelpWidth()));
        }

        @Override
        public void ended(GateReport report) {
            gate.files()
                    .write(
                            GateDocument.of(report, GateFiles.command(spec)),
                            JUnitXml.of(
                                    report,
                                    Duration.between(begun, around.clock().instant())));
        }
    }
}
