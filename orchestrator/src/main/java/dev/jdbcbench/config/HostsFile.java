package dev.jdbcbench.config;

import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.SqlScenario.Line;
import dev.jdbcbench.scenario.table.Parameter;
import dev.jdbcbench.sql.QuestionMarks;
import dev.jdbcbench.sql.Syntax;
import dev.jdbcbench.untrusted.SecretWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
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

/** Reads a hosts file: strictly, reporting all problems at once. */
public final class HostsFile {
    /** Longer than any JVM option; the plan contains all of them. */
    private static final int LONGEST_ARGUMENT = 4000;

    /** Names become keys, file names and parts of URLs. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,99}");

    /** Appended to the message about a text that looks like a secret. */
    static final String NOT_HERE =
            " must not be written here: it would become part of the plan and of the results, which people share";

    private static final int MOST_BYTES = 3_000_000;

    private static final int DEEPEST = 50;

    private final Path file;
    private final boolean trusted;
    private final List<Problem> problems = new ArrayList<>();

    private HostsFile(Path file, boolean trusted) {
        this.file = file;
        this.trusted = trusted;
    }

    /**
     * Reads and checks a file.
     *
     * @throws Failure.Input with every problem of the file
     */
    public static Hosts read(Path file) {
        return new HostsFile(file, true).read();
    }

    /**
     * Reads and checks a file that was only found, and may come from anyone: it must not name a secret, another host, a
     * file, or anything to execute.
     *
     * @throws Failure.Input with every problem of the file, or with everything that it must not name
     */
    public static Hosts readUntrusted(Path file) {
        return new HostsFile(file, false).read();
    }

