package dev.jdbcbench.parts;

import dev.jdbcbench.parts.Anatomy.Operation;
import dev.jdbcbench.parts.Anatomy.Part;
import dev.jdbcbench.parts.Anatomy.Ratio;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.report.layout.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The text output of {@code anatomy}: a table for each server, followed by what could not be measured. */
final class AnatomyText {
    private static final double HUNDRED = 100;

    private AnatomyText() {}

    static List<Block> of(Anatomy anatomy) {
        Map<String, List<Operation>> byServer = new LinkedHashMap<>();
        anatomy.operations()
                .forEach(operation -> byServer.computeIfAbsent(
                                operation.topology() + ": " + operation.server(), key -> new ArrayList<>())
                        .add(operation));
        List<Block> blocks = new ArrayList<>();
        byServer.forEach((server, operations) -> blocks.addAll(List.of(
                Block.line(server),
                Block.part(Block.table(table(operations))),
                Block.part(Block.lines(missing(operations))),
                Block.BLANK)));
        blocks.add(Block.lines(
                anatomy.controls().stream().map(AnatomyText::control).toList()));
        blocks.add(Block.text(
                "own: the driver against recorded answers in memory, CPU time of its threads; a hot loop, so"
                        + " an application pays more. floor: the recorded bytes over the connection without the"
                        + " driver. Drivers that send the same bytes share one."
                        + (anatomy.operations().stream().anyMatch(one -> one.inPlace() != null)
                                ? " in place: measured minus floor, group by group."
                                : "")));
        return blocks;
    }

    private static String control(Anatomy.Control control) {
        return "A/A control: " + control.cell() + " against itself "
                + signed(control.ratio())
                + (control.low() == null || control.high() == null
                        ? ""
                        : " [" + signed(control.low()) + " " + signed(control.high()) + "]")
                + " %" + bias(control);
    }

    private static String bias(Anatomy.Control control) {
        if (control.low() == null || control.high() == null) {
            return "";
        }
        return control.low() <= 1 && control.high() >= 1 ? " includes 0: no bias found" : " excludes 0: biased";
    }

    private static String signed(double ratio) {
        double percent = HUNDRED * (ratio - 1);
        return (percent < 0 ? "-" : "+") + Numbers.fixed(Math.abs(percent), 1);
    }

    private static Grid table(List<Operation> operations) {
        boolean floor = operations.stream().anyMatch(one -> one.floor() != null);
        boolean measured = operations.stream().anyMatch(one -> one.measured() != null);
        boolean ratios = operations.stream().anyMatch(one -> one.ownRatio() != null);
        Table table = new Table().names("per operation", "mode", "driver").numbers("own µs", "");
        if (ratios) {
            table.numbers("× first").names("");
        }
        table.numbers("B alloc");
        if (floor) {
            table.numbers("floor µs", "");
        }
        if (measured) {
            table.numbers("measured µs", "", "in place µs", "");
        }
        for (Operation one : operations) {
            List<String> cells =
                    new ArrayList<>(List.of(one.scenario(), one.mode(), one.driver() + " " + one.driverVersion()));
            cells.addAll(part(one.own()));
            if (ratios) {
                cells.addAll(ratio(one.ownRatio()));
            }
            cells.add(one.allocBytes() == null ? ScoreText.NOTHING : String.valueOf(Math.round(one.allocBytes())));
            if (floor) {
                cells.addAll(part(one.floor()));
            }
            if (measured) {
                cells.addAll(part(one.measured()));
                cells.addAll(difference(one.inPlace()));
            }
            table.row(cells);
        }
        return table.grid();
    }

    private static List<String> part(@Nullable Part part) {
        if (part == null || part.micros() == null) {
            return List.of(ScoreText.NOTHING, "");
        }
        return List.of(
                Numbers.micros(part.micros()),
                part.low() == null || part.high() == null
                        ? "±?"
                        : Numbers.halfWidth(Math.sqrt(part.high() / part.low()) - 1));
    }

    private static List<String> ratio(@Nullable Ratio ratio) {
        if (ratio == null) {
            return List.of("", "");
        }
        return List.of(
                Numbers.times(ratio.ratio()),
                ratio.low() == null || ratio.high() == null
                        ? "[?]"
                        : "[" + Numbers.times(ratio.low()) + " " + Numbers.times(ratio.high()) + "]");
    }

    private static List<String> difference(@Nullable Difference difference) {
        if (difference == null) {
            return List.of(ScoreText.NOTHING, "");
        }
        return List.of(
                Numbers.signedMicros(difference.micros()),
                difference.high() == null ? "±?" : "±" + Numbers.micros(difference.high() - difference.micros()));
    }

    /** Why parts are missing, each reason once. */
    private static List<String> missing(List<Operation> operations) {
        Map<List<String>, Set<String>> byReason = new LinkedHashMap<>();
        for (Operation one : operations) {
            Map<String, String> parts = new LinkedHashMap<>();
            reason(parts, "own", one.own());
            reason(parts, "floor", one.floor());
            reason(parts, "measured", one.measured());
            parts.forEach(
                    (reason, names) -> byReason.computeIfAbsent(List.of(names, reason), key -> new LinkedHashSet<>())
                            .add(one.scenario() + " " + one.mode() + " " + one.driver() + " " + one.driverVersion()));
        }
        return byReason.entrySet().stream()
                .map(found -> "no " + String.join(", ", found.getKey()) + ": " + String.join(", ", found.getValue()))
                .toList();
    }

    private static void reason(Map<String, String> parts, String name, @Nullable Part part) {
        String reason = part == null ? null : part.reason();
        if (reason != null) {
            parts.merge(reason, name, (others, last) -> others + " or " + last);
        }
    }
}
