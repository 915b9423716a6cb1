package dev.jdbcbench.cli;

import java.util.ArrayList;
import java.util.List;

/** The outcome of each fault, as a Markdown table. Not thread safe. */
final class FaultTable {
    private final List<Row> rows = new ArrayList<>();

    /**
     * The outcome of one fault.
     *
     * @param exit how the affected bench ended
     * @param finished forks that agents had finished when it ended
     * @param kept how many of these forks the run's directory has in the end
     * @param left what was left behind in the end; empty if nothing was
     * @param resume the outcome of resuming the run
     */
    record Row(Fault fault, String exit, long finished, long kept, List<String> left, String resume) {
        Row {
            left = List.copyOf(left);
        }

        private String markdown() {
            String behind = left.isEmpty() ? "nothing" : String.join("<br>", left);
            return "| "
                    + String.join(" | ", fault.title(), fault.done(), exit, kept + " of " + finished, behind, resume)
                    + " |";
        }
    }

    void add(Row row) {
        rows.add(row);
    }

    /** The table, with a line break at its end. */
    String markdown() {
        StringBuilder text =
                new StringBuilder("| fault | what was done | exit code | forks kept | left behind | `resume` |\n");
        text.append("|---|---|---|---|---|---|\n");
        rows.forEach(row -> text.append(row.markdown()).append('\n'));
        return text.toString();
    }
}
