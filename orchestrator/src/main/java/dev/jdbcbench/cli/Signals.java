package dev.jdbcbench.cli;

import dev.jdbcbench.failure.Failure;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What INT (Ctrl-C), TERM and HUP mean: the first asks the work to end, which fetches what was measured and undoes what was done; the
 * second leaves at once and says what is left. Where nothing is at work that could be undone, the first leaves. A signal that was ignored
 * when the JVM started, as nohup has it, stays ignored: the JVM sees to that. Thread safe.
 */
final class Signals {
    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

    /** The numbers of Linux. */
    private static final Map<String, Integer> NUMBERS = Map.of("INT", 2, "TERM", 15, "HUP", 1);

    /** What is added to a signal's number to make an exit code. */
    private static final int EXIT = 128;

    /** How often work that was asked to end is asked again: some libraries swallow an interrupt. */
    private static final long ASK_AGAIN_MILLIS = 300;

    /** So near each other two signals are one request: what ends a session or a group of processes often sends several. */
    private static final Duration ONE_REQUEST = Duration.ofMillis(500);

    /** So long a last word may take, should nobody read it. */
    private static final long LAST_WORD_MILLIS = 1000;

    /** What is at work. */
    interface Work {
        /** It is asked to end: a person may be told. */
        void asked(String signal);

        /** It is left as it is: says what of it is there. */
        void left();
    }

    private final Thread working;
    private final LongSupplier nanos;
    private final IntConsumer halt;
    private Optional<Work> work = Optional.empty();
    private OptionalLong asked = OptionalLong.empty();
    private volatile int exit;
    private boolean undoing;

    /**
     * Nothing arrives by itself.
     *
     * @param working the thread that does all work, and is interrupted
     * @param nanos a clock that nobody sets, in ns
     * @param halt ends the process at once, with that exit code
     */
    Signals(Thread working, LongSupplier nanos, IntConsumer halt) {
        this.working = working;
        this.nanos = nanos;
        this.halt = halt;
    }

    /** Those of this process, on behalf of the thread that calls. */
    static Signals ofThisProcess() {
        Signals signals = new Signals(
                Thread.currentThread(),
                System::nanoTime,
                code -> Runtime.getRuntime().halt(code));
        NUMBERS.keySet().forEach(signals::receive);
        return signals;
    }

    /** By reflection: the class is in every JDK, but the compiler warns of it. */
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
            LOG.debug("{} is somebody else's: {}", name, String.valueOf(e.getCause()));
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
                yield self; // of a method that returns nothing
            }
        };
    }

    /** In a JVM that is not bench's own nothing is handled. */
    static Signals none() {
        return new Signals(Thread.currentThread(), System::nanoTime, code -> {});
    }

    /** From now on this is at work. */
    synchronized void begin(Work begun) {
        work = Optional.of(begun);
    }

    /** Nothing is at work any more that could be undone. */
    synchronized void end() {
        work = Optional.empty();
    }

    /** All is being undone: from now on an interrupt would only disturb. */
    synchronized void undoing() {
        undoing = true;
    }

    /**
     * That was not the end: more work begins, which is asked to end like what was before.
     *
     * @throws Failure.Interrupted when it was asked to end meanwhile
     */
    synchronized void goOn() {
        if (asked.isPresent()) {
            throw new Failure.Interrupted(null);
        }
        undoing = false;
    }

    /** The exit code of the process, if its work ended with this one. */
    synchronized int exitCode(int code) {
        return asked.isPresent() ? exit : code;
    }

    /** A signal arrived; returns when the work has heard of it, or never. */
    void arrived(String name) {
        Optional<Work> there;
        boolean again;
        synchronized (this) {
            long now = nanos.getAsLong();
            again = asked.isPresent();
            if (again && now - asked.getAsLong() < ONE_REQUEST.toNanos()) {
                return;
            }
            if (!again) {
                asked = OptionalLong.of(now);
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

    private void ask(Work hearing, String name) {
        // On a thread of its own: a terminal that takes nothing must not keep the work from being asked.
        start(() -> hearing.asked(name));
        try {
            while (working.isAlive() && interrupts()) {
                working.join(ASK_AGAIN_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Interrupts the work unless it has begun to undo: at one time, so no step of undoing is hit. */
    private synchronized boolean interrupts() {
        if (!undoing) {
            working.interrupt();
        }
        return !undoing;
    }

    private void leave(Work left) {
        Thread saying = start(left::left);
        try {
            saying.join(LAST_WORD_MILLIS);
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
