package dev.jdbcbench.cli;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.PublishedFigures;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.execution.Ended;
import dev.jdbcbench.execution.Rejoin;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.untrusted.TypedDuration;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench collect}: compares local and distant, and explains the difference. */
@Command(
        name = "collect",
        mixinStandardHelpOptions = true,
        header = "local and distant side by side, and why they differ",
        description = {
            "Puts the newest local and the newest distant run side by side, or the runs you name, and says why they differ: how often"
                    + " each operation waits for the network. Predicts other distances, and whether they change the drivers' order.",
            "Refuses runs that differ in more than the distance (exit code 6), unless --force."
        })
final class CollectCommand implements Callable<Integer> {
    private final CommandContext around;

    private static final double LONGEST_MICROS = 60e6;

    private static final String DEFAULT_FORMAT = "text";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "RUN", arity = "0..*", description = "runs by their id or the path of their directory")
    private List<String> runs = List.of();

    @Option(
            names = "--format",
            defaultValue = DEFAULT_FORMAT,
            completionCandidates = Formats.Ids.class,
            converter = Formats.Known.class,
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private String format = DEFAULT_FORMAT;

    @Option(
            names = "--wide",
            description =
                    "text with all columns, intervals, the model, other distances and advice; wider than a terminal")
    private boolean wide;

    @Option(names = "--out", paramLabel = "FILE", description = "write to this file instead of stdout")
    private @Nullable Path out;

    @Option(
            names = "--force",
            description = "show runs that differ in more than the distance, and name the differences")
    private boolean force;

    @Mixin
    private Sharing sharing = Sharing.provided();

    @Option(
            names = "--rtt",
            split = ",",
            paramLabel = "TIME",
            description = "distances to predict times for: 0.35ms,20ms (default: 0.1, 0.5, 1, 5 and 20 ms)")
    private List<String> rtts = List.of();

    @Option(
            names = "--contrast",
            paramLabel = "AXIS",
            converter = LowerCaseConverter.class,
            description =
                    "what is compared near and far: driver, version, mode, server, transport, threads; or scenario: all modes and"
                            + " drivers of a scenario, its first mariadb cell is 100 %% (default: driver)")
    private @Nullable String contrast;

    @Option(
            names = "--base",
            paramLabel = "CELL-GLOB",
            description = "what others are compared with: 100 %% (default: the first)")
    private @Nullable String base;

    @Option(
            names = "--reference",
            paramLabel = "NAME",
            description = "published figures beside the rows, ratio to ratio: 2016")
    private @Nullable String reference;

    @Mixin
    private WhereOverride where = new WhereOverride();

    CollectCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        ReportFormat chosen = Formats.of(format);
        SideBySide.Question question = question();
        List<Failure> behind = fetch();
        List<Reports.Read> read = runs.isEmpty() ? newest() : named();
        List<Fold> folds = read.stream().map(Reports.Read::fold).toList();
        refuseUnknownBase(folds);
        Collected collected = SideBySide.of(folds, question);
        if (!collected.comparable() && !force) {
            throw new Failure.Unfit(
                    "more than the distance differs between these runs: " + String.join(", ", collected.runs()),
                    String.join("\n", collected.differences()),
                    "Measure one of them again with the settings of the other, name other runs, or use --force, which prints the differences above the"
                            + " rows.");
        }
        Report report = Reports.of(read, question, collected);
        if (sharing.asked()) {
            Sharing.Copies copies = sharing.of(
                    read,
                    Reports.known(common.results, where, around),
                    spec.commandLine().getErr());
            List<Fold> copied = copies.runs().stream().map(Reports.Read::fold).toList();
            SideBySide.Question sharedQuestion = copies.question(question);
            report = Reports.of(copies.runs(), sharedQuestion, SideBySide.of(copied, sharedQuestion));
            if (!common.quiet) {
                spec.commandLine().getErr().println(copies.leftOut());
            }
        }
        OutputOptions.print(
                spec, out, chosen.render(report, wide, spec.commandLine().getUsageHelpWidth()));
        if (!behind.isEmpty()) {
            throw behind.get(0);
        }
        return ExitCode.OK.number();
    }

    private void refuseUnknownBase(List<Fold> folds) {
        List<Cell> cells =
                folds.stream().flatMap(fold -> fold.plan().cells().stream()).toList();
        if (base != null && cells.stream().noneMatch(cell -> Axis.matches(base, cell))) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--base: no cell of these runs is " + base + Suggestion.of(base, Axis.names(cells))),
                    "See ./bench collect --help.");
        }
    }

    /**
     * Fetches what agents measured while no bench was attached: for runs named by their IDs, or for all runs that this
     * user started here. A directory named by its path is only read, without connecting to any host.
     *
     * @return the failures to fetch or to remove data
     */
    private List<Failure> fetch() throws IOException {
        List<Failure> behind = new ArrayList<>();
        RunStore store = new RunStore(common.results);
        List<NamedRun> open = (runs.isEmpty()
                        ? store.newestFirst().stream()
                                .filter(CollectCommand::open)
                                .map(RunDirectory::run)
                        : runs.stream().filter(name -> !store.isPath(name)))
                .map(name -> NamedRun.of(name, common.results, where, around))
                .filter(run -> runs.isEmpty() ? run.origin().isPresent() : run.hostsAreKnown())
                .filter(CollectCommand::mayHaveLeft)
                .toList();
        if (!open.isEmpty()) {
            HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
                for (NamedRun run : open) {
                    console.continueWork();
                    fetch(run, console).ifPresent(behind::add);
                }
                return ExitCode.OK;
            });
        }
        return behind;
    }

    private Optional<Failure> fetch(NamedRun run, Console console) {
        try {
            Optional<Ended> ended = new Rejoin(common.results, around.clock(), console)
                    .carryOut(run.id(), run.directory(), run.hosts(), Rejoin.Purpose.FETCH);
            ended.ifPresent(fetched -> RunFiles.write(fetched.directory()));
            return ended.filter(Ended::behind).flatMap(Ended::failure);
        } catch (Failure.Host | Failure.Input e) {
            if (run.directory().isEmpty()) {
                throw e;
            }
            console.warn("nothing could be fetched of run " + run.id() + ": " + e.getMessage() + ": " + e.why());
            return Optional.empty();
        }
    }

    /** Whether the run was never closed, so its hosts may still hold results. True for a run without a directory here. */
    private static boolean mayHaveLeft(NamedRun run) {
        return run.directory().map(CollectCommand::open).orElse(true);
    }

    private static boolean open(RunDirectory directory) {
        try {
            return !directory.closed();
        } catch (Failure.Input e) {
            return false; // unreadable runs are reported when runs are chosen
        }
    }

    private static Axis axis(String id, List<String> problems) {
        List<Axis> known = Arrays.stream(Axis.values())
                .filter(axis -> axis != Axis.TOPOLOGY)
                .toList();
        return known.stream().filter(axis -> axis.id().equals(id)).findFirst().orElseGet(() -> {
            List<String> names = known.stream().map(Axis::id).toList();
            problems.add("--contrast: " + id + " cannot be compared near and far" + Suggestion.of(id, names)
                    + "; there are " + String.join(", ", names));
            return Axis.DRIVER;
        });
    }

    private SideBySide.Question question() {
        List<String> problems = new ArrayList<>();
        Axis axis = contrast == null ? Axis.DRIVER : axis(contrast, problems);
        List<Double> micros = new ArrayList<>();
        for (String text : rtts) {
            double value = TypedDuration.of(text).orElse(Duration.ZERO).toNanos() / Unit.NANOS_PER_MICRO;
            if (value > 0 && value <= LONGEST_MICROS) {
                micros.add(value);
            } else {
                problems.add("--rtt needs a time above 0, at most 60s, with its unit, like 350us, 0.35ms or 20ms, not "
                        + text);
            }
        }
        Optional.ofNullable(base).flatMap(Goal::baseProblem).ifPresent(problem -> problems.add("--base " + problem));
        if (!problems.isEmpty()) {
            throw new Failure.Input("the command line has a problem", problems, "See ./bench collect --help.");
        }
        return new SideBySide.Question(
                axis,
                Optional.ofNullable(base),
                micros.isEmpty() ? SideBySide.Question.DISTANCES : micros,
                force,
                Optional.ofNullable(reference).map(PublishedFigures::of));
    }

    private List<Reports.Read> named() {
        RunStore store = new RunStore(common.results);
        List<Reports.Read> read = new ArrayList<>();
        for (String name : runs) {
            Reports.Read run = Reports.Read.of(store.named(name));
            Fold fold = run.fold();
            if (!fold.closed()
                    && !NamedRun.of(name, common.results, where, around).hostsAreKnown()) {
                spec.commandLine()
                        .getErr()
                        .println(
                                "note: run " + fold.plan().run()
                                        + " was not started from this account on this machine: its hosts may still have unfetched results");
            }
            read.add(run);
        }
        return read;
    }

    /** The newest run with local cells, and the newest with distant ones; may be the same run. */
    private List<Reports.Read> newest() {
        Set<Reports.Read> chosen = new LinkedHashSet<>();
        List<Reports.Read> read = new ArrayList<>();
        for (RunDirectory directory : new RunStore(common.results).newestFirst()) {
            try {
                Plan plan = directory.plan();
                if (Arrays.stream(Topology.values())
                        .anyMatch(side -> shown(read, side).isEmpty() && has(plan, side))) {
                    read.add(Reports.Read.of(directory));
                }
            } catch (Failure.Input e) {
                spec.commandLine().getErr().println("warning: " + e.getMessage() + ", skipped: " + e.why());
            }
            if (shown(read, Topology.LOCAL).isPresent()
                    && shown(read, Topology.DISTANT).isPresent()) {
                break;
            }
        }
        newest(read, Topology.LOCAL).ifPresent(chosen::add);
        newest(read, Topology.DISTANT).ifPresent(chosen::add);
        if (chosen.isEmpty()) {
            throw new Failure.Input(
                    "there is no run in " + common.results,
                    List.of(),
                    "Record some: ./bench run --topology local, and ./bench run --topology distant --db-host HOST.");
        }
        return List.copyOf(chosen);
    }

    private static boolean has(Plan plan, Topology topology) {
        return plan.cells().stream().anyMatch(cell -> cell.topology() == topology);
    }

    /** The newest run with enough forks to show; else the newest with any. */
    private static Optional<Reports.Read> newest(List<Reports.Read> newestFirst, Topology topology) {
        return shown(newestFirst, topology)
                .or(() -> newestFirst.stream()
                        .filter(run -> run.fold().measured(topology))
                        .findFirst());
    }

    private static Optional<Reports.Read> shown(List<Reports.Read> newestFirst, Topology topology) {
        return newestFirst.stream()
                .filter(run -> run.fold()
                        .measured(topology, run.fold().plan().profile().fewestToShow()))
                .findFirst();
    }
}