    private Hosts read() {
        Optional<Node> root;
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw invalid(
                        List.of(file + " has " + Files.size(file) + " bytes; at most " + MOST_BYTES + " are allowed"));
            }
            String text = Files.readString(file);
            // The buffer must hold the whole text: the reader fails if a buffer ends inside a surrogate pair.
            LoadSettings settings = LoadSettings.builder()
                    .setLabel(file.toString())
                    .setBufferSize(text.length() + 1)
                    .build();
            refuseDepth(settings, text);
            root = new Compose(settings).composeString(text);
        } catch (IOException e) {
            throw new Failure.Input(
                    "cannot read the hosts file " + file,
                    List.of(FileTrouble.why(e)),
                    "Copy hosts.example.yaml, fill it in, and name it with --hosts.");
        } catch (MarkedYamlEngineException e) {
            String place = e.getProblemMark()
                    .map(mark -> file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1) + ": ")
                    .orElse(file + ": ");
            throw invalid(List.of(place + e.getProblem()));
        } catch (YamlEngineException e) {
            throw invalid(List.of(file + ": " + e.getMessage()));
        }
        if (root.isEmpty()) {
            throw invalid(List.of(file + ":1:1: the file is empty"));
        }
        if (!trusted) {
            refuseHarmful(root.get());
        }
        Hosts hosts = hosts(Section.of(file.toString(), root.get(), problems, HostsSchema.whole()));
        if (!problems.isEmpty()) {
            throw invalid(problems.stream().sorted().map(Problem::toString).toList());
        }
        return hosts;
    }

    /** Limits the nesting depth: values are parsed recursively, so unlimited nesting would overflow the stack. */
    private void refuseDepth(LoadSettings settings, String text) {
        int depth = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            if (event instanceof CollectionStartEvent) {
                depth++;
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            }
            if (depth > DEEPEST) {
                throw invalid(List.of(file
                        + event.getStartMark()
                                .map(mark -> ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
                                .orElse("")
                        + ": this is nested more deeply than " + DEEPEST + " levels"));
            }
        }
    }

    /** Before the file is read, because reading it looks at the files that it names. */
    private void refuseHarmful(Node root) {
        List<Problem> harmful = new ArrayList<>();
        collectHarmful(root, HostsSchema.whole(), "", harmful);
        if (!harmful.isEmpty()) {
            throw new Failure.Input(
                    "the hosts file " + file + " was found, not named, and this is a CI job (CI is set)",
                    harmful.stream().sorted().map(Problem::toString).toList(),
                    "A pull request may have brought it. If it is yours, name it: --hosts " + file
                            + " or BENCH_HOSTS. `--hosts none` leaves it out.");
        }
    }

    private void collectHarmful(Node node, HostsSchema schema, String at, List<Problem> harmful) {
        if (!(node instanceof MappingNode mapping)) {
            return;
        }
        for (NodeTuple tuple : mapping.getValue()) {
            if (tuple.getKeyNode() instanceof ScalarNode key) {
                String path = at.isEmpty() ? key.getValue() : at + "." + key.getValue();
                HostsSchema child = schema.child(key.getValue());
                if (!child.exists()) {
                    continue; // reported as unknown when the file is read; what is below it is not read
                }
                if (child.harmless(tuple.getValueNode() instanceof ScalarNode text ? text.getValue() : "")) {
                    collectHarmful(tuple.getValueNode(), child, path, harmful);
                } else {
                    harmful.add(Problem.at(file.toString(), key.getStartMark(), path + " is for named files only"));
                }
            }
        }
    }

    private Failure.Input invalid(List<String> all) {
        return new Failure.Input(
                "the hosts file " + file + " has " + (all.size() == 1 ? "a problem" : all.size() + " problems"),
                all,
                "hosts.example.yaml shows every key with its meaning; `bench schema` prints a schema for editors.");
    }

    private Hosts hosts(Section root) {
        Map<String, HostSpec> hosts = new HostSections(
                        this::path, root.section("hosts").map(Section::sections).orElse(Map.of()))
                .read();
        Map<String, ServerSpec> servers = new LinkedHashMap<>();
        root.section("servers").map(Section::sections).orElse(Map.of()).forEach((label, section) -> {
            checkName(section, "server", label);
            servers.put(label, ServerSection.read(label, section, this::path));
        });
        if (servers.isEmpty()) {
            servers.putAll(Hosts.none().servers());
        }
        Map<String, DriverSpec> drivers = new LinkedHashMap<>();
        root.section("drivers").map(Section::sections).orElse(Map.of()).forEach((label, section) -> {
            checkName(section, "driver", label);
            DriverSection.read(label, section, this::path).ifPresent(driver -> drivers.put(label, driver));
        });
        Optional<Section> jvm = root.section("jvm");
        String heap = jvm.flatMap(section -> section.text("heap")).orElse(Hosts.DEFAULT_HEAP);
        List<String> jvmArgs = jvm.filter(section -> section.has("args"))
                .map(section -> section.texts("args"))
                .orElse(Hosts.DEFAULT_JVM_ARGS);
        jvm.ifPresent(section -> jvmArgs.stream()
                .filter(arg -> arg.length() > LONGEST_ARGUMENT)
                .forEach(arg -> section.problem(
                        "args",
                        section.at("args") + ": an argument has " + arg.length() + " characters; at most "
                                + LONGEST_ARGUMENT + " are allowed")));
        jvm.ifPresent(section -> jvmArgs.stream()
                .flatMap(arg -> SecretWords.inText(arg).stream())
                .forEach(what -> section.problem("args", section.at("args") + ": " + what + NOT_HERE)));
        return new Hosts(
                hosts,
                hostName(root, "client", hosts),
                hostName(root, "database", hosts),
                servers,
                heap,
                jvmArgs,
                drivers,
                scenarios(root),
                clients(root, hosts));
    }

    private static List<String> clients(Section root, Map<String, HostSpec> hosts) {
        List<String> clients = root.texts("clients");
        for (String name : clients) {
            if (!hosts.containsKey(name)) {
                root.problem("clients", "clients: no host is called " + name + Suggestion.of(name, hosts.keySet()));
            }
        }
        if (new HashSet<>(clients).size() < clients.size()) {
            root.problem("clients", "clients names a host twice");
        }
        if (!clients.isEmpty() && root.has("client")) {
            root.problem("clients", "client and clients exclude each other: leave out one of them");
        }
        return clients;
    }

    private static Optional<String> hostName(Section root, String role, Map<String, HostSpec> hosts) {
        Optional<String> name = root.text(role);
        name.filter(host -> !hosts.containsKey(host))
                .ifPresent(host ->
                        root.problem(role, role + ": no host is called " + host + Suggestion.of(host, hosts.keySet())));
        return name;
    }

    private Map<String, SqlScenario> scenarios(Section root) {
        Map<String, SqlScenario> scenarios = new LinkedHashMap<>();
        root.section("scenarios").map(Section::sections).orElse(Map.of()).forEach((name, section) -> {
            SqlFile.checkName(name).ifPresent(section::problem);
            if (!section.has("sql")) {
                section.problem("scenarios." + name + " has no sql");
            }
            Map<String, List<Line>> lines = new LinkedHashMap<>();
            List.of("sql", "setup", "teardown").forEach(key -> lines.put(key, section.lines(key)));
            List<Line> statement = lines.getOrDefault("sql", List.of());
            if (statement.size() > 1) {
                section.problem("sql", "scenarios." + name + ".sql: only one statement can be measured");
            }
            List<String> params = section.pairs("params", Parameter::isForm, Parameter.FORMS);
            statement.stream()
                    .limit(1)
                    .flatMap(line -> QuestionMarks.in(line.sql(), Syntax.DEFAULT).problem(params.size()).stream())
                    .forEach(problem -> section.problem("sql", "scenarios." + name + ".sql " + problem));
            for (String key : lines.keySet()) {
                lines.get(key).stream()
                        .flatMap(line -> SecretWords.inSql(line.sql()).stream())
                        .forEach(what -> section.problem(key, section.at(key) + ": " + what + NOT_HERE));
            }
            if (!statement.isEmpty()) {
                try {
                    scenarios.put(
                            name,
                            new SqlScenario(
                                    name,
                                    String.valueOf(file.getFileName()),
                                    statement.get(0),
                                    params,
                                    lines.getOrDefault("setup", List.of()),
                                    lines.getOrDefault("teardown", List.of())));
                } catch (IllegalArgumentException e) {
                    section.problem("scenarios." + name + ": " + e.getMessage());
                }
            }
        });
        return scenarios;
    }

    static void checkName(Section section, String what, String name) {
        if (!NAME.matcher(name).matches()) {
            section.problem("the " + what + " name '" + name + "' may have letters, digits, - and _ only");
        }
    }

    /** Resolves a path: {@code ~} is the home directory, and a relative path is relative to the hosts file. */
    private Optional<Path> path(String text) {
        try {
            return Optional.of(
                    text.equals("~") || text.startsWith("~/")
                            ? Path.of(System.getProperty("user.home") + text.substring(1))
                            : file.toAbsolutePath().resolveSibling(text).normalize());
        } catch (InvalidPathException e) {
            return Optional.empty(); // not a valid file name here or in this locale
        }
    }
}
