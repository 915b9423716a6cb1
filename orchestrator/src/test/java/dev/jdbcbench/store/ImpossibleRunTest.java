package dev.jdbcbench.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.fuzz.FuzzedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that impossible values are refused with their file and line, and that bench computes nothing from them. */
class ImpossibleRunTest {
    @TempDir
    private Path results = Path.of("");

    private Path directory = Path.of("");

    @BeforeEach
    void saved() throws IOException {
        directory = Files.createDirectories(results.resolve(FuzzedRun.RUN));
        Files.writeString(directory.resolve("plan.json"), FuzzedRun.plan());
        write(FuzzedRun.events());
    }

    private void write(List<String> lines) throws IOException {
        Files.writeString(directory.resolve("events.ndjson"), String.join("\n", lines) + "\n");
    }

    private String refused() {
        List<String> why = new ArrayList<>();
        assertThatThrownBy(() -> new RunStore(results).named(FuzzedRun.RUN).read())
                .asInstanceOf(type(Failure.Input.class))
                .satisfies(failure -> why.add(failure.why()));
        return why.get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "BlockStarted  | \"block\":[0-9]+              | \"block\":2147483647      | block is from 1 to 2000",
                "BlockStarted  | \"block\":[0-9]+              | \"block\":1999            | block is from 0 to 7",
                "CellExplained | \"roundTrips\":[0-9.]+        | \"roundTrips\":-1e308     | roundTrips is from 0",
                "ForkFinished  | \"iterations\":\\[[^]]*]      | \"iterations\":[]          | iterations is empty",
                "ForkFinished  | \"iterations\":\\[[^,]*       | \"iterations\":[0          | iterations is from",
                "ForkFinished  | \"cell\":\"[^\"]*\"           | \"cell\":\"x\"            | the plan has no cell x",
                "ForkFinished  | \"at\":\"[^\"]*\"             | \"at\":\"+1000000000-12-31T23:59:59Z\" | at is between 1970 and 2200",
                "RttMeasured   | \"micros\":\\[                | \"micros\":[null,          | an item of micros is missing",
                "Note          | ^.*$                         | null                       | a value is needed, not null",
                "Note          | \"source\":\"agent\"          | \"source\":1               | source"
            })
    void damagedEventIsRefusedWithItsLine(String type, String part, String damage, String why) throws IOException {
        List<String> lines = new ArrayList<>(FuzzedRun.events());
        int line = 0;
        while (!lines.get(line).contains("\"" + type + "\"")) {
            line++;
        }
        String damaged = lines.get(line).replaceFirst(part, damage);
        assertThat(damaged).isNotEqualTo(lines.get(line));
        lines.set(line, damaged);
        write(lines);
        assertThat(refused()).contains("events.ndjson:" + (line + 1) + ": ").containsIgnoringCase(why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"mostForks\" : 6        | \"mostForks\" : 2147483647 | mostForks is from",
                "\"iterationTime\" : \"[^\"]*\" | \"iterationTime\" : \"-PT1S\" | iterationTime is from 0",
                "\"target\" : 0.03        | \"target\" : -1            | target is above 0",
                "\"threads\" : 1          | \"threads\" : 2147483647   | threads is from 1 to 10000",
                "\"server\" : \"mariadb\" | \"server\" : \"../../x\"   | not a name that bench allows"
            })
    void damagedPlanIsRefused(String part, String damage, String why) throws IOException {
        String damaged = FuzzedRun.plan().replaceFirst(part, damage);
        assertThat(damaged).isNotEqualTo(FuzzedRun.plan());
        Files.writeString(directory.resolve("plan.json"), damaged);
        assertThat(refused()).contains("plan.json", why);
    }

    @Test
    void nullHostFactsAreRefused() throws IOException {
        Files.writeString(directory.resolve("hosts.json"), "null");
        assertThat(refused()).contains("hosts.json").contains("a value is needed, not null");
    }

    @Test
    void impossibleDirectoryNameIsNotARun() {
        assertThat(new RunStore(results).find("a\0b")).isEmpty();
    }
}
