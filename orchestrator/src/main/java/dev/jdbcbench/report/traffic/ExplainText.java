package dev.jdbcbench.report.traffic;

import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.scenario.witness.Ends;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
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
    public static List<Block> of(Results results) {
        Map<String, Set<CellResult>> byServer = new LinkedHashMap<>();
        results.cells()
                .forEach(cell -> byServer.computeIfAbsent(
                                cell.cell().topology() + ": " + cell.cell().server()
                                        + (cell.serverVersion() == null ? "" : " " + cell.serverVersion()),
                                key -> new LinkedHashSet<>())
                        .add(cell));
        List<Block> blocks = new ArrayList<>();
        byServer.forEach((server, cells) -> blocks.addAll(List.of(
                Block.line(server),
                Block.part(Block.table(grid(cells))),
                Block.part(Block.lines(remarks(cells))),
                Block.BLANK)));
        if (!results.notes().isEmpty()) {
            blocks.add(Block.lines(
                    results.notes().stream().map(note -> "! " + note).toList()));
            blocks.add(Block.BLANK);
        }
        blocks.add(
                Block.text("Round trips: how often one operation waits for the network; in brackets the count from the"
                        + " time over a longer path, where it is precise enough; ? = not certain. Bytes as they go"
                        + " over the wire. Commands of the protocol that the client sends; those without an answer"
                        + " (STMT_CLOSE) cost no round trip. Commits and rollbacks as the server counts them."));
        return blocks;
    }

    private static Grid grid(Set<CellResult> cells) {
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
                        .toList());
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

    private static List<String> remarks(Set<CellResult> cells) {
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
        return byReason.entrySet().stream()
                .map(reason -> String.join("; ", reason.getValue()) + ": " + reason.getKey())
                .toList();
    }
}
