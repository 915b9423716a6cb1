package dev.jdbcbench.fuzz;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * How much to fuzz. In {@code mvn verify} a fixed seed selects a fixed number of inputs. {@code -Pfull} feeds all
 * systematic inputs, then random ones for some time, from a random seed that is printed. {@code bench.fuzz.seed} and
 * {@code bench.fuzz.seconds} (per target) override both.
 *
 * @param seed of all random choices
 * @param seconds time for random inputs; 0 for a fixed number of them
 * @param all whether to feed all systematic inputs
 */
public record Effort(long seed, int seconds, boolean all) {
    private static final long FIXED_SEED = 42;
    private static final int FULL_SECONDS = 20;

    /** Reads the system properties. */
    public static Effort chosen() {
        boolean full = Boolean.getBoolean("bench.full");
        return new Effort(
                Long.getLong("bench.fuzz.seed", full ? new SplittableRandom().nextLong() : FIXED_SEED),
                Integer.getInteger("bench.fuzz.seconds", full ? FULL_SECONDS : 0),
                full);
    }

    /** A generator that repeats its numbers for the same seed. */
    public Random random() {
        return new Random(seed);
    }

    /** Feeds all systematic inputs, or a sample of at most {@code atMost}: every n-th, starting at a random one. */
    public <T> void some(List<T> inputs, int atMost, Consumer<T> feed) {
        int step = all || inputs.size() <= atMost ? 1 : (inputs.size() + atMost - 1) / atMost;
        for (int i = step == 1 ? 0 : random().nextInt(step); i < inputs.size(); i += step) {
            feed.accept(inputs.get(i));
        }
    }

    /** Feeds {@code times} random inputs, or random inputs for the time set by the system properties. */
    public void repeat(int times, Consumer<Random> feed) {
        Random random = random();
        Instant end = Instant.now().plus(Duration.ofSeconds(seconds));
        for (int i = 0; seconds > 0 ? Instant.now().isBefore(end) : i < times; i++) {
            feed.accept(random);
        }
    }
}
