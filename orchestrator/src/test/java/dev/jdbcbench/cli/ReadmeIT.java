package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Lab;
import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Whatever README and docs show is carried out, in a shorter profile. */
class ReadmeIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** A command in a code block: at the beginning of a line, without the comment behind it. */
    private static final Pattern COMMAND = Pattern.compile("(?m)^(?:\\$ )?\\./bench ([^#\\n]*)");

    @TempDir
    private Path directory = Path.of("");

    private static List<List<String>> commands() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("lab/README.md")));
        try (var docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
        }
        List<List<String>> commands = new ArrayList<>();
        for (Path page : pages) {
            COMMAND.matcher(Files.readString(page))
                    .results()
                    .map(match -> Arrays.asList(match.group(1).strip().split("\\s+")))
                    .filter(words -> !commands.contains(words))
                    .forEach(commands::add);
        }
        return commands;
    }

    private Ended carryOut(List<String> words, Path hosts) {
        List<String> args = new ArrayList<>();
        for (String word : words) {
            args.add(word.endsWith("hosts.yaml") ? hosts.toString() : word);
        }
        boolean real = !words.contains("--help") && !words.contains("--version");
        if (words.get(0).equals("run") && real) {
            args.addAll(
                    List.of("--profile", "smoke", "--scenario", "Select1Row", "--mode", "text", "--driver", "mariadb"));
        }
        if (real) {
            args.addAll(List.of("--results", directory.resolve("results").toString()));
        }
        return BenchTest.bench(withoutRepetition(args).toArray(String[]::new));
    }

    /** The last value of an option wins, as an author of the page would shorten the command by hand. */
    private static List<String> withoutRepetition(List<String> args) {
        List<String> kept = new ArrayList<>(args);
        for (String option : List.of("--profile", "--scenario", "--mode", "--driver")) {
            while (kept.indexOf(option) != kept.lastIndexOf(option)) {
                int first = kept.indexOf(option);
                kept.remove(first + 1);
                kept.remove(first);
            }
        }
        return kept;
    }

    private static boolean needsHosts(List<String> words) {
        return words.contains("--hosts") || words.contains("--db-host");
    }

    @Test
    void theFirstCommandIsALocalRunWithoutAnyOption() throws IOException {
        assertThat(commands().get(0)).containsExactly("run", "--topology", "local");
    }

    @Test
    void everyCommandThatNeedsNoOtherHostWorks() throws IOException {
        for (List<String> words : commands()) {
            if (!needsHosts(words)) {
                Ended ended = carryOut(words, Path.of("hosts.yaml"));
                assertThat(ended.code()).as(words + "\n" + ended.err()).isZero();
                assertThat(ended.out()).as(words.toString()).isNotBlank();
            }
        }
    }

    @Test
    void everyCommandThatNeedsHostsWorksInTheLab() throws IOException {
        List<List<String>> commands =
                commands().stream().filter(ReadmeIT::needsHosts).toList();
        assertThat(commands).isNotEmpty();
        try (Lab lab = Lab.up("0.35ms")) {
            for (List<String> words : commands) {
                Ended ended = carryOut(words, lab.hosts());
                assertThat(ended.code()).as(words + "\n" + ended.err()).isZero();
            }
        }
    }

    @Test
    void everyOptionThatIsShownExists() throws IOException {
        CommandLine bench = new CommandLine(new Bench());
        for (List<String> words : commands()) {
            CommandLine command = bench.getSubcommands().getOrDefault(words.get(0), bench);
            for (String word : words) {
                if (word.startsWith("--")) {
                    assertThat(command.getCommandSpec().findOption(word))
                            .as(words + " " + word)
                            .isNotNull();
                }
            }
        }
    }
}
