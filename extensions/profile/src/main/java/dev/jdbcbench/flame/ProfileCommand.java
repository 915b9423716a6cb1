package dev.jdbcbench.flame;

import dev.jdbcbench.cli.CommandContext;
import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.cli.HostCommand;
import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.cli.RunFiles;
import dev.jdbcbench.cli.WhereOptions;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.execution.Ended;
import dev.jdbcbench.execution.RunExecution;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.plan.Cells;
import dev.jdbcbench.plan.Effort;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Request;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.scenario.OltpTables;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.jvm.ThreadKind;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.untrusted.Glob;
import dev.jdbcbench.untrusted.SafeFile;
import dev.jdbcbench.untrusted.SafeName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench profile}: where drivers spend the time of an operation. */
@Command(
        name = "profile",
        mixinStandardHelpOptions = true,
        header = "where drivers spend their time: flame graphs (a minute)",
        description = {
            "Runs one more JVM of a cell for each driver, in which a profiler records after a warm-up. Nothing is measured meanwhile, and no"
                    + " measured JVM is ever recorded.",
            "Writes the recording, its collapsed stacks and a flame graph of each driver beside the report; of two drivers, their differences"
                    + " as well."
        })
public final class ProfileCommand implements Callable<Integer> {
    /** Apache License 2.0; not part of bench, downloaded on demand. */
    private static final String ASYNC_PROFILER = "tools.profiler:async-profiler:4.1";

    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final String DEFAULT_TIME = "10s";
    private static final String PREFIX = "profile-";

