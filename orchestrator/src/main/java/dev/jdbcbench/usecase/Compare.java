package dev.jdbcbench.usecase;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.config.LocalJar;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.DriverWords;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.report.compare.GateReport;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.scenario.jvm.ThreadKind;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code compare}: compares a candidate with its base, either two drivers or two runs. */
public final class Compare {
    /** Own is CPU time, so it scatters little within a group: half a second of turns for each driver. */
    private static final int OWN_ROUNDS = 20;

    private static final Duration OWN_BUDGET = Duration.ofSeconds(270);

    private final Here here;
    private final Gate gate;
    private final Judged judged;
    private final Acceptance acceptance;
    private final View view;

    /** What a gate judges. */
    public enum Judged {
        /** What is exchanged with the server, and times; on a host that is unsuitable for times, own instead. */
        ALL,
        /** Only what is exchanged with the server. */
        COUNTS,
        /** What is exchanged with the server, and the driver's own code. */
        OWN,
        /** Only times. */
        TIMES;

        boolean counts() {
            return this != TIMES;
        }
    }

    /** Shows what was found, before the verdict. */
    public interface View {
        void counted(ExchangeDiff diff);

        void compared(Report report, Compared compared);

        /** The gate ended, whatever the verdict. */
        void ended(GateReport report);
    }

    public Compare(Here here, Gate gate, Judged judged, Acceptance acceptance, View view) {
        this.here = here;
        this.gate = gate;
        this.judged = judged;
        this.acceptance = acceptance;
        this.view = view;
    }

    /**
     * Words for drivers, where a jar alone stands for the driver whose class its service file names.
     *
     * @throws Failure.Input if a jar has no driver that bench knows
     */
    public static List<String> withDrivers(List<String> words) {
        List<String> missing = words.stream()
                .filter(word -> word.endsWith(".jar") && !word.contains("@") && isMissing(word))
                .map(word -> word + ": there is no such file")
                .toList();
        if (!missing.isEmpty()) {
            throw new Failure.Input(
                    "nothing can be compared", missing, "Name two jars of a driver, like target/my.jar.");
        }
        return words.stream()
                .map(word -> word.endsWith(".jar") && !word.contains("@") ? driver(word) + "@" + word : word)
                .toList();
    }

    private static boolean isMissing(String jar) {
        try {
            return Files.notExists(Path.of(jar));
        } catch (InvalidPathException e) {
            return false; // it is none at all
        }
    }

    private static String driver(String jar) {
        List<String> classes;
        try {
            classes = LocalJar.driverClasses(Path.of(jar));
        } catch (IOException | InvalidPathException e) {
            throw new Failure.Input(
                    "nothing can be compared",
                    List.of(jar + ": it is not a jar"),
                    "Name two jars of a driver, like target/my.jar.");
        }
        return DriverCatalogue.all().stream()
                .filter(kind -> kind.driverClasses().stream().anyMatch(classes::contains))
                .map(DriverKind::id)
                .findFirst()
                .orElseThrow(() -> new Failure.Input(
                        "nothing can be compared",
                        List.of(jar + ": "
                                + (classes.isEmpty()
                                        ? "its META-INF/services/java.sql.Driver is missing, or names no driver"
                                        : "bench does not know the driver " + String.join(", ", classes))),
                        "Say which driver it is, like mariadb@" + jar + "; a fork of your own needs a hosts file."));
    }

    /**
     * Whether two words name drivers; otherwise they name runs.
     *
     * @param where the hosts file, which may have drivers of its own
     */
    public boolean ofDrivers(List<String> two, Request.Where where) {
        Set<String> own =
                Inputs.hosts(Request.of(where), here.reading()).drivers().keySet();
        Set<String> known = Stream.concat(
                        own.stream(), DriverCatalogue.all().stream().map(DriverKind::id))
                .collect(Collectors.toSet());
        RunStore store = new RunStore(here.results());
        List<String> meant = two.stream()
                .filter(word -> !known.contains(word.split("@", 2)[0]))
                .flatMap(word -> DriverWords.meant(word, known).stream().map(answer -> word + ": " + answer))
                .filter(answer ->
                        two.stream().noneMatch(word -> store.find(word).isPresent()))
                .toList();
        if (!meant.isEmpty()) {
            throw new Failure.Input(
                    "nothing can be compared",
                    meant,
                    "Name two drivers, like mariadb@3.5.9 mariadb@3.5.10, or two runs; ./bench list runs shows them.");
        }
        List<Boolean> drivers = two.stream()
                .map(word -> word.split("@", 2)[0])
                .map(known::contains)
                .distinct()
                .toList();
        if (drivers.size() > 1) {
            throw new Failure.Input(
                    "nothing can be compared",
                    List.of(String.join(" and ", two) + ": one is a driver, and the other is not"),
                    "Name two drivers, like mariadb@3.5.9 mariadb@3.5.10, or two runs; ./bench list runs shows them.");
        }
        return drivers.get(0);
    }

