package dev.jdbcbench.report.run;

import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.result.RunState;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The states of runs as a table. */
public final class StatusText {
    private StatusText() {}

    /** A row for each run; below it, its hosts, its user and the commands that apply to it. */
    public static Block of(List<RunState> states) {
        if (states.isEmpty()) {
            return Block.line("no run is known, here or on the hosts");
        }
        return new Block.Listing(
                List.of(new Columns<RunState>()
                        .name("run", "run", RunState::run)
                        .name("state", "state", RunState::state)
                        .name("forks", "forks", StatusText::forks)
                        .name("left", "left", state -> time(state.secondsLeft()))
                        .name("lease", "lease", state -> time(state.leaseSeconds()))
                        .grid(states)),
                states.stream().map(StatusText::below).toList());
    }

    private static List<String> below(RunState state) {
        String hosts = state.hosts().isEmpty() ? "" : "on " + String.join(", ", state.hosts());
        String line =
                Stream.of(hosts, state.who()).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
        return Stream.of(line, Objects.requireNonNullElse(state.unreadable(), ""), state.hint())
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static String forks(RunState state) {
        return state.forksEnded() == null ? "" : state.forksEnded() + "/" + state.forksPlanned();
    }

    private static String time(@Nullable Long seconds) {
        if (seconds == null) {
            return "";
        }
        long minutes = (seconds + 30) / 60;
        return seconds < 60
                ? seconds + " s"
                : minutes < 60 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
