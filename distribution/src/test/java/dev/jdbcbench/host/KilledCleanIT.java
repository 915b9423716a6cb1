package dev.jdbcbench.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A clean that is killed at any step: the next one finds and removes the rest. */
@OnThisMachine
class KilledCleanIT {
    /** Stands in for rm and rmdir: at its n-th call it kills the script, after it removed what it could from inside. */
    private static final String KILLER = """
            #!/bin/sh
            read -r left <"$COUNT" && echo $((left - 1)) >"$COUNT"
            if [ "$left" = 1 ]; then
                for path in "$@"; do
                    case $path in /*) /bin/rm -rf "$path/made" "$path/journal" ;; esac
                done
                kill -KILL $PPID
                exit 1
            fi
            exec /bin/${0##*/} "$@"
            """;

    private final Path base =
            Path.of("/tmp/bench-killed" + ProcessHandle.current().pid());

    private final Path cache = base.resolve("bench");
    private final Path runs = base.resolve("runs");

    @TempDir
    private Path directory = Path.of("");

    @AfterEach
    void nothingIsLeft() throws Exception {
        assertThat(new ProcessBuilder("rm", "-rf", base.toString()).start().waitFor())
                .isZero();
    }

    private Path killer() throws IOException {
        Path programs = Files.createDirectories(directory.resolve("programs"));
        for (String name : List.of("rm", "rmdir")) {
            Path program = Files.writeString(programs.resolve(name), KILLER);
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return programs;
    }

    private record Ended(int code, List<String> lines) {}

    private Ended script(String path, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("sh", "-s"));
        all.addAll(List.of(words));
        Path text = Files.writeString(directory.resolve("host.sh"), HostScript.text());
        Path out = directory.resolve("out");
        ProcessBuilder process = new ProcessBuilder(all)
                .redirectInput(text.toFile())
                .redirectOutput(out.toFile())
                .redirectError(directory.resolve("err").toFile());
        process.environment().put("PATH", path);
        process.environment().put("COUNT", directory.resolve("count").toString());
        process.environment().put("BENCH_PLACE", base.toString());
        Process started = process.start();
        assertThat(started.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Ended(started.exitValue(), Files.readAllLines(out));
    }

    private Ended script(List<String> words) throws Exception {
        return script(System.getenv("PATH"), words.toArray(String[]::new));
    }

    private void used() throws Exception {
        Files.createDirectories(cache);
        Files.writeString(cache.resolve("made"), "");
        Files.createDirectories(cache.resolve("agent-1/lib"));
        Files.writeString(cache.resolve("agent-1/lib/driver.jar"), "a jar");
        Files.writeString(cache.resolve("tickets.new"), "");
        assertThat(script(List.of("begin", "20261121-091500-local-7f3a/agent", "600", "me"))
                        .code())
                .isZero();
    }

    /** Like bench clean. */
    private void clean(String path) throws Exception {
        for (String line : script(List.of("entries")).lines()) {
            script(path, "sweep", line.split("\t", -1)[1], "99");
        }
        if (!script(List.of("leftovers")).lines().isEmpty()) {
            script(path, "remove");
        }
    }

    @Test
    void nextCleanRemovesTheRest() throws Exception {
        String killing = killer() + ":" + System.getenv("PATH");
        Path count = directory.resolve("count");
        int calls = 0;
        do {
            used();
            calls++;
            Files.writeString(count, calls + "\n");
            clean(killing);
            clean(System.getenv("PATH"));
            assertThat(cache).as("cache after a kill at call %s", calls).doesNotExist();
            assertThat(runs).as("runs after a kill at call %s", calls).doesNotExist();
        } while (Integer.parseInt(Files.readString(count).strip()) <= 0);
        assertThat(calls).isGreaterThan(8);
    }

    @Test
    void directoryOfAKilledInstallationIsFound() throws Exception {
        Files.createDirectories(cache);
        clean(System.getenv("PATH"));
        assertThat(cache).doesNotExist();
    }

    @Test
    void filesOfOthersStay() throws Exception {
        used();
        Path other = Files.writeString(base.resolve(".bench-check-mine"), "mine");
        clean(System.getenv("PATH"));
        assertThat(other).hasContent("mine");
        Files.createDirectories(cache);
        Files.writeString(cache.resolve("mine"), "mine");
        clean(System.getenv("PATH"));
        try (Stream<Path> rest = Files.list(cache)) {
            assertThat(rest).hasSize(1);
        }
    }
}
