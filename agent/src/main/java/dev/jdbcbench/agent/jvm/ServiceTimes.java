package dev.jdbcbench.agent.jvm;

import dev.jdbcbench.event.ServiceTime;
import dev.jdbcbench.run.Profile;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.IterationResult;

/** Computes percentiles over all operations that JMH timed after the warm-up. */
final class ServiceTimes {
    private ServiceTimes() {}

    /** Percentiles for a JVM that ran in JMH's SampleTime, in µs. */
    static ServiceTime of(List<IterationResult> iterations, Profile profile) {
        double[] means = iterations.stream()
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .toArray();
        Map<Double, Long> counts = new TreeMap<>();
        for (IterationResult iteration : iterations.subList(profile.cut(means), iterations.size())) {
            Iterator<Map.Entry<Double, Long>> raw =
                    iteration.getPrimaryResult().getStatistics().getRawData();
            while (raw.hasNext()) {
                Map.Entry<Double, Long> time = raw.next();
                counts.merge(time.getKey(), time.getValue(), Long::sum);
            }
        }
        return of(counts);
    }

    /** Nearest-rank percentiles, so each is an observed time. */
    static ServiceTime of(Map<Double, Long> counts) {
        long total = counts.values().stream().mapToLong(Long::longValue).sum();
        return new ServiceTime(
                total,
                percentile(counts, total, 0.5),
                percentile(counts, total, 0.9),
                percentile(counts, total, 0.99),
                percentile(counts, total, 0.95));
    }

    private static double percentile(Map<Double, Long> counts, long total, double share) {
        long rank = (long) Math.ceil(share * total);
        long seen = 0;
        for (Map.Entry<Double, Long> time : new TreeMap<>(counts).entrySet()) {
            seen += time.getValue();
            if (seen >= rank) {
                return time.getKey();
            }
        }
        throw new IllegalArgumentException("no operation was timed");
    }
}
