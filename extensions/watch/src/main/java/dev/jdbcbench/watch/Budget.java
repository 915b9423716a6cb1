package dev.jdbcbench.watch;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The memory that bench may use to keep parts of the traffic, for all connections together. Thread safe. */
final class Budget {
    private static final long MOST = 64 << 20;

    /** A small heap must hold more than what is kept here. */
    private static final int SHARE_OF_HEAP = 8;

    /** Bytes of an object with some fields, and of a text besides its characters; roughly. */
    static final int OBJECT = 128;

    private static final int TEXT = 48;

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    /** A budget in bytes. */
    Budget(long most) {
        this.most = most;
    }

    /** The usual budget, less if the heap is small. */
    static Budget ofHeap() {
        return new Budget(Math.min(MOST, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
    }

    long most() {
        return most;
    }

    /** The bytes that are in use. */
    long taken() {
        return taken.get();
    }

    /** Takes bytes; returns false, and takes nothing, if there are not that many. */
    boolean take(long bytes) {
        if (taken.addAndGet(bytes) <= most) {
            return true;
        }
        give(bytes);
        return false;
    }

    /** Takes bytes even if there are not that many. The caller then frees others. */
    void add(long bytes) {
        taken.addAndGet(bytes);
    }

    void give(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** The size of a text in memory, at most. */
    static long of(@Nullable String text) {
        return text == null ? 0 : TEXT + 2L * text.length();
    }
}
