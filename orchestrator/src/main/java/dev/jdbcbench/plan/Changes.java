package dev.jdbcbench.plan;

import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The differences between two versions of a plan. */
public final class Changes {
    /** Enough to see what happened; the rest is usually repetition. */
    private static final int SHOWN = 12;

    /** The reason why a cell cannot be measured is not compared: its wording may differ between versions of bench. */
    private static final String REASON = "unsupported";

    private Changes() {}

    /** One line for each difference: its path, the old and the new value. Empty when the plans are equal. */
    public static List<String> between(Plan before, Plan now) {
        List<String> changes = new ArrayList<>();
        compare("", node(before), node(now), changes);
        if (changes.size() <= SHOWN) {
            return changes;
        }
        List<String> first = new ArrayList<>(changes.subList(0, SHOWN));
        first.add("and " + (changes.size() - SHOWN) + " more");
        return first;
    }

    private static JsonNode node(Plan plan) {
        return Json.read(Json.line(plan), JsonNode.class);
    }

    private static void compare(String path, JsonNode before, JsonNode now, List<String> changes) {
        if (before.equals(now)) {
            return;
        }
        if (before.isObject() && now.isObject()) {
            Set<String> names = new LinkedHashSet<>(before.propertyNames());
            names.addAll(now.propertyNames());
            for (String name : names) {
                if (name.equals(REASON)
                        && before.path(name).isString()
                        && now.path(name).isString()) {
                    continue;
                }
                compare(path.isEmpty() ? name : path + "." + name, before.path(name), now.path(name), changes);
            }
        } else if (before.isArray() && now.isArray()) {
            for (int i = 0; i < Math.max(before.size(), now.size()); i++) {
                compare(path + "[" + label(before.path(i), i) + "]", before.path(i), now.path(i), changes);
            }
        } else {
            changes.add(path + ": " + text(before) + ", now " + text(now));
        }
    }

    /** The name of a list element, or its position if it has none. */
    private static String label(JsonNode part, int place) {
        for (String name : List.of("server", "label", "name")) {
            if (part.path(name).isString()) {
                String topology =
                        part.path("topology").isString() ? part.path("topology").asString() + " " : "";
                return topology + part.path(name).asString();
            }
        }
        return String.valueOf(place + 1);
    }

    private static String text(JsonNode value) {
        return value.isMissingNode() || value.isNull()
                ? "nothing"
                : value.isValueNode() ? value.asString() : value.toString();
    }
}
