package dev.jdbcbench.usecase;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.execution.Rejoin;
import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** {@code collect}: fetches what agents measured, and puts local and distant side by side. */
public final class Collect {
    private final Here here;
    private final HostsNow where;
    private final List<String> runs;
    private final Consumer<String> note;

    /**
     * A collection.
     *
     * @param runs the runs that the user names; empty for the newest ones
     * @param note receives what the user must know of the runs
     */
    public Collect(Here here, HostsNow where, List<String> runs, Consumer<String> note) {
        this.here = here;
        this.where = where;
        this.runs = List.copyOf(runs);
        this.note = note;
    }

    /**
     * The runs that may have measured something while no bench was attached: those named by their IDs, or all that this
     * user started here. A directory named by its path is only read, without connecting to any host.
     */
    public List<NamedRun> open() {
        RunStore store = new RunStore(here.results());
        return (runs.isEmpty()
                        ? store.newestFirst().stream().filter(Collect::open).map(RunDirectory::run)
                        : runs.stream().filter(name -> !store.isPath(name)))
                .map(name -> NamedRun.of(name, where, here))
                .filter(run -> runs.isEmpty() ? run.origin().isPresent() : run.hostsAreKnown())
                .filter(run -> run.directory().map(Collect::open).orElse(true))
                .toList();
    }

    /** Whether the run was never closed, so its hosts may still hold results. */
    private static boolean open(RunDirectory directory) {
        try {
            return !directory.closed();
        } catch (Failure.Input e) {
            return false; // unreadable runs are reported when runs are chosen
        }
    }

    /**
     * Fetches what they measured.
     *
     * @return the failures to fetch or to remove data
     */
    public List<Failure> fetch(List<NamedRun> open, Invoker invoker) {
        List<Failure> behind = new ArrayList<>();
        for (NamedRun run : open) {
            invoker.continueWork();
            fetch(run, invoker).ifPresent(behind::add);
        }
        return behind;
    }

    private Optional<Failure> fetch(NamedRun run, Invoker invoker) {
        try {
            Optional<RunOutcome> ended = new Rejoin(here.results(), here.clock(), invoker)
                    .carryOut(run.id(), run.directory(), run.hosts(), Rejoin.Purpose.FETCH);
            ended.ifPresent(fetched -> RunFiles.write(fetched.directory()));
            return ended.filter(RunOutcome::behind).flatMap(RunOutcome::failure);
        } catch (Failure.Host | Failure.Input e) {
            if (run.directory().isEmpty()) {
                throw e;
            }
            invoker.warn("nothing could be fetched of run " + run.id() + ": " + e.getMessage() + ": " + e.why());
            return Optional.empty();
        }
    }

    /**
     * The report.
     *
     * @param sharing makes copies for others; empty for a report for the user alone
     * @param leftOut receives what the copies lack
     * @throws Failure.Unfit if more than the distance differs, unless the question forces it
     */
    public Report report(
            SideBySide.Question question,
            Optional<Function<List<Reports.Read>, Copies>> sharing,
            Consumer<String> leftOut) {
        List<Reports.Read> read = runs.isEmpty() ? newest() : named();
        List<Fold> folds = read.stream().map(Reports.Read::fold).toList();
        question.base().ifPresent(base -> refuseUnknownBase(base, folds));
        Collected collected = SideBySide.of(folds, question);
        if (!collected.comparable() && !question.forced()) {
            throw new Failure.Unfit(
                    "more than the distance differs between these runs: " + String.join(", ", collected.runs()),
                    String.join("\n", collected.differences()),
                    "Measure one of them again with the settings of the other, name other runs, or use --force, which"
                            + " prints the differences above the rows.");
        }
        if (sharing.isEmpty()) {
            return Reports.of(read, question, collected);
        }
        Copies copies = sharing.get().apply(read);
        SideBySide.Question same = copies.question(question);
        Report report = Reports.of(
                copies.runs(),
                same,
                SideBySide.of(copies.runs().stream().map(Reports.Read::fold).toList(), same));
        leftOut.accept(copies.leftOut());
        return report;
    }

    /** A run, as far as this machine knows it. */
    public NamedRun named(String run) {
        return NamedRun.of(run, where, here);
    }

    private static void refuseUnknownBase(String base, List<Fold> folds) {
        List<Cell> cells =
                folds.stream().flatMap(fold -> fold.plan().cells().stream()).toList();
        if (cells.stream().noneMatch(cell -> Axis.matches(base, cell))) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--base: no cell of these runs is " + base + Suggestion.of(base, Axis.names(cells))),
                    "See ./bench collect --help.");
        }
    }

    private List<Reports.Read> named() {
        RunStore store = new RunStore(here.results());
        List<Reports.Read> read = new ArrayList<>();
        for (String name : runs) {
            Reports.Read run = Reports.Read.of(store.named(name));
            Fold fold = run.fold();
            if (!fold.closed() && !NamedRun.of(name, where, here).hostsAreKnown()) {
                note.accept(
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
        for (RunDirectory directory : new RunStore(here.results()).newestFirst()) {
            try {
                Plan plan = directory.plan();
                if (Arrays.stream(Topology.values())
                        .anyMatch(side -> shown(read, side).isEmpty() && has(plan, side))) {
                    read.add(Reports.Read.of(directory));
                }
            } catch (Failure.Input e) {
                note.accept("warning: " + e.getMessage() + ", skipped: " + e.why());
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
                    "there is no run in " + here.results(),
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
