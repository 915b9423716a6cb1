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
 * What must be undone at the end, whatever the end is: in reverse order, each step even when another failed. What is still there may be
 * asked on any thread; all else is for one.
 */
public final class Undo implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Undo.class);
    private final Deque<Step> steps = new ConcurrentLinkedDeque<>();
    /** What was there before a step that failed, and may still be. */
    private final Deque<Step> failed = new ConcurrentLinkedDeque<>();

    private final Progress progress;
    private final Patience patience;

    /** Nothing is to be undone yet. */
    public Undo(Progress progress) {
        this(progress, new Patience());
    }

    private Undo(Progress progress, Patience patience) {
        this.progress = progress;
        this.patience = patience;
        progress.mustUndo(this::left);
    }

    /** For what begins later and is undone before: a line for which this one waited in vain is not waited for again. */
    public Undo inner() {
        return new Undo(progress, patience);
    }

    /** For how long a line that is lost is waited for: no longer than what is to be undone there lasts without one. */
    private static final class Patience {
        private Duration most = Leases.DURATION;
    }

    /** A line that is lost now is lost for good. */
    public void waitNoMore() {
        patience.most = Duration.ZERO;
    }

    /**
     * One thing to undo.
     *
     * @param left what is on a host as long as it is not undone; empty when it is nothing
     */
    private record Step(String what, Optional<String> left, Runnable action) {}

    /** A step after whose failure nothing is left on a host. */
    public void add(String what, Runnable action) {
        steps.push(new Step(what, Optional.empty(), action));
    }

    /**
     * A step that takes something away from a host.
     *
     * @param left what is there until then, where, and what becomes of it, in one line
     */
    public void add(String what, String left, Runnable action) {
        steps.push(new Step(what, Optional.of(left), action));
    }

    /** What is still there, what came last first; a step that is under way has not taken away anything yet. */
    private List<String> left() {
        return Stream.concat(failed.stream(), steps.stream())
                .distinct() // for a moment a step that fails is in both
                .flatMap(step -> step.left().stream())
                .toList();
    }

    /** Leaves everything as it is: it works on alone. */
    public void forget() {
        steps.clear();
    }

    @Override
    public void close() {
        undoAll();
    }

    /** Undoes everything; why that, or what was before, failed. */
    public Optional<Failure> undoAllAfter(Optional<Failure> before) {
        try {
            undoAll();
            return before;
        } catch (Failure e) {
            return both(before, Optional.of(e));
        }
    }

    /** The first failure, with the second one in it. */
    public static Optional<Failure> both(Optional<Failure> first, Optional<Failure> second) {
        if (first.isEmpty()) {
            return second;
        }
        second.ifPresent(first.get()::addSuppressed);
        return first;
    }

    /** Carries out a step; over a line that is lost again and again, for as long as there is patience. */
    private void carryOut(Step step) {
        Optional<BackOff> first = Optional.empty();
        while (true) {
            try {
                step.action().run();
                return;
            } catch (Failure.Host e) {
                BackOff lost = first.orElseGet(() -> new BackOff(progress));
                first = Optional.of(lost);
                if (lost.elapsed().compareTo(patience.most) >= 0) {
                    waitNoMore();
                    throw e;
                }
                try {
                    lost.pause(e);
                } catch (InterruptedException interrupt) {
                    waitNoMore();
                    Thread.currentThread().interrupt();
                    throw e;
                }
            }
        }
    }

    /**
     * Undoes everything that was not undone yet. An interrupt is put off until all is undone, but no line is waited for then. That a line was
     * lost does not count where nothing is left there.
     *
     * @throws Failure.Command when something could not be undone; everything else was
     */
    void undoAll() {
        progress.undoing();
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
                    "Remove by hand what the lines above name. A process that was left ends by itself when its lease runs out.",
                    failures.get(0));
            failures.stream().skip(1).forEach(failure::addSuppressed);
            throw failure;
        }
    }
}
