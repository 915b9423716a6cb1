package dev.jdbcbench.flame;

import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.plan.Cells;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.scenario.OltpTables;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.jvm.ThreadKind;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.untrusted.Glob;
import dev.jdbcbench.usecase.Here;
import dev.jdbcbench.usecase.Invoker;
import dev.jdbcbench.usecase.RunFiles;
import dev.jdbcbench.usecase.StartRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code profile}: records where drivers spend the time of one operation. */
final class Profiling {
    /** Apache License 2.0; not part of bench, downloaded on demand. */
    private static final String ASYNC_PROFILER = "tools.profiler:async-profiler:4.1";

    private final String cell;
    private final Optional<String> run;
    private final Here here;

    /**
     * A recording of an operation.
     *
     * @param cell a cell of a run by its key, {@code *} for any letters; or {@code SCENARIO:MODE}
     * @param run the run that has the cell; empty for the newest that has it
     */
    Profiling(String cell, Optional<String> run, Here here) {
        this.cell = cell;
        this.run = run;
        this.here = here;
    }

    /**
     * The run that records.
     *
     * @param asked where the user wants to record
     * @param seconds length of each recording
     * @param async whether async-profiler records, instead of JFR
     * @throws Failure.Input with all problems of the request
     */
    StartRun planned(Request.Where asked, int seconds, boolean async) {
        Inputs inputs = cell.contains("/") || !cell.contains(":") ? cellOrNothing(asked) : named(asked);
        StartRun recording = StartRun.of("profile", inputs, here);
        List<String> rows = Cells.of(recording.selection(), Map.of()).stream()
                .map(entry -> entry.cell().topology() + "/" + entry.cell().rowKey())
                .distinct()
                .toList();
        if (rows.size() > 1) {
            throw wrong(List.of(cell + " is " + rows.size() + " operations: " + String.join(", ", rows)
                    + "; name one scenario in one mode, on one server and in one topology"));
        }
        return recording.changed(selection -> selection.with(copy -> copy.profile(Profile.recording(seconds))
                .drivers(selection.drivers().stream()
                        .map(driver -> async ? driver.beside(ASYNC_PROFILER) : driver)
                        .toList())));
    }

    /**
     * Records, and writes the recordings beside the report.
     *
     * @param view shows them
     */
    static void carryOut(StartRun recording, Consumer<List<Recorded>> view, Invoker invoker) {
        RunOutcome ended = recording.carryOut(false, invoker);
        Optional<Failure> unwritten = RunFiles.tryToWrite(ended.directory());
        invoker.close();
        List<Recorded> all = Recorded.of(ended);
        if (!all.isEmpty()) {
            List<Path> files = Recorded.write(ended.directory(), all);
            view.accept(all);
            files.forEach(file -> invoker.say("wrote " + file));
        }
        invoker.say("run: " + ended.directory().path());
        Optional<Failure> failure = ended.failure().or(() -> unwritten);
        if (failure.isPresent()) {
            throw failure.get();
        }
        refuseGaps(ended);
    }

    static Failure.Input wrong(List<String> problems) {
        return new Failure.Input(
                "the command line has " + (problems.size() == 1 ? "a problem" : problems.size() + " problems"),
                problems,
                "See ./bench profile --help.");
    }

    private Inputs read(Request.Where where, Request.What what) {
        Request request = Request.of(where.measured(false)).withWhat(what).look(Goal.Extent.PROFILE, 1);
        return Inputs.read(request, here.reading());
    }

    /** The scenario and mode that the user named. */
    private Inputs named(Request.Where asked) {
        if (run.isPresent()) {
            throw wrong(List.of("--run says where a cell is, and " + cell + " is a scenario in a mode"));
        }
        return read(asked, Request.What.CORE.withScenarios(List.of(cell)));
    }

    private Inputs cellOrNothing(Request.Where asked) {
        if (!cell.contains("/") && !cell.equals("*")) {
            throw wrong(List.of(cell + " is neither the key of a cell nor SCENARIO:MODE"));
        }
        return ofRun(asked);
    }

