package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.flame.Stacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@OnThisMachine
@Full
class ProfileIT {
    @TempDir
    private Path directory = Path.of("unused");

    @Test
    void profileShowsMethodsOfTheDriver() throws IOException {
        Ended ended = BenchTest.bench(
                Words.of("profile Select1Row:text --jfr --driver mariadb --time 2s --results {}", directory));
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out())
                .startsWith("local mariadb Select1Row text\n")
                .containsPattern("mariadb 4\\S+: hottest frames of [0-9]+ samples by JFR");
        Path run;
        try (var runs = Files.list(directory)) {
            run = runs.findFirst().orElseThrow();
        }
        assertThat(run.getFileName().toString()).contains("-profile-local-");
        assertThat(run.resolve("report.html")).exists();
        assertThat(run.resolve("results.json")).content().contains("\"complete\" : true");
        try (var files = Files.list(run)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName()))
                            .filter(name -> name.startsWith("profile-")))
                    .extracting(name -> name.replaceFirst("mariadb_[0-9.]+\\.", "mariadb."))
                    .containsExactlyInAnyOrder(
                            "profile-mariadb.jfr", "profile-mariadb.collapsed", "profile-mariadb.html");
        }
        Path collapsed;
        try (var files = Files.list(run)) {
            collapsed = files.filter(file -> file.toString().endsWith(".collapsed"))
                    .findFirst()
                    .orElseThrow();
        }
        Stacks stacks = Stacks.parse(Files.readString(collapsed));
        assertThat(stacks.text()).contains("org.mariadb.jdbc.").doesNotContain("_jmhStub");
    }
}
