package dev.jdbcbench.load;

import dev.jdbcbench.driver.PartCheck;

/**
 * What one of several client hosts measures of a cell. Its clients divide the threads as evenly as possible, and the rate into
 * equal parts.
 *
 * @param client name of the host; empty for the only one
 * @param index its place among the clients, from 0
 * @param clients number of clients
 */
public record Share(String client, int index, int clients) {
    /** Everything, by the only client. */
    public static final Share ALL = new Share("", 0, 1);

    /** More clients would need more connections to them than a bench should keep. */
    public static final int MOST_CLIENTS = 32;

    public Share {
        PartCheck.present(client, "client");
        PartCheck.between(1, MOST_CLIENTS, clients, "clients");
        PartCheck.between(0, clients - 1, index, "index");
    }

    /** Its part of the threads; the first clients have one more if there is a remainder. */
    public int threads(int all) {
        return all / clients + (index < all % clients ? 1 : 0);
    }

    /** Its part of the operations per second. */
    public double rate(double perSecond) {
        return perSecond / clients;
    }

    /**
     * How long its first operation waits, as a part of the distance of its own operations. So the operations of all clients
     * together arrive at equal distances.
     */
    public double phase() {
        return (double) index / clients;
    }

    /** The seed of its arrivals at random, which differ from those of the other clients. */
    public long seed(long common) {
        return common + index * 0x9E3779B97F4A7C15L;
    }
}
