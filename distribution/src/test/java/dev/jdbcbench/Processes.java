package dev.jdbcbench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lists this machine's processes, to find processes that were left behind or that expose a secret on their command
 * line.
 */
public final class Processes {
    private Processes() {}

    /** The command lines of all running processes. */
    public static List<String> commandLines() {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : processes
                    .filter(path -> path.getFileName().toString().matches("[0-9]+"))
                    .toList()) {
                try {
                    lines.add(new String(Files.readAllBytes(process.resolve("cmdline")), StandardCharsets.UTF_8)
                            .replace('\0', ' '));
                } catch (IOException e) {
                    lines.add(""); // the process ended after it was listed
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return lines;
    }

    /** The command lines that contain a text. */
    public static List<String> with(String text) {
        return commandLines().stream().filter(line -> line.contains(text)).toList();
    }
}
