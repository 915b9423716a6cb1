package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.Noise;
import dev.jdbcbench.result.TopologyResult.ClientNoise;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Summarises interference on the client host while forks ran. Values that no fork could read are null. Pure. */
final class ForkNoise {
    private ForkNoise() {}

    /** Empty when no fork recorded noise. */
    static Optional<ClientNoise> summary(List<Noise> forks, List<String> notReadable) {
        if (forks.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ClientNoise(
                reduced(forks, Noise::stealPercent, DoubleSummaryStatistics::getAverage),
                reduced(forks, Noise::stealPercent, DoubleSummaryStatistics::getMax),
                reduced(forks, Noise::foreignPercent, DoubleSummaryStatistics::getMax),
                reduced(forks, Noise::databasePercent, DoubleSummaryStatistics::getMax),
                reduced(forks, Noise::load, DoubleSummaryStatistics::getMax),
                sum(forks, Noise::throttledMicros),
                sum(forks, Noise::thermalThrottles),
                reduced(forks, Noise::frequencyMinMHz, DoubleSummaryStatistics::getMin),
                reduced(forks, Noise::frequencyMaxMHz, DoubleSummaryStatistics::getMax),
                sum(forks, Noise::retransmits),
                forks.size(),
                notReadable));
    }

    private static @Nullable Double reduced(
            List<Noise> forks,
            Function<Noise, @Nullable Double> part,
            ToDoubleFunction<DoubleSummaryStatistics> reduction) {
        DoubleSummaryStatistics known = forks.stream()
                .flatMap(fork -> Optional.ofNullable(part.apply(fork)).stream())
                .mapToDouble(Double::doubleValue)
                .summaryStatistics();
        return known.getCount() == 0 ? null : (Double) reduction.applyAsDouble(known);
    }

    private static @Nullable Long sum(List<Noise> forks, Function<Noise, @Nullable Long> part) {
        return forks.stream()
                .flatMap(fork -> Optional.ofNullable(part.apply(fork)).stream())
                .reduce(Long::sum)
                .orElse(null);
    }
}
