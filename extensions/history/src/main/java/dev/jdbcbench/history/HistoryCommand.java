package dev.jdbcbench.history;

import dev.jdbcbench.cli.CommonOptions;
import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.result.Times;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.untrusted.Glob;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code bench history}: the times of cells over runs. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        header = "the times of cells over runs, also for other tools",
        description = {
            "Shows for each cell its complete runs in the order of time, with the ratio to the run before. The driver's version may"
                    + " differ between them. Runs whose host, JDK, server, settings or iterations differ from the newest one follow below, with"
                    + " the differences.",
            "otava, otava-config, benchfmt and bmf are the formats of Apache Otava, benchstat and Bencher."
        })
public final class HistoryCommand implements Callable<Integer> {
    private static final String TEXT = "text";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(
            paramLabel = "CELL-GLOB",
            arity = "0..*",
            description =
                    "cells by their key, scenario, driver, mode, server or other parts; * for any letters (default: all)")
    private List<String> globs = List.of();

    @Option(
            names = "--tag",
            split = ",",
            paramLabel = "TAG",
            description = "only runs that have this tag; of several tags, all")
    private List<String> tags = List.of();

    @Option(
            names = "--role",
            paramLabel = "WHICH",
            description = "only the base or the candidate of runs of two drivers, as one series whatever the versions:"
                    + " ${COMPLETION-CANDIDATES}")
    private Observation.@Nullable Role role;

    @Option(
            names = "--format",
            defaultValue = TEXT,
            completionCandidates = Ids.class,
            converter = Known.class,
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private String format = TEXT;

    @Option(names = "--out", paramLabel = "FILE", description = "write to this file instead of stdout")
    private @Nullable Path out;

    /** The available formats. */
    static final class Ids extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Ids() {
            super(HistoryFormat.all().keySet());
        }
    }

    /** Accepts the name of a format, ignoring case. */
    static final class Known implements ITypeConverter<String> {
        @Override
        public String convert(String name) {
            String known = name.toLowerCase(Locale.ROOT);
            if (!HistoryFormat.all().containsKey(known)) {
                throw new TypeConversionException("expected one of [" + String.join(", ", new Ids())
                        + "] (case-insensitive) but was '" + name + "'");
            }
            return known;
        }
    }

    /** A run whose plan was read. */
    private record Planned(RunDirectory directory, Plan plan) {}

    /**
     * What a run contributes to the histories.
     *
     * @param missing why it contributes nothing; null if it does
     */
    private record Found(
            List<Observation> observations, @Nullable String missing) {}

    @Override
    public Integer call() {
        HistoryFormat chosen = Objects.requireNonNull(HistoryFormat.all().get(format));
        List<Planned> planned = planned();
        refuseUnknown(planned);
        TimesCache cache = TimesCache.ofUser(common.results);
        List<Found> found = planned.parallelStream()
                .filter(run -> run.plan().naming().hasAll(tags))
                .filter(run -> run.plan().cells().stream()
                        .anyMatch(cell -> wanted(cell) && (role == null || role.plays(run.plan(), cell))))
                .map(run -> read(run, cache))
                .toList();
        cache.keep();
        List<CellHistory> cells = CellHistory.of(
                found.stream().flatMap(run -> run.observations().stream()).toList());
        found.stream().map(Found::missing).flatMap(Stream::ofNullable).sorted().forEach(note -> say("note: " + note));
        chosen.leftOut(cells).forEach(note -> say("note: " + note));
        if (cells.isEmpty()) {
            say("there is no complete run with times yet: ./bench run makes one");
        }
        String text = chosen.render(cells);
        if (!text.isEmpty() || out != null) {
            OutputOptions.print(spec, out, text);
        }
        return ExitCode.OK.number();
    }

    /** All readable runs that measure something. */
    private List<Planned> planned() {
        RunStore store = new RunStore(common.results);
        if (!store.exists() && spec.commandLine().getParseResult().hasMatchedOption("--results")) {
            throw new Failure.Input(
                    "there is no directory " + common.results,
                    List.of("no such directory"),
                    "Name the directory that holds run directories: --results DIRECTORY.");
        }
        SortedMap<String, String> unreadable = new ConcurrentSkipListMap<>();
        List<Planned> planned = store.newestFirst().parallelStream()
                .flatMap(directory -> {
                    try {
                        return Stream.of(new Planned(directory, directory.plan()));
                    } catch (Failure.Input e) {
                        unreadable.put(directory.run(), e.getMessage() + ", skipped: " + e.why());
                        return Stream.empty();
                    }
                })
                .filter(run -> run.plan().goal().extent() == Goal.Extent.MEASURE)
                .toList();
        unreadable.values().forEach(why -> say("warning: " + why));
        return planned;
    }

    private void refuseUnknown(List<Planned> planned) {
        List<Cell> cells =
                planned.stream().flatMap(run -> run.plan().cells().stream()).toList();
        SortedSet<String> names = Axis.names(cells);
        cells.forEach(cell -> names.add(cell.scenario()));
        SortedSet<String> knownTags = new TreeSet<>();
        planned.forEach(run -> knownTags.addAll(run.plan().tags()));
        List<String> problems = new ArrayList<>();
        if (!planned.isEmpty()) {
            globs.stream()
                    .filter(glob -> cells.stream().noneMatch(cell -> matches(glob, cell)))
                    .map(glob -> "no cell of these runs is " + glob + Suggestion.of(glob, names))
                    .forEach(problems::add);
            tags.stream()
                    .filter(tag -> !knownTags.contains(tag))
                    .map(tag -> "--tag: no run has the tag " + tag + Suggestion.of(tag, knownTags))
                    .forEach(problems::add);
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input(
                    "the command line has " + (problems.size() == 1 ? "a problem" : problems.size() + " problems"),
                    problems,
                    "./bench list runs shows all runs with their tags.");
        }
    }

    private boolean wanted(Cell cell) {
        return globs.isEmpty() || globs.stream().anyMatch(glob -> matches(glob, cell));
    }

    private static boolean matches(String glob, Cell cell) {
        return Axis.matches(glob, cell)
                || Stream.of(cell.keyOfAllVersions(), cell.scenario(), cell.scenarioWithParams())
                        .anyMatch(name -> Glob.matches(glob, name));
    }

    private Found read(Planned run, TimesCache cache) {
        String id = run.directory().run();
        try {
            if (!run.plan().profile().kind().showsTimes()) {
                return new Found(
                        List.of(), "run " + id + " is left out: the profile " + Profile.SMOKE.name() + " has no times");
            }
            Times times = cache.of(
                    run.directory(), () -> run.directory().readTimes(run.plan()).times());
            return times.complete()
                    ? new Found(Observation.of(run.plan(), times, this::wanted, role), null)
                    : new Found(List.of(), "run " + id + " is left out: it is not complete");
        } catch (Failure.Input e) {
            return new Found(List.of(), e.getMessage() + ", skipped: " + e.why());
        }
    }

    private void say(String line) {
        if (!common.quiet) {
            spec.commandLine().getErr().println(line);
        }
    }
}
