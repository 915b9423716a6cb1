package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class ManualPagesTest {
    private static final Path MAN = Path.of("/usr/bin/man");

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

    @Test
    void manPrintsNoWarnings(@TempDir Path directory) throws IOException, InterruptedException {
        boolean there = Files.isExecutable(MAN);
        if (!there) {
            System.err.println("SKIPPED: there is no " + MAN + " to check the manual pages");
        }
        assumeTrue(there, "there is no man");
        for (Map.Entry<String, String> page : pages.entrySet()) {
            Path file = Files.writeString(directory.resolve(page.getKey()), page.getValue());
            Path out = directory.resolve("out");
            Path err = directory.resolve("err");
            ProcessBuilder man = new ProcessBuilder(List.of(MAN.toString(), "--warnings=w", "-l", file.toString()))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            man.environment().putAll(Map.of("MANPAGER", "cat", "LC_ALL", "C.UTF-8", "MANWIDTH", "80"));
            assertThat(man.start().waitFor()).as(page.getKey()).isZero();
            assertThat(err).as(page.getKey()).isEmptyFile();
            assertThat(out).content().contains("NAME", "SYNOPSIS", "bench 1.2.3");
        }
    }
}
