package dev.jdbcbench.result;

import dev.jdbcbench.run.Topology;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What limits the throughput at one number of threads. */
public enum Bound {
    /** The client's CPUs. */
    CLIENT,
    /** The database's CPUs. */
    SERVER,
    /** The bandwidth between client and database. */
    NETWORK,
    /** The time of a single operation, without queueing: more threads give more throughput. */
    LATENCY,
    /**
     * Operations wait, but nothing is known to be saturated. The cause may be locks, the server's disk, or something
     * that cannot be measured.
     */
    UNDECIDED;

    /**
     * CPU load in percent from which CPUs count as full. A full CPU shows less than 100, because the threads start and
     * end a turn at different times, and ticks are 10 ms long.
     */
    public static final double FULL_PERCENT = 85;

    /**
     * Share of the ceiling from which operations hardly wait for each other: one takes at most a quarter longer than
     * alone. Intervals of a few percent are well within that.
     */
    public static final double NEAR_CEILING = 0.8;

    /**
     * Share of the measured bandwidth in percent from which the network counts as full. The bandwidth is that of one
     * connection with large packets; many connections with small packets reach less.
     */
    public static final double FULL_NETWORK_PERCENT = 80;

    /**
     * Decides what limits a point. Full CPUs come first: a full CPU explains any distance from the ceiling, and so
     * does a full network, whose transfer time is a part of the ceiling, too.
     *
     * @param rate operations per second
     * @param ceiling operations per second without queues; null when unknown
     * @param network share of the bandwidth in percent; null when unknown
     */
    static Bound of(Topology topology, double rate, @Nullable Double ceiling, CpuLoad load, @Nullable Double network) {
        double client = known(load.clientCpuPercent());
        double host = known(load.clientHostCpuPercent());
        double database = known(load.databaseCpuPercent());
        if (client >= FULL_PERCENT && client >= database) {
            return CLIENT;
        }
        if (database >= FULL_PERCENT) {
            return SERVER;
        }
        if (host >= FULL_PERCENT) {
            // On one host, the side that uses more of it is the limit.
            double other = load.databaseCpuPercent() == null ? host - client : database;
            return topology == Topology.LOCAL && other > client ? SERVER : CLIENT;
        }
        if (known(network) >= FULL_NETWORK_PERCENT) {
            return NETWORK;
        }
        return ceiling != null && rate >= NEAR_CEILING * ceiling ? LATENCY : UNDECIDED;
    }

    private static double known(@Nullable Double percent) {
        return percent == null ? 0 : percent;
    }

    @Override
    public String toString() {
        return this == UNDECIDED ? "undecided" : name().toLowerCase(Locale.ROOT) + "-bound";
    }
}
