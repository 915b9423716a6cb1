package dev.jdbcbench.report.traffic;

import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.scenario.witness.Ends;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The text output of {@code explain}: what one operation exchanges with the server. */
public final class ExplainText {
    private static final String PREFIX = "COM_";

    private ExplainText() {}

    /** A table per server, followed by remarks on single cells, and notes on the run: servers that were left out, for instance. */
    public static String of(Results results) {
        return of(results, Page.UNLIMITED);
    }

    /** As above, in lines of at most {@code columns}. */
    public static String of(Results results, int columns) {
        int width = Page.on(columns);
        StringBuilder text = new StringBuilder();
        Map<String, Set<CellResult>> byServer = new LinkedHashMap<>();
        results.cells()
                .forEach(cell -> byServer.computeIfAbsent(
                                cell.cell().topology() + ": " + cell.cell().server()
                                        + (cell.serverVersion() == null ? "" : " " + cell.serverVersion()),
                                key -> new LinkedHashSet<>())
                        .add(cell));
        byServer.forEach((server, cells) -> {
            text.append(server)
                    .append("\n\n")
                    .append(table(cells, columns))
                    .append(remarks(cells, width))
                    .append('\n');
        });
        results.notes()
                .forEach(note ->
                        text.append(Page.wrapped("! " + note, "  ", width)).append('\n'));
        text.append(results.notes().isEmpty() ? "" : "\n");
        text.append(Page.wrapped(
                        "Round trips: how often one operation waits for the network; in brackets the count from the"
                                + " time over a longer path, where it is precise enough; ? = not certain. Bytes as they go"
                                + " over the wire. Commands of the protocol that the client sends; those without an answer"
                                + " (STMT_CLOSE) cost no round trip. Commits and rollbacks as the server counts them.",
                        "",
                        width))
                .append('\n');
        return text.toString();
    }

    private static String table(Set<CellResult> cells, int columns) {
        return new Columns<CellResult>()
                .name("operation", "per operation", ExplainText::scenario)
                .name("mode", "mode", cell -> cell.cell().mode().id())
                .name("driver", "driver", CellResult::driverName)
                .number(
                        "roundTrips",
                        "round trips",
                        cell -> Cell.of(Numbers.count(exchange(cell).roundTrips())
                                + (exchange(cell).known() ? "" : "?")))
                .number(
                        "slope",
                        "",
                        cell -> Cell.of(exchange(cell)
                                .secondCount()
                                .map(slope -> "(" + Numbers.fixed(slope, 1) + ")")
                                .orElse("")))
                .number(
                        "bytesUp",
                        "B up",
                        cell -> Cell.of(String.valueOf(exchange(cell).bytesUp())))
                .number(
                        "bytesDown",
                        "B down",
                        cell -> Cell.of(String.valueOf(exchange(cell).bytesDown())))
                .name("commands", "commands", cell -> commands(exchange(cell)) + ends(cell))
                .grid(cells.stream()
                        .filter(cell -> cell.traffic().exchange() != null)
                        .toList())
                .text(columns);
    }

    private static Exchange exchange(CellResult cell) {
        return Objects.requireNonNull(cell.traffic().exchange());
    }

    private static String scenario(CellResult cell) {
        return cell.cell().scenario() + CellName.unusual(cell.cell().transport());
    }

    private static String commands(Exchange exchange) {
        return exchange.commands().isEmpty()
                ? "not readable"
                : exchange.commands().entrySet().stream()
                        .map(command -> (command.getValue() == 1 ? "" : Numbers.count(command.getValue()) + " ")
                                + (command.getKey().startsWith(PREFIX)
                                        ? command.getKey().substring(PREFIX.length())
                                        : command.getKey()))
                        .collect(Collectors.joining(", "));
    }

    /** The commits and rollbacks that the server counts: {@code ; commits 1}. */
    private static String ends(CellResult cell) {
        return ends("; commits ", cell.counters().get(Ends.COMMITS))
                + ends("; rollbacks ", cell.counters().get(Ends.ROLLBACKS));
    }

    private static String ends(String name, @Nullable Double count) {
        return count == null || count == 0 ? "" : name + Numbers.count(count);
    }

    private static String remarks(Set<CellResult> cells, int width) {
        Map<String, Set<String>> byReason = new LinkedHashMap<>();
        for (CellResult cell : cells) {
            String name = scenario(cell) + " " + cell.cell().mode() + " " + cell.driverName();
            Exchange exchange = cell.traffic().exchange();
            if (exchange != null) {
                Stream.of(exchange.remark(), exchange.apart())
                        .filter(Objects::nonNull)
                        .forEach(remark -> byReason.computeIfAbsent(remark, key -> new LinkedHashSet<>())
                                .add(name));
            } else {
                String why = Objects.requireNonNullElse(
                        cell.reason() == null ? cell.traffic().exchangeUnavailable() : cell.reason(), "not counted");
                byReason.computeIfAbsent(
                                (cell.status() == Status.OK ? "not counted" : cell.status()) + ": " + why,
                                key -> new LinkedHashSet<>())
                        .add(name);
            }
        }
        StringBuilder text = new StringBuilder();
        byReason.forEach((reason, names) ->
                text.append('\n').append(Page.wrapped(String.join("; ", names) + ": " + reason, "  ", width)));
        return text.isEmpty() ? "" : text.append('\n').toString();
    }
}
