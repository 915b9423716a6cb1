package dev.jdbcbench.run;

import dev.jdbcbench.driver.DriverKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Along what cells are compared: those that differ in this alone. */
public enum Axis {
    /** Drivers, each at its version. */
    DRIVER("drivers, of one scenario and mode"),
    /** Versions of one driver. */
    VERSION("versions of one driver"),
    /** Modes of one scenario. */
    MODE("modes of one scenario, of one driver"),
    /** Servers on the same hosts. */
    SERVER("servers"),
    /** Transports. */
    TRANSPORT("transports"),
    /** How many connections work at the same time. */
    THREADS("numbers of threads"),
    /** Local and distant. */
    TOPOLOGY("local and distant"),
    /** All modes and drivers of a scenario, against its first cell of MariaDB Connector/J: how comparisons have been published. */
    SCENARIO(
            "all modes and drivers of a scenario; its first mariadb cell is 100 %, as comparisons have been published");

    private final String meaning;

    Axis(String meaning) {
        this.meaning = meaning;
    }

    /** What is compared, in a few words. */
    public String meaning() {
        return meaning;
    }

    /** The name on the command line and in every file. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The axis of that {@link #id()}, or empty. */
    public static Optional<Axis> of(String id) {
        return Arrays.stream(values()).filter(axis -> axis.id().equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return id();
    }

    /** What a cell is on this axis. */
    public String value(Cell cell) {
        return switch (this) {
            case DRIVER -> driver(cell);
            case VERSION -> cell.driverVersion();
            case MODE -> cell.mode().id();
            case SERVER -> cell.server();
            case TRANSPORT -> cell.transport().id();
            case THREADS -> String.valueOf(cell.threads());
            case TOPOLOGY -> cell.topology().id();
            case SCENARIO -> cell.mode() + " " + driver(cell);
        };
    }

    /** Two cells of which the first is told in terms of the second. */
    public record Pair(Cell cell, Cell base) {}

    /**
     * The comparisons of a plan along this axis: in each group of cells that differ in nothing else, every cell against the base.
     *
     * @param base a glob that says which cell of a group is the base, over its key, driver, driver@version, mode, server, transport,
     *     threads or topology; where it matches none, and when it is empty, the first one is
     */
    public List<Pair> pairs(Plan plan, Optional<String> base) {
        Map<List<String>, List<Cell>> groups = new LinkedHashMap<>();
        for (Cell cell : plan.cells()) {
            groups.computeIfAbsent(group(cell), key -> new ArrayList<>()).add(cell);
        }
        List<Pair> pairs = new ArrayList<>();
        for (List<Cell> group : groups.values()) {
            Cell chosen = base.flatMap(glob ->
                            group.stream().filter(cell -> matches(glob, cell)).findFirst())
                    .or(() -> this == SCENARIO
                            ? first(group, cell -> kind(plan, cell) == DriverKind.MARIADB)
                            : first(group, cell -> true))
                    .orElse(group.get(0));
            group.stream().filter(cell -> !cell.equals(chosen)).forEach(cell -> pairs.add(new Pair(cell, chosen)));
        }
        return pairs;
    }

    private static Optional<Cell> first(List<Cell> group, Predicate<Cell> condition) {
        return group.stream().filter(condition).findFirst();
    }

    private static DriverKind kind(Plan plan, Cell cell) {
        return plan.driver(cell).kind();
    }

    /** Whether a glob names a cell, by its key or by one of its parts. */
    public static boolean matches(String glob, Cell cell) {
        Pattern pattern = Pattern.compile(
                Arrays.stream(glob.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
                Pattern.CASE_INSENSITIVE);
        return Stream.of(
                        cell.key(),
                        cell.driver(),
                        driver(cell),
                        cell.mode().id(),
                        cell.server(),
                        cell.transport().id(),
                        String.valueOf(cell.threads()),
                        cell.topology().id())
                .anyMatch(text -> pattern.matcher(text).matches());
    }

    private static String driver(Cell cell) {
        return cell.driver() + "@" + cell.driverVersion();
    }

    /** All that two cells of one group have in common. */
    private List<String> group(Cell cell) {
        List<String> common = new ArrayList<>(List.of(cell.client(), cell.scenarioWithParams()));
        if (this != TOPOLOGY) {
            common.add(cell.topology().id());
            if (this != SERVER) {
                common.add(cell.database());
            }
        }
        if (this != SERVER) {
            common.add(cell.server());
        }
        if (this != MODE && this != SCENARIO) {
            common.add(cell.mode().id());
        }
        if (this != DRIVER && this != SCENARIO) {
            common.add(this == VERSION ? cell.driver() : driver(cell));
        }
        if (this != TRANSPORT) {
            common.add(cell.transport().id());
        }
        if (this != THREADS) {
            common.add(String.valueOf(cell.threads()));
        }
        return common;
    }
}
