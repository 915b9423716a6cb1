package dev.jdbcbench.result.fold;

import dev.jdbcbench.result.TopologyResult.DatabaseNoise;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The log that a database's supervisor writes about its host every two seconds. Each line has the seconds since 1970, the ticks
 * of all CPUs since boot as in /proc/stat (user nice system idle iowait irq softirq steal …) and the one-minute load average.
 * Pure.
 */
public final class NoiseLog {
    /**
     * Length of the windows of which the worst is reported. In shorter ones, a few ticks would amount to several
     * percent.
     */
    private static final long WINDOW_SECONDS = 10;

    private static final double HUNDRED = 100;
    /** Upper limit of a tick count, so eight of them add up without overflow. */
    private static final long MOST = Long.MAX_VALUE / 16;

    private static final int STATES = 8;
    private static final int IDLE = 3;
    private static final int IOWAIT = 4;
    private static final int STEAL = 7;

    /** The least number of two-second intervals: clocks of two hosts may differ by one of them. */
    private static final int FEWEST_PAIRS = 3;

    private final List<Sample> samples;
    private final DatabaseNoise summary;

    private NoiseLog(List<Sample> samples, DatabaseNoise summary) {
        this.samples = List.copyOf(samples);
        this.summary = summary;
    }

    private record Sample(long second, long idle, long steal, long total, double load) {
        double stealPercentSince(Sample before) {
            return total > before.total ? Math.max(0, HUNDRED * (steal - before.steal) / (total - before.total)) : 0;
        }
    }

    /** Reads the log; empty when it has no readable line. */
    public static Optional<NoiseLog> of(List<String> lines) {
        List<Sample> samples =
                lines.stream().flatMap(line -> sample(line).stream()).toList();
        return summaryOf(samples).map(summary -> new NoiseLog(samples, summary));
    }

    /** Summarises the log; empty when it has no readable line. */
    public static Optional<DatabaseNoise> summary(List<String> lines) {
        return of(lines).map(NoiseLog::noise);
    }

    /** The summary of the log. */
    public DatabaseNoise noise() {
        return summary;
    }

    /**
     * A period of time by the clock of another host.
     *
     * @param share the part of it in which the database worked, above 0, at most 1
     */
    public record Period(Instant from, Instant to, double share) {}

    /**
     * The load of all CPUs of the host while the database worked, in percent; empty if the periods contain too few
     * samples. Time in which the database did not work is treated as idle and subtracted by the periods' shares.
     */
    public Optional<Double> busyPercent(List<Period> periods) {
        double busy = 0;
        double working = 0;
        int pairs = 0;
        for (Period period : periods) {
            for (int i = 1; i < samples.size(); i++) {
                Sample before = samples.get(i - 1);
                Sample after = samples.get(i);
                if (before.second >= period.from.getEpochSecond()
                        && after.second <= period.to.getEpochSecond()
                        && after.total > before.total) {
                    long total = after.total - before.total;
                    busy += Math.max(0, total - (after.idle - before.idle));
                    working += total * period.share;
                    pairs++;
                }
            }
        }
        return pairs < FEWEST_PAIRS ? Optional.empty() : Optional.of(Math.min(HUNDRED, HUNDRED * busy / working));
    }

    private static Optional<DatabaseNoise> summaryOf(List<Sample> samples) {
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
                    ? Optional.of(new Sample(
                            Long.parseLong(words[0]),
                            ticks.get(IDLE) + ticks.get(IOWAIT),
                            ticks.get(STEAL),
                            total,
                            load))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
