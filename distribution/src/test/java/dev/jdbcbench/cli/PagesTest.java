package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Checks README, docs and help: short sentences, working links, and pictures that match the actual output. */
class PagesTest {
    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|[^\\s'])+");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");
    /** The code between two parts of one text. */
    private static final Pattern JOIN = Pattern.compile("\"\\s*\\+\\s*\"");

    private static final Pattern LITERAL = Pattern.compile("\"((?:\\\\.|[^\"\\\\\\n])*)\"");
    private static final int FEWEST_WORDS = 4;

    /** Whether to write the pages of the reference again. */
    private static final boolean WRITE = Boolean.getBoolean("bench.pages.write");

    private static final Path WRITTEN = Path.of("target", "reference");
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("(?<!`)\\[[^]]*]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    /** A command in a sentence, a table or a block of code; {@code bench} alone also begins sentences. */
    private static final Pattern NAMED_COMMAND = Pattern.compile("(?:\\./|`)bench ([^`#\\n]+)");

    /** A fenced code block. */
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w*\n(.*?)^```$");
    /** A command in a code block, or in a line that is indented like one; a line with a middle dot is output. */
    private static final Pattern SHOWN_COMMAND =
            Pattern.compile("(?m)^(?:\\$ )?(?:\\./)?bench ([a-z-][^#\n·]*)(?:#.*)?$");

    private static final Pattern INDENTED_COMMAND = Pattern.compile("(?m)^    (?:\\./)?bench ([a-z-][^#\n·]*)$");
    private static final Pattern INLINE_COMMAND = Pattern.compile("`(?:\\./)?bench ([a-z][^`…\\n]*)`");
    private static final Pattern INLINE_OPTION = Pattern.compile("`(--[a-z][a-z-]*)[^`\\n]*`");
    /** Options of other programs that pages mention. */
    private static final Set<String> OTHER_PROGRAMS = Set.of(
            "--tar",
            "--mirror",
            "--disk", // of the lab's scripts
            "--since-commit",
            "--output", // of Otava
            "--cpus",
            "--cpuset-cpus",
            "--network", // of Docker and podman
            "--databases", // of mysqldump
            "--config-file",
            "--rand-type",
            "--db-ps-mode"); // of sysbench

    private static final int README_LINES = 200;
    private static final int FIRST_PARAGRAPH_WORDS = 40;

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(Stream.of("README.md", "CONTRIBUTING.md", "lab/README.md")
                .map(ROOT::resolve)
                .toList());
        try (var docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    @Test
    void sentencesAreShortAndPlain() throws IOException {
        List<String> findings = new ArrayList<>();
        for (Path page : pages()) {
            Prose.findingsInMarkdown(Files.readString(page))
                    .forEach(finding -> findings.add(ROOT.relativize(page) + ": " + finding));
        }
        assertThat(findings).isEmpty();
    }

    @Test
    void helpIsShortAndPlain() {
        List<String> findings = new ArrayList<>();
        CommandLine bench = Bench.commandLine(CommandContext.plain());
        Stream.concat(Stream.of(bench), bench.getSubcommands().values().stream())
                .distinct()
                .map(CommandLine::getCommandSpec)
                .forEach(spec -> {
                    List<String> texts = new ArrayList<>();
                    texts.addAll(Arrays.asList(spec.usageMessage().description()));
                    spec.options().forEach(option -> texts.addAll(Arrays.asList(option.description())));
                    spec.positionalParameters().forEach(word -> texts.addAll(Arrays.asList(word.description())));
                    texts.forEach(text -> Prose.findings(text)
                            .forEach(finding -> findings.add(spec.qualifiedName() + ": " + finding)));
                });
        assertThat(findings).isEmpty();
    }

    /**
     * Checks all string literals of four words or more, regardless of whether bench prints them or writes them to
     * files.
     */
    @Test
    void messagesAreShortAndPlain() throws IOException {
        List<String> findings = new ArrayList<>();
        for (String module : Modules.all()) {
            try (var sources = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                for (Path source : sources.filter(file -> file.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    String code = JOIN.matcher(
                                    COMMENT.matcher(Files.readString(source)).replaceAll(""))
                            .replaceAll("");
                    LITERAL.matcher(code)
                            .results()
                            .map(literal -> literal.group(1))
                            .filter(text -> text.split(" ", -1).length >= FEWEST_WORDS)
                            .flatMap(text -> Prose.findings(text).stream())
                            .forEach(finding -> findings.add(source.getFileName() + ": " + finding));
                }
            }
        }
        assertThat(findings).isEmpty();
    }

    @Test
    void readmeIsShort() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
        assertThat(lines).hasSizeLessThanOrEqualTo(README_LINES);
        List<String> first = lines.stream()
                .skip(2)
                .takeWhile(line -> !line.isBlank())
                .flatMap(line -> Arrays.stream(line.split(" ", -1)))
                .toList();
        assertThat(first).hasSizeLessThanOrEqualTo(FIRST_PARAGRAPH_WORDS);
    }

    @Test
    void everyLinkHasATarget() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                String target = link.group(1);
                if (!target.startsWith("http") && !leads(page, target)) {
                    broken.add(ROOT.relativize(page) + ": " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean leads(Path page, String target) throws IOException {
        String[] parts = target.split("#", 2);
        Path directory = page.getParent();
        Path file = parts[0].isEmpty() || directory == null ? page : directory.resolve(parts[0]);
        if (!Files.exists(file)) {
            return false;
        }
        return parts.length == 1
                || HEADING.matcher(Files.readString(file))
                        .results()
                        .anyMatch(heading -> anchor(heading.group(1)).equals(parts[1]));
    }

    /** The anchor as generated by repository renderers: lower case, no punctuation, hyphens for blanks. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    /** Includes commands in sentences and tables; other tests also run those in code blocks. */
    @Test
    void everyNamedCommandAndOptionExists() throws IOException {
        CommandLine bench = Bench.commandLine(CommandContext.plain());
        List<String> unknown = new ArrayList<>();
        for (Path page : pages()) {
            Matcher command = NAMED_COMMAND.matcher(Files.readString(page));
            while (command.find()) {
                List<String> words = Arrays.asList(command.group(1).strip().split("\\s+"));
                boolean options = words.get(0).startsWith("-") || words.get(0).equals("COMMAND");
                CommandLine named = options ? bench : bench.getSubcommands().get(words.get(0));
                words.stream()
                        .filter(word -> named == null
                                || (word.startsWith("--")
                                        && word.length() > 2
                                        && named.getCommandSpec().findOption(word.replaceFirst("=.*", "")) == null))
                        .map(word -> ROOT.relativize(page) + ": " + words + ": " + word)
                        .forEach(unknown::add);
            }
        }
        assertThat(unknown).isEmpty();
    }

    /** Includes commands that no test runs as shown, because they need the reader's own database or host. */
    @Test
    void everyCommandInABlockIsParsed() throws IOException {
        CommandLine bench = Bench.commandLine(CommandContext.plain());
        List<String> refused = new ArrayList<>();
        int commands = 0;
        for (Path page : pages()) {
            String text = Files.readString(page);
            List<String> shown = new ArrayList<>();
            INDENTED_COMMAND.matcher(text).results().forEach(command -> shown.add(command.group(1)));
            BLOCK.matcher(text)
                    .results()
                    .flatMap(block -> SHOWN_COMMAND.matcher(block.group(1)).results())
                    .forEach(command -> shown.add(command.group(1)));
            for (String command : shown) {
                commands++;
                try {
                    bench.parseArgs(words(command));
                } catch (CommandLine.ParameterException e) {
                    refused.add(ROOT.relativize(page) + ": " + command + ": " + e.getMessage());
                }
            }
        }
        assertThat(refused).isEmpty();
        assertThat(commands).isGreaterThan(60);
    }

    /** As a shell splits them, without what follows the command. */
    private static String[] words(String command) {
        return WORD.matcher(command.replaceFirst(" (\\|\\| |[0-9]?>).*", ""))
                .results()
                .map(word -> word.group().replace("'", ""))
                .toArray(String[]::new);
    }

    /**
     * Commands within sentences and tables, as {@code `bench list runs`}. A command that is only mentioned may lack its
     * arguments.
     */
    @Test
    void everyCommandInASentenceIsParsed() throws IOException {
        CommandLine bench = Bench.commandLine(CommandContext.plain()).setCaseInsensitiveEnumValuesAllowed(true);
        List<String> refused = new ArrayList<>();
        int commands = 0;
        for (Path page : pages()) {
            for (String command : INLINE_COMMAND
                    .matcher(BLOCK.matcher(Files.readString(page)).replaceAll(""))
                    .results()
                    .map(found -> found.group(1).replace("\\|", "|").strip())
                    .toList()) {
                commands++;
                try {
                    bench.parseArgs(words(command));
                } catch (CommandLine.MissingParameterException e) {
                    // a sentence need not repeat every argument
                } catch (CommandLine.ParameterException e) {
                    refused.add(ROOT.relativize(page) + ": " + command + ": " + e.getMessage());
                }
            }
        }
        assertThat(refused).isEmpty();
        assertThat(commands).isGreaterThan(60);
    }

    /** Options that a page mentions without their command, as {@code `--force`}. */
    @Test
    void everyOptionInASentenceExists() throws IOException {
        CommandLine bench = Bench.commandLine(CommandContext.plain());
        Set<String> known = Stream.concat(Stream.of(bench), bench.getSubcommands().values().stream())
                .map(CommandLine::getCommandSpec)
                .flatMap(spec ->
                        Stream.concat(spec.optionsMap().keySet().stream(), spec.negatedOptionsMap().keySet().stream()))
                .collect(Collectors.toSet());
        List<String> unknown = new ArrayList<>();
        for (Path page : pages()) {
            INLINE_OPTION
                    .matcher(BLOCK.matcher(Files.readString(page)).replaceAll(""))
                    .results()
                    .map(found -> found.group(1))
                    .filter(option -> !known.contains(option) && !OTHER_PROGRAMS.contains(option))
                    .forEach(option -> unknown.add(ROOT.relativize(page) + ": " + option));
        }
        assertThat(unknown).isEmpty();
    }

    /** If a page differs, the expected text is written to {@code target/reference}, or to the page if that was requested. */
    @Test
    void referencePagesMatchTheCode() throws IOException {
        List<String> differing = new ArrayList<>();
        for (Map.Entry<String, String> page : ReferencePages.all().entrySet()) {
            Path file = ROOT.resolve("docs/reference").resolve(page.getKey());
            if (!Files.exists(file) || !Files.readString(file).equals(page.getValue())) {
                Files.createDirectories(WRITTEN);
                Files.writeString((WRITE ? file : WRITTEN.resolve(page.getKey())), page.getValue());
                differing.add(page.getKey());
            }
        }
        assertThat(differing).matches(pages -> WRITE || pages.isEmpty(), "none, without -Dbench.pages.write=true");
    }

    /**
     * The README's picture shows the output of the recorded run; if it differs, the expected picture is written to
     * {@code target}.
     */
    @Test
    void pictureShowsTheRecordedRun() throws IOException {
        String recorded = Files.readString(ROOT.resolve("docs/samples/run.txt"));
        String readme = Files.readString(ROOT.resolve("README.md"));
        assertThat(readme).contains("```\n" + recorded + "```");
        List<String> shown = new ArrayList<>(List.of(
                "$ ./bench run --topology local --scenario Select1Row,InsertBatch100 \\",
                "      --mode text,rewrite --driver mariadb,mysql",
                ""));
        recorded.lines().forEach(shown::add);
        String picture = Picture.of(shown);
        Path file = ROOT.resolve("docs/samples/run.svg");
        if (!Files.exists(file) || !Files.readString(file).equals(picture)) {
            Files.writeString(Path.of("target", "run.svg"), picture);
        }
        assertThat(file).hasContent(picture);
    }

    @Test
    void plantedHabitsAreFound() {
        assertThat(Prose.findingsInMarkdown("A row begins anew.\n\n- It is told so that `anew` is known.\n"))
                .hasSize(3);
        assertThat(Prose.findingsInMarkdown("word ".repeat(Prose.LONGEST_SENTENCE) + "word."))
                .hasSize(1);
        assertThat(Prose.findingsInMarkdown("```\nanew\n```\nGood. `so that` is code."))
                .isEmpty();
    }
}
