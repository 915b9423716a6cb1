package dev.jdbcbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.event.Fact;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reads runs of all versions, stored as these versions wrote them: {@code kept/VERSION/RUN}. Every later version must
 * read them.
 */
class KeptVersionsTest {
    private static final Path KEPT = Path.of("src/test/resources/dev/jdbcbench/store/kept");
    private static final int COLUMNS = 80;

    private static List<Path> runs() throws IOException {
        List<Path> runs = new ArrayList<>();
        try (Stream<Path> files = Files.walk(KEPT)) {
            for (Path plan : files.filter(file -> file.endsWith("plan.json")).toList()) {
                runs.add(plan.resolve("..").normalize());
            }
        }
        return runs;
    }

    /** A copy, because reading would write files next to the run. */
    private static void copy(Path run, Path results) throws IOException {
        Path copy = Files.createDirectories(results.resolve(run.getFileName()));
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("runs")
    void runsOfEveryReleasedVersionAreRead(Path run, @TempDir Path results) throws IOException {
        String version = String.valueOf(KEPT.relativize(run).getName(0));
        copy(run, results);
        Fold fold =
                new RunStore(results).named(String.valueOf(run.getFileName())).read();
        assertThat(fold.events())
                .filteredOn(event -> event.fact() instanceof Fact.RunStarted)
                .allSatisfy(event -> assertThat(((Fact.RunStarted) event.fact()).benchVersion())
                        .startsWith(version))
                .isNotEmpty();
        Results found = fold.results();
        assertThat(found.complete()).isTrue();
        assertThat(found.cells())
                .isNotEmpty()
                .allSatisfy(cell -> assertThat(cell.key()).isNotBlank());
        assertThat(Rendered.run(found, COLUMNS)).contains("mariadb", "mysql");
    }

    @Test
    void runOfThisVersionIsKept() throws IOException {
        String pom = Files.readString(Path.of("..", "pom.xml"));
        String version = pom.replaceFirst("(?s).*?<artifactId>bench</artifactId>\\s*<version>([0-9.]*).*", "$1");
        assertThat(KEPT.resolve(version))
                .as("add a run of this version before its release")
                .isDirectory();
    }
}
