package dev.jdbcbench.next;

import dev.jdbcbench.event.Noise;
import dev.jdbcbench.statistics.Summary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What from outside makes a fork useless, and a host unfit. A score is never a reason. Pure. */
public final class Disturbance {
    /** A hypervisor that takes more than this has stopped the measured code for longer than an interval should be wide. */
    static final double STEAL_PERCENT = 2;

    /** Of a fork's time; below that a quota was touched, above it was felt. */
    static final double THROTTLED_SHARE = 0.01;

    /** Of the time of all CPUs, above what is usual. */
    static final double FOREIGN_PERCENT = 10;

    /** Of the rounds so far, by what other processes used: a load that comes and goes leaves a fifth of them alone. */
    static final double QUIET_ROUNDS = 0.2;

    /** Above what a fork of that length usually has: on a lossy way every fork has some. */
    static final long RETRANSMITS = 5;

    /** The same where a fork usually has many: so many times the root of what is usual, by which such a count scatters of itself. */
    static final double RETRANSMIT_DEVIATIONS = 3;

    /** The median over the forks of the first block: beyond it nearly every fork would have to be repeated. */
    static final double UNFIT_STEAL_PERCENT = 5;

    /** The median over the distant forks of the first block, where no database is among the others. */
    static final double UNFIT_FOREIGN_PERCENT = 25;

    private Disturbance() {}

    /**
     * A fork as far as something outside may have disturbed it.
     *
     * @param lasted how long it took
     */
    public record Fork(Noise noise, Duration lasted) {
        double seconds() {
            return lasted.toMillis() / 1000.0;
        }

        /** TCP segments sent again per second; null when that is not known. */
        @Nullable
        Double retransmitRate() {
            return noise.retransmits() == null || lasted.isZero() ? null : (Double) (noise.retransmits() / seconds());
        }
    }

    /**
     * Why a fork does not count.
     *
     * @param fork that ended
     * @param others the cell's other forks
     * @param distant whether the database is on another host: what is sent again there is sent over the way that is measured, and the
     *     database is none of the other processes
     * @return empty when nothing from outside disturbed it, or nothing is known
     */
    public static Optional<String> of(Fork fork, List<Fork> others, boolean distant) {
        return of(fork, others, distant, 0.5);
    }

    /**
     * Why a round does not count.
     *
     * @param noise meanwhile
     * @param lasted how long the round took
     * @param before what was in the rounds of the group before it
     * @param distant as of a fork
     * @return empty when nothing from outside disturbed it, or nothing is known
     */
    public static Optional<String> ofRound(Noise noise, Duration lasted, List<Noise> before, boolean distant) {
        List<Fork> others =
                before.stream().map(other -> new Fork(other, lasted)).toList();
        return of(new Fork(noise, lasted), others, distant, QUIET_ROUNDS);
    }

    /** Other processes are compared with the quantile of {@code usual} over the others. */
    private static Optional<String> of(Fork fork, List<Fork> others, boolean distant, double usual) {
        Noise noise = fork.noise();
        List<String> causes = new ArrayList<>();
        if (noise.stealPercent() != null && noise.stealPercent() > STEAL_PERCENT) {
            causes.add(percent("steal", noise.stealPercent()));
        }
        if (noise.throttledMicros() != null
                && noise.throttledMicros() > THROTTLED_SHARE * fork.lasted().toNanos() / 1000) {
            causes.add(String.format(Locale.ROOT, "stopped by a quota for %.0f ms", noise.throttledMicros() / 1000.0));
        }
        if (noise.thermalThrottles() != null && noise.thermalThrottles() > 0) {
            causes.add("slowed down by heat " + noise.thermalThrottles() + " times");
        }
        // Where the database is among the others, a fork that does more has more of it: that is no cause from outside.
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
     * @param all of both topologies
     * @param distant those beside which no database ran
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