    /**
     * The operation of the matching cells of a run. Hosts file and options decide where to record, as in every command.
     */
    private Inputs ofRun(Request.Where asked) {
        Plan plan = null;
        List<Cell> found = List.of();
        SortedSet<String> known = new TreeSet<>();
        for (RunDirectory directory : directories()) {
            Plan candidate = plan(directory);
            if (candidate != null && found.isEmpty()) {
                plan = candidate;
                candidate.cells().forEach(one -> known.add(one.key()));
                found = candidate.cells().stream()
                        .filter(one ->
                                Stream.of(one.key(), one.keyOfAllVersions()).anyMatch(name -> Glob.matches(cell, name)))
                        .toList();
            }
        }
        if (plan == null || found.isEmpty()) {
            throw wrong(List.of("no cell is called " + cell
                    + (known.isEmpty() ? ": there is no run yet; name SCENARIO:MODE" : Suggestion.of(cell, known))));
        }
        List<String> rows = found.stream()
                .map(one -> one.topology() + "/" + one.rowKey())
                .distinct()
                .toList();
        if (rows.size() > 1) {
            throw wrong(List.of(cell + " is " + rows.size() + " operations of run " + plan.run() + ": "
                    + String.join(", ", rows) + "; name one"));
        }
        Cell one = found.get(0);
        List<SqlScenario> own = plan.sql().stream()
                .filter(sql -> sql.name().equals(one.scenario()))
                .toList();
        Optional<SetUp> setUp = own.isEmpty() ? Optional.empty() : Optional.ofNullable(plan.setUp());
        Inputs inputs = read(
                completed(asked, one, found.stream().map(Axis.DRIVER::value).toList()), what(one));
        return inputs.with(copy -> copy.setUp(setUp)
                .sql(own.stream()
                        .filter(sql -> !inputs.hosts().scenarios().containsKey(sql.name()))
                        .toList()));
    }

    /** Fills in what the command line leaves open. */
    private static Request.Where completed(Request.Where asked, Cell cell, List<String> drivers) {
        return asked.with(copy -> copy.topologies(
                        asked.topologies().isEmpty() ? List.of(cell.topology().id()) : asked.topologies())
                .servers(asked.servers().isEmpty() ? List.of(cell.server()) : asked.servers())
                .drivers(asked.drivers().isEmpty() ? drivers : asked.drivers()));
    }

    private static Request.What what(Cell one) {
        boolean kinds = one.params().containsKey(ThreadKind.PARAM);
        return Request.What.CORE.with(copy -> copy.scenarios(List.of(one.scenario() + ":" + one.mode()))
                .transports(List.of(one.transport().id()))
                .threads(List.of(String.valueOf(one.threads())))
                .threadKinds(kinds ? List.of(ThreadKind.in(one.params())) : List.of())
                .tables(new Request.Tables(
                        param(one, OltpTables.TABLES),
                        param(one, OltpTables.SIZE),
                        param(one, OltpTables.DISTRIBUTION))));
    }

    private static Optional<String> param(Cell cell, String name) {
        return Optional.ofNullable(cell.params().get(name));
    }

    private List<RunDirectory> directories() {
        RunStore store = new RunStore(here.results());
        return run.map(name -> List.of(store.named(name))).orElseGet(store::newestFirst);
    }

    /**
     * The plan of a run that measures. Null if it measures nothing, or if it is one of several runs and cannot be read.
     */
    private @Nullable Plan plan(RunDirectory directory) {
        try {
            Plan plan = directory.plan();
            return plan.goal().extent() == Goal.Extent.MEASURE ? plan : null;
        } catch (Failure.Input e) {
            if (run.isPresent()) {
                throw e;
            }
            here.reading().warn().accept(e.getMessage() + ", skipped: " + e.why());
            return null;
        }
    }

    private static void refuseGaps(RunOutcome ended) {
        List<String> missing = ended.fold().results().cells().stream()
                .filter(one -> one.reason() != null)
                .map(one -> one.key() + ": " + one.reason())
                .toList();
        if (!missing.isEmpty()) {
            throw new Failure.Incomplete(
                    "some cells were not recorded",
                    String.join("\n", missing),
                    "The logs of the run have what the JVMs printed.");
        }
    }
}
