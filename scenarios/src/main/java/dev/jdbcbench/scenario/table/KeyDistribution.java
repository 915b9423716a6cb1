package dev.jdbcbench.scenario.table;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/** How often each row is chosen, as by {@code --rand-type} of sysbench 1.0. */
public enum KeyDistribution {
    /** Each row equally often. */
    UNIFORM {
        @Override
        public int next(SplittableRandom random, int rows) {
            return random.nextInt(rows);
        }
    },

    /**
     * A few rows far more often than the others, by {@code sb_rand_special} of sysbench 1.0's <a
     * href="https://github.com/akopytov/sysbench/blob/1.0.20/src/sb_rand.c">sb_rand.c</a> with its defaults
     * {@code rand-spec-iter=12}, {@code rand-spec-pct=1} and {@code rand-spec-res=75}: 75 % of the keys come from 1 %
     * of the rows, in the middle of the table; the others from the mean of 12 uniform numbers, which is close to a
     * normal distribution.
     */
    SPECIAL {
        @Override
        public int next(SplittableRandom random, int rows) {
            double range = rows - 1.0;
            double drawn = random.nextDouble();
            if (drawn < 1 - SPECIAL_SHARE) {
                double sum = 0;
                for (int i = 0; i < ITERATIONS; i++) {
                    sum += random.nextDouble();
                }
                return (int) (sum * range / ITERATIONS);
            }
            // Like sysbench, this reuses the first number, which is at least a quarter here.
            double part = range * SPECIAL_PART;
            return (int) (drawn * (part + 1) + range / 2 - part / 2);
        }
    };

    private static final int ITERATIONS = 12;
    private static final double SPECIAL_PART = 0.01;
    private static final double SPECIAL_SHARE = 0.75;

    /** A random number from 0 to {@code rows - 1}. */
    public abstract int next(SplittableRandom random, int rows);

    /** The name on the command line and in every file. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The distribution with this {@link #id()}, or empty. */
    public static Optional<KeyDistribution> of(String id) {
        return Arrays.stream(values())
                .filter(distribution -> distribution.id().equals(id))
                .findFirst();
    }

    @Override
    public String toString() {
        return id();
    }
}
