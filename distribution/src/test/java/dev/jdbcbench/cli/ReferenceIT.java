package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.load.ForkLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures the installed sysbench beside a driver. */
@OnThisMachine
@Full
class ReferenceIT {
    private static final int WATCHED_MILLIS = 50;

    @TempDir
    private Path directory = Path.of("");

    @BeforeAll
    static void needsSysbench() {
        boolean installed = Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, "sysbench")));
        if (!installed) {
            System.err.println("ReferenceIT is skipped: sysbench is not installed (apt-get install sysbench)");
        }
        Assumptions.assumeTrue(installed);
    }

    /** The arguments and environments of all sysbench processes of this machine. */
    private static Set<String> shownOfSysbench() throws IOException {
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(path -> String.valueOf(path.getFileName()).matches("[0-9]+"))
                    .flatMap(ReferenceIT::shown)
                    .collect(Collectors.toSet());
        }
    }

    private static Stream<String> shown(Path process) {
        try {
            String words = Files.readString(process.resolve("cmdline"));
            return words.startsWith("sysbench\0")
                    ? Stream.of(words, Files.readString(process.resolve("environ")))
                    : Stream.empty();
        } catch (IOException e) {
            return Stream.empty(); // the process has ended
        }
    }

    private static long arrivals(Fact.ForkFinished fork) {
        ForkLoad load = Objects.requireNonNull(fork.load());
        return (load.served() + load.unserved()) / load.turns();
    }

    private static String password(LocalBench bench) throws IOException {
        return Files.readAllLines(bench.workplace("agent").resolve("secret/session.properties")).stream()
                .filter(line -> line.contains(".password="))
                .map(line -> line.substring(line.indexOf('=') + 1))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void sysbenchTakesTurnsAtARateAndShowsNoPassword() throws Exception {
        Set<String> shown = new HashSet<>();
        String password;
        try (LocalBench bench = LocalBench.start(
                directory,
                Words.of("--scenario OltpReadWrite --mode hit --driver mariadb --reference sysbench --threads 3 "
                        + "--rate 50% --iteration-time 1s --groups 2 --iterations 2"))) {
            bench.awaitIterationOf(1);
            password = password(bench);
            while (!bench.process().waitFor(WATCHED_MILLIS, TimeUnit.MILLISECONDS)) {
                shown.addAll(shownOfSysbench());
            }
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            List<Fact.ForkFinished> forks = Event.facts(bench.events(), Fact.ForkFinished.class);
            assertThat(forks.stream().map(fork -> fork.cell().contains("/sysbench@1.0.")))
                    .as("one fork of each cell in both groups")
                    .containsExactlyInAnyOrder(true, true, false, false);
            for (Fact.ForkFinished fork : forks) {
                ForkLoad load = Objects.requireNonNull(fork.load());
                assertThat(load.capacity()).isPositive();
                assertThat(fork.operations()).allMatch(operations -> operations > 0);
            }
            assertThat(forks.stream().map(ReferenceIT::arrivals).distinct())
                    .as("in each group both cells have the rate of the slower one")
                    .hasSizeLessThanOrEqualTo(2);
            assertThat(bench.out()).contains("native C client");
        }
        assertThat(shown).isNotEmpty().noneMatch(text -> text.contains(password));
    }
}
