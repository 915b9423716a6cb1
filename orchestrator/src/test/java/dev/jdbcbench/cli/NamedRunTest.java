package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Extension;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunOrigin;
import dev.jdbcbench.store.RunOrigins;
import dev.jdbcbench.usecase.Here;
import dev.jdbcbench.usecase.HostsNow;
import dev.jdbcbench.usecase.NamedRun;
import dev.jdbcbench.usecase.Resume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
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

    private static final Request.Hosts UNNAMED = Request.Hosts.NONE;

    /** A run that another version of bench started, which stored the command line. */
    private NamedRun started(String... words) throws IOException {
        RunDirectory here = run.orElseThrow();
        RunOrigins origins =
                RunOrigins.of(directory.resolve("state"), old -> OldWords.read(old, CommandContext.plain()));
        origins.keep(here.origin("run", Request.of(Request.Where.DEFAULT)));
        Path file = directory.resolve("state").resolve(here.run() + ".json");
        String plan = Json.read(Files.readString(file), RunOrigin.class).plan();
        Files.writeString(
                file,
                Json.pretty(Map.of(
                        "schema", "origin/1",
                        "run", here.run(),
                        "plan", plan,
                        "words", List.of(words),
                        "directory", directory.toString(),
                        "hostsFile", directory.resolve("hosts.yaml").toString())));
        Here around = new Here(
                directory.resolve("results"),
                Clock.systemUTC(),
                origins,
                CommandContext.plain().reading());
        return NamedRun.of(here.run(), new HostsNow(UNNAMED, UNNAMED), around);
    }

    private static Resume resume(NamedRun named) {
        return Resume.of(
                named.id(),
                named.where(),
                new Extension(Optional.empty(), Optional.empty(), Optional.empty()),
                Optional.empty(),
                named.here());
    }

    @Test
    void namedRunHasItsHostsAndCleanCommand() throws IOException {
        NamedRun other = started("run", "--topology", "local", "--option-that-is-gone", "5", "--driver", "mariadb");
        assertThat(other.hosts())
                .singleElement()
                .satisfies(host -> assertThat(host.name()).isEqualTo("client"));
        assertThat(other.clean()).startsWith("./bench clean --hosts ");
    }

    @Test
    void unreadableRunIsNotResumedAndTheMessageNamesIt() throws IOException {
        NamedRun other = started("run", "--topology", "local", "--option-that-is-gone");
        assertThatThrownBy(() -> resume(other)).isInstanceOfSatisfying(Failure.Input.class, failure -> {
            assertThat(failure.getMessage()).contains("20261121-091500-local-7f3a", "does not understand");
            assertThat(failure.why()).contains("--option-that-is-gone");
        });
    }

    @Test
    void readableRunIsResumedWithItsOwnOptions() throws IOException {
        assertThat(resume(started("run", "--topology", "local", "--driver", "mariadb")))
                .isNotNull();
    }
}
