package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.cli.console.Signals;
import dev.jdbcbench.cli.console.Signs;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalledAsTest {
    private static String printed(String name, String... args) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(both, true, StandardCharsets.UTF_8);
        CommandContext around = new CommandContext(
                Clock.systemUTC(),
                Signals.none(),
                Console.Display.LINES,
                Signs.PLAIN,
                Signs.PLAIN,
                Map.of(),
                new Typed(InputStream.nullInputStream()),
                CalledAs.named(name));
        int code = Bench.run(args, stream, stream, around);
        assertThat(code).isIn(0, 2);
        return both.toString(StandardCharsets.UTF_8);
    }

    @Test
    void messagesAndHelpUseTheNameOfTheCall() {
        assertThat(printed("bench", "run", "--nothing"))
                .contains("See bench run --help.")
                .doesNotContain("./bench");
        assertThat(printed("/opt/my bench/bin/bench", "run", "--nothing"))
                .contains("See '/opt/my bench/bin/bench' run --help.");
        assertThat(printed("bench", "help", "run"))
                .contains("  bench run --topology local,distant")
                .doesNotContain("./bench");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "./bench", "be\u001b[2Jnch"})
    void defaultNameIsThatOfACheckout(String name) {
        assertThat(printed(name, "run", "--nothing")).contains("See ./bench run --help.");
    }

    @ParameterizedTest
    @CsvSource({
        "./bench run makes one, b run makes one",
        "see ./bench, see b",
        "(./bench clean), (b clean)",
        "/home/me/./bench/run, /home/me/./bench/run",
        "a/../bench x, a/../bench x",
        "./bench.log, ./bench.log",
        "./bench-bundle.tar.gz, ./bench-bundle.tar.gz",
        "./benchmark, ./benchmark"
    })
    void onlyTheNameIsReplaced(String written, String shown) {
        assertThat(CalledAs.named("b").in(written)).isEqualTo(shown);
    }
}
