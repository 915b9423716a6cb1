package dev.jdbcbench.load;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a cell behaved under open load, over all its forks.
 *
 * @param askedPerSecond arrivals per second, as they happened in its schedules
 * @param achievedPerSecond operations per second, from the start of each schedule to its last operation's start
 * @param capacityPerSecond operations per second in the closed loop, at the end of the warm-up; the mean of the forks
 * @param unserved number of arrivals that were never served
 * @param verdict whether the client kept up with the rate
 * @param reason why it did not; null when it did
 * @param response time from an operation's scheduled start to its end
 * @param service time from an operation's start to its end
 */
public record CellLoad(
        double askedPerSecond,
        double achievedPerSecond,
        double capacityPerSecond,
        long unserved,
        Verdict verdict,
        @Nullable String reason,
        Percentiles response,
        Percentiles service) {
    /** A client that achieves less than this share of the requested rate does not keep up. */
    static final double FEWEST_ACHIEVED = 0.95;

    /** Whether a client keeps up with a rate. */
    public enum Verdict {
        /** The client keeps up. */
        KEEPS_UP,
        /** The client falls behind, so its response times depend on the length of the measurement. */
        CANNOT_KEEP_UP;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Whether the client kept up, so its times can be compared. */
    public boolean keepsUp() {
        return verdict == Verdict.KEEPS_UP;
    }

    /** Combines these forks; empty when there are none. */
    public static Optional<CellLoad> of(List<ForkLoad> forks) {
        if (forks.isEmpty()) {
            return Optional.empty();
        }
        double scheduled =
                forks.stream().mapToDouble(ForkLoad::scheduledSeconds).sum();
        double elapsed = forks.stream().mapToDouble(ForkLoad::elapsedSeconds).sum();
        // A stored run may have counts whose sum is larger than a long.
        double served = forks.stream().mapToDouble(ForkLoad::served).sum();
        double unserved = forks.stream().mapToDouble(ForkLoad::unserved).sum();
        double asked = (served + unserved) / scheduled;
        double achieved = served / elapsed;
        int turns = forks.stream().mapToInt(ForkLoad::turns).sum();
        int grew = forks.stream().mapToInt(ForkLoad::grewTurns).sum();
        @Nullable String reason = reason(asked, achieved, turns, grew);
        return Optional.of(new CellLoad(
                asked,
                achieved,
                forks.stream().mapToDouble(ForkLoad::capacity).average().orElse(0),
                (long) unserved,
                reason == null ? Verdict.KEEPS_UP : Verdict.CANNOT_KEEP_UP,
                reason,
                Percentiles.of(forks.stream().map(ForkLoad::response).toList()),
                Percentiles.of(forks.stream().map(ForkLoad::service).toList())));
    }

    private static @Nullable String reason(double asked, double achieved, int turns, int grew) {
        if (achieved < FEWEST_ACHIEVED * asked) {
            return String.format(Locale.ROOT, "it achieved %.1f %% of the rate", 100 * achieved / asked);
        }
        return 2 * grew > turns ? "its backlog grew to the end in " + grew + " of " + turns + " turns" : null;
    }
}
