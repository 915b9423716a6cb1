package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.store.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests disks that fill up during a run, or are full before it. */
@OnThisMachine
class FullDiskIT {
    @TempDir
    private Path directory = Path.of("");

    private static String[] measuring() {
        return new String[] {"--scenario", "Do1", "--mode", "text", "--driver", "mariadb,mysql", "--forks", "5"};
    }

    private static void assertNoneTwice(LocalBench bench) throws IOException {
        assertThat(bench.events().stream().filter(event -> event.source() == Event.Source.AGENT))
                .extracting(Event::seq)
                .doesNotHaveDuplicates();
    }

    private static int forks(LocalBench bench) throws IOException {
        return Event.facts(bench.events(), Fact.ForkFinished.class).size();
    }

    /** Writes events to {@code FILE} until the disk is full, and then one more. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] args) throws IOException {
            int written = 0;
            try (EventLog log = new EventLog(Path.of(args[0]), Event.Source.AGENT, 0, Clock.systemUTC(), event -> {})) {
                try {
                    while (true) {
                        log.append(new Fact.Note("é".repeat(5000)));
                        written++;
                    }
                } catch (EventLog.UnwritableException e) {
                    System.out.println(written + " " + e.getMessage());
                    log.append(new Fact.Note("why there are no more"));
                }
            }
        }
    }

    @Test
    void eventsEndWithTheLastCompleteEvent() throws Exception {
        Path place = Files.createDirectory(directory.resolve("disk"));
        try (SmallDisk disk = SmallDisk.over(place, "1m")) {
            List<String> words = new java.util.ArrayList<>(disk.prefix());
            words.addAll(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Writer.class.getName(),
                    place.resolve("events.ndjson").toString()));
            Process writer = new ProcessBuilder(words).redirectErrorStream(true).start();
            String said = new String(writer.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertThat(writer.waitFor()).as(said).isZero();
            assertThat(said).contains("cannot write " + place.resolve("events.ndjson") + ": No space left on device");
            int before = Integer.parseInt(said.split(" ", 2)[0]);
            List<String> lines = Files.readAllLines(disk.inside().resolve("events.ndjson"));
            assertThat(lines)
                    .as("all earlier events, the one that needed the reserve, and a last note")
                    .hasSize(before + 2);
            assertThat(lines.get(before)).contains("\"seq\":" + (before + 1) + ",");
            assertThat(lines.get(before + 1)).contains("\"seq\":" + (before + 2) + ",", "why there are no more");
            assertThat(EventLog.wholeLines(disk.inside().resolve("events.ndjson")))
                    .isEqualTo(lines);
            assertThat(disk.inside().toFile().list())
                    .as("the reserve was deleted")
                    .containsExactly("events.ndjson");
        }
    }

    @Test
    @Full
    void fullResultsDiskEndsTheRunReadably() throws Exception {
        Path results = Files.createDirectory(directory.resolve("results"));
        try (SmallDisk disk = SmallDisk.over(results, "80m");
                LocalBench bench = LocalBench.start(directory, disk.inside(), disk.prefix(), measuring())) {
            bench.await(Fact.ForkFinished.class, 2);
            disk.fill();
            assertThat(bench.exitCode()).as(bench.err()).isEqualTo(5);
            assertThat(bench.err())
                    .contains("cannot write what is measured to " + results)
                    .contains("No space left on device")
                    .contains("Make room (df -h ")
                    .doesNotContain("a bug");
            assertNoneTwice(bench);
            assertThat(bench.out()).as("the table is still shown").contains("INCOMPLETE", "Do1");
            Path run = bench.run();
            assertThat(new RunStore(disk.inside())
                            .named(run.toString())
                            .read()
                            .results()
                            .outside()
                            .forks())
                    .isEqualTo(forks(bench))
                    .isGreaterThanOrEqualTo(2);
            assertThat(run.toFile().list()).noneMatch(name -> name.endsWith(".part") || name.endsWith(".reserve"));
        }
    }

    @Test
    void tooSmallDiskIsReportedBeforeTheStart() throws Exception {
        Path results = Files.createDirectory(directory.resolve("results"));
        try (SmallDisk disk = SmallDisk.over(results, "10m")) {
            Process bench = LocalBench.start(directory, disk.inside(), disk.prefix(), measuring())
                    .process();
            assertThat(bench.waitFor()).isEqualTo(4);
            assertThat(Files.readString(directory.resolve("err")))
                    .contains("not enough disk space on this machine")
                    .contains(results + " has 10 MB free, 55 MB are needed for the results");
            assertThat(disk.inside().toFile().list()).isEmpty();
        }
        Path runs = Path.of(HostScript.install(new LocalHost("localhost")).runs());
        Files.createDirectories(runs);
        try (SmallDisk disk = SmallDisk.over(runs, "100m")) {
            Process bench = LocalBench.start(directory, directory.resolve("results"), disk.prefix(), measuring())
                    .process();
            assertThat(bench.waitFor()).isEqualTo(4);
            assertThat(Files.readString(directory.resolve("err")))
                    .contains("not enough disk space on localhost")
                    .contains(runs + " has 100 MB free, 440 MB are needed for the agent and the database");
        }
    }
}
