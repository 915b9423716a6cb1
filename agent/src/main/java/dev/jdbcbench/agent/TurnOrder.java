package dev.jdbcbench.agent;

/**
 * What a measured JVM does in a turn. The protocol is described in {@code dev.jdbcbench.scenario.Turns}.
 *
 * @param word the order as one word
 */
record TurnOrder(String word) {
    /** A closed loop. */
    static final TurnOrder CLOSED = new TurnOrder("G");

    /** A closed loop that times each operation. */
    static final TurnOrder TIMED = new TurnOrder("T");

    private static final String OPEN = "O";

    TurnOrder {
        if (!word.matches("[GT]|O[0-9.E-]{1,30}")) {
            throw new IllegalArgumentException("no order for a turn: " + word);
        }
    }

    /** Open load. */
    static TurnOrder atRate(double perSecond) {
        return new TurnOrder(OPEN + perSecond);
    }

    /** As the JVM reads it. */
    String text() {
        return word.startsWith(OPEN) ? word + "\n" : word;
    }
}
