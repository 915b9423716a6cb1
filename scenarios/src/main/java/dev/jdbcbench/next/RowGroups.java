package dev.jdbcbench.next;

import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows whose cells are compared with each other. They get the same blocks, otherwise a comparison would lack one side, and
 * forks of equal length, otherwise it would compare lengths.
 */
final class RowGroups {
    private final Map<String, List<Cell>> rows;
    private final Map<String, List<String>> groups = new LinkedHashMap<>();

    RowGroups(Plan plan) {
        rows = plan.rows();
        rows.keySet().forEach(row -> groups.put(row, new ArrayList<>(List.of(row))));
        for (Axis.Pair pair : plan.goal().contrast().pairs(plan, plan.goal().baseGlob())) {
            List<String> one = groups.getOrDefault(pair.base().rowKey(), List.of());
            List<String> other = groups.getOrDefault(pair.cell().rowKey(), List.of());
            if (one != other) {
                one.addAll(other);
                other.forEach(row -> groups.put(row, one));
            }
        }
    }

    /** All groups in the plan's order, as keys of their rows. */
    List<List<String>> all() {
        return groups.values().stream().distinct().toList();
    }

    /** The cells of all rows that belong together with a row, including its own. */
    List<Cell> cells(String row) {
        return cells(groups.getOrDefault(row, List.of()));
    }

    /** The cells of these rows, including A/A controls. */
    List<Cell> cells(List<String> keys) {
        return keys.stream()
                .flatMap(row -> rows.getOrDefault(row, List.of()).stream())
                .toList();
    }
}