    /** Largest recording, bytes; one of a minute has a few MB. */
    private static final int LARGEST = 32 << 20;

    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(
            paramLabel = "CELL",
            description = "a cell of a run by its key, * for any letters, for all drivers that match; or SCENARIO:MODE")
    private String cell = "";

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "the run that has the cell (default: the newest that has it)")
    private @Nullable String run;

    @Option(names = "--jfr", description = "record with JFR, which is part of the JDK: Java code only (the default)")
    private boolean jfr;

    @Option(
            names = "--async",
            description =
                    "record with async-profiler, which is fetched from the Maven repositories: native code as well")
    private boolean async;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            defaultValue = DEFAULT_TIME,
            description = "length of each recording, at most 1m (default: ${DEFAULT-VALUE})")
    private String time = DEFAULT_TIME;

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Option(names = "--out", paramLabel = "FILE", description = "write the table to this file instead of stdout")
    private @Nullable Path out;

    public ProfileCommand(CommandContext around) {
        this.around = around;
    }

    @Override
    public Integer call() throws IOException {
        int seconds = seconds();
        Hosts hosts = where.hosts(around);
        Selection selection = selection(hosts);
        Selection recorded = (async
                        ? selection.withDrivers(selection.drivers().stream()
                                .map(driver -> driver.beside(ASYNC_PROFILER))
                                .toList())
                        : selection)
                .withProfile(Profile.recording(seconds));
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            RunExecution execution = new RunExecution(common.results, around.clock(), console, Optional.empty());
            Ended ended =
                    execution.run(recorded, HostCommand.caller(spec, where.on().file(), false, console, log));
            Optional<Failure> unwritten = RunFiles.tryToWrite(ended.directory());
            console.close();
            List<Recorded> all = recorded(ended);
            if (!all.isEmpty()) {
                List<Path> files = write(ended, all);
                OutputOptions.print(
                        spec,
                        out,
                        FlameText.of(
                                operation(all.get(0).cell()),
                                all.stream().map(Recorded::shown).toList()));
                files.forEach(file -> console.say("wrote " + file));
            }
            console.say("run: " + ended.directory().path());
            Optional<Failure> failure = ended.failure().or(() -> unwritten);
            if (failure.isPresent()) {
                throw failure.get();
            }
            refuseGaps(ended);
            return ExitCode.OK;
        });
    }

    private int seconds() {
        List<String> problems = new ArrayList<>();
        if (jfr && async) {
            problems.add("--jfr and --async exclude each other: leave out one of them");
        }
        Duration length = Effort.duration("--time", time, problems).orElse(LONGEST);
        if (length.toSeconds() < 1 || length.compareTo(LONGEST) > 0) {
            problems.add("--time needs 1s to 1m, not " + time);
        }
        if (!problems.isEmpty()) {
            throw wrong(problems);
        }
        return (int) length.toSeconds();
    }

    private static Failure.Input wrong(List<String> problems) {
        return new Failure.Input(
                "the command line has " + (problems.size() == 1 ? "a problem" : problems.size() + " problems"),
                problems,
                "See ./bench profile --help.");
    }

    private Selection selection(Hosts hosts) {
        Request.What what = cell.contains("/") || !cell.contains(":") ? cellOrNothing(hosts) : named();
        Selection selection = Planner.select(
                new Request(hosts, where.request(hosts), what, Effort.look(Goal.Extent.PROFILE, 1), 0, List.of()));
        List<String> rows = Cells.of(selection, Map.of()).stream()
                .map(entry -> entry.cell().topology() + "/" + entry.cell().rowKey())
                .distinct()
                .toList();
        if (rows.size() > 1) {
            throw wrong(List.of(cell + " is " + rows.size() + " operations: " + String.join(", ", rows)
                    + "; name one scenario in one mode, on one server and in one topology"));
        }
        return selection;
    }

    /** The scenario and mode that the user named. */
    private Request.What named() {
        if (run != null) {
            throw wrong(List.of("--run says where a cell is, and " + cell + " is a scenario in a mode"));
        }
        return new Request.What(List.of(cell), List.of(), List.of(), List.of(), List.of());
    }

    private Request.What cellOrNothing(Hosts hosts) {
        if (!cell.contains("/") && !cell.equals("*")) {
            throw wrong(List.of(cell + " is neither the key of a cell nor SCENARIO:MODE"));
        }
        return ofRun(hosts);
    }

    /**
     * The operation of the matching cells of a run. Hosts file and options decide where to record, as in every command.
     */
    private Request.What ofRun(Hosts hosts) {
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
        where.complete(one, found.stream().map(Axis.DRIVER::value).toList());
        List<SqlScenario> own = plan.sql().stream()
                .filter(sql ->
                        sql.name().equals(one.scenario()) && !hosts.scenarios().containsKey(sql.name()))
                .toList();
        return new Request.What(
                        List.of(one.scenario() + ":" + one.mode()),
                        List.of(),
                        List.of(one.transport().id()),
                        List.of(String.valueOf(one.threads())),
                        own,
                        new Request.Tables(
                                param(one, OltpTables.TABLES),
                                param(one, OltpTables.SIZE),
                                param(one, OltpTables.DISTRIBUTION)),
                        one.params().containsKey(ThreadKind.PARAM) ? List.of(ThreadKind.in(one.params())) : List.of())
                .on(
                        plan.sql().stream().anyMatch(sql -> sql.name().equals(one.scenario()))
                                ? Optional.ofNullable(plan.setUp())
                                : Optional.empty());
    }

    private static Optional<String> param(Cell cell, String name) {
        return Optional.ofNullable(cell.params().get(name));
    }

    private List<RunDirectory> directories() {
        RunStore store = new RunStore(common.results);
        return run == null ? store.newestFirst() : List.of(store.named(run));
    }

    /**
     * The plan of a run that measures. Null if it measures nothing, or if it is one of several runs and cannot be read.
     */
    private @Nullable Plan plan(RunDirectory directory) {
        try {
            Plan plan = directory.plan();
            return plan.goal().extent() == Goal.Extent.MEASURE ? plan : null;
        } catch (Failure.Input e) {
            if (run != null) {
                throw e;
            }
            spec.commandLine().getErr().println("warning: " + e.getMessage() + ", skipped: " + e.why());
            return null;
        }
    }

    /** A recording read from its file. */
    private record Recorded(Cell cell, Path file, FlameText.Recorded shown) {
        String name() {
            return PREFIX + shown.driver().replaceAll("[^A-Za-z0-9._-]", "_");
        }
    }

    private static String driver(Cell cell) {
        return cell.driver() + " " + cell.driverVersion();
    }

    private static String operation(Cell cell) {
        return cell.topology() + " " + cell.server() + " " + cell.scenarioWithParams() + " " + cell.mode()
                + (cell.threads() == 1 ? "" : " ×" + cell.threads());
    }

    private static List<Recorded> recorded(Ended ended) {
        List<Recorded> all = new ArrayList<>();
        for (Fact.CellProfiled profiled : Event.facts(ended.fold().events(), Fact.CellProfiled.class)) {
            String log = profiled.log();
            Optional<Cell> cell = ended.fold().plan().cell(profiled.cell());
            if (log != null && cell.isPresent()) {
                Path file = ended.directory().recording(log);
                Stacks stacks = Recordings.read(file);
                if (stacks.total() == 0) {
                    throw new Failure.Command(
                            "the recording of " + driver(cell.get()) + " has no samples",
                            String.valueOf(file),
                            "Record longer: --time 30s.",
                            null);
                }
                all.add(new Recorded(
                        cell.get(),
                        file,
                        new FlameText.Recorded(driver(cell.get()), String.valueOf(profiled.method()), stacks)));
            }
        }
        return all;
    }

    /** Writes the recordings, and returns the files for the user to open. */
    private static List<Path> write(Ended ended, List<Recorded> all) {
        RunDirectory directory = ended.directory();
        List<Path> written = new ArrayList<>();
        for (Recorded one : all) {
            FlameText.Recorded shown = one.shown();
            written.add(write(directory, one.name() + ".jfr", bytes(one.file())));
            written.add(write(
                    directory, one.name() + ".collapsed", text(shown.stacks().text())));
            written.add(write(
                    directory,
                    one.name() + ".html",
                    text(FlamePage.of(
                            shown.driver() + ", " + operation(one.cell()),
                            facts(directory, List.of(shown)),
                            shown.stacks()))));
        }
        if (all.size() == 2) {
            FlameText.Recorded base = all.get(0).shown();
            FlameText.Recorded candidate = all.get(1).shown();
            written.add(write(
                    directory,
                    PREFIX + "difference.html",
                    text(FlamePage.of(
                            base.driver() + " → " + candidate.driver() + ", "
                                    + operation(all.get(0).cell()),
                            facts(directory, List.of(base, candidate)),
                            new StackDiff(base.stacks(), candidate.stacks())))));
        }
        return written;
    }

    private static List<String> facts(RunDirectory directory, List<FlameText.Recorded> shown) {
        List<String> facts = new ArrayList<>(List.of("run " + directory.run()));
        shown.forEach(one -> facts.add(
                one.driver() + ": " + one.stacks().total() + " samples of threads that work, by " + one.method()));
        return facts;
    }

    private static Path write(RunDirectory directory, String name, byte[] content) {
        return directory.writeProfile(new SafeName(name), content);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(Path file) {
        try {
            return SafeFile.read(file, LARGEST);
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot read the recording " + file,
                    String.valueOf(e.getMessage()),
                    "A shorter --time makes a smaller recording.",
                    e);
        }
    }

    private static void refuseGaps(Ended ended) {
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
