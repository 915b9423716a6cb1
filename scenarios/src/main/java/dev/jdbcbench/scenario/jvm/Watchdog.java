package dev.jdbcbench.scenario.jvm;

import java.util.Optional;

/**
 * Ends this measured JVM when its parent process is gone. JMH's own link notices that only between iterations, and a JVM that
 * hangs in a socket read would load the database forever.
 */
public final class Watchdog {
    private static final long PERIOD_MILLIS = 1000;
    private static boolean started;

    private Watchdog() {}

    public static synchronized void start() {
        if (started) {
            return;
        }
        started = true;
        Optional<ProcessHandle> parent = ProcessHandle.current().parent();
        if (parent.isEmpty()) {
            return; // no parent to watch
        }
        Thread thread = new Thread(() -> watch(parent.get()), "bench-watchdog");
        thread.setDaemon(true);
        thread.start();
    }

    private static void watch(ProcessHandle parent) {
        while (parent.isAlive()) {
            try {
                Thread.sleep(PERIOD_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        Runtime.getRuntime().halt(1);
    }
}
