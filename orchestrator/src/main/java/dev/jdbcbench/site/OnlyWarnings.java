package dev.jdbcbench.site;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.run.Plan;
import java.util.List;
import java.util.function.Supplier;

/** Passes on warnings, downloads and clean-up steps, and hides the messages of steps that are only tried out. */
public final class OnlyWarnings implements Progress {
    private final Progress progress;

    /** Passes on to {@code progress}. */
    public OnlyWarnings(Progress progress) {
        this.progress = progress;
    }

    @Override
    public void say(String line) {}

    @Override
    public void warn(String line) {
        progress.warn(line);
    }

    @Override
    public void transferred(String file, long bytes, long total) {
        progress.transferred(file, bytes, total);
    }

    @Override
    public void planned(Plan plan, List<Event> before) {}

    @Override
    public void waiting(String what, long seconds) {
        progress.waiting(what, seconds);
    }

    @Override
    public void cleaningUp() {}

    /** Even steps that are only tried out leave something to clean up. */
    @Override
    public void cleanUpNeeded(Supplier<List<String>> left) {
        progress.cleanUpNeeded(left);
    }

    @Override
    public void onEvent(Event event) {}
}
