package dev.jdbcbench.load;

import dev.jdbcbench.driver.PartCheck;

/**
 * What one of several clients did in a fork, in the turns that count.
 *
 * @param client name of its host
 * @param threads number of its connections
 * @param operations number of operations
 * @param operationsPerSecond while it measured
 * @param latestStartMillis how much later than the common start it began a turn, at most, by the clocks as compared
 * @param times histogram of its times: of the operations of a closed loop, or the response times under open load
 */
public record ClientShare(
        String client,
        int threads,
        long operations,
        double operationsPerSecond,
        double latestStartMillis,
        String times) {
    private static final int MOST_THREADS = 10_000;

    public ClientShare {
        PartCheck.name(client, "client");
        PartCheck.between(1, MOST_THREADS, threads, "threads");
        PartCheck.count(operations, "operations");
        PartCheck.count(operationsPerSecond, "operationsPerSecond");
        PartCheck.count(latestStartMillis, "latestStartMillis");
        Times.required(times, "times");
    }
}
