package dev.jdbcbench.inventory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads an inventory in the YAML form: groups with {@code hosts}, {@code children} and {@code vars}. */
final class YamlReader {
    private static final int DEEPEST = 50;

    private final String file;
    private final Inventory inventory = new Inventory();
    private final List<String> problems;

    private YamlReader(String file, List<String> problems) {
        this.file = file;
        this.problems = problems;
    }

    /** Reads a text; parts that cannot be parsed are added to the problems, with line and column. */
    static Inventory read(String file, String text, List<String> problems) {
        YamlReader reader = new YamlReader(file, problems);
        try {
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(file)
                    .setBufferSize(text.length() + 1)
                    .build();
            if (tooDeep(settings, text)) {
                problems.add(file + ": it is nested more deeply than " + DEEPEST + " levels");
                return reader.inventory;
            }
            new Compose(settings).composeString(text).ifPresent(reader::root);
        } catch (MarkedYamlEngineException e) {
            problems.add(e.getProblemMark()
                            .map(mark -> file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
                            .orElse(file)
                    + ": " + e.getProblem());
        } catch (YamlEngineException e) {
            problems.add(file + ": " + e.getMessage());
        }
        return reader.inventory;
    }

    private static boolean tooDeep(LoadSettings settings, String text) {
        int depth = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            if (event instanceof CollectionStartEvent) {
                depth++;
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            }
            if (depth > DEEPEST) {
                return true;
            }
        }
        return false;
    }

    private void problem(Node node, String text) {
        problems.add(file
                + node.getStartMark()
                        .map(mark -> ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
                        .orElse("")
                + ": " + text);
    }

    /** The entries of a mapping; empty if the value is omitted. */
    private Map<String, Node> entries(Node node, String what) {
        Map<String, Node> entries = new LinkedHashMap<>();
        if (node instanceof ScalarNode scalar && List.of("", "null", "~").contains(scalar.getValue())) {
            return entries;
        }
        if (!(node instanceof MappingNode mapping)) {
            problem(node, what + " must be a mapping");
            return entries;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                problem(tuple.getKeyNode(), "a key must be a word");
            } else if (key.getValue().equals("<<")) {
                problem(key, "a merge (<<) can only be read by ansible-inventory");
            } else if (entries.put(key.getValue(), tuple.getValueNode()) != null) {
                problem(key, key.getValue() + " appears twice");
            }
        }
        return entries;
    }

    private void root(Node root) {
        Map<String, Node> groups = entries(root, "an inventory");
        if (groups.containsKey("plugin")) {
            problem(root, "it configures an inventory plugin, which only ansible-inventory can run");
            return;
        }
        groups.forEach((name, node) -> group(name, node, new ArrayList<>()));
    }

    private void group(String name, Node node, List<String> above) {
        if (above.contains(name)) {
            problem(node, name + " is a child of itself");
            return;
        }
        List<String> within = new ArrayList<>(above);
        within.add(name);
        inventory.addGroup(name);
        entries(node, name).forEach((key, value) -> {
            switch (key) {
                case "hosts" -> hosts(name, value);
                case "vars" ->
                    entries(value, "vars")
                            .forEach((variable, text) -> inventory.setOfGroup(name, variable, value(text)));
                case "children" ->
                    entries(value, "children").forEach((child, below) -> {
                        group(child, below, within);
                        inventory.addChild(name, child);
                    });
                default -> problem(value, name + "." + key + " is not one of hosts, vars and children");
            }
        });
    }

    private void hosts(String group, Node node) {
        entries(node, "hosts").forEach((pattern, values) -> {
            Map<String, Node> variables = entries(values, pattern);
            HostPattern.Named named = HostPattern.named(pattern);
            List<String> hosts = List.of();
            try {
                hosts = HostPattern.expanded(named.host());
            } catch (IllegalArgumentException e) {
                problem(node, String.valueOf(e.getMessage()));
            }
            for (String host : hosts) {
                inventory.addHost(group, host);
                named.port().ifPresent(port -> inventory.setOfHost(host, "ansible_port", Inventory.Value.of(port)));
                variables.forEach((variable, text) -> inventory.setOfHost(host, variable, value(text)));
            }
        });
    }

    private static Inventory.Value value(Node node) {
        if (node.getTag().getValue().contains("vault")) {
            return Inventory.Value.SECRET;
        }
        // Lists and mappings are variables that are not needed here.
        return Inventory.Value.of(Optional.of(node)
                .filter(ScalarNode.class::isInstance)
                .map(scalar -> ((ScalarNode) scalar).getValue())
                .orElse(node instanceof SequenceNode ? "[...]" : "{...}"));
    }
}
