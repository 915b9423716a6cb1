package dev.jdbcbench.parts;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The parts of each operation's time: {@code anatomy --format json}, a published format. */
@JsonPropertyOrder({"schema", "run"})
public record Anatomy(String run, List<Operation> operations, List<Control> controls) {
    public Anatomy {
        operations = List.copyOf(operations);
        controls = List.copyOf(controls);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "anatomy/1";
    }

    /**
     * The parts of an operation with one driver.
     *
     * @param own the driver alone, by CPU time; null when it was not requested
     * @param ownRatio own relative to that of the first driver; null for the first one, and with fewer than two groups
     * @param ownWallMicros own by time instead of CPU time, µs; null when it is not known
     * @param allocBytes allocated by the driver alone; null when it is not known
     * @param floor the exchange without the driver; null when it was not requested
     * @param measured what a user has; null when it was not requested
     * @param inPlace measured minus floor, from the same groups; null without both
     */
    public record Operation(
            String topology,
            String server,
            String scenario,
            String mode,
            String driver,
            String driverVersion,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Part own,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Ratio ownRatio,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double ownWallMicros,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double allocBytes,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Part floor,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Part measured,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Difference inPlace) {}

    /**
     * A part of the time.
     *
     * @param micros µs; null when it was not measured
     * @param low lower limit of the 95 % interval; null with fewer than two groups
     * @param high upper limit of the interval; null with fewer than two groups
     * @param reason why it was not measured; null when it was
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Part(
            @Nullable Double micros,
            @Nullable Double low,
            @Nullable Double high,
            @Nullable String reason) {}

    /**
     * A comparison with another driver.
     *
     * @param base the driver with which it is compared, with its version
     * @param low lower limit of the 95 % interval; null with fewer than three groups
     * @param high upper limit of the interval; null with fewer than three groups
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Ratio(
            String base,
            double ratio,
            @Nullable Double low,
            @Nullable Double high) {}

    /** An A/A control: the ratio of two equal cells. */
    public record Control(
            String cell,
            double ratio,
            @Nullable Double low,
            @Nullable Double high) {}

    /** The parts of all operations of a run. */
    static Anatomy of(Fold fold) {
        Results results = fold.results();
        Map<String, Map<Transport, CellResult>> operations = new LinkedHashMap<>();
        results.cells().stream()
                .filter(cell -> fold.plan().entries().stream()
                        .anyMatch(entry -> entry.cell().equals(cell.cell())))
                .forEach(cell -> operations
                        .computeIfAbsent(operation(cell.cell()), key -> new EnumMap<>(Transport.class))
                        .put(cell.cell().transport(), cell));
        Map<String, List<ForkFinished>> forks = new HashMap<>();
        Event.facts(fold.events(), ForkFinished.class)
                .forEach(fork -> forks.computeIfAbsent(fork.cell(), key -> new ArrayList<>())
                        .add(fork));
        List<Operation> all = new ArrayList<>();
        Map<String, Ratio> ratios = new HashMap<>();
        results.contrasts().stream()
                .filter(contrast -> contrast.axis() == Axis.DRIVER)
                .forEach(contrast -> fold.plan()
                        .cell(contrast.base())
                        .ifPresent(base -> ratios.put(
                                contrast.cell(),
                                new Ratio(
                                        base.driver() + " " + base.driverVersion(),
                                        contrast.ratio(),
                                        contrast.low(),
                                        contrast.high()))));
        operations.values().forEach(parts -> {
            parts.computeIfPresent(
                    Transport.FLOOR,
                    (transport, floor) -> results.measuredFloor(floor).orElse(floor));
            all.add(operation(parts, ratios, forks));
        });
        return new Anatomy(
                fold.plan().run(),
                all,
                results.twins().stream()
                        .map(twin -> new Control(name(results, twin.cell()), twin.ratio(), twin.low(), twin.high()))
                        .toList());
    }

    private static String operation(Cell cell) {
        return String.join(
                "/",
                cell.topology().id(),
                cell.server(),
                cell.scenarioWithParams(),
                cell.mode().id(),
                cell.driver(),
                cell.driverVersion());
    }

    private static Operation operation(
            Map<Transport, CellResult> parts, Map<String, Ratio> ratios, Map<String, List<ForkFinished>> forks) {
        CellResult any = parts.values().iterator().next();
        @Nullable CellResult own = parts.get(Transport.MEMORY);
        @Nullable CellResult floor = parts.get(Transport.FLOOR);
        @Nullable CellResult measured = parts.get(Transport.TCP);
        return new Operation(
                any.cell().topology().id(),
                any.cell().server(),
                any.cell().scenarioWithParams(),
                any.cell().mode().id(),
                any.cell().driver(),
                any.cell().driverVersion(),
                part(own),
                own == null ? null : ratios.get(own.key()),
                own == null ? null : wall(forks.getOrDefault(own.key(), List.of())),
                own == null ? null : own.cost().allocBytesPerOp(),
                part(floor),
                part(measured),
                floor == null || measured == null ? null : Difference.of(measured.forks(), floor.forks()));
    }

    private static @Nullable Part part(@Nullable CellResult cell) {
        if (cell == null) {
            return null;
        }
        return cell.time().score() == null
                ? new Part(null, null, null, Objects.requireNonNullElse(cell.reason(), "not measured"))
                : new Part(cell.time().score(), cell.time().low(), cell.time().high(), null);
    }

    /** The time per operation over all counted turns. */
    private static @Nullable Double wall(List<ForkFinished> forks) {
        double micros = 0;
        double operations = 0;
        for (ForkFinished fork : forks) {
            Secondary time = fork.secondary().get("time");
            for (int i = 0; time != null && i < time.values().size(); i++) {
                if (fork.counted() == null || fork.counted().counts(i)) {
                    micros += time.values().get(i) * fork.operations().get(i);
                    operations += fork.operations().get(i);
                }
            }
        }
        return operations == 0 ? null : (Double) (micros / operations);
    }

    private static String name(Results results, String key) {
        return results.cells().stream()
                .filter(cell -> cell.cell().key().equals(key))
                .findFirst()
                .map(cell -> CellName.among(results).of(cell) + " " + cell.driverName())
                .orElse(key);
    }
}