    /**
     * Compares two runs.
     *
     * @param forced whether to compare them even if more than the driver differs
     * @throws Failure.Unfit if more than the driver differs
     */
    public ExitCode runs(List<String> two, boolean forced, Consumer<String> warn) {
        RunStore store = new RunStore(here.results());
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
        List<String> differences = Compared.differences(base, candidate);
        if (!differences.isEmpty() && !forced) {
            throw new Failure.Unfit(
                    "the runs cannot be compared: more than the driver differs",
                    String.join("\n", differences),
                    "Measure both drivers in one run: bench compare BASE CANDIDATE; --force compares these runs anyway.");
        }
        differences.forEach(line -> warn.accept("the runs differ: " + line));
        Compared found = Compared.of(base, candidate, gate.limits(candidate.plan()), judged.counts());
        acceptance.accept(found.accepting(acceptance.expected()).deviations());
        Compared compared = found.accepting(acceptance.expected());
        view.compared(Reports.ofEach(directories).comparing(compared), compared);
        GateReport report = GateReport.of(compared.base(), compared.candidate(), gate.openFails())
                .with(compared);
        return end(() -> report, () -> gate.verdict(compared, warn), warn);
    }

    /**
     * The run that compares two drivers.
     *
     * @throws Failure.Input with all problems of the request
     */
    public StartRun planned(Request request) {
        return StartRun.of("compare", request, here)
                .changed(selection -> selection.failingAbove(gate.limit().orElse(null)));
    }

    /** The run that measures: that of own, if own is judged. */
    public StartRun measured(StartRun run) {
        return judged == Judged.OWN ? ofOwn(run) : run;
    }

    /** A gate has counted what both exchange by then. */
    private StartRun ofOwn(StartRun run) {
        return run.changed(selection -> own(selection)
                .failingAbove(gate.measuredOwn().orElse(null))
                .with(copy -> copy.goal(copy.goal().withExplain(gate.limit().isEmpty()))));
    }

    /** Executes it, and further ones if rows have to be confirmed. */
    public ExitCode measure(StartRun run, Invoker invoker) {
        List<DriverSpec> drivers = run.selection().drivers();
        GateReport[] report = {
            GateReport.of(name(drivers.get(0)), name(drivers.get(drivers.size() - 1)), gate.openFails())
        };
        Supplier<ExitCode> work = () -> measure(run, invoker, changed -> report[0] = changed.apply(report[0]));
        return gate.limit().isEmpty() ? work.get() : end(() -> report[0], work, invoker::warn);
    }

    private static String name(DriverSpec driver) {
        return DriverName.of(driver.label(), driver.version());
    }

    private ExitCode measure(StartRun run, Invoker invoker, Consumer<UnaryOperator<GateReport>> report) {
        Pair pair = new Pair(invoker);
        if (gate.limit().isPresent() && judged.counts()) {
            count(pair, run, invoker, report);
        }
        if (judged == Judged.COUNTS) {
            return ExitCode.OK;
        }
        if (judged == Judged.OWN) {
            return times(pair, measured(run), invoker, report);
        }
        try {
            return times(pair, run, invoker, report);
        } catch (Failure.Unfit e) {
            if (judged == Judged.TIMES) {
                throw e;
            }
            String why = e.getMessage() + ", so own is compared instead of times";
            invoker.warn(why + ": " + String.join("; ", e.why().lines().toList()));
            report.accept(before -> before.insteadOfTimes(why));
            invoker.continueWork();
            return times(pair, ofOwn(run), invoker, report);
        }
    }

    /**
     * The selection for comparing what the drivers' own code costs. Its score is CPU time, so the host needs not be quiet, and
     * a group needs fewer rounds than for times.
     */
    public static Selection own(Selection selection) {
        Duration budget = selection.goal().budget();
        return selection.with(copy -> copy.profile(selection
                        .profile()
                        .with(ungated -> ungated.gated(false))
                        .withIterations(OWN_ROUNDS))
                .what(selection.what().over(Transport.MEMORY))
                .goal(selection
                        .goal()
                        .withBudget(budget == null || budget.compareTo(OWN_BUDGET) > 0 ? OWN_BUDGET : budget)));
    }

