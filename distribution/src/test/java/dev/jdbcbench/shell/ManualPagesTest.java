package dev.jdbcbench.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.Bench;
import dev.jdbcbench.cli.CommandContext;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class ManualPagesTest {
    private final Map<String, String> pages = new ManualPages("1.2.3", "2026-01-01").all();

    private String page(String name) {
        return Objects.requireNonNull(pages.get(name), name);
    }

    @Test
    void everyCommandHasAPageWithAllItsOptions() {
        CommandLine bench = Bench.commandLine(CommandContext.plain());
        bench.getSubcommands().forEach((name, command) -> {
            String page = page("bench-" + name + ".1");
            assertThat(page).contains(".TH \"BENCH-" + name.toUpperCase(Locale.ROOT) + "\" \"1\" \"2026-01-01\"");
            for (OptionSpec option : command.getCommandSpec().options()) {
                if (!option.hidden()) {
                    assertThat(page).as(name).contains(option.longestName().replace("-", "\\-"));
                }
            }
        });
        assertThat(page("bench.1")).contains("\\fBbench explain\\fR", "bench\\-import\\-hosts(1)", ".SH EXIT STATUS");
    }

    @Test
    void textsAreThoseOfTheHelpWithoutPicocliMarkup() {
        assertThat(pages)
                .allSatisfy((name, page) -> assertThat(page)
                        .as(name)
                        .doesNotContain("%%", "%n", "${", "./bench")
                        .doesNotContain("\u001b"));
        assertThat(page("bench-explain.1")).contains("over 1 % more bytes");
        assertThat(page("bench-run.1")).contains(".SH EXAMPLES", "  bench run \\-\\-topology local,distant");
        assertThat(page("bench-import-hosts.1")).contains("(default: hosts.yaml)");
    }

    @Test
    void generationIsReproducible() {
        assertThat(new ManualPages("1.2.3", "2026-01-01").all()).isEqualTo(pages);
    }
}
