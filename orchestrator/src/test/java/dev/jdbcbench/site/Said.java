package dev.jdbcbench.site;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.run.Plan;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** What bench tells the user. */
public final class Said implements Progress {
    private static final String WARNING = "warning: ";

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<Supplier<List<String>>> left = new CopyOnWriteArrayList<>();

    /** The lines on the terminal. */
    public List<String> lines() {
        return lines;
    }

    /** The warnings among them. */
    public List<String> warnings() {
        return lines.stream()
                .filter(line -> line.startsWith(WARNING))
                .map(line -> line.substring(WARNING.length()))
                .toList();
    }

    /** What a second Ctrl-C would list now. */
    public List<String> left() {
        return left.stream().flatMap(undo -> undo.get().stream()).toList();
    }

    @Override
    public void say(String line) {
        lines.add(line);
    }

    @Override
    public void warn(String line) {
        lines.add(WARNING + line);
    }

    @Override
    public void transferred(String file, long bytes, long total) {}

    @Override
    public void planned(Plan plan, List<Event> before) {}

    @Override
    public void waiting(String what, long seconds) {}

    @Override
    public void cleaningUp() {}

    @Override
    public void cleanUpNeeded(Supplier<List<String>> rest) {
        left.add(rest);
    }

    @Override
    public void onEvent(Event event) {}
}
