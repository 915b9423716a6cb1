package dev.jdbcbench.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads an inventory in the INI form: sections of hosts, {@code :children} and {@code :vars}. */
final class IniReader {
    private static final Pattern SECTION = Pattern.compile("\\[([^:\\]\\s]+):?([a-z]*)]");
    private static final Pattern VARIABLE = Pattern.compile("([A-Za-z_][A-Za-z0-9_.-]*)\\s*=\\s*(.*)");

    private final String file;
    private final Inventory inventory = new Inventory();
    private final List<String> problems;
    /** Groups that are referenced and must be defined somewhere. */
    private final List<String> referenced = new ArrayList<>();
    /** Pairs of a group and one of its children. */
    private final List<List<String>> children = new ArrayList<>();

    private final List<Variable> variables = new ArrayList<>();
    private String group = "ungrouped";
    private String kind = "hosts";

    private IniReader(String file, List<String> problems) {
        this.file = file;
        this.problems = problems;
    }

    /** Reads a text; lines that cannot be parsed are added to the problems, with their numbers. */
    static Inventory read(String file, String text, List<String> problems) {
        IniReader reader = new IniReader(file, problems);
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            reader.line(number, line.strip());
        }
        reader.referenced.stream()
                .distinct()
                .filter(name -> !reader.inventory.hasGroup(name))
                .forEach(name -> problems.add(file + ": there is no section [" + name + "]"));
        reader.children.forEach(pair -> reader.inventory.addChild(pair.get(0), pair.get(1)));
        reader.variables.forEach(
                variable -> reader.inventory.setOfGroup(variable.group, variable.name, variable.value));
        return reader.inventory;
    }

    private record Variable(String group, String name, Inventory.Value value) {}

    private void line(int number, String line) {
        if (line.isEmpty() || line.startsWith("#") || line.startsWith(";")) {
            return;
        }
        try {
            Matcher section = SECTION.matcher(line.replaceFirst("\\s*[#;].*", ""));
            if (section.matches()) {
                section(section.group(1), section.group(2));
                return;
            }
            switch (kind) {
                case "vars" -> variable(line);
                case "children" -> child(line);
                default -> host(line);
            }
        } catch (IllegalArgumentException e) {
            problems.add(file + ":" + number + ": " + e.getMessage());
        }
    }

    private void section(String name, String suffix) {
        group = name;
        kind = suffix.isEmpty() ? "hosts" : suffix;
        switch (kind) {
            case "hosts", "children" -> inventory.addGroup(group);
            case "vars" -> referenced.add(group);
            default -> throw new IllegalArgumentException(":" + kind + " is neither :children nor :vars");
        }
    }

    private void variable(String line) {
        Matcher variable = VARIABLE.matcher(line);
        if (!variable.matches()) {
            throw new IllegalArgumentException("a line of [" + group + ":vars] is name=value");
        }
        variables.add(new Variable(group, variable.group(1), value(unquoted(variable.group(2)))));
    }

    private void child(String line) {
        List<String> words = words(line);
        if (words.size() != 1) {
            throw new IllegalArgumentException("a line of [" + group + ":children] is the name of a group");
        }
        referenced.add(words.get(0));
        children.add(List.of(group, words.get(0)));
    }

    private void host(String line) {
        List<String> words = words(line);
        HostPattern.Named named = HostPattern.named(words.get(0));
        for (String host : HostPattern.expanded(named.host())) {
            inventory.addHost(group, host);
            named.port().ifPresent(port -> inventory.setOfHost(host, "ansible_port", Inventory.Value.of(port)));
            for (String word : words.subList(1, words.size())) {
                Matcher variable = VARIABLE.matcher(word);
                if (!variable.matches()) {
                    throw new IllegalArgumentException("name=value is expected after a host");
                }
                inventory.setOfHost(host, variable.group(1), value(variable.group(2)));
            }
        }
    }

    private static Inventory.Value value(String text) {
        return text.startsWith("$ANSIBLE_VAULT") ? Inventory.Value.SECRET : Inventory.Value.of(text);
    }

    private static String unquoted(String text) {
        String value = text.replaceFirst("\\s+#.*$", "").strip();
        boolean quoted = value.length() > 1
                && (value.startsWith("'") || value.startsWith("\""))
                && value.charAt(value.length() - 1) == value.charAt(0);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    /** Splits a line into words as a shell would; a word that begins with # starts a comment. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char letter = line.charAt(i);
            if (quote != 0) {
                if (letter == quote) {
                    quote = 0;
                } else {
                    word.append(letter);
                }
            } else if (letter == '\'' || letter == '"') {
                quote = letter;
                begun = true;
            } else if (letter == '#' && !begun) {
                break;
            } else if (Character.isWhitespace(letter)) {
                if (begun) {
                    words.add(word.toString());
                }
                word.setLength(0);
                begun = false;
            } else {
                word.append(letter);
                begun = true;
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("a quotation mark is not closed");
        }
        if (begun) {
            words.add(word.toString());
        }
        if (words.isEmpty()) {
            throw new IllegalArgumentException("a name is expected");
        }
        return words;
    }
}
