package dev.jdbcbench.cli;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.cli.console.Signals;
import dev.jdbcbench.cli.console.Signs;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.store.RunOrigin;
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
import picocli.CommandLine;

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

    private Request.Hosts found() {
        return new Request.Hosts(Optional.of(file.toString()), true, Optional.empty());
    }

    private static HostOptions options(String... words) {
        HostOptions options = new HostOptions();
        new CommandLine(options).parseArgs(words);
        return options;
    }

    private static Hosts read(Request.Hosts named, Map<String, String> environment) {
        return Inputs.hosts(
                Request.of(Request.Where.DEFAULT.withHosts(named)),
                in(environment).reading());
    }

    @Test
    void foundHostsFileIsReadOutsideOfCiJobsOnly() {
        assertThat(read(found(), Map.of()).clientHost().name()).isEqualTo("a");
        assertThat(read(found(), Map.of("CI", "")).clientHost().name()).isEqualTo("a");
        assertWhy(Failure.Input.class, () -> read(found(), Map.of("CI", "true")))
                .contains("hosts.a.password");
    }

    @Test
    void namedHostsFileIsReadInCiJobs() {
        HostOptions named = options("--hosts", file.toString());
        assertThat(named.hosts(in(Map.of("CI", "true"))).clientHost().name()).isEqualTo("a");
        assertThat(named.clean()).isEqualTo("./bench clean --hosts " + file);
    }

    @Test
    void noneLeavesTheFileOut() {
        HostOptions none = options("--hosts", "none");
        assertThat(none.hosts(in(Map.of("CI", "true")))).isEqualTo(Hosts.none());
        assertThat(none.hosts().file()).isEmpty();
        assertThat(none.clean()).isEqualTo("./bench clean --hosts none");
    }

    @Test
    void laterCommandNamesOtherHosts() {
        Request.Hosts started = new Request.Hosts(Optional.of("h.yaml"), true, Optional.of("db1"));
        assertThat(started.over(Request.Hosts.NONE)).isEqualTo(started);
        assertThat(started.over(new Request.Hosts(Optional.of("/o.yaml"), false, Optional.empty())))
                .isEqualTo(new Request.Hosts(Optional.of("/o.yaml"), false, Optional.of("db1")));
        assertThat(started.over(new Request.Hosts(Optional.empty(), false, Optional.of("db2"))))
                .isEqualTo(new Request.Hosts(Optional.empty(), false, Optional.of("db2")));
    }

    private RunOrigin old(Map<String, String> environment, String... words) {
        return OldWords.read(
                new RunOrigin.OfWords("r", "p", List.of(words), directory.toString(), file.toString()),
                in(environment));
    }

    /** The file may have changed since, or was only found at that time, too. */
    @Test
    void runInACiJobTrustsItsFileOnlyIfItWasNamed() {
        for (Map<String, String> environment :
                List.of(Map.of("CI", "true"), Map.of("CI", "true", "BENCH_HOSTS", "other.yaml"))) {
            assertThatThrownBy(() -> Inputs.hosts(
                            old(environment, "run").asked().orElseThrow(),
                            in(environment).reading()))
                    .isInstanceOf(Failure.Input.class);
        }
        Map<String, String> naming = Map.of("CI", "true", "BENCH_HOSTS", "hosts.yaml");
        for (RunOrigin origin :
                List.of(old(naming, "run"), old(Map.of("CI", "true"), "run", "--hosts", "hosts.yaml"))) {
            assertThat(Inputs.hosts(origin.asked().orElseThrow(), in(naming).reading())
                            .clientHost()
                            .name())
                    .isEqualTo("a");
        }
    }
}
