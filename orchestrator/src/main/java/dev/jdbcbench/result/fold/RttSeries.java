package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.Connections;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.event.ServerPathFacts.RttMeasured;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * RTT samples measured in one go: before a block, or around a fork.
 *
 * @param block before this block, or after the last block if one higher than that; for a fork, its own block
 * @param micros in the order of measurement, µs
 * @param unavailable why there are no samples; null when there are
 * @param cell key of the fork's cell; null for samples not around a fork
 * @param position relative to the fork; null for samples not around a fork
 */
public record RttSeries(
        Topology topology,
        String server,
        int block,
        RttMethod method,
        Instant at,
        List<Double> micros,
        @Nullable String unavailable,
        @Nullable String cell,
        @Nullable Position position) {
    public RttSeries {
        micros = List.copyOf(micros);
    }

    /** When the samples were taken, relative to a fork. */
    public enum Position {
        BEFORE,
        DURING,
        AFTER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static RttSeries of(RttMeasured rtt, Instant at) {
        return new RttSeries(
                rtt.topology(),
                rtt.server(),
                rtt.block(),
                rtt.method(),
                at,
                rtt.micros(),
                rtt.unavailable(),
                null,
                null);
    }

    /** The series around a fork; empty when nothing was measured. */
    static List<RttSeries> around(ForkFinished fork, Instant endedAt, Cell cell) {
        List<RttSeries> series = new ArrayList<>();
        if (fork.rtt() != null) {
            series.add(around(fork, cell, fork.startedAt(), fork.rtt().beforeMicros(), Position.BEFORE));
            series.add(around(fork, cell, endedAt, fork.rtt().afterMicros(), Position.AFTER));
            Optional.ofNullable(fork.rtt().measured()).ifPresent(seen -> series.add(kernel(fork, cell, seen)));
            series.removeIf(side -> side.micros().isEmpty());
        }
        return series;
    }

    private static RttSeries kernel(ForkFinished fork, Cell cell, Connections seen) {
        return new RttSeries(
                cell.topology(),
                cell.server(),
                fork.block(),
                RttMethod.KERNEL,
                fork.startedAt(),
                List.of(seen.minRttMicros()),
                null,
                cell.key(),
                Position.DURING);
    }

    private static RttSeries around(ForkFinished fork, Cell cell, Instant at, List<Double> micros, Position position) {
        return new RttSeries(
                cell.topology(),
                cell.server(),
                fork.block(),
                RttMethod.PROTOCOL,
                at,
                micros,
                null,
                cell.key(),
                position);
    }
}
