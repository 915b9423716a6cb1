package dev.jdbcbench.report.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.comparison.CollectedExample;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.result.LoadCurve;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CollectCsvTest {
    /** Parses CSV as RFC 4180 defines it. */
    private static List<List<String>> parsed(String csv) {
        List<List<String>> records = new ArrayList<>();
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < csv.length(); i++) {
            char letter = csv.charAt(i);
            if (quoted && letter == '"' && i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
                field.append('"');
                i++;
            } else if (letter == '"') {
                quoted = !quoted;
            } else if (!quoted && (letter == ',' || letter == '\n')) {
                fields.add(field.toString());
                field.setLength(0);
                if (letter == '\n') {
                    records.add(fields);
                    fields = new ArrayList<>();
                }
            } else if (quoted || letter != '\r') {
                field.append(letter);
            }
        }
        return records;
    }

    @Test
    void everyRowHasOneFieldPerColumn() {
        List<List<String>> records =
                parsed(Rendered.in("csv", CollectedExample.odd().collected()));
        assertThat(records)
                .hasSize(3)
                .allMatch(record -> record.size() == records.get(0).size());
        assertThat(records.get(1))
                .contains("</script><script>alert(1)</script>", "a=1,\r\n2 b=\"2\"", "x\"y'&z", "1,0");
    }

    @Test
    void linesEndWithCrLf() {
        String csv = Rendered.in("csv", CollectedExample.full().collected());
        assertThat(csv.replace("\r\n", "")).doesNotContain("\n").doesNotContain("\r");
        assertThat(csv).endsWith("\r\n");
    }

    @Test
    void numbersHaveAllDigitsAndNoExponent() {
        List<List<String>> records =
                parsed(Rendered.in("csv", CollectedExample.odd().collected()));
        int distant = records.get(0).indexOf("distant_us_per_op");
        assertThat(records.get(2).get(distant)).isEqualTo("123456789");
        assertThat(records.get(2).get(records.get(0).indexOf("predicted_us_per_op_at_rtt_1_us")))
                .isNotEmpty();
        assertThat(records.get(1).get(records.get(0).indexOf("predicted_us_per_op_at_rtt_1_us")))
                .as("unknown values are empty")
                .isEmpty();
    }

    private static RunExample curve(RunExample run, double micros) {
        run.threads(1).measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, micros * 0.99, micros * 1.01);
        return run.threads(8).measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, micros * 1.98, micros * 2.02);
    }

    @Test
    void threadCountsHaveColumnsForCurvesOfBothSides() {
        Fold near = curve(new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 2, true), 100)
                .fold();
        Fold far = curve(new RunExample("20261121-091500-distant-7f3a", Topology.DISTANT, 2, true), 1000)
                .fold();
        List<LoadCurve> curves = Stream.of(near, far)
                .flatMap(fold -> fold.results().curves().stream())
                .toList();
        List<List<String>> records = parsed(Objects.requireNonNull(Block.table(
                        CollectDocument.of(SideBySide.of(List.of(near, far), SideBySide.Question.DEFAULT), curves),
                        Medium.CSV))
                .csv());
        List<String> names = records.get(0);
        List<String> eight = records.stream()
                .filter(record -> record.get(names.indexOf("threads")).equals("8"))
                .findFirst()
                .orElseThrow();
        assertThat(Double.parseDouble(eight.get(names.indexOf("local_operations_per_s"))))
                .isCloseTo(40_000, within(10.0));
        assertThat(Double.parseDouble(eight.get(names.indexOf("distant_operations_per_s"))))
                .isCloseTo(4_000, within(1.0));
        assertThat(Double.parseDouble(eight.get(names.indexOf("local_ceiling_per_s"))))
                .isCloseTo(80_000, within(10.0));
        assertThat(eight.get(names.indexOf("local_limit"))).isEqualTo("undecided");
        assertThat(eight.get(names.indexOf("distant_p99_us")))
                .as("values that were not measured are empty")
                .isEmpty();
        assertThat(names).as("columns for curves exist only with curves").contains("local_network_percent");
        assertThat(parsed(Rendered.in("csv", CollectedExample.full().collected()))
                        .get(0))
                .doesNotContain("local_network_percent");
    }
}
