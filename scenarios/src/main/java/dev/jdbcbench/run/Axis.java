package dev.jdbcbench.run;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.scenario.jvm.ThreadKind;
import dev.jdbcbench.untrusted.Glob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The axis of a comparison: cells that differ only in this are compared. */
public enum Axis {
    /** Drivers, each at its version. */
    DRIVER,
    /** Versions of one driver. */
    VERSION,
    /** Modes of one scenario. */
    MODE,
    /** Servers on the same hosts. */
    SERVER,
    /** Transports. */
    TRANSPORT,
    /** Numbers of concurrent connections. */
    THREADS,
    /** Kinds of threads on which a scenario runs its tasks. */
    THREAD_KIND,
    /** Rates at which operations arrive. */
    RATE,
    /** Local and distant. */
    TOPOLOGY,
    /**
     * All modes and drivers of a scenario, compared with its first cell of MariaDB Connector/J, as in published comparisons.
     */
    SCENARIO;

    /** The name on the command line and in every file. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The axis with this {@link #id()}, or empty. */
    public static Optional<Axis> of(String id) {
        return Arrays.stream(values()).filter(axis -> axis.id().equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return id();
    }

    /** A cell's value on this axis. */
    public String value(Cell cell) {
        return switch (this) {
            case DRIVER -> driver(cell);
            case VERSION -> cell.driverVersion();
            case MODE -> cell.mode().id();
            case SERVER -> cell.server();
            case TRANSPORT -> cell.transport().id();
            case THREADS -> String.valueOf(cell.threads());
            case THREAD_KIND -> ThreadKind.in(cell.params());
            case RATE -> rate(cell);
            case TOPOLOGY -> cell.topology().id();
            case SCENARIO -> cell.mode() + " " + driver(cell);
        };
    }

    /** Two cells; the first is expressed relative to the second. */
    public record Pair(Cell cell, Cell base) {}

    /**
     * The comparisons of a plan along this axis. In each group of cells that differ in nothing else, every cell is compared
     * with the base.
     *
     * @param base a glob that selects the base of a group: by its value on this axis, else by its key, else by any other part
     *     (a server may have the same name as a driver). If it is empty or matches none, the first cell is the base
     */
    public List<Pair> pairs(Plan plan, Optional<String> base) {
        return pairs(plan, plan.cells(), base);
    }

    /**
     * The comparisons among some of a plan's cells: usually the measurable ones, so an unmeasurable cell is never the
     * base.
     */
    public List<Pair> pairs(Plan plan, List<Cell> cells, Optional<String> base) {
        Map<List<String>, List<Cell>> groups = new LinkedHashMap<>();
        for (Cell cell : cells) {
            if (this == TRANSPORT
                    || cell.transport() != Transport.FLOOR) { // a floor is a part of others, and not compared
                groups.computeIfAbsent(group(cell), key -> new ArrayList<>()).add(cell);
            }
        }
        List<Pair> pairs = new ArrayList<>();
        for (List<Cell> group : groups.values()) {
            Cell chosen = base.flatMap(glob -> first(group, cell -> matches(glob, onAxis(cell)))
                            .or(() -> first(group, cell -> matches(glob, List.of(cell.key()))))
                            .or(() -> first(group, cell -> matches(glob, cell))))
                    .or(() -> this == SCENARIO
                            ? first(group, cell -> isOf(DriverCatalogue.MARIADB, plan, cell))
                            : Optional.empty())
                    .orElse(group.get(0));
            group.stream().filter(cell -> !cell.equals(chosen)).forEach(cell -> pairs.add(new Pair(cell, chosen)));
        }
        return pairs;
    }

    private static Optional<Cell> first(List<Cell> group, Predicate<Cell> condition) {
        return group.stream().filter(condition).findFirst();
    }

    private static boolean isOf(DriverKind kind, Plan plan, Cell cell) {
        return plan.knownDriver(cell).filter(driver -> driver.kind() == kind).isPresent();
    }

    /** All names that a glob can match: drivers with and without version, and the values of all axes. */
    public static SortedSet<String> names(Collection<Cell> cells) {
        SortedSet<String> names = new TreeSet<>();
        for (Cell cell : cells) {
            names.add(cell.driver());
            for (Axis axis : values()) {
                names.add(axis.value(cell));
            }
        }
        return names;
    }

    /** Whether a glob matches a cell, by its key or one of its parts. */
    public static boolean matches(String glob, Cell cell) {
        return matches(
                glob,
                List.of(
                        cell.key(),
                        cell.driver(),
                        driver(cell),
                        cell.mode().id(),
                        cell.server(),
                        cell.transport().id(),
                        String.valueOf(cell.threads()),
                        ThreadKind.in(cell.params()),
                        rate(cell),
                        cell.topology().id()));
    }

    private static boolean matches(String glob, List<String> texts) {
        return texts.stream().anyMatch(text -> Glob.matches(glob, text));
    }

    /** The names of a cell on this axis; for a driver, also without its version. */
    private List<String> onAxis(Cell cell) {
        return switch (this) {
            case DRIVER -> List.of(driver(cell), cell.driver());
            case SCENARIO ->
                List.of(value(cell), driver(cell), cell.driver(), cell.mode().id());
            default -> List.of(value(cell));
        };
    }

    /** The family of comparisons that a reader sees together: one topology and server, or across these if they are compared. */
    public String family(Cell cell) {
        return switch (this) {
            case SERVER -> cell.topology().id();
            case TOPOLOGY -> cell.server();
            default -> cell.topology() + " " + cell.server();
        };
    }

    private static String driver(Cell cell) {
        return cell.driver() + "@" + cell.driverVersion();
    }

    private static String scenarioOfAnyKind(Cell cell) {
        Map<String, String> others = new HashMap<>(cell.params());
        others.remove(ThreadKind.PARAM);
        return Cell.scenarioWithParams(cell.scenario(), others);
    }

    /** Everything that the cells of one group have in common. */
    private List<String> group(Cell cell) {
        List<String> common = new ArrayList<>(
                List.of(cell.client(), this == THREAD_KIND ? scenarioOfAnyKind(cell) : cell.scenarioWithParams()));
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
        if (this != RATE) {
            common.add(rate(cell));
        }
        return common;
    }

    private static String rate(Cell cell) {
        return cell.rate() == null ? "closed" : cell.rate().toString();
    }
}
