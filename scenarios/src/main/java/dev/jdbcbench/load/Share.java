package dev.jdbcbench.load;

import dev.jdbcbench.driver.PartCheck;

/**
 * The share of one client host in a cell. The clients divide the threads as evenly as possible, and the rate into equal
 * parts.
 *
 * @param client name of the host; empty if there is only one
 * @param index its position among the clients, from 0
 * @param clients number of clients
 */
public record Share(String client, int index, int clients) {
    /** The whole cell, for the only client. */
    public static final Share ALL = new Share("", 0, 1);

    /** Limits the number of connections to clients that bench keeps open. */
    public static final int MOST_CLIENTS = 32;

    public Share {
        PartCheck.present(client, "client");
        PartCheck.between(1, MOST_CLIENTS, clients, "clients");
        PartCheck.between(0, clients - 1, index, "index");
    }

    /** Its number of threads; the first clients have one more if there is a remainder. */
    public int threads(int all) {
        return all / clients + (index < all % clients ? 1 : 0);
    }

    /** Its share of the operations per second. */
    public double rate(double perSecond) {
        return perSecond / clients;
    }

    /**
     * The delay of its first operation, as a fraction of the interval between its own operations. With these delays the
     * operations of all clients together arrive at equal intervals.
     */
    public double phase() {
        return (double) index / clients;
    }

    /** The seed of its random arrivals, which differ from those of the other clients. */
    public long seed(long common) {
        return common + index * 0x9E3779B97F4A7C15L;
    }
}
