package dev.jdbcbench.desk;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.host.Owner;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what {@code host.sh} does on Linux, as far as counting needs it: the same verbs with the same answers. */
final class DeskProgram {
    private static final Logger LOG = LoggerFactory.getLogger(DeskProgram.class);

    /** What driver code may see of the environment. Without the last four, Windows starts no JVM or gives it no place for files. */
    private static final List<String> VARIABLES =
            List.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "SystemRoot", "TEMP", "TMP", "USERPROFILE");

    /** A property with the names of further variables, for tests that emulate another system. */
    private static final String MORE_VARIABLES = "bench.desk.variables";

    private static final int LAST_LINES = 12;
    private static final int LAST_BYTES = 1 << 14;

    private final Path cache;
    private final DeskRuns runs;

    /** @param cache the directory that bench keeps between runs; nothing else is in it */
    DeskProgram(Path cache) {
        this.cache = cache;
        this.runs = new DeskRuns(cache);
    }

    /** The directory that bench keeps between runs. Home directories may be shared by machines, but processes are not. */
    static Path cache() {
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path shared = xdg == null || xdg.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache", "bench")
                : Path.of(xdg, "bench");
        return shared.resolve("desk-" + machine().replaceAll("[^A-Za-z0-9.-]", "_"));
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            LOG.debug("this machine does not know its name: {}", e.toString());
            return "here";
        }
    }

    /** This environment without secrets. */
    static Map<String, String> environment() {
        List<String> names = Stream.concat(VARIABLES.stream(), Stream.of(System.getProperty(MORE_VARIABLES, "")))
                .toList();
        Map<String, String> kept = new TreeMap<>(System.getenv());
        kept.keySet().removeIf(name -> names.stream().noneMatch(name::equalsIgnoreCase));
        return kept;
    }

    /** Carries out a verb. */
    Outcome run(String verb, List<String> words) {
        try {
            String said = carryOut(verb, words);
            LOG.debug("{} {} → {}", verb, words, said);
            return new Outcome(0, said, "");
        } catch (RefusedException e) {
            return refused(verb, words, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return refused(verb, words, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        }
    }

    private static Outcome refused(String verb, List<String> words, String why) {
        LOG.debug("{} {}: {}", verb, words, why);
        return new Outcome(1, "", why + "\n");
    }

    /** The answer is no, or this cannot be done here. */
    private static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        private RefusedException(String why) {
            super(why);
        }
    }

    private String carryOut(String verb, List<String> words)
            throws IOException, InterruptedException, RefusedException {
        switch (verb) {
            case "begin" ->
                runs.locked(() -> {
                    runs.begin(words.get(0), words.get(2));
                    return "";
                });
            case "launch" -> launch(words);
            case "stop" -> DeskProcess.stop(words.get(0));
            case "discard" -> runs.discard(Path.of(words.get(0)));
            case "sweep" -> sweep(Path.of(words.get(0)), Long.parseLong(words.get(1)));
            case "remove" -> remove();
            case "renew", "revive" -> {} // a directory is in use while its bench is alive
            case "leave" ->
                throw new RefusedException("on " + System.getProperty("os.name")
                        + ", a run cannot be detached: its drivers are counted by a child process of bench");
            case "directories" -> directories(words);
            case "exists" -> require(Files.exists(Path.of(words.get(0))), words.get(0) + " is not there");
            case "incomplete" -> require(incomplete(Path.of(words.get(0), "events.ndjson")), "it ends in a line feed");
            default -> {
                return answer(verb, words);
            }
        }
        return "";
    }

    private String answer(String verb, List<String> words) throws IOException, InterruptedException, RefusedException {
        return switch (verb) {
            case "guard" -> {
                require(
                        Files.isDirectory(Path.of(words.get(0))),
                        "the claim " + words.get(0) + " was removed by another bench: start the run again");
                yield carryOut(words.get(1), words.subList(2, words.size()));
            }
            case "paths" -> text(cache) + "\n" + text(runs.directory()) + "\n";
            case "entries" -> Files.isDirectory(cache) ? runs.locked(this::entries) : "";
            case "leftovers" -> Files.exists(cache) ? "file " + text(cache) + "\n" : "";
            case "user", "limits", "system" -> "";
            case "free" -> free(Path.of(words.get(0)));
            case "print" -> new String(Files.readAllBytes(Path.of(words.get(0))), StandardCharsets.UTF_8);
            case "end" -> end(Path.of(words.get(0)));
            case "list" -> list(Path.of(words.get(0)));
            case "facts" -> facts();
            default ->
                throw new RefusedException("bench cannot do this on " + System.getProperty("os.name") + ": " + verb);
        };
    }

    private static void require(boolean condition, String otherwise) throws RefusedException {
        if (!condition) {
            throw new RefusedException(otherwise);
        }
    }

    /** A path as bench writes it in messages and commands: Windows reads slashes, too. */
    private static String text(Path path) {
        return path.toAbsolutePath().toString().replace('\\', '/');
    }

    private void launch(List<String> words) throws IOException {
        List<String> program = words.subList(4, words.size());
        if (!program.get(0).equals("sleep")) { // a claim: the process of bench itself stands for it
            DeskProcess.start(Path.of(words.get(0)), program, environment());
        }
    }

    private void sweep(Path directory, long seen) throws IOException, InterruptedException, RefusedException {
        String run = String.valueOf(DeskRuns.parent(directory).getFileName());
        boolean swept = runs.locked(() -> {
            if (runs.entries().stream().anyMatch(entry -> entry.run().equals(run) && entry.ticket() > seen)) {
                return false;
            }
            runs.discard(directory);
            return true;
        });
        require(swept, "another bench has taken over the run of " + directory);
    }

    private void remove() throws IOException, InterruptedException, RefusedException {
        if (!Files.isDirectory(cache)) {
            return;
        }
        List<DeskRuns.Entry> entries = runs.locked(runs::entries);
        require(entries.isEmpty(), "another run has started here: " + entries);
        Trees.remove(cache);
    }

    private static void directories(List<String> words) throws IOException {
        for (String name : words.subList(1, words.size())) {
            SafeFile.makeDirectory(Path.of(words.get(0), name));
        }
    }

    private static boolean incomplete(Path file) throws IOException {
        byte[] last = Files.exists(file) ? SafeFile.readEnd(file, 1) : new byte[0];
        return last.length > 0 && last[0] != '\n';
    }

    /** Lines as {@code host.sh} prints them. */
    private String entries() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (DeskRuns.Entry entry : runs.entries()) {
            String directory = text(entry.directory());
            lines.append(String.join(
                            "\t",
                            entry.run() + "/" + entry.directory().getFileName(),
                            directory,
                            entry.owner().map(Owner::text).orElse("-"),
                            DeskProcess.in(directory)
                                    .map(process -> String.valueOf(process.pid()))
                                    .orElse("-"),
                            entry.inUse() ? "0" : "1",
                            entry.inUse() ? "1" : "0",
                            String.valueOf(entry.ticket())))
                    .append('\n');
        }
        return lines.toString();
    }

    private static String free(Path directory) {
        Path parent = directory.toAbsolutePath();
        while (!Files.exists(parent) && parent.getParent() != null) {
            parent = parent.getParent();
        }
        return parent.toFile().getUsableSpace() / 1024 + " " + text(parent) + "\n";
    }

    private static String end(Path file) throws IOException {
        // A JVM prints in the character set of its system, so this need not be UTF-8.
        List<String> lines = new String(SafeFile.readEnd(file, LAST_BYTES), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())) + "\n";
    }

    private static String list(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(directory, file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))) {
            files.forEach(file -> names.add(String.valueOf(file.getFileName())));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names.stream().map(name -> name + "\n").collect(Collectors.joining());
    }

    private static String facts() {
        return String.join(
                "\n",
                "distribution=" + System.getProperty("os.name") + " " + System.getProperty("os.version"),
                "architecture=" + System.getProperty("os.arch"),
                "cpus=" + Runtime.getRuntime().availableProcessors(),
                "");
    }
}
