package dev.jdbcbench.result;

import dev.jdbcbench.result.Results.DatabaseNoise;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The log that a database's supervisor writes about its host every two seconds. Each line has the seconds since 1970, the ticks
 * of all CPUs since boot as in /proc/stat (user nice system idle iowait irq softirq steal …) and the one-minute load average.
 * Pure.
 */
public final class NoiseLog {
    /** Length of the windows among which the worst is reported. In a shorter one, a few ticks would be several percent. */
    private static final long WINDOW_SECONDS = 10;

    private static final double HUNDRED = 100;
    /** Upper limit of a tick count, so that eight of them can be added without overflow. */
    private static final long MOST = Long.MAX_VALUE / 16;

    private static final int STATES = 8;
    private static final int STEAL = 7;

    private NoiseLog() {}

    private record Sample(long second, long steal, long total, double load) {
        double stealPercentSince(Sample before) {
            return total > before.total ? Math.max(0, HUNDRED * (steal - before.steal) / (total - before.total)) : 0;
        }
    }

    /** Summarises the log; empty when it has no readable line. */
    public static Optional<DatabaseNoise> summary(List<String> lines) {
        List<Sample> samples =
                lines.stream().flatMap(line -> sample(line).stream()).toList();
        if (samples.isEmpty()) {
            return Optional.empty();
        }
        Sample first = samples.get(0);
        Sample last = samples.get(samples.size() - 1);
        double load = samples.stream().mapToDouble(Sample::load).max().orElseThrow();
        if (samples.size() == 1) {
            return Optional.of(new DatabaseNoise(null, null, load, 1));
        }
        double mean = last.stealPercentSince(first);
        double max = mean;
        int end = 0;
        for (Sample start : samples) {
            while (end < samples.size() && samples.get(end).second - start.second < WINDOW_SECONDS) {
                end++;
            }
            if (end == samples.size()) {
                break;
            }
            max = Math.max(max, samples.get(end).stealPercentSince(start));
        }
        return Optional.of(new DatabaseNoise(mean, max, load, samples.size()));
    }

    /** Empty for a line that was cut off when the supervisor was killed. */
    private static Optional<Sample> sample(String line) {
        String[] words = line.split(" ", -1);
        if (words.length < STATES + 2) {
            return Optional.empty();
        }
        try {
            List<Long> ticks = new ArrayList<>();
            long total = 0;
            for (int state = 0; state < STATES; state++) {
                ticks.add(Long.valueOf(words[state + 1]));
                total += ticks.get(state);
            }
            double load = Double.parseDouble(words[words.length - 1]);
            boolean possible =
                    load >= 0 && Double.isFinite(load) && ticks.stream().allMatch(tick -> tick >= 0 && tick < MOST);
            return possible
                    ? Optional.of(new Sample(Long.parseLong(words[0]), ticks.get(STEAL), total, load))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
