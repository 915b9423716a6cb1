package dev.jdbcbench.comparison;

import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Cell;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The name of a row among the rows of its run: scenario and mode, and what else distinguishes it from another row. */
final class RowName {
    /** A part of the name. */
    private record Part(boolean always, Function<Cell, String> text) {}

    private static final List<Part> PARTS = List.of(
            new Part(false, cell -> cell.topology().id()),
            new Part(false, Cell::server),
            new Part(true, Cell::scenarioWithParams),
            new Part(true, cell -> cell.mode().id()),
            new Part(false, cell -> cell.transport().id()),
            new Part(false, cell -> "×" + cell.threads()),
            new Part(
                    false,
                    cell -> Optional.ofNullable(cell.rate())
                            .map(rate -> "at " + rate)
                            .orElse("without a rate")));

    private RowName() {}

    /** Two rows of the run have different names, even if they differ only in topology, server, transport, threads or rate. */
    static String of(Cell cell, Results results) {
        return PARTS.stream()
                .filter(part -> part.always() || differs(part, results))
                .map(part -> part.text().apply(cell))
                .collect(Collectors.joining(" "));
    }

    private static boolean differs(Part part, Results results) {
        return results.cells().stream()
                        .map(found -> part.text().apply(found.cell()))
                        .distinct()
                        .count()
                > 1;
    }
}
