package dev.jdbcbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.statistics.contrast.Contrast;
import dev.jdbcbench.statistics.contrast.RobustContrast;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks what the method's page says about rare slow forks, and what a second, robust contrast costs. */
class SimulatedSlowForksIT {
    private static final int TRIALS = 20_000;
    private static final double MARGIN = 0.02;

    /** One fork in ten of one driver takes 50 % longer; forks scatter by 2 %. The two drivers have equal means, or equal usual forks. */
    @ParameterizedTest
    @CsvSource({"6, means", "10, means", "20, means", "6, usual forks", "10, usual forks", "20, usual forks"})
    void rareSlowForksOfOneDriverCostCoverage(int n, String equal) throws IOException {
        double slow = Math.log(1.5);
        double offset = equal.equals("means") ? -0.1 * slow : 0;
        Random random = new Random(n);
        int held = 0;
        int robustHeld = 0;
        int different = 0;
        int agreed = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] d = new double[n];
            Arrays.setAll(
                    d,
                    i -> offset + (random.nextInt(10) == 0 ? slow : 0) + 0.02 * Math.sqrt(2) * random.nextGaussian());
            Contrast contrast = Contrast.of(d);
            Contrast robust = RobustContrast.paired(d);
            double truth = Math.exp(offset + 0.1 * slow);
            held += contrast.low() <= truth && truth <= contrast.high() ? 1 : 0;
            double usual = Math.exp(offset);
            robustHeld += robust.low() <= usual && usual <= robust.high() ? 1 : 0;
            Verdict verdict = contrast.verdict(contrast.pValue());
            different += isDifferent(verdict) ? 1 : 0;
            agreed += isDifferent(RobustContrast.agreed(verdict, contrast.ratio(), robust, MARGIN)) ? 1 : 0;
        }
        String what = "rare slow forks, equal " + equal + ", " + n + " forks: ";
        double coverage = Documented.share(what + "contrasts", held, TRIALS);
        Documented.share(what + "middle of the forks", robustHeld, TRIALS);
        double called = Documented.share(what + "called different", different, TRIALS);
        double calledByBoth = Documented.share(what + "called different by both", agreed, TRIALS);
        assertThat(coverage).isLessThan(0.93);
        assertThat(calledByBoth).isLessThanOrEqualTo(called);
    }

    @ParameterizedTest
    @CsvSource({"3", "5"})
    void agreementCostsLittlePower(int percent) throws IOException {
        Random random = new Random(percent);
        ToDoubleFunction<Random> difference =
                r -> Math.log(1 + percent / 100.0) + 0.02 * Math.sqrt(2) * r.nextGaussian();
        int slower = 0;
        int both = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] d = new double[8];
            Arrays.setAll(d, i -> difference.applyAsDouble(random));
            Contrast contrast = Contrast.of(d);
            Verdict verdict = contrast.verdict(contrast.pValue());
            slower += verdict == Verdict.SLOWER ? 1 : 0;
            both += RobustContrast.agreed(verdict, contrast.ratio(), RobustContrast.paired(d), MARGIN) == Verdict.SLOWER
                    ? 1
                    : 0;
        }
        String what = "8 forks, 2 % apart, " + percent + " % slower: ";
        double alone = Documented.share(what + "called slower by the mean", slower, TRIALS);
        assertThat(Documented.share(what + "called slower by both", both, TRIALS))
                .isGreaterThan(alone - 0.05);
    }

    private static boolean isDifferent(Verdict verdict) {
        return verdict == Verdict.SLOWER || verdict == Verdict.FASTER;
    }
}
