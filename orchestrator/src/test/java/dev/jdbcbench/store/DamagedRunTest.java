package dev.jdbcbench.store;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Plan;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that reading any damaged run directory reports the file and line, and has no other effect. */
@Timeout(60)
class DamagedRunTest {
    private static final int DEEP = 20_000;

    @TempDir
    private Path results = Path.of("");

    private RunDirectory directory = new RunDirectory(results);

    @BeforeEach
    void aGoodRun() throws IOException {
        directory = SavedRun.in(results, RunExample.local());
        directory.writeHosts("{\"schema\":\"hosts/1\",\"run\":\"" + directory.run() + "\",\"hosts\":{}}");
        assertThat(directory.read().results().cells()).isNotEmpty();
    }

    private Path file(String name) {
        return directory.path().resolve(name);
    }

    private void isRefused(String where) {
        assertWhy(Failure.Input.class, directory::read).contains(where);
    }

    private static String deep() {
        return "[".repeat(DEEP) + "]".repeat(DEEP);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "",
                "[]",
                "1",
                "\"plan\"",
                "{}",
                "{\"run\": \"x\"}",
                "{\"hosts\": null}",
                "{\"run\":\"x\",\"hosts\":{\"a\":null}}",
                "{\"run\":\"x\",\"hosts\":{\"a\":{\"b\":null}}}",
                "{\"run\":\"x\",\"hosts\":{\"a\":{\"b\":[1]}}}",
                "{\"run\":\"x\",\"hosts\":[]}",
                "{\"run\":\"x\",\"run\":\"x\"}",
                "nul"
            })
    void foreignFileIsNamed(String text) throws IOException {
        Files.writeString(file("hosts.json"), text);
        isRefused("hosts.json");
        Files.delete(file("hosts.json"));
        Files.writeString(file("plan.json"), text);
        isRefused("plan.json");
    }

    @Test
    void deepNestingIsRefused() throws IOException {
        String hosts = "{\"run\":\"x\",\"hosts\":{},\"more\":" + deep() + "}";
        Files.writeString(file("hosts.json"), hosts);
        isRefused("hosts.json");
        Files.delete(file("hosts.json"));
        Files.writeString(
                file("plan.json"),
                Files.readString(file("plan.json")).replaceFirst("\\{", "{\"more\":" + deep() + ","));
        isRefused("plan.json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "7",
                "{}",
                "not json",
                "{\"type\":\"Note\"}",
                "{\"type\":\"Nothing\",\"seq\":1}",
                "{\"type\":\"Note\",\"at\":\"2026-11-21T09:15:00Z\",\"source\":\"agent\",\"text\":\"no number\"}",
                "{\"type\":\"Note\",\"seq\":1,\"at\":\"yesterday\",\"source\":\"agent\",\"text\":\"\"}",
                "{\"type\":\"Note\",\"seq\":\"1\",\"at\":\"2026-11-21T09:15:00Z\",\"source\":\"agent\",\"text\":\"\"}",
                "{\"type\":\"Note\",\"seq\":1.5,\"at\":\"2026-11-21T09:15:00Z\",\"source\":\"agent\",\"text\":\"\"}",
                "{\"type\":\"Note\",\"seq\":1,\"at\":\"2026-11-21T09:15:00Z\",\"source\":1,\"text\":\"\"}",
                "DEEP",
                "LONG",
                "LATIN"
            })
    void malformedEventIsNamedByItsLine(String line) throws IOException {
        List<byte[]> lines = new ArrayList<>();
        for (String good : Files.readAllLines(directory.events())) {
            lines.add(good.getBytes(StandardCharsets.UTF_8));
        }
        lines.set(
                2,
                switch (line) {
                    case "DEEP" -> ("{\"more\":" + deep() + "}").getBytes(StandardCharsets.UTF_8);
                    case "LONG" -> ("{\"text\":\"" + "x".repeat(5 << 20) + "\"}").getBytes(StandardCharsets.UTF_8);
                    case "LATIN" ->
                        new String(lines.get(2), StandardCharsets.UTF_8)
                                .replaceFirst("\\{", "{\"more\":\"\u00e9\",")
                                .getBytes(StandardCharsets.ISO_8859_1);
                    default -> line.getBytes(StandardCharsets.UTF_8);
                });
        try (var out = Files.newOutputStream(directory.events())) {
            for (byte[] bytes : lines) {
                out.write(bytes);
                out.write('\n');
            }
        }
        isRefused("events.ndjson:3");
    }

    @ParameterizedTest
    @CsvSource({"plan.json, 17", "hosts.json, 5", "events.ndjson, 2000", "logs/local-mariadb.noise.log, 2000"})
    void tooLargeFileIsNotRead(String name, long mebibytes) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file(name).toFile(), "rw")) {
            sparse.setLength(mebibytes << 20);
        }
        isRefused(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan.json", "hosts.json", "events.ndjson", "logs/local-mariadb.noise.log"})
    void onlyRegularFilesAreRead(String name) throws IOException, InterruptedException {
        Path outside = results.resolve("outside");
        Files.deleteIfExists(outside);
        if (Files.exists(file(name))) {
            Files.move(file(name), outside);
        } else {
            Files.writeString(outside, "");
        }
        Files.createSymbolicLink(file(name), outside);
        isRefused(name);
        Files.delete(file(name));
        Files.createDirectory(file(name));
        isRefused(name);
        Files.delete(file(name));
        assertThat(new ProcessBuilder("mkfifo", file(name).toString()).start().waitFor())
                .isZero();
        isRefused(name);
    }

    @Test
    void planOfAnotherRunIsRefused() throws IOException {
        String plan = Files.readString(file("plan.json"));
        for (String other : List.of("20261121-091500-local-0000", "../escaped", "")) {
            Files.writeString(file("plan.json"), plan.replace(directory.run(), other));
            isRefused("plan.json");
        }
    }

    @Test
    void runCannotEscapeTheResultsDirectory() {
        Plan plan = RunExample.local().plan();
        for (String escape : List.of("../escaped", "/nosuch/escaped", "..", ".", ".hidden", "a/b", "")) {
            assertThatThrownBy(() -> RunDirectory.create(
                            results,
                            new Plan(
                                    escape,
                                    plan.createdAt(),
                                    plan.seed(),
                                    plan.profile(),
                                    plan.goal(),
                                    plan.jvmArgs(),
                                    plan.servers(),
                                    plan.drivers(),
                                    plan.sql(),
                                    plan.entries(),
                                    plan.twins(),
                                    null,
                                    List.of(),
                                    List.of(),
                                    null)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageMatching("(?s).*(not the ID of a run|run is empty).*");
        }
        assertThat(results.resolveSibling("escaped")).doesNotExist();
    }

    @Test
    void serverNameCannotBeAPath() throws IOException {
        String plan = Files.readString(file("plan.json"));
        Files.writeString(
                file("plan.json"), plan.replace("\"server\" : \"mariadb\"", "\"server\" : \"/../../mariadb\""));
        isRefused("not a name");
    }
}
