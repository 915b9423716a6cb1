package dev.jdbcbench.result.fold;

import dev.jdbcbench.next.Forks;
import dev.jdbcbench.next.History;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.statistics.contrast.Pooled;
import dev.jdbcbench.statistics.contrast.Verdict;
import dev.jdbcbench.statistics.sample.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Verdicts by JMH's own error, which treats all iterations of all forks as independent, as published rankings have done. Pure.
 */
public final class PooledVerdicts {
    private final Plan plan;
    private final History history;

    PooledVerdicts(Plan plan, History history) {
        this.plan = plan;
        this.history = history;
    }

    /**
     * Faster or slower if JMH's two 99.9 % intervals do not overlap, otherwise undecided; null when either cell has no fork.
     */
    public @Nullable Verdict of(Cell cell, Cell base) {
        return pooled(cell).flatMap(one -> pooled(base).map(one::against)).orElse(null);
    }

    /**
     * Applies the same rule to the 99.9 % intervals of the fork means. If the pooled intervals are separate but these overlap,
     * a published ranking relies on treating iterations as independent. Null when either cell has no fork.
     */
    public @Nullable Verdict ofForks(Cell cell, Cell base) {
        double[] scores = scores(cell);
        double[] others = scores(base);
        if (scores.length == 0 || others.length == 0) {
            return null;
        }
        Estimate one = Estimate.of(scores, Pooled.JMH_CONFIDENCE);
        Estimate other = Estimate.of(others, Pooled.JMH_CONFIDENCE);
        return new Pooled(one.score(), one.low(), one.high())
                .against(new Pooled(other.score(), other.low(), other.high()));
    }

    /** A cell's mean as JMH prints it, from the iterations after warm-up; empty when the cell has no fork. */
    public Optional<Pooled> pooled(Cell cell) {
        Profile profile = plan.profile();
        double[] iterations = history.forks().of(cell.key()).stream()
                .flatMapToDouble(
                        fork -> Arrays.stream(Forks.counting(profile, fork)).mapToDouble(fork.iterations()::get))
                .toArray();
        return iterations.length == 0 ? Optional.empty() : Optional.of(Pooled.of(iterations));
    }

    /**
     * Describes rankings that rely on treating iterations as independent; empty when there are none, and for runs measured by
     * bench.
     */
    Optional<String> unsupported(List<Results.Contrast> contrasts) {
        if (plan.profile().interleaved()) {
            return Optional.empty();
        }
        List<String> overlapping = new ArrayList<>();
        int apart = 0;
        int all = 0;
        for (Results.Contrast contrast : contrasts) {
            if (contrast.axis() != Axis.DRIVER) {
                continue;
            }
            Cell cell = plan.cell(contrast.cell()).orElseThrow();
            Cell base = plan.cell(contrast.base()).orElseThrow();
            all++;
            if (of(cell, base) != Verdict.UNDECIDED) {
                apart++;
                if (ofForks(cell, base) == Verdict.UNDECIDED) {
                    overlapping.add(cell.scenarioWithParams() + " " + cell.mode() + " (" + cell.driver() + ", "
                            + base.driver() + ")");
                }
            }
        }
        return overlapping.isEmpty()
                ? Optional.empty()
                : Optional.of("The ± that JMH prints (99.9 %, iterations of all forks pooled) separates " + apart
                        + " of "
                        + all + " pairs of drivers; for " + overlapping.size()
                        + " of them the same intervals from fork means overlap: " + String.join(", ", overlapping));
    }

    private double[] scores(Cell cell) {
        return history.forks().of(cell.key()).stream()
                .mapToDouble(fork -> Forks.score(plan.profile(), fork))
                .toArray();
    }
}
