package dev.jdbcbench.watch;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.watch.Recording.End;
import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Tests recordings whose numbers are as large as their format allows. */
class HostileRecordingTest {
    private static final int TRANSACTIONS = 4000;
    private static final int STEPS = 2;

    @TempDir
    private Path directory = Path.of("");

    private String recording(String field, long value) throws IOException {
        Step step = new Step(0, 0, 1, 10, 20, 30, 20, 5, 1, false, null, null);
        Transaction transaction = new Transaction(0, End.ENDED, Collections.nCopies(STEPS, step));
        Recording recording = new Recording(
                "recording/1",
                Instant.parse("2026-11-25T10:00:00Z"),
                false,
                0,
                Collections.nCopies(TRANSACTIONS, transaction),
                List.of(new Statement("select a from t where b = ?", CommandPurpose.READ)),
                10,
                100,
                1,
                0,
                false,
                null);
        String text = Json.pretty(recording).replaceAll("(\"" + field + "\" : )[0-9]+", "$1" + value);
        return Files.writeString(directory.resolve("shop.json"), text).toString();
    }

    @ParameterizedTest
    @CsvSource({
        "roundTrips, 2147483647",
        "roundTrips, 100000000",
        "waited, 1000000000000000",
        "network, 1000000000000000",
        "server, 1000000000000000",
        "bytesUp, 1000000000000000",
        "bytesDown, 1000000000000000",
        "rows, 1000000000000000",
        "at, 1000000000000000",
        "waited, 80000000000",
        "rows, 80000000000"
    })
    void largeNumberIsRefusedOrNothingBecomesNegative(String field, long value) throws IOException {
        String file = recording(field, value);
        Ended ended = bench("explain", file, "--format", "json");
        if (ended.code() == 2) {
            assertThat(ended.err()).contains(field);
            return;
        }
        assertThat(ended.code()).as(ended.err()).isZero();
        List<String> negative = new ArrayList<>();
        addNegative("", Json.read(ended.out(), JsonNode.class), negative);
        assertThat(negative).isEmpty();
        assertThat(bench("explain", file).out()).doesNotContainPattern("[ (]-[0-9]");
    }

    private static void addNegative(String path, JsonNode node, List<String> negative) {
        if (node.isNumber() && node.doubleValue() < 0) {
            negative.add(path + " " + node);
        }
        node.properties().forEach(part -> addNegative(path + "." + part.getKey(), part.getValue(), negative));
        if (node.isArray()) {
            node.forEach(part -> addNegative(path + "[]", part, negative));
        }
    }
}
