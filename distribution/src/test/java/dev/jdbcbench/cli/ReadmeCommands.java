package dev.jdbcbench.cli;

import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands in README and docs, shortened for tests; several may then be identical. Those of docs that start a
 * database or need another host are only carried out with {@code -Pfull}; {@link PagesTest} parses all.
 */
final class ReadmeCommands {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** A command in a code block: at the beginning of a line, without the comment after it. */
    private static final Pattern COMMAND = Pattern.compile("(?m)^(?:\\$ )?\\./bench ([^#\\n]*)");

    /** A run in an indented block: too long for a test. */
    private static final Pattern LONG_RUN = Pattern.compile("(?m)^    \\./bench (run [^#\\n]*)");

    /** A file that a page writes with cat. */
    private static final Pattern FILE = Pattern.compile("(?ms)^cat >(\\S+) <<'END'\n(.*?)^END$");

    private static final Path SAMPLE = ROOT.resolve("docs/samples/runs/20261125-042826-local-5530");

    /** Placeholder for the ID of the run that was detached before. */
    private static final String RUN = "RUN";

    /** Options that only change what a run shows. */
    private static final Set<String> SHOWN = Set.of("--percentiles", "--counters");

    /**
     * Options with a value that only change what a run shows, including the budget, because no shortened run exceeds
     * it.
     */
    private static final Set<String> SHOWN_WITH_VALUE =
            Set.of("--contrast", "--base", "--budget", "--format", "--name", "--tag");

    /** Files that only a reader has: a description of a database, or own jars. Their commands are only parsed. */
    private static final Pattern OF_THE_READER = Pattern.compile("(?:cloud|near)\\.yaml|mariadb@(?:good|new)\\.jar");

    private static final String OR = "||";

    /** Commands that need neither a database nor another host, unless they ask for a tag, which a run of the docs must have. */
    private static final Set<String> QUICK = Set.of("collect", "report", "history", "list", "import");

    private final Path directory;
    private String leftAlone = "";

