package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.cli.console.Signals;
import dev.jdbcbench.cli.console.Signs;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class FromEnvironmentTest {
    private static final Map<String, String> VARIABLES =
            Map.of("BENCH_HOSTS", "my-hosts.yaml", "BENCH_RESULTS", "elsewhere", "BENCH_PROFILE", "thorough");

    private static @Nullable Object value(Map<String, String> environment, String option, String... words) {
        CommandLine bench = Bench.commandLine(new CommandContext(
                Clock.systemUTC(),
                Signals.none(),
                Console.Display.LINES,
                Signs.PLAIN,
                Signs.PLAIN,
                environment,
                new Typed(InputStream.nullInputStream()),
                CalledAs.CHECKOUT));
        bench.parseArgs(words);
        OptionSpec found = Objects.requireNonNull(bench.getSubcommands().get(words[0]))
                .getCommandSpec()
                .findOption(option);
        return found.getValue();
    }

    @Test
    void variablesOverrideDefaultsButNotTheCommandLine() {
        assertThat(value(VARIABLES, "--profile", "run")).isEqualTo("thorough");
        assertThat(value(VARIABLES, "--profile", "run", "--profile", "smoke")).isEqualTo("smoke");
        assertThat(value(VARIABLES, "--results", "list", "runs")).isEqualTo(Path.of("elsewhere"));
        assertThat(value(VARIABLES, "--hosts", "check")).isEqualTo(Path.of("my-hosts.yaml"));
        assertThat(value(Map.of("BENCH_PROFILE", ""), "--profile", "run")).isEqualTo("quick");
    }

    /** A named run keeps its own hosts; {@code BENCH_HOSTS} does not replace them. */
    @ParameterizedTest
    @CsvSource({"attach", "stop", "resume"})
    void variablesDoNotReplaceTheHostsOfARun(String command) {
        assertThat(value(VARIABLES, "--hosts", command, "some-run")).isNull();
    }
}
