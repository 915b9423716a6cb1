package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostOptionsTest {
    @TempDir
    private Path directory = Path.of("");

    private Path file = Path.of("");

    @BeforeEach
    void aCheckoutHasAHostsFile() throws IOException {
        file = Files.writeString(
                directory.resolve("hosts.yaml"),
                "hosts: { a: { address: 198.51.100.7, password: { env: TOKEN } } }\nclient: a\n");
    }

    private static CommandContext in(Map<String, String> environment) {
        return new CommandContext(
                Clock.systemUTC(),
                Signals.none(),
                Console.Display.LINES,
                Signs.PLAIN,
                Signs.PLAIN,
                environment,
                new Typed(InputStream.nullInputStream()),
                CalledAs.CHECKOUT);
    }

    private HostOptions found() {
        return new HostOptions(() -> Optional.of(file));
    }

    @Test
    void foundHostsFileIsReadOutsideOfCiJobsOnly() {
        assertThat(found().hosts(in(Map.of())).clientHost().name()).isEqualTo("a");
        assertThat(found().hosts(in(Map.of("CI", ""))).clientHost().name()).isEqualTo("a");
        assertThatThrownBy(() -> found().hosts(in(Map.of("CI", "true"))))
                .isInstanceOfSatisfying(
                        Failure.Input.class,
                        failure -> assertThat(failure.why()).contains("hosts.a.password"));
    }

    @Test
    void namedHostsFileIsReadInCiJobs() {
        HostOptions named = found();
        named.hostsFile = file;
        assertThat(named.hosts(in(Map.of("CI", "true"))).clientHost().name()).isEqualTo("a");
    }

    @Test
    void noneLeavesTheFileOut() {
        HostOptions none = found();
        none.hostsFile = Path.of("none");
        assertThat(none.hosts(in(Map.of("CI", "true")))).isEqualTo(Hosts.none());
        assertThat(none.file()).isEmpty();
        assertThat(none.clean()).isEqualTo("./bench clean --hosts none");
    }

    @Test
    void runKeepsTheFileThatItWasStartedWith() {
        HostOptions of = new HostOptions();
        of.from(directory, Optional.of(file));
        assertThat(of.hosts(in(Map.of())).clientHost().name()).isEqualTo("a");
    }

    /** The file may have changed since, or was only found at that time, too. */
    @Test
    void runInACiJobTrustsItsFileOnlyIfItWasNamed() {
        HostOptions of = new HostOptions();
        of.from(directory, Optional.of(file));
        for (Map<String, String> environment :
                List.of(Map.of("CI", "true"), Map.of("CI", "true", "BENCH_HOSTS", "other.yaml"))) {
            assertThatThrownBy(() -> of.hosts(in(environment))).isInstanceOf(Failure.Input.class);
        }
        assertThat(of.hosts(in(Map.of("CI", "true", "BENCH_HOSTS", "hosts.yaml")))
                        .clientHost()
                        .name())
                .isEqualTo("a");
        of.hostsFile = Path.of("hosts.yaml");
        assertThat(of.hosts(in(Map.of("CI", "true"))).clientHost().name()).isEqualTo("a");
    }
}
