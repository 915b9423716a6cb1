package dev.jdbcbench.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.event.Event.Source;
import dev.jdbcbench.load.ForkLoad;
import dev.jdbcbench.load.Times;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;

class EventTest {
    private static final Instant AT = Instant.parse("2026-11-21T09:16:02Z");

    private static final List<Event> ONE_OF_EACH = List.of(
            new Event(1, AT, Source.ORCHESTRATOR, new Fact.RunStarted("run-1", "0.1")),
            new Event(
                    1,
                    AT,
                    Source.AGENT,
                    new Fact.SessionStarted(
                            "run-1",
                            4711,
                            new Jvm("/usr/bin/java", "17.0.15", "OpenJDK 64-Bit Server VM", "17.0.15+6"),
                            "ab12",
                            List.of(new ServerFacts(
                                    Topology.LOCAL,
                                    "mariadb",
                                    "11.4.5-MariaDB",
                                    "MEMORY",
                                    Map.of("skip_log_bin", "ON"),
                                    Map.of("thread_pool_size", "2"))),
                            List.of("frequency: the hypervisor hides it"),
                            null)),
            new Event(2, AT, Source.AGENT, new Fact.BlockStarted(1)),
            new Event(3, AT, Source.AGENT, new Fact.ForkStarted(1, "cell")),
            new Event(
                    4,
                    AT,
                    Source.AGENT,
                    new Fact.ForkFinished(
                            1,
                            "cell",
                            AT,
                            List.of(80.5, 42.25),
                            List.of(3100L, 5900L),
                            Map.of("gc.count", new Secondary("counts", List.of(0.0, 1.0))),
                            new Noise(0.5, 3.25, null, 1.5, 2L, 1800L, 0L, null, null, null, 7L),
                            new RttAround(List.of(351.0), List.of(352.5), new Connections(1, 340.0, 2)))),
            new Event(13, AT, Source.AGENT, new Fact.GroupStarted(1, "row")),
            new Event(
                    14,
                    AT,
                    Source.AGENT,
                    new Fact.GroupFinished(
                            1,
                            "row",
                            55,
                            30,
                            List.of(new DroppedRound(31, "steal 4.0 %")),
                            AT.minusSeconds(5),
                            AT.minusSeconds(1))),
            new Event(14, AT, Source.AGENT, new Fact.TablesFilled(Topology.LOCAL, "mariadb", 20_000, 100_000)),
            new Event(
                    14,
                    AT,
                    Source.AGENT,
                    new Fact.ServiceTimeMeasured("cell", AT, new ServiceTime(1000, 60.5, 70.25, 95.0, 81.5), null)),
            new Event(5, AT, Source.AGENT, new Fact.ForkFailed(1, "cell", "wrong result", "fork.log")),
            new Event(6, AT, Source.AGENT, new Fact.ForkRejected(1, "cell", "steal 4 %")),
            new Event(
                    7,
                    AT,
                    Source.AGENT,
                    new Fact.RttMeasured(Topology.DISTANT, "mariadb", 1, RttMethod.ICMP, List.of(), "no ping program")),
            new Event(8, AT, Source.AGENT, new Fact.Decided("row", 7, false, "no time", Fact.Decided.Kind.WAITS)),
            new Event(
                    8,
                    AT,
                    Source.AGENT,
                    new Fact.ServerLost(
                            Topology.LOCAL, "mariadb", "it died, and was started again 3 s ago", true, true)),
            new Event(8, AT, Source.AGENT, new Fact.ClientLost(1, "c2", "its agent ended")),
            new Event(8, AT, Source.AGENT, new Fact.CellProfiled("cell", AT, "profile-1.jfr", "JFR", null)),
            new Event(8, AT, Source.AGENT, new Fact.HostUnfit("client", List.of("steal 7.5 %"))),
            new Event(9, AT, Source.AGENT, new Fact.Note("éè — \"quoted\"")),
            new Event(10, AT, Source.AGENT, new Fact.RunFinished("complete")),
            new Event(
                    2,
                    AT,
                    Source.AGENT,
                    new Fact.CellChecked(
                            "cell", "1 row", "", "MEMORY", null, Map.of("Com_stmt_execute", 1.0), 81.5, 87.5, "cell2")),
            new Event(
                    3,
                    AT,
                    Source.AGENT,
                    new Fact.CellExplained(
                            "cell",
                            new Exchange(
                                    2.0,
                                    2.02,
                                    0.05,
                                    140,
                                    180,
                                    0.0,
                                    Map.of("COM_QUERY", 2.0),
                                    7,
                                    "not the same in all",
                                    null,
                                    null,
                                    null),
                            null,
                            new OwnCost(0.25, 0.3, 1288.0, 1_000_000, 1, true, null))),
            new Event(
                    3,
                    AT,
                    Source.AGENT,
                    new Fact.BandwidthMeasured(
                            Topology.DISTANT,
                            "mariadb",
                            List.of(new Transfer(1000, List.of(355.0, 360.5))),
                            List.of(),
                            null)));

