package dev.jdbcbench.report.run;

import dev.jdbcbench.load.Share;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.CpuText;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Groups;
import dev.jdbcbench.report.layout.Note;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a run would measure, in which order, and how long it would take. */
public final class PlanText {
    private PlanText() {}

    /** The plan, as a document for text. */
    public static List<Block> of(Plan plan) {
        StringBuilder text = new StringBuilder();
        text.append(plan.cells().size())
                .append(plan.cells().size() == 1 ? " cell in " : " cells in ")
                .append(plan.rows().size())
                .append(plan.rows().size() == 1 ? " row, " : " rows, ")
                .append(effort(plan))
                .append(", seed ")
                .append(plan.seed())
                .append('\n');
        text.append(order(plan)).append("\n\n");
        for (Plan.Server server : plan.servers()) {
            text.append(server.topology())
                    .append(": client ")
                    .append(server.client())
                    .append(", database ")
                    .append(server.server())
                    .append(" (")
                    .append(server.install())
                    .append(") on ")
                    .append(server.database())
                    .append(pinned(server))
                    .append('\n');
        }
        text.append(clients(plan));
        text.append("drivers: ")
                .append(distinct(
                        plan.entries(), entry -> DriverName.of(entry.cell().subject())))
                .append('\n');
        return List.of(
                new Block.Verbatim(text.toString()),
                Block.part(Block.table(rows(plan))),
                Block.part(new Block.Notes(unsupported(plan))));
    }

    /** How several clients share the cells; empty for a single client. */
    private static String clients(Plan plan) {
        if (plan.clients().isEmpty()) {
            return "";
        }
        List<Integer> threads =
                plan.cells().stream().map(Cell::threads).distinct().sorted().toList();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < plan.clients().size(); i++) {
            Share share = new Share(plan.clients().get(i), i, plan.clients().size());
            text.append(i == 0 ? "clients: " : ", ")
                    .append(share.client())
                    .append(' ')
                    .append(threads.stream()
                            .map(all -> share.threads(all) + " of " + all)
                            .collect(Collectors.joining(" and ")))
                    .append(i == 0 ? " threads" : "");
        }
        return text.append(
                        plan.cells().stream().anyMatch(cell -> cell.rate() != null)
                                ? "; each 1/" + plan.clients().size() + " of the rate\n"
                                : "\n")
                .toString();
    }

    private static String effort(Plan plan) {
        Profile profile = plan.profile();
        String unit = (profile.turns() ? " group" : " fork") + (profile.forks().equals("1") ? "" : "s");
        String groups = profile.adaptive()
                ? profile.fewestForks() + " to " + profile.mostForks()
                : String.valueOf(profile.forks());
        Duration least = plan.forksTime(profile.fewestForks());
        String time = profile.adaptive()
                ? Numbers.duration(least) + " to " + Numbers.duration(plan.forksTime(profile.mostForks()))
                : "about " + Numbers.duration(least);
        return "profile " + profile.name() + ": " + groups + unit + " of each, " + time
                + Optional.ofNullable(plan.goal().budget())
                        .map(budget -> ", at most " + Numbers.duration(budget))
                        .orElse("");
    }

    private static String order(Plan plan) {
        return plan.profile().turns()
                ? "Each block measures every row once, in an order drawn from the seed; the drivers of a row take"
                        + " turns."
                : "Each block measures every cell once, in an order drawn from the seed; one JVM after the other.";
    }

    private static String pinned(Plan.Server server) {
        return CpuText.of(server.clientCpus(), server.databaseCpus())
                .map(cpus -> ", " + cpus)
                .orElse("");
    }

    private static Grid rows(Plan plan) {
        Collection<List<Cell>> rows = plan.cells().stream()
                .collect(Collectors.groupingBy(Cell::rowKey, LinkedHashMap::new, Collectors.toList()))
                .values();
        Columns<List<Cell>> columns = new Columns<>();
        if (plan.servers().stream().map(Plan.Server::server).distinct().count() > 1) {
            columns.name("server", "server", cells -> cells.get(0).server());
        }
        columns.name("scenario", "scenario", cells -> cells.get(0).scenarioWithParams())
                .name("mode", "mode", cells -> cells.get(0).mode().id())
                .name(
                        "transport",
                        "transport",
                        cells -> cells.get(0).transport().id())
                .number(
                        "threads",
                        "threads",
                        cells -> Grid.Cell.of(String.valueOf(cells.get(0).threads())));
        if (plan.cells().stream().anyMatch(cell -> cell.rate() != null)) {
            columns.number(
                    "rate",
                    "rate",
                    cells -> Grid.Cell.of(Objects.toString(cells.get(0).rate(), "")));
        }
        return columns.name(
                        "topologies",
                        "topologies",
                        cells -> distinct(cells, cell -> cell.topology().id()))
                .name(
                        "drivers",
                        "drivers",
                        cells -> distinct(cells, cell -> Axis.DRIVER.value(cell).replaceFirst("@.*", "")))
                .grid(List.copyOf(rows));
    }

    private static List<Note> unsupported(Plan plan) {
        Groups reasons = new Groups();
        for (Plan.Entry entry : plan.entries()) {
            if (entry.unsupported() != null) {
                reasons.add(
                        "not " + DriverName.of(entry.cell().subject()) + ": " + entry.unsupported(),
                        entry.cell().scenarioWithParams() + " " + entry.cell().mode());
            }
        }
        return reasons.notes();
    }

    private static <T> String distinct(List<T> things, Function<T, String> name) {
        return things.stream().map(name).distinct().collect(Collectors.joining(", "));
    }
}
