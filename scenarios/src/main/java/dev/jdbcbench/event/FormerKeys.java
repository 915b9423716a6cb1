package dev.jdbcbench.event;

import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keys as earlier versions wrote them, which did not quote ambiguous parts. A key that two cells of the plan had in common
 * stands for none of them.
 */
final class FormerKeys {
    /** The parts of an event that hold a key. */
    private static final List<String> PARTS = List.of("cell", "row");

    private static final String AMBIGUOUS = "";

    private final Map<String, String> current = new HashMap<>();

    FormerKeys(Plan plan) {
        Set<String> known = new HashSet<>();
        plan.measured().forEach(cell -> known.addAll(List.of(cell.key(), cell.rowKey())));
        for (Cell cell : plan.measured()) {
            add(
                    known,
                    cell.topology() + "/" + cell.client() + "/" + cell.database() + "/" + exchangeKey(cell) + end(cell),
                    cell.key());
            add(known, scenarioKey(cell) + "/" + cell.transport() + end(cell), cell.rowKey());
        }
    }

    private void add(Set<String> known, String former, String now) {
        if (!known.contains(former)) {
            current.merge(former, now, (one, other) -> one.equals(other) ? one : AMBIGUOUS);
        }
    }

    private static String exchangeKey(Cell cell) {
        return scenarioKey(cell) + "/" + cell.driver() + "@" + cell.driverVersion() + "/" + cell.transport();
    }

    private static String scenarioKey(Cell cell) {
        return cell.server() + "/" + scenarioWithParams(cell) + "/" + cell.mode();
    }

    private static String scenarioWithParams(Cell cell) {
        return cell.params().isEmpty()
                ? cell.scenario()
                : new TreeMap<>(cell.params())
                        .entrySet().stream()
                                .map(param -> param.getKey() + "=" + param.getValue())
                                .collect(Collectors.joining(",", cell.scenario() + "(", ")"));
    }

    private static String end(Cell cell) {
        return "/" + cell.threads()
                + (cell.rate() == null ? "" : "/" + cell.rate().key());
    }

    /** The event with the keys of this version. */
    Event replacedIn(Event event) {
        Optional<String> key = key(event.fact());
        if (key.map(current::get).filter(now -> !now.equals(AMBIGUOUS)).isEmpty()) {
            return event;
        }
        ObjectNode json = Json.read(Json.line(event), ObjectNode.class);
        PARTS.forEach(part -> Optional.ofNullable(json.get(part))
                .map(found -> current.get(found.asString()))
                .ifPresent(now -> json.put(part, now)));
        return Json.readStored(json.toString(), Event.class);
    }

    private static Optional<String> key(Fact fact) {
        if (fact instanceof Fact.OfCell of) {
            return Optional.of(of.cell());
        }
        if (fact instanceof Fact.GroupStarted of) {
            return Optional.of(of.row());
        }
        if (fact instanceof Fact.GroupFinished of) {
            return Optional.of(of.row());
        }
        return fact instanceof Fact.Decided of ? Optional.of(of.row()) : Optional.empty();
    }
}
