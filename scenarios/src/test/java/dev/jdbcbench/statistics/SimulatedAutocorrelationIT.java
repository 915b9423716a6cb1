package dev.jdbcbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.statistics.contrast.Contrast;
import dev.jdbcbench.statistics.sample.Autocorrelation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulatedAutocorrelationIT {
    private static final int FORKS = 10;
    private static final int BENCHMARKS = 42;
    private static final int FILES = 300;

    /** Files of 42 benchmarks with ten forks each and autoregressive noise. Benchmarks are compared in pairs. */
    @ParameterizedTest
    @CsvSource({"0.0, 0.94, 0.97", "0.1, 0.93, 0.96", "0.25, 0.92, 0.96", "0.4, 0.92, 0.96"})
    void comparisonsOfSuccessiveForksCoverTheTruth(double rho, double least, double most) throws IOException {
        Random random = new Random(1946);
        int plain = 0;
        int widened = 0;
        int comparisons = 0;
        for (int file = 0; file < FILES; file++) {
            List<double[]> benchmarks = new ArrayList<>();
            for (int i = 0; i < BENCHMARKS; i++) {
                benchmarks.add(forks(rho, random));
            }
            double inflation = Autocorrelation.inflation(Autocorrelation.ofForks(benchmarks));
            for (int i = 0; i < BENCHMARKS; i += 2) {
                double[] one = benchmarks.get(i);
                double[] other = benchmarks.get(i + 1);
                plain += holds(Contrast.unpaired(one, other));
                widened += holds(Contrast.unpaired(
                        Autocorrelation.widened(one, inflation), Autocorrelation.widened(other, inflation)));
                comparisons++;
            }
        }
        Documented.share("imported, ρ = " + rho + ": as if forks were independent", plain, comparisons);
        assertThat(Documented.share("imported, ρ = " + rho + ": widened", widened, comparisons))
                .isBetween(least, most);
    }

    private static double[] forks(double rho, Random random) {
        double[] forks = new double[FORKS];
        double state = random.nextGaussian();
        for (int i = 0; i < FORKS; i++) {
            forks[i] = 0.05 * state;
            state = rho * state + Math.sqrt(1 - rho * rho) * random.nextGaussian();
        }
        return forks;
    }

    private static int holds(Contrast contrast) {
        return contrast.low() <= 1 && contrast.high() >= 1 ? 1 : 0;
    }
}
