package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills databases on this machine while bench measures them. */
@OnThisMachine
@Full
class DatabaseDiesIT {
    private static final String DATABASE = "local-mariadb";

    @TempDir
    private Path directory = Path.of("");

    private static List<Fact.ServerLost> losses(LocalBench bench) throws IOException {
        return Event.facts(bench.events(), Fact.ServerLost.class).stream().toList();
    }

    private static void awaitAnotherThan(LocalBench bench, long database) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> bench.processes(DATABASE).get(0) != database);
    }

    @Test
    void databaseThatDiesOnceCostsOneFork() throws Exception {
        Path sql = Files.writeString(directory.resolve("kept.sql"), """
            -- setup
            create table kept (id int primary key) engine = memory;
            insert into kept values (1), (2), (3);
            -- measure
            select id from kept;
            -- teardown
            drop table kept;
            """);
        try (LocalBench bench = LocalBench.start(
                directory,
                Words.of("--sql {} --scenario Do1 --mode text --driver mariadb,mysql --iterations 20", sql))) {
            bench.awaitIterationOf(1);
            long first = bench.processes(DATABASE).get(0);
            LocalBench.kill(first);
            awaitAnotherThan(bench, first);
            assertThat(bench.exitCode()).as(bench.err()).isZero();
            assertThat(losses(bench)).singleElement().satisfies(lost -> {
                assertThat(lost.restarted()).isTrue();
                assertThat(lost.returned()).isTrue();
            });
            assertThat(Event.facts(bench.events(), Fact.ForkFinished.class).stream())
                    .as("two forks of each of four cells, including cells with in-memory tables")
                    .hasSize(2 * 4);
            assertThat(Event.facts(bench.events(), Fact.ForkFailed.class)).isEmpty();
            assertThat(bench.err())
                    .contains("the database mariadb of local was lost: it died, and was started again")
                    .contains("the database mariadb of local on localhost ended with exit status 137 (signal 9, KILL)");
            assertThat(bench.out()).contains("the database mariadb of local died during block 1 and was started again");
            Event.facts(bench.events(), Fact.ForkFinished.class).stream()
                    .map(Fact.ForkFinished::noise)
                    .forEach(noise -> assertThat(noise)
                            .satisfies(seen -> assertThat(seen.databasePercent())
                                    .as("the noise includes the new database process")
                                    .isNotNull()));
        }
    }
}