    @Test
    void reasonWhyOwnIsNotKnownSurvivesJson() {
        Event event = new Event(
                1,
                AT,
                Source.AGENT,
                new Fact.CellExplained("cell", null, "not watched", OwnCost.unknown("it is encrypted")));
        assertThat(Json.read(Json.line(event), Event.class)).isEqualTo(event);
    }

    @Test
    void openLoadForkSurvivesJson() {
        String none = Times.sum(List.of());
        Fact.ForkFinished fork = new Fact.ForkFinished(
                1,
                "cell",
                AT,
                List.of(80.5, 42.25),
                List.of(3100L, 5900L),
                Map.of(),
                null,
                null,
                new Counted(1, List.of()),
                new ForkLoad(1, 0, 1.0, 1.25, 1000, 7, 5000.0, none, none),
                List.of());
        Event event = new Event(4, AT, Source.AGENT, fork);
        assertThat(Json.read(Json.line(event), Event.class)).isEqualTo(event);
        assertThat(Json.line(ONE_OF_EACH.get(4))).as("a closed loop").doesNotContain("served");
    }

    @Test
    void everyEventSurvivesJsonOnOneLine() {
        for (Event event : ONE_OF_EACH) {
            String line = Json.line(event);
            assertThat(line).doesNotContain("\n").contains("\"schema\":\"event/1\"");
            assertThat(Json.read(line, Event.class)).isEqualTo(event);
        }
    }

