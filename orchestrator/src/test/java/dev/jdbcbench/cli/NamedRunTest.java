package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunOrigin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a run whose command line was written by another version of bench. */
class NamedRunTest {
    @TempDir
    private Path directory = Path.of("");

    private Optional<RunDirectory> run = Optional.empty();

    @BeforeEach
    void aRunWasStarted() throws Exception {
        Path hosts = Files.writeString(
                directory.resolve("hosts.yaml"), "hosts: { client: { address: localhost } }\nclient: client\n");
        RunExample example = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, false)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 1.0, 1.1);
        run = Optional.of(RunDirectory.create(directory.resolve("results"), example.plan()));
        assertThat(hosts).exists();
    }

    private NamedRun started(String... words) {
        RunOrigin origin = run.orElseThrow()
                .origin(
                        new Invocation(List.of(words), directory.toString()),
                        Optional.of(directory.resolve("hosts.yaml")));
        return new NamedRun(origin.run(), run, Optional.of(origin), new WhereOverride(), CommandContext.plain());
    }

    @Test
    void namedRunHasItsHostsAndCleanCommand() {
        NamedRun other = started("run", "--topology", "local", "--option-that-is-gone", "5", "--driver", "mariadb");
        assertThat(other.hosts())
                .singleElement()
                .satisfies(host -> assertThat(host.name()).isEqualTo("client"));
        assertThat(other.clean()).startsWith("./bench clean --hosts ");
    }

    @Test
    void unreadableRunIsNotResumedAndTheMessageNamesIt() {
        NamedRun other = started("run", "--topology", "local", "--option-that-is-gone");
        assertThatThrownBy(() -> other.command(List.of())).isInstanceOfSatisfying(Failure.Input.class, failure -> {
            assertThat(failure.getMessage()).contains("20261121-091500-local-7f3a", "does not understand");
            assertThat(failure.why()).contains("--option-that-is-gone");
        });
    }

    @Test
    void readableRunIsResumedWithItsOwnOptions() {
        assertThat(started("run", "--topology", "local", "--driver", "mariadb").command(List.of()))
                .isNotNull();
    }
}
