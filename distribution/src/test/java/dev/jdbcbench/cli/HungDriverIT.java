package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a driver that waits on a socket for data that never comes, beside a driver that works. */
@OnThisMachine
class HungDriverIT {
    /** Many times longer than these forks take, even on a busy machine. */
    private static final String LIMIT = "10s";

    @TempDir
    private Path directory = Path.of("");

    private LocalBench start(HangingDriver driver) throws IOException {
        return LocalBench.start(
                directory,
                Words.of(
                        "--scenario Do1 --mode text --driver {} --iterations 3 --iteration-time 100ms "
                                + "--fork-limit {}",
                        "mysql,mariadb@" + driver.jar(),
                        LIMIT));
    }

    private static List<Fact.ForkFailed> failures(LocalBench bench) throws IOException {
        return Event.facts(bench.events(), Fact.ForkFailed.class).stream().toList();
    }

    @Test
    @Full
    void hangingCheckFailsOnlyItsCell() throws Exception {
        HangingDriver driver = HangingDriver.in(directory);
        Files.createFile(driver.file());
        try (LocalBench bench = start(driver)) {
            assertThat(bench.exitCode()).as(bench.err()).isEqualTo(5);
            assertThat(failures(bench)).singleElement().satisfies(failure -> {
                assertThat(failure.cell()).contains("mariadb@hung");
                assertThat(failure.reason()).isEqualTo("hung: the first operations did not end within 10 s");
            });
            assertThat(Event.facts(bench.events(), Fact.ForkFinished.class).stream())
                    .as("forks of the other driver")
                    .hasSize(2);
        }
    }
}
