package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Lab;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.database.InstalledServer;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.host.LocalHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Whatever README and docs show is carried out, in a shorter profile. */
class ReadmeIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** A command in a code block: at the beginning of a line, without the comment behind it. */
    private static final Pattern COMMAND = Pattern.compile("(?m)^(?:\\$ )?\\./bench ([^#\\n]*)");

    /** A file that a page writes with cat. */
    private static final Pattern FILE = Pattern.compile("(?ms)^cat >(\\S+) <<'END'\n(.*?)^END$");

    @TempDir
    private Path directory = Path.of("");

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("lab/README.md")));
        try (var docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }

    private static List<List<String>> commands() throws IOException {
        List<List<String>> commands = new ArrayList<>();
        for (Path page : pages()) {
            COMMAND.matcher(Files.readString(page))
                    .results()
                    .map(match -> Arrays.asList(match.group(1).strip().split("\\s+")))
                    .filter(words -> !commands.contains(words))
                    .forEach(commands::add);
        }
        return commands;
    }

    /** The files that the pages tell their reader to write, as they are written there. */
    private void writeFiles() throws IOException {
        for (Path page : pages()) {
            Matcher file = FILE.matcher(Files.readString(page));
            while (file.find()) {
                Files.writeString(directory.resolve(file.group(1)), file.group(2));
            }
        }
    }

    private static boolean needsMysql(List<String> words) {
        int server = words.indexOf("--server");
        return server >= 0 && words.get(server + 1).contains("mysql");
    }

    private Ended carryOut(List<String> words, Path hosts) throws IOException {
        writeFiles();
        List<String> args = new ArrayList<>();
        for (String word : words) {
            Path written = directory.resolve(word);
            args.add(
                    word.endsWith("hosts.yaml")
                            ? hosts.toString()
                            : Files.isRegularFile(written) ? written.toString() : word);
        }
        // With one fork there is nothing to aim at.
        int target = args.indexOf("--target");
        if (target >= 0) {
            args.subList(target, target + 2).clear();
        }
        boolean real = !words.contains("--help") && !words.contains("--version");
        if (words.get(0).equals("run") && real) {
            args.addAll(
                    List.of("--profile", "smoke", "--scenario", "Select1Row", "--mode", "text", "--driver", "mariadb"));
            args.addAll(List.of("--forks", "1", "--iterations", "4", "--iteration-time", "100ms"));
        }
        if (real) {
            args.addAll(List.of("--results", directory.resolve("results").toString()));
        }
        return BenchTest.bench(withoutRepetition(args).toArray(String[]::new));
    }

    /** The last value of an option wins, as an author of the page would shorten the command by hand. */
    private static List<String> withoutRepetition(List<String> args) {
        List<String> kept = new ArrayList<>(args);
        for (String option : List.of(
                "--profile", "--scenario", "--mode", "--driver", "--forks", "--iterations", "--iteration-time")) {
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
        boolean mysql = InstalledServer.find(new LocalHost("localhost"), ServerKind.MYSQL)
                .isPresent();
        for (List<String> words : commands()) {
            if (needsMysql(words) && !mysql) {
                System.err.println("SKIPPED: no MySQL is installed on this machine for " + String.join(" ", words));
            } else if (!needsHosts(words)) {
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
