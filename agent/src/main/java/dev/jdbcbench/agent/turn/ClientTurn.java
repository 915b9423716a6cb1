package dev.jdbcbench.agent.turn;

/**
 * The turn of one of several clients.
 *
 * @param client name of its host
 * @param threads number of its threads
 * @param lateMillis delay between the common start and its actual start; 0 if there was no common start
 */
public record ClientTurn(String client, int threads, Turn turn, double lateMillis) {
    /** A client that begins later does not measure under the same load as the others. */
    static final double LATEST_MILLIS = 50;

    public boolean late() {
        return lateMillis > LATEST_MILLIS;
    }
}