    /**
     * Runs commands in a directory.
     *
     * @param directory directory for files and results
     */
    ReadmeCommands(Path directory) {
        this.directory = directory;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("lab/README.md")));
        try (var docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }

    /** The commands as shown, each once, without the program's name. */
    static List<List<String>> commands() throws IOException {
        List<List<String>> commands = new ArrayList<>();
        for (Path page : pages()) {
            boolean all = page.endsWith("README.md") || Boolean.getBoolean("bench.full");
            COMMAND.matcher(Files.readString(page))
                    .results()
                    .map(match -> Arrays.asList(match.group(1).strip().split("\\s+")))
                    .filter(words -> all || (QUICK.contains(words.get(0)) && !words.contains("--tag")))
                    .filter(words -> !isOfTheReader(words))
                    .filter(words -> !commands.contains(words))
                    .forEach(commands::add);
        }
        return commands;
    }

    /** Runs shown on the pages that are too long for a test, without the program's name. */
    static List<List<String>> longRuns() throws IOException {
        List<List<String>> runs = new ArrayList<>();
        for (Path page : pages()) {
            LONG_RUN.matcher(Files.readString(page))
                    .results()
                    .map(match -> Arrays.asList(match.group(1).strip().split("\\s+")))
                    .forEach(runs::add);
        }
        return runs;
    }

    /** Writes the files that the pages tell their readers to write. */
    private void writeFiles() throws IOException {
        for (Path page : pages()) {
            Matcher file = FILE.matcher(Files.readString(page));
            while (file.find()) {
                Files.writeString(directory.resolve(file.group(1)), file.group(2));
            }
        }
    }

    /**
     * Runs the chosen commands, shortened; identical commands run once.
     *
     * @param hosts the hosts file for commands that need one
     * @return the outcome of each command
     */
    Map<List<String>, Ended> carryOut(Predicate<List<String>> which, Path hosts) throws IOException {
        writeFiles();
        Map<List<String>, List<String>> shorter = new LinkedHashMap<>();
        for (List<String> words : commands()) {
            if (which.test(words)) {
                join(shortened(words, hosts), words, shorter);
            }
        }
        Map<List<String>, Ended> ended = new LinkedHashMap<>();
        for (Map.Entry<List<String>, List<String>> command : shorter.entrySet()) {
            List<String> words = new ArrayList<>(command.getKey());
            words.replaceAll(word -> word.equals(RUN) ? leftAlone : word);
            long begin = System.nanoTime();
            Ended end = BenchTest.bench(words.toArray(String[]::new));
            System.err.printf("%4d s: %s%n", (System.nanoTime() - begin) / 1_000_000_000, String.join(" ", words));
            if (words.contains("--detach")) {
                leftAlone = end.out().strip();
            }
            ended.put(command.getValue(), end);
        }
        return ended;
    }

    /** Merges a run into an earlier run and adds its options, if the two differ only in what they show. */
    private static void join(List<String> args, List<String> words, Map<List<String>, List<String>> all) {
        Map<String, String> more = shown(args);
        List<String> core = withoutShown(args);
        for (Map.Entry<List<String>, List<String>> earlier : List.copyOf(all.entrySet())) {
            Map<String, String> its = shown(earlier.getKey());
            boolean agrees = its.entrySet().stream()
                    .allMatch(option -> more.getOrDefault(option.getKey(), option.getValue())
                            .equals(option.getValue()));
            if (!more.isEmpty()
                    && !its.isEmpty()
                    && agrees
                    && withoutShown(earlier.getKey()).equals(core)) {
                List<String> joined = new ArrayList<>(earlier.getKey());
                more.forEach((option, value) -> {
                    if (!its.containsKey(option)) {
                        joined.add(option);
                        if (!value.isEmpty()) {
                            joined.add(value);
                        }
                    }
                });
                all.remove(earlier.getKey());
                all.put(joined, earlier.getValue());
                return;
            }
        }
        all.putIfAbsent(args, words);
    }

    /** The options that only change what a run shows, with their values. */
    private static Map<String, String> shown(List<String> args) {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = 0; i < args.size() && args.get(0).equals("run"); i++) {
            if (SHOWN.contains(args.get(i))) {
                options.put(args.get(i), "");
            } else if (SHOWN_WITH_VALUE.contains(args.get(i))) {
                options.put(args.get(i), args.get(i + 1));
            }
        }
        return options;
    }

    private static List<String> withoutShown(List<String> args) {
        List<String> kept = new ArrayList<>(args);
        shown(args).forEach((option, value) -> {
            int at = kept.indexOf(option);
            kept.subList(at, at + (value.isEmpty() ? 1 : 2)).clear();
        });
        return kept;
    }

    /** The required exit code of a command: 0, or the code that the page tests, as in {@code || test $? = 7}. */
    static int exitCode(List<String> words) {
        return words.contains(OR) ? Integer.parseInt(words.get(words.size() - 1)) : 0;
    }

    private List<String> shortened(List<String> shown, Path hosts) {
        List<String> words = shown.contains(OR) ? shown.subList(0, shown.indexOf(OR)) : shown;
        List<String> args = new ArrayList<>();
        for (String word : words) {
            Path written = directory.resolve(word);
            if (word.endsWith("hosts.yaml")) {
                args.add(hosts.toString());
            } else if (word.startsWith("docs/")) {
                args.add(ROOT.resolve(word).toString());
            } else {
                boolean out = !args.isEmpty() && args.get(args.size() - 1).equals("--out");
                args.add(out || Files.isRegularFile(written) ? written.toString() : word);
            }
        }
        // One fork cannot reach a target.
        int target = args.indexOf("--target");
        if (target >= 0) {
            args.subList(target, target + 2).clear();
        }
        // Local is the default, and more thread counts would test nothing new.
        if (!words.contains("--db-host") && !needsHosts(words)) {
            without(args, "--topology", "local");
        }
        args.replaceAll(word -> word.equals("1,4,16") ? "1,4" : word);
        args.replaceAll(word -> word.equals("mariadb@3.5.7..3.5.11") ? "mariadb@3.5.9..3.5.10" : word);
        boolean real = !words.contains("--help") && !words.contains("--version");
        if (words.get(0).equals("run") && real) {
            args.addAll(List.of("--profile", "smoke", "--scenario", "Select1Row", "--mode", "text"));
            if (needsHosts(words) || !words.contains("--hosts")) { // else the page's hosts file names the drivers
                args.addAll(List.of("--driver", "mariadb"));
            }
            args.addAll(List.of("--forks", "1", "--iterations", "4", "--iteration-time", "100ms"));
        }
        if (words.get(0).equals("explain") && real && !words.contains("--scenario")) {
            args.addAll(List.of("--scenario", "Select1Row"));
        }
        if (words.get(0).equals("compare") && real) {
            args.addAll(List.of("--profile", "quick", "--groups", "1", "--iterations", "4"));
        }
        // The shortened runs have no times, so nothing to draw.
        if (words.contains("--figure")) {
            args.replaceAll(word -> word.equals("latest") ? SAMPLE.toString() : word);
        }
        if (words.get(0).equals("ping") && real) {
            args.addAll(List.of("--rounds", "1"));
        }
        if (real) {
            args.addAll(List.of("--results", directory.resolve("results").toString()));
        }
        return withoutRepetition(args);
    }

    private static void without(List<String> args, String option, String value) {
        int at = args.indexOf(option);
        if (args.get(0).equals("run") && at >= 0 && args.get(at + 1).equals(value)) {
            args.subList(at, at + 2).clear();
        }
    }

    /** Keeps only the last value of each repeated option. */
    private static List<String> withoutRepetition(List<String> args) {
        List<String> kept = new ArrayList<>(args);
        for (String option : List.of(
                "--profile",
                "--scenario",
                "--mode",
                "--driver",
                "--forks",
                "--groups",
                "--iterations",
                "--iteration-time",
                "--results")) {
            while (kept.indexOf(option) != kept.lastIndexOf(option)) {
                int first = kept.indexOf(option);
                kept.remove(first + 1);
                kept.remove(first);
            }
        }
        return kept;
    }

    private static boolean isOfTheReader(List<String> words) {
        return words.stream().anyMatch(word -> OF_THE_READER.matcher(word).matches());
    }

    /** Whether a command needs another host than this machine. */
    static boolean needsHosts(List<String> words) {
        return words.stream().anyMatch(word -> word.endsWith("hosts.yaml"))
                || words.contains("--db-host")
                || words.contains(RUN);
    }
}