    @Test
    void everyKindOfEventIsTested() {
        Set<String> kinds = Arrays.stream(Fact.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .collect(Collectors.toSet());
        assertThat(ONE_OF_EACH.stream().map(event -> event.fact().getClass().getSimpleName()))
                .containsExactlyInAnyOrderElementsOf(kinds);
    }

    /** A fact that names a cell or a block is checked against the plan only if its type declares it. */
    @Test
    void eventsWithCellsOrBlocksExposeThem() {
        for (Class<?> kind : Fact.class.getPermittedSubclasses()) {
            Set<String> parts = Arrays.stream(kind.getRecordComponents())
                    .map(RecordComponent::getName)
                    .collect(Collectors.toSet());
            assertThat(Fact.OfCell.class.isAssignableFrom(kind))
                    .as(kind.getSimpleName())
                    .isEqualTo(parts.contains("cell"));
            assertThat(Fact.InBlock.class.isAssignableFrom(kind))
                    .as(kind.getSimpleName())
                    .isEqualTo(parts.contains("block"));
        }
    }

    /** Scripts read these lines: their format is documented. */
    @Test
    void eventFormatIsStable() {
        assertThat(Json.line(ONE_OF_EACH.get(4)))
                .isEqualTo(
                        "{\"type\":\"ForkFinished\",\"seq\":4,\"at\":\"2026-11-21T09:16:02Z\",\"source\":\"agent\",\"block\":1,"
                                + "\"cell\":\"cell\",\"startedAt\":\"2026-11-21T09:16:02Z\",\"iterations\":[80.5,42.25],"
                                + "\"operations\":[3100,5900],\"secondary\":{\"gc.count\":{\"unit\":\"counts\",\"values\":[0.0,1.0]}},"
                                + "\"noise\":{\"stealPercent\":0.5,\"foreignPercent\":3.25,\"databasePercent\":null,\"load\":1.5,\"throttledPeriods\":2,"
                                + "\"throttledMicros\":1800,\"thermalThrottles\":0,\"frequencyMinMHz\":null,\"frequencyMeanMHz\":null,"
                                + "\"frequencyMaxMHz\":null,\"retransmits\":7},"
                                + "\"rtt\":{\"beforeMicros\":[351.0],\"afterMicros\":[352.5],"
                                + "\"measured\":{\"count\":1,\"minRttMicros\":340.0,\"retransmits\":2}},"
                                + "\"schema\":\"event/1\"}");
    }

    /** Events of older versions have no noise and no variables. */
    @Test
    void oldEventIsRead() {
        String fork =
                "{\"type\":\"ForkFinished\",\"seq\":4,\"at\":\"2026-11-21T09:16:02Z\",\"source\":\"agent\",\"block\":1,"
                        + "\"cell\":\"cell\",\"startedAt\":\"2026-11-21T09:16:02Z\",\"iterations\":[80.5,42.25],"
                        + "\"operations\":[3100,5900],\"secondary\":{},\"schema\":\"event/1\"}";
        String session = "{\"type\":\"SessionStarted\",\"seq\":1,\"at\":\"2026-11-21T09:16:02Z\",\"source\":\"agent\","
                + "\"run\":\"run-1\",\"pid\":4711,\"jvm\":{\"path\":\"java\",\"jdkVersion\":\"17\",\"vmName\":\"VM\","
                + "\"vmVersion\":\"17\"},\"scenariosSha256\":\"ab12\",\"servers\":[{\"topology\":\"local\",\"server\":\"mariadb\","
                + "\"version\":\"11.4.5-MariaDB\",\"engine\":\"MEMORY\"}],\"schema\":\"event/1\"}";
        assertThat(Json.read(fork, Event.class).fact()).isInstanceOfSatisfying(Fact.ForkFinished.class, read -> {
            assertThat(read.iterations()).containsExactly(80.5, 42.25);
            assertThat(read.noise()).isNull();
        });
        assertThat(Json.readStored(session, Event.class).fact())
                .isInstanceOfSatisfying(Fact.SessionStarted.class, read -> {
                    assertThat(read.notReadable()).isEmpty();
                    assertThat(read.servers().get(0).variables()).isEmpty();
                });
        assertThatThrownBy(() -> Json.readStored(fork.replace("\"block\":1,", ""), Event.class))
                .as("only parts added by later versions may be missing")
                .isInstanceOf(JacksonException.class)
                .hasMessageContaining("block");
    }

    /** Versions without kinds told them only by the text. */
    @ParameterizedTest
    @CsvSource({
        "false, 'waits for rows that come first', WAITS",
        "false, 'budget exhausted, ±2.3 %', BUDGET",
        "false, enough,",
        "true, 'budget exhausted',"
    })
    void oldDecisionHasTheKindThatItsTextTells(boolean more, String text, Fact.Decided.@Nullable Kind kind) {
        Event old = new Event(8, AT, Source.AGENT, new Fact.Decided("row", 7, more, text));
        assertThat(Json.line(old)).as("without a kind").doesNotContain("kind");
        assertThat(Json.read(Json.line(old), Event.class).fact())
                .isEqualTo(new Fact.Decided("row", 7, more, text, kind));
    }

    /** Versions without {@code compiled} told it only by the cause. */
    @ParameterizedTest
    @CsvSource({"another JVM compiled, true", "'steal 4.0 %, another JVM compiled', false", "steal 4.0 %, false"})
    void oldRoundIsKnownAsCompiledByItsCause(String cause, boolean compiled) {
        String old = Json.line(new DroppedRound(3, cause));
        assertThat(old).isEqualTo("{\"round\":3,\"cause\":\"" + cause + "\"}");
        assertThat(Json.read(old, DroppedRound.class)).isEqualTo(new DroppedRound(3, cause, compiled));
        DroppedRound written = new DroppedRound(3, "whatever", true);
        assertThat(Json.read(Json.line(written), DroppedRound.class)).isEqualTo(written);
    }

    @Test
    void misspelledKeyIsAnError() {
        String line = Json.line(ONE_OF_EACH.get(2));
        assertThatThrownBy(() -> Json.read(line.replace("block", "blok"), Event.class))
                .isInstanceOf(JacksonException.class);
        assertThatThrownBy(() -> Json.read(line.replace("BlockStarted", "BlokStarted"), Event.class))
                .isInstanceOf(JacksonException.class);
    }

    @Test
    void logNumbersOwnEventsAndCopiesForeignOnes(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("events.ndjson");
        List<Event> heard = new ArrayList<>();
        try (EventLog log = new EventLog(file, Source.ORCHESTRATOR, 6, Clock.fixed(AT, ZoneOffset.UTC), heard::add)) {
            log.append(new Fact.Note("first"));
            log.copy(Json.line(ONE_OF_EACH.get(3)));
            log.append(new Fact.Note("second"));
        }
        List<Event> written = Files.readAllLines(file).stream()
                .map(line -> Json.read(line, Event.class))
                .toList();
        assertThat(written.stream().map(event -> event.source() + " " + event.seq()))
                .containsExactly("orchestrator 7", "agent 3", "orchestrator 8");
        assertThat(heard).hasSize(2);
    }

    @Test
    void interruptDoesNotLoseAnEvent(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("events.ndjson");
        try (EventLog log = new EventLog(file, Source.AGENT, 0, Clock.fixed(AT, ZoneOffset.UTC), event -> {})) {
            Thread.currentThread().interrupt();
            log.append(new Fact.Note("while interrupted"));
            assertThat(Thread.interrupted()).isTrue();
            log.append(new Fact.Note("after"));
        }
        assertThat(Files.readAllLines(file)).hasSize(2);
    }
}