    /** Ends a gate: its files are written in any case, and a failure of writing never hides the verdict. */
    private ExitCode end(Supplier<GateReport> report, Supplier<ExitCode> work, Consumer<String> warn) {
        @Nullable Failure failure = null;
        ExitCode code = ExitCode.OK;
        try {
            code = work.get();
        } catch (Failure e) {
            failure = e;
        }
        try {
            view.ended(report.get().ended(failure));
        } catch (Failure unwritten) {
            if (failure == null) {
                throw unwritten;
            }
            failure.addSuppressed(unwritten);
            warn.accept(unwritten.getMessage() + ": " + unwritten.why());
        }
        if (failure != null) {
            throw failure;
        }
        return code;
    }

    /**
     * Counts what both drivers exchange with the server.
     *
     * @throws Failure.Regression if the candidate exchanges more, or lost an operation
     * @throws Failure.Incomplete if some operation, or all, have no answer
     */
    private void count(Pair pair, StartRun run, Invoker invoker, Consumer<UnaryOperator<GateReport>> report) {
        invoker.say("counting round trips, statements and bytes");
        ExchangeDiff found = pair.count(run);
        acceptance.accept(found.accepting(acceptance.expected()).failing());
        ExchangeDiff diff = found.accepting(acceptance.expected());
        report.accept(before -> before.with(diff));
        Optional<Failure> failure = diff.failure();
        if (failure.isPresent() || judged == Judged.COUNTS) {
            view.counted(diff);
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
        diff.alone().forEach(line -> invoker.say("not compared: " + line));
        diff.uncertain().forEach(invoker::warn);
        diff.accepted().forEach(row -> invoker.say(row.line()));
        if (diff.uncertain().isEmpty() && diff.accepted().isEmpty()) {
            invoker.say(
                    diff.operations().isEmpty()
                            ? "no operation is lost"
                            : diff.operations().size() == 1
                                    ? "the operation exchanges no more with the server than before"
                                    : "all " + diff.operations().size()
                                            + " operations exchange no more with the server than before");
        }
        invoker.continueWork();
    }

    private ExitCode times(Pair pair, StartRun run, Invoker invoker, Consumer<UnaryOperator<GateReport>> report) {
        RunOutcome first = pair.run(run);
        if (first.failure().isPresent() && first.failure().get() instanceof Failure.Unfit unfit) {
            throw unfit;
        }
        List<RunDirectory> directories = new ArrayList<>(List.of(first.directory()));
        Compared compared = Compared.of(first.fold(), gate.limits(first.fold().plan()), judged.counts())
                .accepting(acceptance.expected());
        Optional<Failure> failure = first.failure();
        List<Compared.Row> suspicious = compared.suspicious();
        if (failure.isEmpty() && !suspicious.isEmpty()) {
            boolean one = suspicious.size() == 1;
            invoker.say(suspicious.size() + (one ? " row is" : " rows are") + " worse than allowed: measuring "
                    + (one ? "it" : "them") + " again by fresh JVMs");
            RunOutcome second = pair.run(run.changed(selection -> again(selection, suspicious)));
            directories.add(second.directory());
            compared = compared.confirmedBy(second.fold()).accepting(acceptance.expected());
            failure = second.failure();
        }
        acceptance.accept(compared.deviations());
        Compared all = compared.accepting(acceptance.expected());
        report.accept(before -> before.with(all));
        if (failure.isEmpty() || !all.rows().isEmpty()) {
            view.compared(Reports.ofEach(directories).comparing(all), all);
        }
        if (failure.isPresent()) {
            throw failure.get() instanceof Failure.Interrupted interrupted
                    ? interrupted
                    : gate.worse(all, failure).map(Failure.class::cast).orElse(failure.get());
        }
        ExitCode verdict = gate.verdict(all, invoker::warn);
        refuseGaps(first.fold().results());
        return verdict;
    }

    /** The selection for measuring suspicious rows again. */
    private static Selection again(Selection selection, List<Compared.Row> rows) {
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
                                .anyMatch(cell -> ThreadKind.in(cell.params()).equals(kind.id()))));
            }
        }
        return selection.only(
                cells.stream().map(Cell::topology).collect(Collectors.toSet()),
                choices,
                cells.stream().map(Cell::transport).collect(Collectors.toSet()),
                cells.stream().map(Cell::threads).collect(Collectors.toSet()));
    }

    private static void refuseGaps(Results results) {
        List<String> missing = results.cells().stream()
                .filter(cell -> cell.status() != CellResult.Status.OK && cell.status() != CellResult.Status.UNSUPPORTED)
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
