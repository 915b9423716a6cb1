package dev.jdbcbench.cli;

import java.util.ArrayList;
import java.util.List;

/** What came of each fault, as a table in Markdown. Not thread safe. */
final class FaultTable {
    private final List<Row> rows = new ArrayList<>();

    /**
     * What came of one fault.
     *
     * @param exit how the bench that was hit ended
     * @param finished forks that agents had finished when it ended
     * @param kept those of them that are in the run's directory in the end
     * @param left what was left behind when all was over; empty when nothing was
     * @param resume what became of resuming it
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
