package dev.jdbcbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.result.fold.Fold;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventOutlineTest {
    private static final Path RUNS = Path.of("..", "docs", "samples", "runs");
    private static final String FORK = "{\"type\":\"ForkFinished\",\"seq\":1";

    private static String without(String line) {
        byte[] bytes = ("x" + line + "x").getBytes(StandardCharsets.UTF_8);
        return new String(EventOutline.withoutSecondary(bytes, 1, bytes.length - 2), StandardCharsets.UTF_8);
    }

    @Test
    void measuredRunHasTheSameTimesWithoutSecondaryValues() {
        RunDirectory run = new RunStore(RUNS).named("latest");
        Fold whole = run.read();
        Fold times = run.readTimes(run.plan());
        assertThat(Event.facts(whole.events(), ForkFinished.class))
                .anySatisfy(fork -> assertThat(fork.secondary()).isNotEmpty());
        assertThat(Event.facts(times.events(), ForkFinished.class))
                .allSatisfy(fork -> assertThat(fork.secondary()).isEmpty());
        assertThat(times.complete()).isEqualTo(whole.results().complete()).isTrue();
        assertThat(times.times().cells()).hasSizeGreaterThan(10);
        assertThat(times.times()).isEqualTo(whole.times());
    }

    @Test
    void summaryCountsWhatIsInTheEvents() {
        RunDirectory run = new RunStore(RUNS).named("latest");
        RunSummary summary = run.summary();
        assertThat(summary.complete()).isTrue();
        assertThat(summary.closed()).isTrue();
        assertThat(summary.forksEnded())
                .isEqualTo(Event.facts(run.read().events(), ForkFinished.class).size());
    }

    @Test
    void secondaryValuesAreCutWithTheBracketThatClosesThem() {
        assertThat(without(FORK + ",\"secondary\":{\"a}\\\"{\":{\"unit\":\"\\\\\",\"values\":[1.0]}},\"noise\":{}}"))
                .isEqualTo(FORK + ",\"secondary\":{},\"noise\":{}}");
        assertThat(without(FORK + ",\"secondary\":{}}")).isEqualTo(FORK + ",\"secondary\":{}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                FORK + "}",
                FORK + ",\"secondary\":{",
                FORK + ",\"secondary\":{\"a\":{}",
                FORK + ",\"cell\":\",\\\"secondary\\\":{\"}",
                "{\"type\":\"Note\",\"seq\":1,\"secondary\":{\"a\":1}}"
            })
    void anyOtherLineStaysAsItIs(String line) {
        assertThat(without(line)).isEqualTo(line);
    }

    /** The events between forks are only counted, so a list of runs does not parse them. */
    @Test
    void eventWithoutProgressHasItsNumberOnly() throws IOException {
        List<String> lines =
                Files.readAllLines(new RunStore(RUNS).named("latest").events());
        for (String type : List.of("GroupStarted", "GroupFinished", "RttMeasured", "CellExplained", "BlockStarted")) {
            String line = lines.stream()
                    .filter(one -> one.startsWith("{\"type\":\"" + type))
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            assertThat(EventOutline.of(bytes, 0, bytes.length))
                    .as(type)
                    .hasValueSatisfying(event -> assertThat(
                                    line.startsWith("{\"type\":\"" + type + "\",\"seq\":" + event.seq() + ","))
                            .isTrue());
            assertThat(EventOutline.of(bytes, 0, bytes.length - 1)).as(type).isEmpty();
        }
    }
}
