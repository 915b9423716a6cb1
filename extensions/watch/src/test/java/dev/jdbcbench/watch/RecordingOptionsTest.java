package dev.jdbcbench.watch;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.run.Json;
import dev.jdbcbench.watch.Recording.End;
import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingOptionsTest {
    @TempDir
    private Path directory = Path.of("");

    private String recording(String statement) throws IOException {
        Step step = new Step(0, 0, 1, 10, 20, 30, 20, 5, 1, false, null, null);
        Recording recording = new Recording(
                "recording/1",
                Instant.parse("2026-11-25T10:00:00Z"),
                false,
                0,
                List.of(new Transaction(0, End.AUTOCOMMIT, List.of(step))),
                List.of(new Statement(statement, CommandPurpose.READ)),
                10,
                100,
                1,
                0,
                false,
                null);
        return Files.writeString(directory.resolve("shop.json"), Json.pretty(recording))
                .toString();
    }

    @Test
    void recordingWithoutValuesIsRefusedWithAReason() throws IOException {
        bench("run", "--recording", recording("select a from t where b = ?"))
                .assertEnds(2)
                .contains(
                        "no transaction of the recording",
                        "1 of 1 transaction: select a from t where b = ?: the recording has no values",
                        "--with-values");
    }

    @Test
    void missingSetupIsAnnounced() throws IOException {
        assertThat(bench("run", "--recording", recording("select a from t"), "--dry-run")
                        .err())
                .contains("there is no --setup, so the recorded statements run in an empty schema");
    }

    @Test
    void recordingOptionsNeedARecording() throws IOException {
        String recording = recording("select a from t");
        assertThat(bench("run", "--recording-top", "3").err()).contains("--recording-top needs --recording");
        assertThat(bench("run", "--recording", recording, "--recording-top", "0")
                        .err())
                .contains("--recording-top needs a number from 1 to 100, not 0");
        Path setup = Files.writeString(directory.resolve("setup.sql"), "create table t (a int);");
        bench("run", "--setup", setup.toString())
                .assertEnds(2)
                .contains("--setup creates data for --recording and --sql, and there is neither");
        assertThat(bench("explain", recording, "--recording", recording).err())
                .contains("--recording does not fit a recording, which is only read");
    }

    @Test
    void modeThatARecordingCannotHaveIsRefusedWithItsModes() throws IOException {
        String recording = recording("select a from t");
        Path setup = Files.writeString(directory.resolve("setup.sql"), "create table t (a int);");
        bench("run", "--recording", recording, "--setup", setup.toString(), "--topology", "local", "--mode", "hit")
                .assertEnds(2)
                .contains("--mode hit: recorded-1 of shop.json can only be measured in text, ha, default, tuned,"
                        + " because the application prepared none of its statements")
                .doesNotContain("neither");
        Path sql = Files.writeString(directory.resolve("one.sql"), "select 1;");
        assertThat(bench("run", "--sql", sql.toString(), "--topology", "local", "--mode", "stream")
                        .err())
                .contains("--mode stream: one of one.sql can only be measured in text, ha, hit, miss, default, tuned");
        bench(
                        "run",
                        "--recording",
                        recording,
                        "--sql",
                        sql.toString(),
                        "--topology",
                        "local",
                        "--mode",
                        "hit",
                        "--dry-run")
                .assertEnds(0)
                .contains("warning: left out: recorded-1 of shop.json can only be measured in text");
    }

    @Test
    void pageNeedsARecording() throws IOException {
        bench("explain", "--format", "html")
                .assertEnds(2)
                .contains("--format html is a page of a recording, and none is named");
        String page = bench("explain", recording("select a from t"), "--format", "html")
                .out();
        assertThat(page).startsWith("<!DOCTYPE html>").contains("select a from t");
    }

    @Test
    void otherFilesAreRefusedAsRecordings() throws IOException {
        Path file = Files.writeString(directory.resolve("other.json"), "{}");
        assertThat(bench("run", "--recording", file.toString()).code()).isEqualTo(2);
        assertThat(bench("run", "--recording", directory.resolve("nosuch.json").toString())
                        .err())
                .contains("cannot read the recording")
                .contains("no such file");
    }
}
