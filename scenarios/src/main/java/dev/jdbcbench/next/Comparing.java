package dev.jdbcbench.next;

import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.statistics.BiasFloor;
import dev.jdbcbench.statistics.Group;
import dev.jdbcbench.statistics.LogRatio;
import dev.jdbcbench.statistics.QuietRegime;
import dev.jdbcbench.statistics.VariancePrior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the forks of a run say of two of its cells. Each block that has both gives one sample. Cells of a row that were measured in turns are
 * compared as on a quiet host, see {@link QuietRegime}; others by what their forks of the same block took. How much the comparisons of the run
 * scatter altogether tells something of each of them, see {@link VariancePrior}.
 */
public final class Comparing {
    private final Plan plan;
    private final Forks forks;

    Comparing(Plan plan, Forks forks) {
        this.plan = plan;
        this.forks = forks;
    }

    /**
     * Samples of ln(cell / base), one for each block that has both.
     *
     * @param quiet as on a quiet host
     * @param disturbed as disturbed as the host was
     * @param adjusted whether the two differ
     */
    public record Samples(List<Double> quiet, List<Double> disturbed, boolean adjusted) {
        public Samples {
            quiet = List.copyOf(quiet);
            disturbed = List.copyOf(disturbed);
        }

        /** As on a quiet host. */
        public double[] values() {
            return quiet.stream().mapToDouble(Double::doubleValue).toArray();
        }

        /** As disturbed as the host was. */
        public double[] plain() {
            return disturbed.stream().mapToDouble(Double::doubleValue).toArray();
        }

        /** How many. */
        public int size() {
            return quiet.size();
        }
    }

    /** Of all blocks. */
    public Samples samples(Axis.Pair pair) {
        return samples(pair, Integer.MAX_VALUE);
    }

    /** Of the blocks before {@code before}. */
    Samples samples(Axis.Pair pair, int before) {
        String cell = pair.cell().key();
        String base = pair.base().key();
        List<Double> differences =
                Arrays.stream(forks.differences(cell, base, before)).boxed().toList();
        if (!plan.profile().turns() || !pair.cell().rowKey().equals(pair.base().rowKey())) {
            return new Samples(differences, differences, false);
        }
        List<Group> groups = forks.groups(neighbours(pair), before);
        if (groups.isEmpty() || groups.size() < differences.size()) {
            return new Samples(differences, differences, false);
        }
        QuietRegime.QuietContrast contrast = QuietRegime.of(groups).contrast(0, 1);
        return new Samples(contrast.samples(), contrast.plain(), contrast.adjusted());
    }

    /** The two, and the other cells of their row on the same servers, which tell how slow the host is. */
    private List<String> neighbours(Axis.Pair pair) {
        List<Cell> two = List.of(pair.cell(), pair.base());
        Stream<Cell> others = plan.rows().getOrDefault(pair.cell().rowKey(), List.of()).stream()
                .filter(other -> !two.contains(other))
                .filter(other -> two.stream()
                        .anyMatch(one -> one.topology() == other.topology()
                                && one.server().equals(other.server())));
        return Stream.concat(two.stream(), others).map(Cell::key).toList();
    }

    /** How much the comparisons that the run is to settle scatter. */
    public VariancePrior prior() {
        return prior(Integer.MAX_VALUE);
    }

    VariancePrior prior(int before) {
        List<double[]> known = new ArrayList<>();
        for (Axis.Pair pair : plan.goal().contrast().pairs(plan, plan.goal().baseGlob())) {
            double[] values = samples(pair, before).values();
            if (values.length > 1) {
                known.add(values);
            }
        }
        return VariancePrior.robust(
                known.stream().mapToDouble(Comparing::variance).toArray(),
                known.stream().mapToDouble(values -> values.length - 1.0).toArray());
    }

    private static double variance(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / (values.length - 1);
    }

    /** The comparison as it is known after the blocks before {@code before}; empty when none of them has both. */
    Optional<LogRatio> ratio(Axis.Pair pair, int before, VariancePrior prior) {
        double[] values = samples(pair, before).values();
        return values.length == 0 ? Optional.empty() : Optional.of(prior.moderate(values));
    }

    /** How far two equal cells are apart, of each twin that has a block in common with its original. */
    public Optional<LogRatio> ofTwin(Plan.Twin twin) {
        Cell original = plan.cell(twin.of()).orElseThrow();
        return ratio(new Axis.Pair(twin.cell(), original), Integer.MAX_VALUE, VariancePrior.NONE);
    }

    /** What all A/A controls of the run say together; empty when there is none with a fork. */
    public Optional<BiasFloor> control() {
        List<double[]> samples = plan.twins().stream()
                .map(twin -> plan.cell(twin.of())
                        .map(original ->
                                samples(new Axis.Pair(twin.cell(), original)).values())
                        .orElse(null))
                .filter(Objects::nonNull)
                .filter(values -> values.length > 0)
                .toList();
        return samples.isEmpty() ? Optional.empty() : Optional.of(BiasFloor.of(samples));
    }
}
