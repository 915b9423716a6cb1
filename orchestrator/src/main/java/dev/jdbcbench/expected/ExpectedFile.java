package dev.jdbcbench.expected;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.failure.Suggestion;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The file with the accepted changes: YAML with one line for each row. */
public final class ExpectedFile {
    /** The name that is read if no other is given. */
    public static final String NAME = "bench-expected.yaml";

    private static final int MOST_BYTES = 1_000_000;
    private static final int LONGEST = 500;
    private static final String ACCEPTED = "accepted";
    private static final String ROW = "row";
    private static final String DRIVER = "driver";
    private static final String SERVER = "server";
    private static final String SINCE = "since";
    private static final String LOST = "lost";
    private static final String REASON = "reason";
    private static final List<String> TEXTS = List.of(ROW, DRIVER, SERVER, SINCE, REASON);

    private static final String HEADER = """
            # Changes of this driver that bench compare accepts. Each line is one row, and the most that is accepted of it.
            # To add one: bench compare BASE CANDIDATE --fail-above 5% --accept 'the reason'
            """;

    private final Path file;
    private final List<String> problems = new ArrayList<>();

    private ExpectedFile(Path file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @throws Failure.Input with all its problems
     */
    public static Expected read(Path file) {
        return new ExpectedFile(file).read();
    }

    private Expected read() {
        List<Entry> entries = new ArrayList<>();
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException("it has more than " + MOST_BYTES + " bytes");
            }
            String text = Files.readString(file);
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(file.toString())
                    .setMaxAliasesForCollections(0)
                    .setBufferSize(text.length() + 1)
                    .build();
            new Compose(settings).composeString(text).ifPresent(root -> entries.addAll(entries(root)));
        } catch (IOException e) {
            throw invalid(List.of(FileTrouble.why(e)));
        } catch (MarkedYamlEngineException e) {
            throw invalid(List.of(place(e.getProblemMark()) + e.getProblem()));
        } catch (YamlEngineException e) {
            throw invalid(List.of(file + ": " + e.getMessage()));
        }
        if (!problems.isEmpty()) {
            throw invalid(problems);
        }
        return new Expected(entries);
    }

    private Failure invalid(List<String> why) {
        return new Failure.Input(
                "cannot use the accepted changes in " + file,
                why,
                "bench compare --accept writes such a file; a line of it is one row.");
    }

    private String place(Optional<Mark> mark) {
        return mark.map(at -> file + ":" + (at.getLine() + 1) + ":" + (at.getColumn() + 1) + ": ")
                .orElse(file + ": ");
    }

    private void problem(Node node, String message) {
        problems.add(place(node.getStartMark()) + message);
    }

    private List<Entry> entries(Node root) {
        Node list = values(root, List.of(ACCEPTED)).get(ACCEPTED);
        if (list instanceof SequenceNode sequence) {
            return sequence.getValue().stream()
                    .flatMap(node -> entry(node).stream())
                    .toList();
        }
        problem(list == null ? root : list, ACCEPTED + ": expected a list of rows");
        return List.of();
    }

    /** The values of a mapping by key; a key that is not known, or a mapping that is none, is a problem. */
    private Map<String, Node> values(Node node, List<String> known) {
        Map<String, Node> values = new LinkedHashMap<>();
        if (!(node instanceof MappingNode mapping)) {
            problem(node, "expected a mapping with " + String.join(", ", known));
            return values;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
            if (!known.contains(key)) {
                problem(tuple.getKeyNode(), "unknown key " + key + Suggestion.of(key, new TreeSet<>(known)));
            } else if (values.put(key, tuple.getValueNode()) != null) {
                problem(tuple.getKeyNode(), key + " is given twice");
            }
        }
        return values;
    }

    private Optional<Entry> entry(Node node) {
        int before = problems.size();
        List<String> keys = new ArrayList<>(TEXTS);
        keys.add(LOST);
        Arrays.stream(Amount.values()).map(Amount::key).forEach(keys::add);
        Map<String, Node> values = values(node, keys);
        Map<Amount, Double> limits = new EnumMap<>(Amount.class);
        Map<String, String> texts = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            String text = value instanceof ScalarNode scalar ? scalar.getValue().strip() : "";
            if (text.isEmpty() || text.length() > LONGEST) {
                problem(value, key + ": expected a text of at most " + LONGEST + " characters");
            }
            texts.put(key, text);
            Amount.of(key)
                    .ifPresent(amount -> number(text)
                            .ifPresentOrElse(
                                    number -> limits.put(amount, number),
                                    () -> problem(value, key + ": expected a number from 0, not " + text)));
        });
        boolean lost = texts.containsKey(LOST);
        if (lost && !"true".equals(texts.get(LOST))) {
            problem(node, "lost: expected true");
        }
        for (String key : List.of(ROW, SINCE, REASON)) {
            if (!values.containsKey(key)) {
                problem(node, key + " is missing");
            }
        }
        if (problems.size() == before && lost != limits.isEmpty()) {
            problem(node, "expected either lost: true, or what is accepted, like roundTrips: 3");
        }
        return problems.size() > before
                ? Optional.empty()
                : Optional.of(new Entry(
                        texts.getOrDefault(ROW, ""),
                        Optional.ofNullable(texts.get(DRIVER)),
                        Optional.ofNullable(texts.get(SERVER)),
                        texts.getOrDefault(SINCE, ""),
                        limits,
                        texts.getOrDefault(REASON, "")));
    }

    private static Optional<Double> number(String text) {
        try {
            double number = Double.parseDouble(text);
            return number >= 0 && Double.isFinite(number) ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** The text of a file with these changes. */
    public static String text(Expected expected) {
        StringBuilder text = new StringBuilder(HEADER).append(ACCEPTED).append(":\n");
        for (Entry entry : expected.entries()) {
            Map<String, String> parts = new LinkedHashMap<>();
            parts.put(ROW, quoted(entry.row()));
            entry.driver().ifPresent(driver -> parts.put(DRIVER, quoted(driver)));
            entry.server().ifPresent(server -> parts.put(SERVER, quoted(server)));
            parts.put(SINCE, quoted(entry.since()));
            entry.limits()
                    .forEach((amount, limit) -> parts.put(
                            amount.key(),
                            new BigDecimal(limit.toString())
                                    .stripTrailingZeros()
                                    .toPlainString()));
            if (entry.limits().isEmpty()) {
                parts.put(LOST, "true");
            }
            parts.put(REASON, quoted(entry.reason()));
            text.append("  - { ");
            text.append(String.join(
                    ", ",
                    parts.entrySet().stream()
                            .map(part -> part.getKey() + ": " + part.getValue())
                            .toList()));
            text.append(" }\n");
        }
        return text.toString();
    }

    private static String quoted(String text) {
        return "\""
                + text.strip()
                        .replaceAll("\\p{Cntrl}+", " ")
                        .replace("\\", "\\\\")
                        .replace("\"", "\\\"") + "\"";
    }
}
