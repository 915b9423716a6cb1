package dev.jdbcbench.report.run;

import dev.jdbcbench.result.RunState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The states of runs as a table. */
public final class StatusText {
    private StatusText() {}

    /** One line per run, and the commands that apply to it. */
    public static String of(List<RunState> states) {
        if (states.isEmpty()) {
            return "no run is known, here or on the hosts\n";
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("run", "state", "forks", "left", "lease", "on"));
        for (RunState state : states) {
            rows.add(List.of(
                    state.run(),
                    state.state(),
                    forks(state),
                    time(state.secondsLeft()),
                    time(state.leaseSeconds()),
                    String.join(", ", state.hosts())));
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            text.append(line(rows, i).stripTrailing()).append('\n');
            if (i > 0) {
                RunState state = states.get(i - 1);
                String more = String.join(
                        "; ",
                        List.of(state.who(), state.hint()).stream()
                                .filter(part -> !part.isEmpty())
                                .toList());
                if (!more.isEmpty()) {
                    text.append("    ").append(more).append('\n');
                }
            }
        }
        return text.toString();
    }

    private static String line(List<List<String>> rows, int row) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < rows.get(row).size(); column++) {
            int at = column;
            int width = rows.stream()
                    .mapToInt(cells -> cells.get(at).length())
                    .max()
                    .orElse(0);
            String text = rows.get(row).get(column);
            line.append(text).append(" ".repeat(width - text.length() + 2));
        }
        return line.toString();
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
