package dev.jdbcbench.cli;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.site.Leases;
import dev.jdbcbench.site.RunOnHosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares real drivers side by side. */
@OnThisMachine
class CompareIT {
    @TempDir
    private Path directory = Path.of("");

    private Ended compare(String... words) {
        String[] all = new String[words.length + 3];
        all[0] = "compare";
        all[1] = "--results";
        all[2] = directory.resolve("results").toString();
        System.arraycopy(words, 0, all, 3, words.length);
        return bench(all);
    }

    @Test
    @Full
    void candidateWithMoreRoundTripsFailsBeforeMeasuring() throws IOException {
        Path summary = directory.resolve("summary.md");
        Ended ended = compare(
                Words.of("mariadb@3.5.9 mariadb@3.5.10 --scenario PoolReadOnly --fail-above 5% --summary {}", summary));
        assertThat(ended.code()).as(ended.err()).isEqualTo(7);
        assertThat(ended.out()).contains("round trips        1 → 3", "→ SET SESSION TRANSACTION READ ONLY");
        assertThat(ended.err())
                .contains("exchanges more with the server than mariadb 3.5.9")
                .doesNotContain("group 1/");
        assertThat(Files.readString(summary)).contains("| ▲ PoolReadOnly (text, default, tuned) | 1 → 3 |");
        assertThat(directory.resolve("results").toFile().list()).hasSize(1);
    }

    @Test
    @Full
    void candidateWhoseModeHasNoEffectFails() throws IOException {
        Path junit = directory.resolve("junit.xml");
        Ended ended = compare(Words.of(
                "mariadb@4.0.0 mariadb@3.5.4 --scenario InsertBatch100 --mode rewrite --fail-above 5% "
                        + "--counts-only --junit {}",
                junit));
        assertThat(ended.code()).as(ended.err()).isEqualTo(7);
        assertThat(ended.err())
                .contains(
                        "mariadb 3.5.4 does not do all that mariadb 4.0.0 does", "mariadb 3.5.4: mode rewrite did not");
        assertThat(junit).content().contains("failures=\"1\"");
    }

    /** From the drivers' changelogs, verified with the server's general log. */
    @ParameterizedTest
    @Full
    @CsvSource(
            delimiter = '|',
            value = {
                "mariadb@3.5.3..3.5.8 | InsertBatch100:rewrite | statements"
                        + " | mariadb 3.5.6 is the first that differs from 3.5.3 in what it can do; 3.5.5 does not",
                "mariadb@3.5.8..3.5.11 | PoolReadOnly | round-trips"
                        + " | mariadb 3.5.10 is the first that differs from 3.5.8 in round-trips; 3.5.9 does not",
            })
    void bisectionFindsTheVersionOfTheChangelog(String driver, String scenario, String metric, String verdict) {
        Ended ended = bench(Words.of(
                "bisect --results {} --driver {} --scenario {} --metric {}",
                directory.resolve("results"),
                driver,
                scenario,
                metric));
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).startsWith("### " + verdict + "\n");
    }

    @Test
    @Full
    void busyHostEndsABisection() {
        HostScript host = HostScript.install(new LocalHost("localhost"));
        String work = host.begin("20261121-091500-local-b5b5", RunOnHosts.AGENT, Leases.DURATION);
        try {
            Ended ended = bench(Words.of(
                    "bisect --results {} --driver mariadb@3.5.9..3.5.10 --scenario PoolReadOnly",
                    directory.resolve("results")));
            assertThat(ended.code()).as(ended.err()).isEqualTo(4);
            assertThat(ended.err()).contains("is busy", "./bench stop 20261121-091500-local-b5b5");
            assertThat(ended.out()).isEmpty();
        } finally {
            host.discard(work);
        }
    }

    @Test
    @Full
    void shortForksDoNotPassTheGate() {
        Ended ended =
                compare(Words.of("mariadb@3.5.9 mariadb@3.5.10 --scenario Do1:text --fail-above 5% --profile quick "
                        + "--groups 1 --iterations 2"));
        assertThat(ended.code()).as(ended.err()).isEqualTo(5);
        assertThat(ended.err())
                .contains(
                        "the operation exchanges no more with the server than before",
                        "the gate could not judge a single row");
        assertThat(ended.out()).contains("too short or too few for claims").doesNotContain("has no result");
    }

    @Test
    @Full
    void slowerRowIsMeasuredAgainInNewJvms() {
        Ended ended = compare(
                Words.of("mariadb@3.5.9 mariadb@3.5.10 --scenario PoolReadOnly:default,Do1:text --fail-above 5% "
                        + "--no-counts --force")); // other tests run at the same time
        assertThat(ended.code()).as(ended.err()).isEqualTo(7);
        assertThat(ended.out()).containsPattern("▲ PoolReadOnly .* above 5 %, and again [1-9]\\.[0-9]+×");
        assertThat(directory.resolve("results").toFile().list()).hasSize(2);
    }
}
