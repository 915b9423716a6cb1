package dev.jdbcbench.config;

import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.scenario.SqlScenario.Line;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * One mapping of a YAML file, read strictly. Problems are noted with line and column and reading continues, so all
 * problems of a file are reported at once.
 */
final class Section {
    /** Characters of a value; statements may be longer. */
    private static final int LONGEST_TEXT = 2000;

    private final String path;
    private final List<Problem> problems;
    private final String file;
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Map<String, Node> keys = new LinkedHashMap<>();
    private final Optional<Mark> mark;
    private final HostsSchema schema;
    private final Set<String> refused = new HashSet<>();

    private Section(String file, String path, List<Problem> problems, Node node, HostsSchema schema) {
        this.file = file;
        this.path = path;
        this.problems = problems;
        this.mark = node.getStartMark();
        this.schema = schema;
        if (!(node instanceof MappingNode mapping)) {
            problem(node, (path.isEmpty() ? "the file" : path) + " must be a mapping of keys to values");
            return;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                problem(tuple.getKeyNode(), "a key must be a word");
            } else if (values.put(key.getValue(), tuple.getValueNode()) != null) {
                problem(key, at(key.getValue()) + " appears twice");
            } else {
                keys.put(key.getValue(), key);
            }
        }
        if (!schema.open()) {
            keys.forEach((key, name) -> {
                if (!schema.keys().contains(key)) {
                    problem(name, "unknown key " + at(key) + Suggestion.of(key, schema.keys()));
                }
            });
        }
    }

    /** The whole file. Every key that the schema does not define is a problem. */
    static Section of(String file, Node node, List<Problem> problems, HostsSchema schema) {
        return new Section(file, "", problems, node, schema);
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    /** A value that the schema accepts; any other is a problem. */
    Optional<String> text(String key) {
        Node node = values.get(key);
        if (node == null) {
            return Optional.empty();
        }
        if (node instanceof ScalarNode scalar
                && !scalar.getValue().isEmpty()
                && !scalar.getValue().equals("null")) {
            if (scalar.getValue().length() > LONGEST_TEXT) {
                problem(node, at(key) + " has more than " + LONGEST_TEXT + " characters");
                return Optional.empty();
            }
            Optional<String> needed = schema.child(key).refused(scalar.getValue());
            if (needed.isPresent() && refused.add(key)) {
                problem(key, at(key) + ": " + needed.get() + ", not " + scalar.getValue());
            }
            return needed.isPresent() ? Optional.empty() : Optional.of(scalar.getValue());
        }
        problem(node, at(key) + " must have a value");
        return Optional.empty();
    }

    /**
     * A value converted by {@code parse}, which may be stricter than the schema. If it is rejected, {@code expected}
     * describes a valid value.
     */
    <T> Optional<T> value(String key, Function<String, Optional<T>> parse, String expected) {
        Optional<String> text = text(key);
        Optional<T> value = text.flatMap(parse);
        if (text.isPresent() && value.isEmpty()) {
            problem(key, at(key) + ": " + expected + ", not " + text.get());
        }
        return value;
    }

    List<String> texts(String key) {
        Node node = values.get(key);
        if (node == null) {
            return List.of();
        }
        if (node instanceof SequenceNode sequence
                && sequence.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
            return sequence.getValue().stream()
                    .map(item -> ((ScalarNode) item).getValue())
                    .toList();
        }
        problem(node, at(key) + " must be a list: [ a, b ]");
        return List.of();
    }

    /** All keys of this mapping. */
    Set<String> keys() {
        return values.keySet();
    }

    /** Whether the value of a key is a single text. */
    boolean isText(String key) {
        return values.get(key) instanceof ScalarNode;
    }

    /** A text or a list of texts, each with its line number. */
    List<Line> lines(String key) {
        Node node = values.get(key);
        List<Node> items =
                node instanceof SequenceNode sequence ? sequence.getValue() : node == null ? List.of() : List.of(node);
        List<Line> lines = new ArrayList<>();
        for (Node item : items) {
            if (item instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
                lines.add(new Line(scalar.getValue().strip(), line(item.getStartMark())));
            } else {
                problem(item, at(key) + " must be a statement or a list of statements");
            }
        }
        return lines;
    }

    /** A list of mappings with one key each, like {@code [ { int: 1..1000 } ]}, as texts: {@code int 1..1000}. */
    List<String> pairs(String key, Predicate<String> known, String expected) {
        Node node = values.get(key);
        if (node == null) {
            return List.of();
        }
        List<String> pairs = new ArrayList<>();
        for (Node item : node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node)) {
            String pair = item instanceof MappingNode mapping
                            && mapping.getValue().size() == 1
                            && mapping.getValue().get(0).getKeyNode() instanceof ScalarNode name
                            && mapping.getValue().get(0).getValueNode() instanceof ScalarNode value
                    ? name.getValue() + " "
                            + (value.getScalarStyle() == ScalarStyle.PLAIN
                                            || !name.getValue().equals("const")
                                    ? value.getValue()
                                    : "\"" + value.getValue() + "\"")
                    : "";
            if (!known.test(pair)) {
                problem(item, at(key) + ": a list of " + expected + " is needed, like [ { int: 1..1000 } ]");
            }
            pairs.add(pair);
        }
        return pairs;
    }

    /** The mapping under a key, if there is one. */
    Optional<Section> section(String key) {
        Node node = values.get(key);
        return node == null
                ? Optional.empty()
                : Optional.of(new Section(file, at(key), problems, node, schema.child(key)));
    }

    /** All values of this mapping as sections, by key. */
    Map<String, Section> sections() {
        Map<String, Section> sections = new LinkedHashMap<>();
        values.forEach((key, node) -> sections.put(key, new Section(file, at(key), problems, node, schema.child(key))));
        return sections;
    }

    /** All values of this mapping as texts, by key. The empty text in quotes is a value, too. */
    Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        values.forEach((key, node) -> {
            if (node instanceof ScalarNode scalar
                    && scalar.getValue().isEmpty()
                    && scalar.getScalarStyle() != ScalarStyle.PLAIN) {
                texts.put(key, "");
            } else {
                text(key).ifPresent(text -> texts.put(key, text));
            }
        });
        return texts;
    }

    /** Notes a problem at a key of this mapping. */
    void problem(String key, String message) {
        Node node = keys.get(key);
        problems.add(problem(node == null ? mark : node.getStartMark(), message));
    }

    /** Notes a problem of this mapping as a whole. */
    void problem(String message) {
        problems.add(problem(mark, message));
    }

    private void problem(Node node, String message) {
        problems.add(problem(node.getStartMark(), message));
    }

    private Problem problem(Optional<Mark> at, String message) {
        return Problem.at(file, at, message);
    }

    private static int line(Optional<Mark> at) {
        return at.map(mark -> mark.getLine() + 1).orElse(1);
    }

    /** The path of a key, for messages. */
    String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
