package dev.jdbcbench.comparison;

import dev.jdbcbench.expected.RowId;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The cells of two runs that do the same work with another version of a driver, or another driver. Drivers are matched
 * by label; if each run has a single driver, these two are matched.
 *
 * @param base the drivers of the first run, in words
 * @param candidate the drivers of the second run, in words
 * @param unpaired rows that cannot be compared
 */
record Matching(String base, String candidate, List<Two> pairs, List<Unpaired> unpaired) {
    /** The same work in both runs. */
    record Two(CellResult base, CellResult candidate) {}

    /** @throws Failure.Input if no row was planned in both */
    static Matching of(Fold base, Fold candidate) {
        boolean single = drivers(base).size() == 1 && drivers(candidate).size() == 1;
        Map<List<String>, CellResult> before = byWork(base, single);
        Map<List<String>, CellResult> after = byWork(candidate, single);
        List<Two> pairs = new ArrayList<>();
        List<Unpaired> unpaired = new ArrayList<>();
        Set<List<String>> works = new LinkedHashSet<>(before.keySet());
        works.addAll(after.keySet());
        Set<String> servers = works.stream().map(work -> work.get(1)).collect(Collectors.toSet());
        for (List<String> work : works) {
            CellResult one = before.get(work);
            CellResult other = after.get(work);
            if (one != null && other != null && measured(one) && measured(other)) {
                pairs.add(new Two(one, other));
            } else {
                Cell cell = (one == null ? Objects.requireNonNull(other) : one).cell();
                String row = RowId.of(cell).row()
                        + (servers.size() == 1 ? "" : " " + cell.server())
                        + (single ? "" : " " + cell.driver());
                unpaired.add(Unpaired.of(row, half(base, one), half(candidate, other)));
            }
        }
        if (works.stream().noneMatch(work -> before.containsKey(work) && after.containsKey(work))) {
            throw new Failure.Input(
                    "the runs have no row in common",
                    List.of(
                            base.plan().run() + " has " + String.join(", ", drivers(base)),
                            candidate.plan().run() + " has " + String.join(", ", drivers(candidate))),
                    "Compare runs of the same scenarios, modes and driver labels.");
        }
        return new Matching(words(base), words(candidate), pairs, unpaired);
    }

    private static Unpaired.Half half(Fold run, @Nullable CellResult cell) {
        return new Unpaired.Half("run " + run.plan().run(), cell, cell != null && measured(cell), withoutTime(cell));
    }

    /** Whether a cell has a time that can be compared. */
    static boolean measured(CellResult cell) {
        return cell.status() == CellResult.Status.OK && !cell.forks().isEmpty() && !cell.overloaded();
    }

    /** Why a cell without a failure has no time; null if it has one. */
    static @Nullable String withoutTime(@Nullable CellResult cell) {
        return cell != null && cell.overloaded() ? "it did not keep up with the rate" : null;
    }

    private static Map<List<String>, CellResult> byWork(Fold run, boolean single) {
        Map<List<String>, CellResult> cells = new LinkedHashMap<>();
        for (CellResult result : run.results().cells()) {
            Cell cell = result.cell();
            List<String> work = new ArrayList<>(List.of(
                    cell.topology().id(),
                    cell.server(),
                    Cell.scenarioWithParams(cell.scenario(), cell.params()),
                    cell.mode().id(),
                    cell.transport().id(),
                    String.valueOf(cell.threads())));
            Optional.ofNullable(cell.rate()).map(String::valueOf).ifPresent(work::add);
            if (!single) {
                work.add(cell.driver());
            }
            CellResult other = cells.putIfAbsent(List.copyOf(work), result);
            if (other != null) {
                throw new Failure.Input(
                        "run " + run.plan().run() + " has several versions of a driver",
                        List.of(other.key(), result.key()),
                        "Name a run with one version of each driver.");
            }
        }
        return cells;
    }

    private static Set<String> drivers(Fold run) {
        return run.results().cells().stream()
                .map(CellResult::driverName)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String words(Fold run) {
        return String.join(", ", drivers(run)) + " (run " + run.plan().run() + ")";
    }
}
