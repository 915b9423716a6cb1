package dev.jdbcbench.next;

import dev.jdbcbench.event.Noise;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.statistics.sample.Summary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Decides which outside disturbances invalidate a fork or make a host unsuitable. A score is never a reason. Pure. */
public final class Disturbance {
    /** More steal than this stops the measured code for longer than an acceptable interval width. */
    static final double STEAL_PERCENT = 2;

    /**
     * A round is disturbed by more than this many times the usual steal. Steady steal slows all members of every round alike,
     * so another round would be no better.
     */
    static final double USUAL_STEAL = 2;

    /** Share of a fork's time: below it, throttling is negligible. */
    static final double THROTTLED_SHARE = 0.01;

    /** Share of the time of all CPUs, above the usual value. */
    static final double FOREIGN_PERCENT = 10;

    /**
     * Quantile of other processes' CPU time over the rounds so far that counts as usual: an intermittent load leaves a fifth of
     * the rounds undisturbed.
     */
    static final double QUIET_ROUNDS = 0.2;

    /** Retransmits above the usual number for a fork of this length; on a lossy path every fork has some. */
    static final long RETRANSMITS = 5;

    /**
     * Where retransmits are frequent, the limit is this many times the square root of the usual number, its natural scatter.
     */
    static final double RETRANSMIT_DEVIATIONS = 3;

    /** Limit for the median over the forks of the first block: above it, nearly every fork would have to be repeated. */
    static final double UNFIT_STEAL_PERCENT = 5;

    /** Limit for the median over the distant forks of the first block, whose foreign processes include no database. */
    static final double UNFIT_FOREIGN_PERCENT = 25;

    private Disturbance() {}

    /**
     * The data of a fork that show outside disturbances.
     *
     * @param lasted duration of the fork
     */
    public record Fork(Noise noise, Duration lasted) {
        double seconds() {
            return lasted.toMillis() / Unit.MILLIS_PER_SECOND;
        }

        /** Retransmitted TCP segments per second; null when unknown. */
        @Nullable
        Double retransmitRate() {
            return noise.retransmits() == null || lasted.isZero() ? null : (Double) (noise.retransmits() / seconds());
        }
    }

    /**
     * Why a fork does not count.
     *
     * @param fork the fork that ended
     * @param others other forks of the cell
     * @param distant whether the database is on another host: then retransmits concern the measured path, and other processes
     *     do not include the database
     * @return empty when it had no outside disturbance, or none is known
     */
    public static Optional<String> of(Fork fork, List<Fork> others, boolean distant) {
        return of(fork, others, distant, 0.5, STEAL_PERCENT);
    }

    /**
     * Why a round does not count.
     *
     * @param noise interference during the round
     * @param lasted duration of the round
     * @param before interference during the earlier rounds of the group
     * @param distant whether the database is on another host
     * @return empty when it had no outside disturbance, or none is known
     */
    public static Optional<String> ofRound(Noise noise, Duration lasted, List<Noise> before, boolean distant) {
        List<Fork> others =
                before.stream().map(other -> new Fork(other, lasted)).toList();
        double usualSteal = median(before, Noise::stealPercent).orElse(0);
        return of(
                new Fork(noise, lasted),
                others,
                distant,
                QUIET_ROUNDS,
                Math.max(STEAL_PERCENT, USUAL_STEAL * usualSteal));
    }

    /**
     * Why a fork or round does not count.
     *
     * @param usual quantile of the CPU time of other processes, over the other forks or rounds, that counts as usual
     * @param steal limit, percent
     */
    private static Optional<String> of(Fork fork, List<Fork> others, boolean distant, double usual, double steal) {
        Noise noise = fork.noise();
        List<String> causes = new ArrayList<>();
        if (noise.stealPercent() != null && noise.stealPercent() > steal) {
            causes.add(percent("steal", noise.stealPercent()));
        }
        if (noise.throttledMicros() != null
                && noise.throttledMicros() > THROTTLED_SHARE * fork.lasted().toNanos() / 1000) {
            causes.add(String.format(
                    Locale.ROOT, "stopped by a quota for %.0f ms", noise.throttledMicros() / Unit.MICROS_PER_MILLI));
        }
        if (noise.thermalThrottles() != null && noise.thermalThrottles() > 0) {
            causes.add("slowed down by heat " + noise.thermalThrottles() + " times");
        }
        // If foreign time may include the database, it grows with the work of the fork; that is not an outside
        // disturbance.
        boolean known = distant || noise.databasePercent() != null;
        OptionalDouble usualForeign = quantile(others.stream().map(Fork::noise).toList(), Noise::foreignPercent, usual);
        if (known
                && noise.foreignPercent() != null
                && usualForeign.isPresent()
                && noise.foreignPercent() >= usualForeign.getAsDouble() + FOREIGN_PERCENT) {
            causes.add(percent("other processes", noise.foreignPercent())
                    + String.format(Locale.ROOT, " (usually %.1f %%)", usualForeign.getAsDouble()));
        }
        OptionalDouble usualRate = median(others, Fork::retransmitRate);
        if (distant
                && noise.retransmits() != null
                && usualRate.isPresent()
                && noise.retransmits() >= unusualRetransmits(usualRate.getAsDouble() * fork.seconds())) {
            causes.add(noise.retransmits() + " segments sent again");
        }
        return causes.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", causes));
    }

    private static double unusualRetransmits(double usual) {
        return usual + Math.max(RETRANSMITS, RETRANSMIT_DEVIATIONS * Math.sqrt(usual));
    }

    /**
     * Why the client host is unsuitable for measuring, from the forks of the first block.
     *
     * @param all forks of both topologies
     * @param distant forks with the database on another host
     */
    public static List<String> unfit(List<Noise> all, List<Noise> distant) {
        List<String> reasons = new ArrayList<>();
        median(all, Noise::stealPercent).ifPresent(steal -> {
            if (steal > UNFIT_STEAL_PERCENT) {
                reasons.add(percent("steal", steal)
                        + " in the first block (median of its forks): the hypervisor gives the CPUs to others");
            }
        });
        median(distant, Noise::foreignPercent).ifPresent(foreign -> {
            if (foreign > UNFIT_FOREIGN_PERCENT) {
                reasons.add(
                        percent("other processes", foreign) + " of all CPUs in the first block (median of its forks)");
            }
        });
        return reasons;
    }

    private static String percent(String what, double percent) {
        return String.format(Locale.ROOT, "%s %.1f %%", what, percent);
    }

    private static <T> OptionalDouble median(List<T> forks, Function<T, @Nullable Double> part) {
        return quantile(forks, part, 0.5);
    }

    private static <T> OptionalDouble quantile(List<T> forks, Function<T, @Nullable Double> part, double share) {
        double[] known = forks.stream()
                .flatMap(fork -> Optional.ofNullable(part.apply(fork)).stream())
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return known.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Summary.quantile(known, share));
    }
}
