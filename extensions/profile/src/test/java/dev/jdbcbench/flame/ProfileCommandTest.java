package dev.jdbcbench.flame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.store.SavedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileCommandTest {
    @TempDir
    private Path results = Path.of("");

    @BeforeEach
    void saved() throws IOException {
        RunExample example = RunExample.local();
        SavedRun.in(results, example);
    }

    private Ended profile(String line) {
        List<String> words = new ArrayList<>(List.of("profile", "--results", results.toString()));
        words.addAll(Arrays.asList(line.split(" ", -1)));
        return BenchTest.bench(words.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "local/client/client/mariadb/Nothing/text/mysql@9.7.0/tcp/1 | no cell is called local/",
                "Select1Row | Select1Row is neither the key of a cell nor SCENARIO:MODE",
                "local/* | operations of run",
                "Selec1Row:text | did you mean Select1Row?",
                "Select1Row:texd | has no mode texd",
                "Select1Row:t* --driver mysqll | did you mean mysql?",
                "Select1Row:* | name one scenario in one mode",
                "*:text | name one scenario in one mode",
                "Select1Row:text --run 7f3a | --run says where a cell is",
                "local/* --run nosuch | nosuch",
                "Select1Row:text --jfr --async | --jfr and --async exclude each other",
                "Select1Row:text --time 10 | --time needs",
                "Select1Row:text --time 2m | --time needs 1s to 1m, not 2m",
                "Select1Row:text --time 500ms | --time needs 1s to 1m, not 500ms",
            })
    void badInputExitsWith2AndStartsNothing(String line, String message) throws IOException {
        Ended ended = profile(line);
        assertThat(ended.err()).contains(message).startsWith("bench: ");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        try (var runs = Files.list(results)) {
            assertThat(runs).hasSize(1);
        }
    }

    @Test
    void cellKeyNeedsARun() {
        results = results.resolve("none");
        Ended ended = profile("local/client/client/mariadb/Do1/text/mysql@9.7.0/tcp/1");
        assertThat(ended.err()).contains("there is no run yet; name SCENARIO:MODE");
        assertThat(ended.code()).isEqualTo(2);
    }
}
