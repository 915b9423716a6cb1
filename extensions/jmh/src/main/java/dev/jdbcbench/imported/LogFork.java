package dev.jdbcbench.imported;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.imported.JmhLog.BrokenFork;
import dev.jdbcbench.imported.JmhLog.Fork;
import dev.jdbcbench.imported.JmhLog.Iterations;
import dev.jdbcbench.imported.JmhLog.Score;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A fork of a log, as far as it is parsed. Not thread safe. */
final class LogFork {
    /** From 1; 0 while it is unknown, because the line that begins the fork is missing. */
    int number;

    final List<Double> warmup = new ArrayList<>();
    final List<Double> measured = new ArrayList<>();
    Optional<String> reason = Optional.empty();
    /** The list that waits for its value because other output came first; then that output. */
    @Nullable
    List<Double> expecting;

    String printed = "";
    private final int line;
    private final boolean counts;
    private final Map<String, List<Double>> secondary = new LinkedHashMap<>();
    private final Map<String, String> units = new HashMap<>();

    /** @param counts whether it is no warm-up fork */
    LogFork(int number, int line, boolean counts) {
        this.number = number;
        this.line = line;
        this.counts = counts;
    }

    /** The pending value is missing. */
    void noValue() {
        if (expecting != null && reason.isEmpty()) {
            reason = Optional.of("an iteration has no value"
                    + (printed.isEmpty() ? "" : ": " + printed)
                    + (JmhText.isOnlyAMagnitude(printed)
                            ? "; measure with -rf json, or in a smaller unit: -tu ns"
                            : ""));
        }
        expecting = null;
    }

    /** Adds to a figure that all earlier iterations have as well. */
    void secondary(String name, Score value) {
        List<Double> values = secondary.computeIfAbsent(name, key -> new ArrayList<>());
        if (values.size() == measured.size() - 1
                && value.unit().equals(units.computeIfAbsent(name, key -> value.unit()))) {
            values.add(value.value());
        }
    }

    boolean isWhole(LogBlock of) {
        int planned = of.measurement().map(Iterations::count).orElse(Integer.MAX_VALUE);
        return expecting == null && reason.isEmpty() && measured.size() == planned;
    }

    /** Adds it to its benchmark. */
    void end(LogBlock of) {
        if (!counts) {
            return;
        }
        noValue();
        if (number == 0) {
            number = Math.max(1, of.planned.orElse(1));
        }
        int planned = of.measurement().map(Iterations::count).orElse(measured.size());
        if (reason.isEmpty() && measured.size() == planned && planned > 0) {
            of.forks.add(new Fork(number, warmup, measured, List.of(), figures()));
        } else {
            of.broken.add(new BrokenFork(
                    number, line, reason.orElse("it has " + measured.size() + " of " + planned + " iterations")));
        }
    }

    private Map<String, Secondary> figures() {
        Map<String, Secondary> figures = new LinkedHashMap<>();
        secondary.forEach((figure, values) -> {
            if (values.size() == measured.size() && values.stream().allMatch(PartCheck::isNumber)) {
                figures.put(figure, new Secondary(Objects.requireNonNull(units.get(figure)), values));
            }
        });
        return figures;
    }
}
