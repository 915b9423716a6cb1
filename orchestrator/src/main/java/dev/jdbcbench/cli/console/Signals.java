package dev.jdbcbench.cli.console;

import dev.jdbcbench.failure.Failure;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles INT (Ctrl-C), TERM and HUP. The first signal asks the work to stop, which fetches results and cleans up. The
 * second quits at once and reports what is left. If nothing is running that needs clean-up, the first one quits. A
 * signal that was ignored when the JVM started, as with nohup, stays ignored; the JVM takes care of that. Thread safe.
 */
public final class Signals {
    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

    /** Signal numbers on Linux. */
    private static final Map<String, Integer> NUMBERS = Map.of("INT", 2, "TERM", 15, "HUP", 1);

    /** Added to a signal's number to get the exit code. */
    private static final int EXIT = 128;

    /** Signals within this time count as one request: the end of a session or process group often sends several. */
    private static final Duration ONE_REQUEST = Duration.ofMillis(500);

    /**
     * Waiting times.
     *
     * @param askAgain interval for repeating the interrupt, because some libraries swallow it
     * @param lastWord time limit for the last message, in case nothing reads it
     */
    record Waits(Duration askAgain, Duration lastWord) {
        static final Waits USUAL = new Waits(Duration.ofMillis(300), Duration.ofSeconds(1));
    }

    /** Work in progress that signals can stop. */
    public interface Work {
        /** Called when the work was asked to stop, to inform the user. */
        void stopRequested(String signal);

        /** Called when the work is abandoned, to report what it leaves behind. */
        void left();
    }

    private final Thread working;
    private final LongSupplier nanos;
    private final IntConsumer halt;
    private final Waits waits;
    private Optional<Work> work = Optional.empty();
    private OptionalLong requestedAt = OptionalLong.empty();
    private volatile int exit;
    private boolean cleaningUp;

    /**
     * Receives no signals by itself.
     *
     * @param working the thread that does all work and gets interrupted
     * @param nanos a monotonic clock, in ns
     * @param halt ends the process immediately with the given exit code
     * @param waits how long to wait for the work and for the reader of messages
     */
    Signals(Thread working, LongSupplier nanos, IntConsumer halt, Waits waits) {
        this.working = working;
        this.nanos = nanos;
        this.halt = halt;
        this.waits = waits;
    }

    /** Receives the signals of this process, for the calling thread. */
    public static Signals ofThisProcess() {
        Signals signals = new Signals(
                Thread.currentThread(),
                System::nanoTime,
                code -> Runtime.getRuntime().halt(code),
                Waits.USUAL);
        NUMBERS.keySet().forEach(signals::receive);
        return signals;
    }

    /** Uses reflection: every JDK has the class, but the compiler warns about it. */
    private void receive(String name) {
        InvocationHandler handler = (self, method, args) -> called(name, self, method, args);
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> signalHandler = Class.forName("sun.misc.SignalHandler");
            Object proxy =
                    Proxy.newProxyInstance(signalHandler.getClassLoader(), new Class<?>[] {signalHandler}, handler);
            signal.getMethod("handle", signal, signalHandler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (InvocationTargetException e) {
            LOG.debug("{} has another handler: {}", name, String.valueOf(e.getCause()));
        } catch (ReflectiveOperationException e) {
            LOG.debug("this JDK does not let {} be handled", name, e);
        }
    }

    private Object called(String name, Object self, Method method, Object[] args) {
        return switch (method.getName()) {
            case "equals" -> self == args[0];
            case "hashCode" -> System.identityHashCode(self);
            case "toString" -> "bench's handler of " + name;
            default -> {
                arrived(name);
                yield self; // from a void method
            }
        };
    }

    /** Handles no signals, for a JVM that is not bench's own. */
    public static Signals none() {
        return new Signals(Thread.currentThread(), System::nanoTime, code -> {}, Waits.USUAL);
    }

    /** Sets the work that signals stop from now on. */
    public synchronized void begin(Work begun) {
        work = Optional.of(begun);
    }

    /** Marks the end of work that needs clean-up. */
    public synchronized void end() {
        work = Optional.empty();
    }

    /** Marks the start of clean-up, which must not be interrupted. */
    synchronized void cleaningUp() {
        cleaningUp = true;
    }

    /**
     * Allows further work after a clean-up that did not end the command; signals can stop it again.
     *
     * @throws Failure.Interrupted if the command was asked to stop meanwhile
     */
    synchronized void continueWork() {
        if (requestedAt.isPresent()) {
            throw new Failure.Interrupted(null);
        }
        cleaningUp = false;
    }

    /** Forgets that one of these signals arrived: it was the normal way to end this command. */
    public synchronized void treatAsSuccess(Set<String> names) {
        if (names.stream().anyMatch(name -> exit == EXIT + NUMBERS.getOrDefault(name, 0))) {
            requestedAt = OptionalLong.empty();
            exit = 0;
        }
    }

    /** The exit code of the process, if its work ended with {@code code}. */
    public synchronized int exitCode(int code) {
        return requestedAt.isPresent() ? exit : code;
    }

    /** Handles a signal. Returns once the work has noticed it, or never. */
    void arrived(String name) {
        Optional<Work> there;
        boolean again;
        synchronized (this) {
            long now = nanos.getAsLong();
            again = requestedAt.isPresent();
            if (again && now - requestedAt.getAsLong() < ONE_REQUEST.toNanos()) {
                return;
            }
            if (!again) {
                requestedAt = OptionalLong.of(now);
                exit = EXIT + NUMBERS.getOrDefault(name, 0);
            }
            there = work;
        }
        if (there.isEmpty()) {
            halt.accept(exit);
        } else if (again) {
            leave(there.get());
        } else {
            ask(there.get(), name);
        }
    }

    private void ask(Work running, String name) {
        // On its own thread: a blocked terminal must not delay the interrupt.
        start(() -> running.stopRequested(name));
        try {
            while (working.isAlive() && interrupts()) {
                working.join(waits.askAgain().toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Interrupts the work unless clean-up has begun. Synchronized, so it cannot hit a clean-up step. */
    private synchronized boolean interrupts() {
        if (!cleaningUp) {
            working.interrupt();
        }
        return !cleaningUp;
    }

    private void leave(Work left) {
        Thread saying = start(left::left);
        try {
            saying.join(waits.lastWord().toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        halt.accept(exit);
    }

    private static Thread start(Runnable saying) {
        Thread thread = new Thread(saying, "bench-signal");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
