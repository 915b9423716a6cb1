package dev.jdbcbench.agent.traffic;

import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often an operation waits for the server, found in two ways: from the order of sending and silence, and from how much
 * longer the operation takes over a longer path. An operation waits equally often over any path.
 *
 * @param others further observations, over any path
 * @param longest operations over the longest path
 * @param shortest operations over the shortest path
 */
public record RoundTripCount(List<Watched> others, List<Watched> longest, List<Watched> shortest) {
    public RoundTripCount {
        others = List.copyOf(others);
        longest = List.copyOf(longest);
        shortest = List.copyOf(shortest);
    }

    /** One observed operation. */
    public record Watched(Traffic traffic, double millis) {
        /** Operations that send the same wait equally often. */
        private Object sent() {
            return traffic.readable() ? traffic.commands() : traffic.bytes(Traffic.Kind.UP);
        }
    }

    /** The number of waits. */
    public double count() {
        Map<Object, Integer> fewest = fewest();
        return Summary.of(longest.stream()
                        .mapToDouble(one -> fewest.get(one.sent()))
                        .toArray())
                .median();
    }

    /**
     * The fewest waits among operations that sent the same: a pause of the client can look like a wait, but no wait is ever
     * overlooked.
     */
    private Map<Object, Integer> fewest() {
        Map<Object, Integer> fewest = new HashMap<>();
        all().forEach(one -> fewest.merge(one.sent(), one.traffic().roundTrips(), Math::min));
        return fewest;
    }

    /** All observed operations. */
    public List<Watched> all() {
        List<Watched> all = new ArrayList<>(others);
        all.addAll(longest);
        all.addAll(shortest);
        return all;
    }

    /** The second count. Compares the shortest operations, because disturbances only ever lengthen an operation. */
    public double slope() {
        return (quantile(longest, 0) - quantile(shortest, 0)) / differenceMillis();
    }

    /** The uncertainty of the second count; 0 if there is nothing to compute it from, as with one operation over a path. */
    public double halfWidth() {
        return Math.hypot(jitter(longest), jitter(shortest)) / differenceMillis();
    }

    private double differenceMillis() {
        long oneWay = longest.get(0).traffic().oneWay().toNanos()
                - shortest.get(0).traffic().oneWay().toNanos();
        return 2 * oneWay / Unit.NANOS_PER_MILLI;
    }

    /** Whether both ways lead to the same number, and the second is precise enough to have found another one. */
    public boolean confirmed() {
        return !varies() && repeated() && off() + halfWidth() <= tolerance();
    }

    /** Whether the number is not known, because the observations contradict each other. */
    public boolean doubtful() {
        return varies() || !repeated() && !oneByOne() || contradicted() && !oneByOne();
    }

    private boolean varies() {
        return fewest().values().stream().distinct().count() > 1;
    }

    private boolean repeated() {
        return longest.size() > 1 && shortest.size() > 1;
    }

    private boolean contradicted() {
        return repeated() && off() > tolerance() + halfWidth();
    }

    /** Whether each command was sent after the answer to the one before, in all operations: then each is a wait. */
    private boolean oneByOne() {
        return all().stream()
                .allMatch(one -> one.traffic().readable() && !one.traffic().overlaps());
    }

    private double off() {
        return Math.abs(slope() - count());
    }

    private double tolerance() {
        return Exchange.tolerance(count());
    }

    /** What has to be said about the count; null if it is confirmed, or nothing contradicts it. */
    @Nullable
    public String remark() {
        if (varies()) {
            return "not the same in all of the " + all().size() + " operations: the median is shown";
        }
        if (contradicted()) {
            return String.format(
                    Locale.ROOT,
                    "counted %.0f, but the time over a longer path gives %.1f ± %.1f: %s",
                    count(),
                    slope(),
                    halfWidth(),
                    contradiction());
        }
        return doubtful()
                ? "counted once, because the operation is slow: a pause of the client may look like a wait"
                : null;
    }

    private String contradiction() {
        if (oneByOne()) {
            return "each command waited for the answer to the one before, so the count holds";
        }
        return all().stream().anyMatch(one -> one.traffic().overlaps())
                ? "part of its sending overlaps with waiting"
                : "which of them is right cannot be seen, because the connection is encrypted or compressed";
    }

    /** Uncertainty of the shortest time, ms: the median minus the minimum. */
    private static double jitter(List<Watched> watched) {
        return quantile(watched, watched.size() / 2) - quantile(watched, 0);
    }

    private static double quantile(List<Watched> watched, int rank) {
        return watched.stream().mapToDouble(Watched::millis).sorted().toArray()[rank];
    }
}
