package dev.jdbcbench.fuzz;

import dev.jdbcbench.run.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Damages each part of a JSON text: replaces every value by each hostile one, and removes, duplicates and renames every key. */
public final class JsonMutations {
    private static final int DEEP = 20_000;
    private static final int LONG = 100_000;

    /** JSON source texts. */
    public static final List<String> HOSTILE = List.of(
            "null",
            "true",
            "-1",
            "0",
            "1",
            "0.5",
            "2147483647",
            "-2147483648",
            "9223372036854775807",
            "-9223372036854775808",
            "99999999999999999999",
            "1e308",
            "-1e308",
            "1e999",
            "4.9e-324",
            "1e-300",
            "\"NaN\"",
            "\"Infinity\"",
            "\"\"",
            "\" \"",
            "\"\\u0000\"",
            "\"../../x\"",
            "\"/etc/passwd\"",
            "\"\\u202eabc\\u2066\"",
            "\"\\u001b]0;x\\u0007\\u009b31m\"",
            "\"\\ud800\"",
            "\"a\\nb\\r\\u2028c\"",
            "\"%s%n%d\"",
            "\"**[\"",
            "\"9999999999999999999\"",
            "\"PT2562047788015215H\"",
            "\"PT280000H\"",
            "\"-PT1S\"",
            "\"PT0S\"",
            "\"+1000000000-12-31T23:59:59.999999999Z\"",
            "\"2199-12-31T23:59:59Z\"",
            "1000",
            "1e-6",
            "8e11",
            "1e15",
            "\"-1000000000-01-01T00:00:00Z\"",
            "\"" + "x".repeat(LONG) + "\"",
            "\"" + "a.".repeat(LONG / 2) + "\"",
            "[]",
            "{}",
            "[null]",
            "{\"\":null}",
            "{\"a\":1}",
            "[1,2]",
            "[\"x\"]",
            "[".repeat(DEEP) + "]".repeat(DEEP),
            "{\"a\":".repeat(DEEP) + "1" + "}".repeat(DEEP));

    private enum Edit {
        REPLACE,
        REMOVE,
        DOUBLE,
        RENAME
    }

    private final JsonNode root;
    private final List<String> hostile;
    private final boolean everyItem;
    private final List<Mutant> mutants = new ArrayList<>();

    private JsonMutations(JsonNode root, List<String> hostile, boolean everyItem) {
        this.root = root;
        this.hostile = hostile;
        this.everyItem = everyItem;
    }

    /** All mutants of a text. Only the first and the last item of each list are changed. */
    public static List<Mutant> of(String json) {
        return of(json, HOSTILE, false);
    }

    /**
     * All mutants of a text.
     *
     * @param everyItem whether to change all items of lists, one at a time
     */
    public static List<Mutant> of(String json, List<String> hostile, boolean everyItem) {
        JsonMutations mutations = new JsonMutations(Json.read(json, JsonNode.class), hostile, everyItem);
        mutations.visit(mutations.root, "");
        return mutations.mutants;
    }

    private void visit(JsonNode node, String path) {
        for (String value : hostile) {
            add(path, Edit.REPLACE, value);
        }
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> property : node.properties()) {
                String child = path + "/" + property.getKey();
                add(child, Edit.REMOVE, null);
                add(child, Edit.DOUBLE, null);
                add(child, Edit.RENAME, null);
                visit(property.getValue(), child);
            }
        } else if (node.isArray() && !node.isEmpty()) {
            String items = node.toString();
            String inner = items.substring(1, items.length() - 1);
            add(path, Edit.REPLACE, "[" + inner + "," + inner + "]");
            add(path, Edit.REPLACE, "[" + inner + ",null]");
            for (int i = 0; i < node.size(); i++) {
                if (everyItem || i == 0 || i == node.size() - 1) {
                    visit(node.get(i), path + "/" + i);
                }
            }
        }
    }

    private void add(String path, Edit edit, @Nullable String value) {
        StringBuilder out = new StringBuilder();
        write(root, "", path, edit, value, out);
        String shown = value == null ? "" : " " + (value.length() > 60 ? value.substring(0, 60) + "…" : value);
        mutants.add(new Mutant(path + " " + edit + shown, out.toString()));
    }

    private static void write(
            JsonNode node, String path, String target, Edit edit, @Nullable String value, StringBuilder out) {
        if (path.equals(target) && value != null) {
            out.append(value);
        } else if (node.isObject() && target.startsWith(path)) {
            String separator = "{";
            for (Map.Entry<String, JsonNode> property : node.properties()) {
                String child = path + "/" + property.getKey();
                boolean meant = child.equals(target);
                int times = !meant ? 1 : edit == Edit.REMOVE ? 0 : edit == Edit.DOUBLE ? 2 : 1;
                String key = meant && edit == Edit.RENAME ? property.getKey() + "x" : property.getKey();
                for (int i = 0; i < times; i++) {
                    out.append(separator).append('"').append(key).append("\":");
                    write(property.getValue(), child, target, edit, value, out);
                    separator = ",";
                }
            }
            out.append(separator.equals("{") ? "{}" : "}");
        } else if (node.isArray() && target.startsWith(path)) {
            out.append('[');
            for (int i = 0; i < node.size(); i++) {
                out.append(i == 0 ? "" : ",");
                write(node.get(i), path + "/" + i, target, edit, value, out);
            }
            out.append(']');
        } else {
            out.append(node);
        }
    }
}
