package dev.jdbcbench.agent;

/**
 * The turn of one of several clients.
 *
 * @param client name of its host
 * @param threads that worked there
 * @param lateMillis how much later than the common start it began; 0 if there was no common start
 */
record ClientTurn(String client, int threads, Turn turn, double lateMillis) {
    /** A client that begins later measures something else than the others. */
    static final double LATEST_MILLIS = 50;

    boolean late() {
        return lateMillis > LATEST_MILLIS;
    }
}
