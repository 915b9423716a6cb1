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

    /** A single operation, for a reference only. */
    static final TurnOrder SINGLE = new TurnOrder("S");

    private static final String OPEN = "O";

    TurnOrder {
        if (!word.matches("[GTS]|O[0-9.E-]{1,30}")) {
            throw new IllegalArgumentException("no order for a turn: " + word);
        }
    }

    /** Open load. */
    static TurnOrder atRate(double perSecond) {
        return new TurnOrder(OPEN + perSecond);
    }

    /** Whether it is open load. */
    boolean open() {
        return word.startsWith(OPEN);
    }

    /** The operations per second of open load. */
    double perSecond() {
        return Double.parseDouble(word.substring(OPEN.length()));
    }

    /** As the JVM reads it. */
    String text() {
        return open() ? word + "\n" : word;
    }
}
