package dev.jdbcbench.history;

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
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a directory, as histories of cells.
 *
 * @param globs cells by their key, scenario, driver, mode, server or other parts; empty for all
 * @param tags a run has all of them
 * @param role only this side of runs of two drivers; null for all cells
 * @param say receives what a person should know about runs that are left out
 */
record History(
        Path results, List<String> globs, List<String> tags, Observation.@Nullable Role role, Consumer<String> say) {
    /** A run whose plan was read. */
    private record Planned(RunDirectory directory, Plan plan) {}

    /**
     * What a run contributes to the histories.
     *
     * @param missing why it contributes nothing; null if it does
     */
    private record Found(
            List<Observation> observations, @Nullable String missing) {}

    /**
     * Reads them.
     *
     * @throws Failure.Input if no run has one of the globs or tags
     */
    List<CellHistory> read() {
        List<Planned> planned = planned();
        refuseUnknown(planned);
        TimesCache cache = TimesCache.ofUser(results);
        List<Found> found = planned.parallelStream()
                .filter(run -> run.plan().naming().hasAll(tags))
                .filter(run -> run.plan().cells().stream()
                        .anyMatch(cell -> wanted(cell) && (role == null || role.plays(run.plan(), cell))))
                .map(run -> read(run, cache))
                .toList();
        cache.keep();
        found.stream()
                .map(Found::missing)
                .flatMap(Stream::ofNullable)
                .sorted()
                .forEach(note -> say.accept("note: " + note));
        return CellHistory.of(
                found.stream().flatMap(run -> run.observations().stream()).toList());
    }

    /** All readable runs that measure something. */
    private List<Planned> planned() {
        SortedMap<String, String> unreadable = new ConcurrentSkipListMap<>();
        List<Planned> planned = new RunStore(results)
                .newestFirst().parallelStream()
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
        unreadable.values().forEach(why -> say.accept("warning: " + why));
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
}
