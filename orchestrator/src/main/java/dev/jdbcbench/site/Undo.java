package dev.jdbcbench.site;

import dev.jdbcbench.failure.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clean-up steps of a command. They always run, in reverse order, each even if another failed. What is left can be
 * listed on any thread; everything else is for one thread.
 */
public final class Undo implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Undo.class);
    private final Deque<Step> steps = new ConcurrentLinkedDeque<>();
    /** Steps that failed; what they should have removed may still be there. */
    private final Deque<Step> failed = new ConcurrentLinkedDeque<>();

    private final Progress progress;
    private final Surroundings surroundings;
    private final WaitLimit waitLimit;

    /** Starts without steps. */
    public Undo(Progress progress) {
        this(progress, Surroundings.REAL);
    }

    /** Starts without steps, in other surroundings. */
    public Undo(Progress progress, Surroundings surroundings) {
        this(progress, surroundings, new WaitLimit());
    }

    private Undo(Progress progress, Surroundings surroundings, WaitLimit waitLimit) {
        this.progress = progress;
        this.surroundings = surroundings;
        this.waitLimit = waitLimit;
        progress.cleanUpNeeded(this::left);
    }

    /**
     * An inner clean-up that begins later and is run earlier. The two share their time limit: after waiting in vain for
     * a connection, neither waits again.
     */
    public Undo inner() {
        return new Undo(progress, surroundings, waitLimit);
    }

    /** The surroundings of the command. */
    public Surroundings surroundings() {
        return surroundings;
    }

    /** How long to wait for a lost connection: no longer than the lease of whatever remains there. */
    private static final class WaitLimit {
        private Duration most = Leases.DURATION;
    }

    /** Stops waiting for lost connections from now on. */
    public void stopWaiting() {
        waitLimit.most = Duration.ZERO;
    }

    /**
     * One clean-up step.
     *
     * @param left what stays on a host until the step has run; empty for nothing
     */
    private record Step(String what, Optional<String> left, Runnable action) {}

    /** Adds a step that leaves nothing on a host if it fails. */
    public void add(String what, Runnable action) {
        steps.push(new Step(what, Optional.empty(), action));
    }

    /**
     * Adds a step that removes something from a host.
     *
     * @param left one line for the user: what is there until then, where, and what happens to it
     */
    public void add(String what, String left, Runnable action) {
        steps.push(new Step(what, Optional.of(left), action));
    }

    /** What is still on hosts, newest first; a running step has not removed anything yet. */
    private List<String> left() {
        return Stream.concat(failed.stream(), steps.stream())
                .distinct() // a failing step is briefly in both
                .flatMap(step -> step.left().stream())
                .toList();
    }

    /** Drops all steps: what is on the hosts keeps running. */
    public void forget() {
        steps.clear();
    }

    @Override
    public void close() {
        undoAll();
    }

    /** Runs all steps. Returns the earlier failure, the failure of the clean-up, or both. */
    public Optional<Failure> undoAllAfter(Optional<Failure> before) {
        try {
            undoAll();
            return before;
        } catch (Failure e) {
            return both(before, Optional.of(e));
        }
    }

    /** The first failure, with the second one added to it. */
    public static Optional<Failure> both(Optional<Failure> first, Optional<Failure> second) {
        if (first.isEmpty()) {
            return second;
        }
        second.ifPresent(first.get()::addSuppressed);
        return first;
    }

    /** Runs a step. If the connection is lost, it retries until the time limit. */
    private void carryOut(Step step) {
        Optional<BackOff> first = Optional.empty();
        while (true) {
            try {
                step.action().run();
                return;
            } catch (Failure.Gone e) {
                LOG.debug("nothing to do to {}: {}", step.what(), e.why());
                return;
            } catch (Failure.Host e) {
                BackOff lost = first.orElseGet(() -> new BackOff(progress, surroundings));
                first = Optional.of(lost);
                if (lost.elapsed().compareTo(waitLimit.most) >= 0) {
                    stopWaiting();
                    throw e;
                }
                try {
                    lost.pause(e);
                } catch (InterruptedException interrupt) {
                    stopWaiting();
                    Thread.currentThread().interrupt();
                    throw e;
                }
            }
        }
    }

    /**
     * Runs all steps that have not run yet. An interrupt does not stop this; if it arrives while waiting for a lost
     * connection, it ends all such waiting. The flag is restored at the end. A lost connection counts as a failure only
     * if something is left on the host.
     *
     * @throws Failure.Command if a step failed; all others ran
     */
    void undoAll() {
        progress.cleaningUp();
        boolean interrupted = Thread.interrupted();
        List<RuntimeException> failures = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (Step step = steps.peek(); step != null; step = steps.peek()) {
            try {
                carryOut(step);
            } catch (RuntimeException e) {
                failed.add(step);
                LOG.error("cannot {}", step.what(), e);
                progress.warn("cannot " + step.what() + ": " + e.getMessage());
                if (e instanceof Failure.Host && step.left().isEmpty()) {
                    continue;
                }
                failures.add(e);
                lines.add("cannot " + step.what() + ": "
                        + (e instanceof Failure failure ? failure.getMessage() + " " + failure.why() : e.toString()));
            } finally {
                steps.remove(step);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!failures.isEmpty()) {
            Failure failure = new Failure.Command(
                    "something was left behind",
                    String.join("\n", lines),
                    "Remove by hand everything named above. Processes that are left end when their lease expires.",
                    failures.get(0));
            failures.stream().skip(1).forEach(failure::addSuppressed);
            throw failure;
        }
    }
}
