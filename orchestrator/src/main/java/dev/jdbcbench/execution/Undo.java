package dev.jdbcbench.execution;

import dev.jdbcbench.failure.Failure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What must be undone at the end, whatever the end is: in reverse order, each step even when another failed. Not thread
 * safe.
 */
final class Undo implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Undo.class);
    private final Deque<Step> steps = new ArrayDeque<>();
    private final Progress progress;

    Undo(Progress progress) {
        this.progress = progress;
    }

    private record Step(String what, Runnable action) {}

    void add(String what, Runnable action) {
        steps.push(new Step(what, action));
    }

    @Override
    public void close() {
        undoAll();
    }

    /**
     * Undoes everything that was not undone yet. An interrupt is put off until all is undone.
     *
     * @throws Failure.Command when something could not be undone; everything else was
     */
    void undoAll() {
        progress.undoing();
        boolean interrupted = Thread.interrupted();
        List<RuntimeException> failures = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        while (!steps.isEmpty()) {
            Step step = steps.pop();
            try {
                step.action().run();
            } catch (RuntimeException e) {
                LOG.error("cannot {}", step.what(), e);
                progress.warn("cannot " + step.what() + ": " + e.getMessage());
                failures.add(e);
                failed.add("cannot " + step.what() + ": "
                        + (e instanceof Failure failure ? failure.getMessage() + " " + failure.why() : e.toString()));
            }
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!failures.isEmpty()) {
            Failure failure = new Failure.Command(
                    "something was left behind",
                    String.join("\n", failed),
                    "Remove by hand what the lines above name. A process that was left ends by itself when its lease runs out.",
                    failures.get(0));
            failures.stream().skip(1).forEach(failure::addSuppressed);
            throw failure;
        }
    }
}
