package dev.jdbcbench.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void followersSeeAllEventsOfTheFile() throws IOException {
        Path file = directory.resolve("events.ndjson");
        List<String> read = new ArrayList<>();
        List<Event> heard = new ArrayList<>();
        try (EventLog log = new EventLog(file, Event.Source.ORCHESTRATOR, 0, Clock.systemUTC(), heard::add, line -> {
            assertThat(content(file))
                    .as("the event is on disk before the callback")
                    .endsWith(line + "\n");
            read.add(line);
        })) {
            log.append(new Fact.Note("one\ntwo"));
            log.copy("{\"of\": \"another source\", \"as\":  \"it is\"}");
        }
        assertThat(read).hasSize(2).isEqualTo(Files.readAllLines(file));
        assertThat(heard)
                .as("only the log's own event is passed to the listener")
                .hasSize(1);
    }

    @Test
    void incompleteEndIsCutBeforeAppending() throws IOException {
        Path file = directory.resolve("events.ndjson");
        try (EventLog log = new EventLog(file, Event.Source.AGENT, 0, Clock.systemUTC(), event -> {})) {
            log.append(new Fact.Note("ein Gruß"));
        }
        String whole = Files.readString(file);
        byte[] torn = (whole + "{\"text\":\"ß").getBytes(StandardCharsets.UTF_8);
        Files.write(file, Arrays.copyOf(torn, torn.length - 1)); // in the middle of the two-byte ß
        assertThat(EventLog.wholeLines(file)).containsExactly(whole.strip());
        try (EventLog log = new EventLog(file, Event.Source.AGENT, 1, Clock.systemUTC(), event -> {})) {
            log.append(new Fact.Note("more"));
        }
        assertThat(Files.readString(file)).startsWith(whole);
        List<Event> events = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            events.add(Json.read(line, Event.class));
        }
        assertThat(events).extracting(Event::seq).containsExactly(1L, 2L, 3L);
        assertThat(((Fact.Note) events.get(1).fact()).text()).contains("an event was incomplete");
        assertThat(directory.toFile().list()).as("the reserve was deleted").containsExactly("events.ndjson");
    }

    @Test
    void logAndReserveAreNotWrittenThroughALink() throws IOException {
        Path precious = Files.writeString(directory.resolve("precious"), "keep me");
        Path file = directory.resolve("events.ndjson");
        Files.createSymbolicLink(directory.resolve(".events.ndjson.reserve"), precious);
        try (EventLog log = new EventLog(file, Event.Source.AGENT, 0, Clock.systemUTC(), event -> {})) {
            log.append(new Fact.Note("one"));
        }
        assertThat(precious).hasContent("keep me");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Files.delete(file);
        Files.createSymbolicLink(file, precious);
        assertThatThrownBy(() -> new EventLog(file, Event.Source.AGENT, 0, Clock.systemUTC(), event -> {}))
                .isInstanceOf(EventLog.UnwritableException.class)
                .hasMessageContaining("not a regular file");
        assertThat(precious).hasContent("keep me");
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
