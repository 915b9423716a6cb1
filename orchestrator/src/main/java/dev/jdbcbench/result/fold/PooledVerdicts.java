package dev.jdbcbench.result.fold;

import dev.jdbcbench.next.Forks;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
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
    private PooledVerdicts() {}

    /**
     * Faster or slower if JMH's two 99.9 % intervals do not overlap, otherwise undecided; null when either cell has no fork.
     *
     * @param fold the run that contains both
     */
    public static @Nullable Verdict of(Fold fold, Cell cell, Cell base) {
        return pooled(fold, cell)
                .flatMap(one -> pooled(fold, base).map(one::against))
                .orElse(null);
    }

    /**
     * Applies the same rule to the 99.9 % intervals of the fork means. If the pooled intervals are separate but these overlap,
     * a published ranking relies on treating iterations as independent. Null when either cell has no fork.
     */
    public static @Nullable Verdict ofForks(Fold fold, Cell cell, Cell base) {
        double[] scores = scores(fold, cell);
        double[] others = scores(fold, base);
        if (scores.length == 0 || others.length == 0) {
            return null;
        }
        Estimate one = Estimate.of(scores, Pooled.JMH_CONFIDENCE);
        Estimate other = Estimate.of(others, Pooled.JMH_CONFIDENCE);
        return new Pooled(one.score(), one.low(), one.high())
                .against(new Pooled(other.score(), other.low(), other.high()));
    }

    /** A cell's mean as JMH prints it, from the iterations after warm-up; empty when the cell has no fork. */
    public static Optional<Pooled> pooled(Fold fold, Cell cell) {
        Profile profile = fold.plan().profile();
        double[] iterations = fold.forks(cell).stream()
                .flatMapToDouble(
                        fork -> Arrays.stream(Forks.counting(profile, fork)).mapToDouble(fork.iterations()::get))
                .toArray();
        return iterations.length == 0 ? Optional.empty() : Optional.of(Pooled.of(iterations));
    }

    /**
     * Describes rankings that rely on treating iterations as independent; empty when there are none, and for runs measured by
     * bench.
     */
    static Optional<String> unsupported(Fold fold, List<Results.Contrast> contrasts) {
        if (fold.plan().profile().interleaved()) {
            return Optional.empty();
        }
        List<String> overlapping = new ArrayList<>();
        int apart = 0;
        int all = 0;
        for (Results.Contrast contrast : contrasts) {
            if (contrast.axis() != Axis.DRIVER) {
                continue;
            }
            Cell cell = fold.plan().cell(contrast.cell()).orElseThrow();
            Cell base = fold.plan().cell(contrast.base()).orElseThrow();
            all++;
            if (of(fold, cell, base) != Verdict.UNDECIDED) {
                apart++;
                if (ofForks(fold, cell, base) == Verdict.UNDECIDED) {
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

    private static double[] scores(Fold fold, Cell cell) {
        return fold.forks(cell).stream()
                .mapToDouble(fork -> Forks.score(fold.plan().profile(), fork))
                .toArray();
    }
}
