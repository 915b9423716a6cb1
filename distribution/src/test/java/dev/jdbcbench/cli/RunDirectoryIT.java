package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the files of a real run, also with links in place of them. */
@OnThisMachine
class RunDirectoryIT {
    /** Opened and not replaced. */
    private static final Set<String> APPENDED = Set.of(".lock", "events.ndjson", "bench.log");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void filesArePrivateWhateverTheUmaskAndNotWrittenThroughLinks() throws Exception {
        Path run = measured();
        try (Stream<Path> files = Files.walk(run)) {
            assertThat(files)
                    .hasSizeGreaterThan(12)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .as(file.toString())
                            .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------"));
        }
        Map<Path, byte[]> targets = plantLinks(run);
        for (String[] args : List.<String[]>of(
                new String[] {"resume", run.toString(), "--groups", "3"},
                new String[] {"attach", run.toString()},
                new String[] {"stop", run.toString()},
                new String[] {"collect", run.toString()})) {
            Ended ended = BenchTest.bench(args);
            assertThat(ended.code()).as(ended.err()).isZero();
            targets.forEach((target, kept) ->
                    assertThat(target).as(target + " after " + args[0]).hasBinaryContent(kept));
        }
        assertThat(Files.readAllLines(run.resolve("events.ndjson")))
                .as("the resumed run has measured")
                .filteredOn(line -> line.contains("\"type\":\"GroupFinished\""))
                .hasSize(3);
    }

    private Path measured() throws IOException, InterruptedException {
        try (LocalBench bench = LocalBench.start(
                directory,
                directory.resolve("results"),
                List.of("sh", "-c", "umask 000; exec \"$@\"", "sh"),
                Words.of("--scenario Do1 --mode text --driver mariadb --iterations 4 --iteration-time 100ms"))) {
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            return bench.run();
        }
    }

    /** Gives each file a second name elsewhere, and returns these names with what is there. */
    private Map<Path, byte[]> plantLinks(Path run) throws IOException {
        Map<Path, byte[]> targets = new LinkedHashMap<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(run)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !APPENDED.contains(String.valueOf(file.getFileName())))
                    .toList();
        }
        for (Path file : files) {
            Path target = Files.createLink(directory.resolve("kept-" + file.getFileName()), file);
            targets.put(target, Files.readAllBytes(target));
        }
        return targets;
    }
}
