package dev.jdbcbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.comparison.CollectedExample;
import java.util.ArrayList;
import java.util.List;
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
        List<List<String>> records = parsed(CollectCsv.of(CollectedExample.odd().collected()));
        assertThat(records)
                .hasSize(3)
                .allMatch(record -> record.size() == records.get(0).size());
        assertThat(records.get(1))
                .contains("</script><script>alert(1)</script>", "a=1,\r\n2 b=\"2\"", "x\"y'&z", "1,0");
    }

    @Test
    void linesEndWithCrLf() {
        String csv = CollectCsv.of(CollectedExample.full().collected());
        assertThat(csv.replace("\r\n", "")).doesNotContain("\n").doesNotContain("\r");
        assertThat(csv).endsWith("\r\n");
    }

    @Test
    void numbersHaveAllDigitsAndNoExponent() {
        List<List<String>> records = parsed(CollectCsv.of(CollectedExample.odd().collected()));
        int distant = records.get(0).indexOf("distant_us_per_op");
        assertThat(records.get(2).get(distant)).isEqualTo("123456789");
        assertThat(records.get(2).get(records.get(0).indexOf("predicted_us_per_op_at_rtt_1_us")))
                .isNotEmpty();
        assertThat(records.get(1).get(records.get(0).indexOf("predicted_us_per_op_at_rtt_1_us")))
                .as("what is not known is empty")
                .isEmpty();
    }
}
