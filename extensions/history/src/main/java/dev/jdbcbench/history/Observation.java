package dev.jdbcbench.history;

import dev.jdbcbench.result.Score;
import dev.jdbcbench.result.Times;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Naming;
import dev.jdbcbench.run.Plan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of one cell in one run.
 *
 * @param series key of the history that it belongs to: the cell's key without the driver's version, or with it if the
 *     run has several versions of the driver
 * @param at when the run was planned
 * @param time has a score
 * @param forks score of each fork, µs/op
 */
public record Observation(
        String series,
        Cell cell,
        String run,
        Instant at,
        Score time,
        List<Double> forks,
        Naming naming,
        Conditions conditions) {
    public Observation {
        Objects.requireNonNull(time.score(), "no score, no observation");
        forks = List.copyOf(forks);
    }

    /** The score, µs/op. */
    public double micros() {
        return Objects.requireNonNull(time.score());
    }

    /** A side of a comparison of two drivers, whatever their versions. */
    public enum Role {
        BASE,
        CANDIDATE;

        /** Whether a cell belongs to it; false in runs that do not have exactly two drivers. */
        public boolean plays(Plan plan, Cell cell) {
            List<String> drivers = plan.cells().stream()
                    .map(one -> one.driver() + "@" + one.driverVersion())
                    .distinct()
                    .toList();
            return drivers.size() == 2 && drivers.get(ordinal()).equals(cell.driver() + "@" + cell.driverVersion());
        }

        /** The name on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The selected cells of a run that play a role, as one series for each row, whatever the versions.
     *
     * @param role null for all cells, of which versions of one run are different series
     */
    public static List<Observation> of(Plan plan, Times times, Predicate<Cell> wanted, @Nullable Role role) {
        return role == null
                ? of(plan, times, wanted)
                : of(plan, times, cell -> wanted.test(cell) && role.plays(plan, cell)).stream()
                        .map(found -> new Observation(
                                role + " " + found.cell.keyOfAllVersions(),
                                found.cell,
                                found.run,
                                found.at,
                                found.time,
                                found.forks,
                                found.naming,
                                found.conditions))
                        .toList();
    }

    /** The selected cells of a run that have a score, in the order of the plan. */
    public static List<Observation> of(Plan plan, Times times, Predicate<Cell> wanted) {
        Map<String, Long> versions =
                plan.cells().stream().collect(Collectors.groupingBy(Cell::keyOfAllVersions, Collectors.counting()));
        Map<String, Times.OfCell> found =
                times.cells().stream().collect(Collectors.toMap(Times.OfCell::key, cell -> cell));
        List<Observation> observations = new ArrayList<>();
        for (Cell cell : plan.cells()) {
            Times.OfCell result = found.get(cell.key());
            if (result != null && wanted.test(cell)) {
                boolean several = versions.getOrDefault(cell.keyOfAllVersions(), 0L) > 1;
                observations.add(new Observation(
                        several ? cell.key() : cell.keyOfAllVersions(),
                        cell,
                        plan.run(),
                        plan.createdAt(),
                        result.time(),
                        result.forks(),
                        plan.naming(),
                        Conditions.of(plan, times, cell)));
            }
        }
        return observations;
    }
}
