package dev.jdbcbench.report.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.jdbcbench.comparison.Cause;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.CollectedExample;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.report.Golden;
import dev.jdbcbench.report.Rendered;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Local and distant side by side in every format, character by character, also in a locale with a decimal comma. */
@Isolated("changes the default locale")
class CollectReportTest {
    private final Locale before = Locale.getDefault();
    private final Collected full = CollectedExample.full().collected();
    private final Collected odd = CollectedExample.odd().collected();
    private final Collected empty = new CollectedExample().collected();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void everyFormatMatchesItsGoldenFile(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));
        assertAll(
                () -> Golden.assertSame("collect.txt", Rendered.in("text", full)),
                () -> Golden.assertSame("collect-wide.txt", Rendered.wide(full)),
                () -> Golden.assertSame("collect.md", Rendered.in("markdown", full)),
                () -> Golden.assertSame("collect.csv", Rendered.in("csv", full).replace("\r\n", "\n")));
    }

    @Test
    void oddNamesBreakNothing() {
        assertAll(
                () -> Golden.assertSame("collect-odd.txt", Rendered.in("text", odd)),
                () -> Golden.assertSame("collect-odd.md", Rendered.in("markdown", odd)));
    }

    @Test
    void textFitsThePageWidth() {
        assertThat(Rendered.in("text", full).lines()).allMatch(line -> line.length() <= 80);
        assertThat(Rendered.in("text", odd).lines())
                .as("names without blanks stay whole")
                .allMatch(line -> line.length() <= 100 || !line.strip().contains(" "));
        assertThat(Rendered.in("text", empty).lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void wideTextHasTheOmittedColumns() {
        assertThat(Rendered.in("text", full)).doesNotContain("its distant %").doesNotContain("bytes up");
        assertThat(Rendered.wide(full))
                .contains("its distant %")
                .contains("bytes up")
                .contains("62.0 [60.8–63.2]")
                .contains("local %");
    }

    @Test
    void controlCharactersOfDriverMessagesAreEscaped() {
        String text = Rendered.in("text", odd) + Rendered.wide(odd);
        assertThat(text.chars()).noneMatch(letter -> Character.isISOControl(letter) && letter != '\n');
    }

    @Test
    void emptySectionsAreOmitted() throws IOException {
        Golden.assertSame("collect-empty.txt", Rendered.in("text", empty));
        assertThat(Rendered.in("markdown", empty)).doesNotContain("###").doesNotContain("|");
        assertThat(Rendered.in("csv", empty)).startsWith("key,server,").containsOnlyOnce("\r\n");
    }

    @Test
    void rowsThatImplyTheRttAreMarked() {
        Collected implied = new CollectedExample()
                .runs("r")
                .impliedRtt(331)
                .bare("Select1Row", Mode.TEXT, "mariadb@4.0.0", 62, 393, 1.0)
                .collected();
        assertThat(Rendered.wide(implied))
                .contains("RTT: 331 µs, implied by single-round-trip rows\n")
                .contains("1.00°")
                .contains("° The RTT was found from these rows, so they prove nothing about it.\n");
        assertThat(Rendered.in("markdown", implied)).contains("| 1.00° |");
    }

    @Test
    void smallTableShowsAllIntervals() {
        Collected one = new CollectedExample()
                .runs("r")
                .rtt(352, 371, null, null)
                .row("Do1", Mode.TEXT, "mysql@9.7.0", 40, 380, 1, 20, Cause.ROUND_TRIPS)
                .collected();
        assertThat(Rendered.wide(one)).contains("1.03 [1.00–1.05]").contains("latency-bound");
    }
}
