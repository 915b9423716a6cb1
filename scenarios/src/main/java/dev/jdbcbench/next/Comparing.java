package dev.jdbcbench.next;

import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.statistics.contrast.BiasFloor;
import dev.jdbcbench.statistics.contrast.LogRatio;
import dev.jdbcbench.statistics.contrast.VariancePrior;
import dev.jdbcbench.statistics.sample.Summary;
import dev.jdbcbench.statistics.turn.Group;
import dev.jdbcbench.statistics.turn.QuietRegime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compares two cells by the forks of a run. Each block that has both gives one sample. Cells of a row that were measured in
 * turns are compared as on a quiet host, see {@link QuietRegime}; others by the times of their forks in the same block. The
 * scatter of all the run's comparisons also informs each single one, see {@link VariancePrior}.
 */
public final class Comparing {
    private final Plan plan;
    private final Forks forks;

    Comparing(Plan plan, Forks forks) {
        this.plan = plan;
        this.forks = forks;
    }

    /**
     * Samples of ln(cell / base), one for each block with both cells.
     *
     * @param quiet adjusted to a quiet host
     * @param disturbed as measured, without adjustment
     * @param adjusted whether the two differ
     */
    public record Samples(List<Double> quiet, List<Double> disturbed, boolean adjusted) {
        public Samples {
            quiet = List.copyOf(quiet);
            disturbed = List.copyOf(disturbed);
        }

        /** The samples adjusted to a quiet host. */
        public double[] values() {
            return quiet.stream().mapToDouble(Double::doubleValue).toArray();
        }

        /** The samples without adjustment. */
        public double[] plain() {
            return disturbed.stream().mapToDouble(Double::doubleValue).toArray();
        }

        /** The number of samples. */
        public int size() {
            return quiet.size();
        }
    }

    /** Samples from all blocks. */
    public Samples samples(Axis.Pair pair) {
        return samples(pair, Integer.MAX_VALUE);
    }

    /** Samples from the blocks before {@code before}. */
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

    /** The two cells, and the other cells of their row on the same servers, which show how slow the host is. */
    private List<String> neighbours(Axis.Pair pair) {
        List<Cell> two = List.of(pair.cell(), pair.base());
        Stream<Cell> others = plan.rows().getOrDefault(pair.cell().rowKey(), List.of()).stream()
                .filter(other -> !two.contains(other))
                .filter(other -> two.stream()
                        .anyMatch(one -> one.topology() == other.topology()
                                && one.server().equals(other.server())));
        return Stream.concat(two.stream(), others).map(Cell::key).toList();
    }

    /** The prior from the scatter of all comparisons that the run was planned to make. */
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
                known.stream().mapToDouble(Summary::variance).toArray(),
                known.stream().mapToDouble(values -> values.length - 1.0).toArray());
    }

    /** The comparison from the blocks before {@code before}; empty when none of them has both cells. */
    Optional<LogRatio> ratio(Axis.Pair pair, int before, VariancePrior prior) {
        double[] values = samples(pair, before).values();
        return values.length == 0 ? Optional.empty() : Optional.of(prior.moderate(values));
    }

    /** The difference of an A/A control from its original; empty when they share no block. */
    public Optional<LogRatio> ofTwin(Plan.Twin twin) {
        Cell original = plan.cell(twin.of()).orElseThrow();
        return ratio(new Axis.Pair(twin.cell(), original), Integer.MAX_VALUE, VariancePrior.NONE);
    }

    /** Summarises all A/A controls of the run; empty when none has a fork. */
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
