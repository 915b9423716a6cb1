package dev.jdbcbench.report.run;

import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.result.RunState;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The states of runs as a table. */
public final class StatusText {
    private StatusText() {}

    /** One line per run, and the commands that apply to it. */
    public static String of(List<RunState> states) {
        if (states.isEmpty()) {
            return "no run is known, here or on the hosts\n";
        }
        List<String> lines = new Columns<RunState>()
                .name("run", "run", RunState::run)
                .name("state", "state", RunState::state)
                .name("forks", "forks", StatusText::forks)
                .name("left", "left", state -> time(state.secondsLeft()))
                .name("lease", "lease", state -> time(state.leaseSeconds()))
                .name("on", "on", state -> String.join(", ", state.hosts()))
                .grid(states)
                .text()
                .lines()
                .toList();
        StringBuilder text = new StringBuilder(lines.get(0)).append('\n');
        for (int i = 0; i < states.size(); i++) {
            String more = Stream.of(states.get(i).who(), states.get(i).hint())
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining("; "));
            text.append(lines.get(i + 1)).append('\n').append(more.isEmpty() ? "" : "    " + more + "\n");
        }
        return text.toString();
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
