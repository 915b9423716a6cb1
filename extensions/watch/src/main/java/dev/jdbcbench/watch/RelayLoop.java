package dev.jdbcbench.watch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * What all connections of a relay share: the selector, the buffer that reads, the deliveries that are due later, and
 * the limit of bytes under way. Only the relay's thread uses it.
 */
final class RelayLoop {
    /** A time that is not reached. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int BUFFER_BYTES = 65_536;

    /** Bytes under way in one direction of a connection. */
    private static final int MOST_UNDER_WAY = 1 << 20;

    /** Limit of bytes under way in total; beyond it, each direction may still have one buffer. */
    private static final long MOST_IN_ALL =
            Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 4);

    /** A selector waits for whole milliseconds, so the relay waits for the rest of a delay in another way. */
    private static final long SELECTOR_NANOS = 2_000_000;

    private static final long NAP_NANOS = 50_000;

    /** A thread wakes up late, so the relay spins before a delivery, except under load, when traffic keeps it awake. */
    private static final long SPIN_NANOS = 300_000;

    private static final int FEW_DUE = 8;
    private static final long IDLE_MILLIS = 1000;
    private static final long MILLI = 1_000_000;

    private final Selector selector;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final PriorityQueue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::at));
    private final Set<Runnable> held = new HashSet<>();
    private long underWay;

    private record Due(long at, Runnable delivery) {}

    RelayLoop(Selector selector) {
        this.selector = selector;
    }

    Selector selector() {
        return selector;
    }

    /** An empty buffer; what is read into it must be used before the next read. */
    ByteBuffer buffer() {
        return buffer.clear();
    }

    /** Delivers something at a time of {@link System#nanoTime()}. */
    void deliver(long at, Runnable delivery) {
        due.add(new Due(at, delivery));
    }

    /** Changes the number of bytes under way. */
    void underWay(long more) {
        underWay += more;
    }

    /** Whether a direction that has so many bytes under way may read more. */
    boolean hasRoom(long own) {
        return own < MOST_UNDER_WAY && (underWay < MOST_IN_ALL || own == 0);
    }

    /** Tries again to read, once others need less room. */
    void hold(Runnable reading) {
        held.add(reading);
    }

    void release(Runnable reading) {
        held.remove(reading);
    }

    /**
     * Waits for traffic, or until a delivery is due.
     *
     * @param opens when the next connection opens; {@link #NEVER} if none does
     */
    void await(long opens) throws IOException {
        long now = System.nanoTime();
        long next = opens == NEVER ? NEVER : opens - now;
        if (!due.isEmpty()) {
            next = Math.min(next, due.element().at() - now);
        }
        if (next > IDLE_MILLIS * MILLI) {
            selector.select(IDLE_MILLIS);
        } else if (next > SELECTOR_NANOS) {
            selector.select(next / MILLI - 1);
        } else if (selector.selectNow() == 0 && next > 0) {
            if (next <= SPIN_NANOS && due.size() <= FEW_DUE) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(Math.min(next, NAP_NANOS));
            }
            selector.selectNow();
        }
    }

    /** Delivers what is due. */
    void deliverDue(long now) {
        while (!due.isEmpty() && due.element().at() <= now) {
            due.remove().delivery().run();
        }
        if (underWay < MOST_IN_ALL && !held.isEmpty()) {
            Set.copyOf(held).forEach(Runnable::run);
        }
    }
}
