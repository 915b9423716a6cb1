package dev.jdbcbench.cli;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.execution.Ended;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Request;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.report.compare.CompareDocument;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.report.compare.JUnitXml;
import dev.jdbcbench.report.document.MarkdownDocument;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.scenario.jvm.ThreadKind;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
            "With --fail-above it is a gate. It first counts round trips, statements and bytes, which takes seconds, and ends with 7 if the"
                    + " candidate needs more. Then it measures until each row is known to be above or below the limit. Rows above it are"
                    + " measured again by fresh JVMs, in a run of their own.",
            "Two runs that were measured apart are compared without pairing their groups. They must agree in hosts and settings."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./bench compare mariadb@3.5.9 mariadb@3.5.10 --scenario 'Pool*'     two releases",
            "  ./bench compare mariadb mariadb@target/my.jar --fail-above 5%%       a build of your own, as a gate",
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
                    "each a driver as for --driver (ID, ID@VERSION, ID@FILE.jar), or each a run by its id or path")
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
        Optional<Double> limit = gate.limit();
        refuseUnsuitableOptions(limit.isPresent());
        Hosts hosts = where.hosts(around);
        List<Boolean> drivers =
                two.stream().map(word -> isDriver(word, hosts)).distinct().toList();
        if (drivers.size() > 1) {
            throw new Failure.Input(
                    "nothing can be compared",
                    List.of(String.join(" and ", two) + ": one is a driver, and the other is not"),
                    "Name two drivers, like mariadb@3.5.9 mariadb@3.5.10, or two runs; ./bench list runs shows them.");
        }
        return drivers.get(0) ? measure(hosts, limit) : compareRuns(limit).number();
    }

    private void refuseUnsuitableOptions(boolean isGate) {
        if ((countsOnly || noCounts) && !isGate) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--counts-only and --no-counts need --fail-above"),
                    "Add --fail-above 5%.");
        }
        if (countsOnly && noCounts) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--counts-only and --no-counts exclude each other"),
                    "Leave out one of the two.");
        }
    }

    private static boolean isDriver(String word, Hosts hosts) {
        String id = word.split("@", 2)[0];
        return hosts.drivers().containsKey(id)
                || DriverCatalogue.all().stream().anyMatch(kind -> kind.id().equals(id));
    }

    private ExitCode compareRuns(Optional<Double> limit) {
        RunStore store = new RunStore(common.results);
        List<RunDirectory> directories = two.stream().map(store::named).toList();
        Fold base = directories.get(0).read();
        Fold candidate = directories.get(1).read();
        if (base.plan().run().equals(candidate.plan().run())) {
            throw new Failure.Input(
                    "nothing can be compared",
                    List.of(String.join(" and ", two) + " are one run: "
                            + base.plan().run()),
                    "Name another run; ./bench list runs shows them. To see this one: ./bench report " + two.get(0));
        }
        refuseDifferences(base, candidate);
        Compared compared = Compared.of(base, candidate, limit.orElse(null), !noCounts);
        show(directories, compared);
        return gate.verdict(compared, this::warn);
    }

    private void refuseDifferences(Fold base, Fold candidate) {
        List<String> differences = Compared.differences(base, candidate);
        if (!differences.isEmpty() && !effort.force()) {
            throw new Failure.Unfit(
                    "the runs cannot be compared: more than the driver differs",
                    String.join("\n", differences),
                    "Measure both drivers in one run: bench compare BASE CANDIDATE; --force compares these runs anyway.");
        }
        differences.forEach(line -> warn("the runs differ: " + line));
    }

    private void warn(String line) {
        spec.commandLine().getErr().println("warning: " + line);
    }

    private int measure(Hosts hosts, Optional<Double> limit) throws IOException {
        where.compare(two);
        Selection selection = selection(hosts, limit);
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            Execution execution = new Execution(console, log);
            if (limit.isPresent() && !noCounts) {
                execution.count(selection);
            }
            return countsOnly ? ExitCode.OK : execution.measure(selection, limit);
        });
    }

    private Selection selection(Hosts hosts, Optional<Double> limit) {
        Selection selection = Planner.select(new Request(
                hosts,
                where.request(hosts),
                what.what(jvm.threads, jvm.threadKinds, Path.of("")),
                effort.effort(gate.once(), countsOnly),
                jvm.seed(),
                jvm.args(),
                naming.name(),
                naming.tags()));
        return selection.failingAbove(limit.orElse(null));
    }

    private void show(List<RunDirectory> directories, Compared compared) {
        ReportFormat chosen = Formats.of(format);
        Report report = Reports.ofEach(directories).comparing(compared);
        OutputOptions.print(
                spec, out, chosen.render(report, false, spec.commandLine().getUsageHelpWidth()));
        gate.write(MarkdownDocument.of(CompareDocument.of(compared)), JUnitXml.of(compared, gate.openFails()));
    }

    /** Executes the runs of a comparison, one after the other. */
    private final class Execution {
        private final Console console;
        private final PairRuns runs;

        Execution(Console console, DeveloperLog log) {
            this.console = console;
            this.runs = new PairRuns(around, spec, common, where.on().file(), console, log);
        }

        /**
         * Counts what both drivers exchange with the server.
         *
         * @throws Failure.Regression if the candidate exchanges more, or lost an operation
         * @throws Failure.Incomplete if some operation, or all, have no answer
         */
        void count(Selection selection) {
            console.say("counting round trips, statements and bytes");
            ExchangeDiff diff = runs.count(selection);
            Optional<Failure> failure = diff.failure();
            if (failure.isPresent() || countsOnly) {
                OutputOptions.print(spec, out, text(diff));
                gate.write(diff.markdown(), JUnitXml.of(diff));
            }
            if (failure.isPresent()) {
                throw failure.get();
            }
            diff.alone().forEach(line -> console.say("not compared: " + line));
            diff.uncertain().forEach(console::warn);
            if (diff.uncertain().isEmpty()) {
                console.say(
                        diff.operations().isEmpty()
                                ? "no operation is lost"
                                : diff.operations().size() == 1
                                        ? "the operation exchanges no more with the server than before"
                                        : "all " + diff.operations().size()
                                                + " operations exchange no more with the server than before");
            }
            console.continueWork();
        }

        private String text(ExchangeDiff diff) {
            return switch (format) {
                case "json" -> Json.pretty(diff);
                case "markdown" -> diff.markdown();
                default -> diff.text();
            };
        }

        ExitCode measure(Selection selection, Optional<Double> limit) {
            Ended first = runs.run(selection);
            List<RunDirectory> directories = new ArrayList<>(List.of(first.directory()));
            Compared compared = Compared.of(first.fold(), limit.orElse(null), !noCounts);
            Optional<Failure> failure = first.failure();
            if (failure.isEmpty() && !compared.suspicious().isEmpty()) {
                console.say(compared.suspicious().size()
                        + (compared.suspicious().size() == 1 ? " row is" : " rows are")
                        + " worse than allowed: measuring "
                        + (compared.suspicious().size() == 1 ? "it" : "them") + " again by fresh JVMs");
                Ended second = runs.run(again(selection, compared.suspicious()));
                directories.add(second.directory());
                compared = compared.confirmedBy(second.fold());
                failure = second.failure();
            }
            if (failure.isEmpty() || !compared.rows().isEmpty()) {
                show(directories, compared);
            }
            if (failure.isPresent()) {
                throw failure.get();
            }
            ExitCode verdict = gate.verdict(compared, console::warn);
            refuseGaps(first.fold().results());
            return verdict;
        }

        /** The selection for measuring suspicious rows again. */
        private Selection again(Selection selection, List<Compared.Row> rows) {
            List<Cell> cells = rows.stream().map(row -> row.candidate().cell()).toList();
            List<Selection.Choice> choices = new ArrayList<>();
            for (Selection.Choice choice : selection.what().scenarios()) {
                List<Cell> same = cells.stream()
                        .filter(cell -> cell.scenario().equals(choice.scenario().id()))
                        .toList();
                if (!same.isEmpty()) {
                    choices.add(choice.only(
                            mode -> same.stream().anyMatch(cell -> cell.mode() == mode),
                            kind -> same.stream()
                                    .anyMatch(
                                            cell -> ThreadKind.in(cell.params()).equals(kind.id()))));
                }
            }
            return selection.only(
                    cells.stream().map(Cell::topology).collect(Collectors.toSet()),
                    choices,
                    cells.stream().map(Cell::transport).collect(Collectors.toSet()),
                    cells.stream().map(Cell::threads).collect(Collectors.toSet()));
        }

        private void refuseGaps(Results results) {
            List<String> missing = results.cells().stream()
                    .filter(cell -> cell.status() != Results.Status.OK && cell.status() != Results.Status.UNSUPPORTED)
                    .map(cell -> cell.key() + ": " + cell.reason())
                    .toList();
            if (!missing.isEmpty()) {
                throw new Failure.Incomplete(
                        "the comparison is incomplete",
                        String.join("\n", missing),
                        "The logs of the run have what the forks printed. All other rows were compared.");
            }
        }
    }
}
