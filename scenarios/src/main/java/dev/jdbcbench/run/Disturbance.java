package dev.jdbcbench.run;

import dev.jdbcbench.run.Event.Noise;
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

    /** Of the time of all CPUs, above what the cell's other forks had: they all had the database beside them, where it is local. */
    static final double FOREIGN_PERCENT = 10;

    /** Above what the cell's other forks had: on a lossy way every fork has some. */
    static final long RETRANSMITS = 5;

    /** The median over the forks of the first block: beyond it nearly every fork would have to be repeated. */
    static final double UNFIT_STEAL_PERCENT = 5;

    /** The median over the distant forks of the first block, where no database is among the others. */
    static final double UNFIT_FOREIGN_PERCENT = 25;

    private Disturbance() {}

    /**
     * Why a fork does not count.
     *
     * @param lasted how long the fork took
     * @param others the noise of the cell's other forks
     * @return empty when nothing from outside disturbed it, or nothing is known
     */
    public static Optional<String> of(@Nullable Noise noise, Duration lasted, List<Noise> others) {
        if (noise == null) {
            return Optional.empty();
        }
        List<String> causes = new ArrayList<>();
        if (noise.stealPercent() != null && noise.stealPercent() > STEAL_PERCENT) {
            causes.add(percent("steal", noise.stealPercent()));
        }
        if (noise.throttledMicros() != null && noise.throttledMicros() > THROTTLED_SHARE * lasted.toNanos() / 1000) {
            causes.add(String.format(Locale.ROOT, "stopped by a quota for %.0f ms", noise.throttledMicros() / 1000.0));
        }
        if (noise.thermalThrottles() != null && noise.thermalThrottles() > 0) {
            causes.add("slowed down by heat " + noise.thermalThrottles() + " times");
        }
        OptionalDouble usualForeign = median(others, Noise::foreignPercent);
        if (noise.foreignPercent() != null
                && usualForeign.isPresent()
                && noise.foreignPercent() > usualForeign.getAsDouble() + FOREIGN_PERCENT) {
            causes.add(percent("other processes", noise.foreignPercent())
                    + String.format(Locale.ROOT, " (usually %.1f %%)", usualForeign.getAsDouble()));
        }
        OptionalDouble usualRetransmits =
                median(others, of -> of.retransmits() == null ? null : of.retransmits() * 1.0);
        if (noise.retransmits() != null
                && usualRetransmits.isPresent()
                && noise.retransmits() > usualRetransmits.getAsDouble() + RETRANSMITS) {
            causes.add(noise.retransmits() + " segments sent again");
        }
        return causes.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", causes));
    }

    /**
     * Why the client host is not fit to measure on, from the forks of the first block.
     *
     * @param all of both topologies
     * @param distant those beside which no database ran
     */
    static List<String> unfit(List<Noise> all, List<Noise> distant) {
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

    private static OptionalDouble median(List<Noise> forks, Function<Noise, @Nullable Double> part) {
        double[] known = forks.stream()
                .flatMap(fork -> Optional.ofNullable(part.apply(fork)).stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        return known.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Summary.of(known).median());
    }
}
