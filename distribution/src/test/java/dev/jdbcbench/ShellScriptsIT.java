package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs ShellCheck on every shell script of the checkout. */
class ShellScriptsIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    /** Directories with build output, results or mounts instead of our scripts. */
    private static final Set<Path> NOT_OURS = Set.of(Path.of(".git"), Path.of("results"), Path.of("lab", "run"));

    @TempDir
    private Path directory = Path.of("");

    @BeforeAll
    static void needsShellCheck() {
        boolean installed = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, "shellcheck")));
        if (!installed) {
            System.err.println(
                    "SKIPPED: shellcheck is not on the PATH, so no shell script is checked (apt install shellcheck)");
        }
        assumeTrue(installed, "shellcheck is not on the PATH");
    }

    @Test
    void shellCheckFindsNothing() throws Exception {
        List<Path> scripts = scripts();
        assertThat(scripts)
                .contains(
                        CHECKOUT.resolve("bench"),
                        CHECKOUT.resolve("distribution/src/archive/bench"),
                        CHECKOUT.resolve(".ci/run"),
                        CHECKOUT.resolve("orchestrator/src/main/resources/dev/jdbcbench/host/host.sh"));
        assertThat(check(scripts)).isEmpty();
    }

    @Test
    void shellCheckFindsAPlantedMistake() throws Exception {
        Path script = Files.writeString(directory.resolve("careless"), "#!/bin/sh\nrm -r $1/*\n");
        assertThat(check(List.of(script))).contains("SC2086");
    }

    private static List<Path> scripts() throws IOException {
        List<Path> scripts = new ArrayList<>();
        Files.walkFileTree(CHECKOUT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path found, BasicFileAttributes attributes) {
                return NOT_OURS.contains(CHECKOUT.relativize(found)) || found.endsWith("target")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path found, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile() && isShellScript(found)) {
                    scripts.add(found);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return scripts;
    }

    private static boolean isShellScript(Path file) throws IOException {
        // Every byte is a valid ISO 8859-1 character, so any file can be read.
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            String first = reader.readLine();
            return first != null && first.matches("#!\\s*/\\S*\\b(env +)?(sh|bash|dash)\\b.*");
        }
    }

    private static String check(List<Path> scripts) throws Exception {
        List<String> words = new ArrayList<>(List.of("shellcheck", "--color=never"));
        scripts.forEach(script -> words.add(script.toString()));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        assertThat(code == 0).as(said).isEqualTo(said.isEmpty());
        return said;
    }
}
