package dev.jdbcbench.agent.turn;

import dev.jdbcbench.load.Rate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tells a measured JVM what to do in a turn. The protocol is described in {@code dev.jdbcbench.scenario.jvm.Turns}.
 *
 * @param word the order as one word
 */
public record TurnOrder(String word) {
    /** A closed loop. */
    public static final TurnOrder CLOSED = new TurnOrder("G");

    /** Time of the unmeasured operations before a closed loop of the warm-up, whose turns need not be short. */
    public static final Duration UNMEASURED = Duration.ofMillis(175);

    /** A closed loop after these unmeasured operations. */
    public static final TurnOrder WARM_UP = new TurnOrder("W" + UNMEASURED.toMillis());

    /** A closed loop that times each operation. */
    public static final TurnOrder TIMED = new TurnOrder("T");

    /** A closed loop that is as long as a turn under open load: short loops overstate the capacity. */
    static final TurnOrder LONG = new TurnOrder("L");

    /** A single operation, for a reference only. */
    public static final TurnOrder SINGLE = new TurnOrder("S");

    private static final String OPEN = "O";

    public TurnOrder {
        if (!word.matches("[GTSL]|W[0-9]{1,6}|O[0-9.E-]{1,30}")) {
            throw new IllegalArgumentException("no order for a turn: " + word);
        }
    }

    /** Open load. */
    public static TurnOrder atRate(double perSecond) {
        return new TurnOrder(OPEN + perSecond);
    }

    /**
     * The order for a turn before open load may begin.
     *
     * @param rate the rate of the following open load; null for none
     * @param warm whether the warm-up is over, so the turn shows the capacity
     */
    public static TurnOrder before(@Nullable Rate rate, boolean warm) {
        return warm && rate != null && rate.percent() != null ? LONG : CLOSED;
    }

    /** Whether this is open load. */
    public boolean open() {
        return word.startsWith(OPEN);
    }

    /** The operations per second of open load. */
    public double perSecond() {
        return Double.parseDouble(word.substring(OPEN.length()));
    }

    /** The line that the JVM reads. */
    String text() {
        return word.length() > 1 ? word + "\n" : word;
    }
}
