package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultTest {
    private static final Path PAGE = Path.of("..", "docs", "operations", "faults.md");

    /** The cells of the page's table, row by row, without its header. */
    private static List<List<String>> rows() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| "))
                .skip(1)
                .map(line -> Stream.of(line.substring(1).split("\\|", -1))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    @Test
    void pageListsEveryFaultWithItsOutcome() throws IOException {
        assertThat(rows())
                .extracting(row -> row.get(0))
                .containsExactlyElementsOf(
                        Stream.of(Fault.values()).map(Fault::title).toList());
        for (List<String> row : rows()) {
            Fault fault = Stream.of(Fault.values())
                    .filter(candidate -> candidate.title().equals(row.get(0)))
                    .findFirst()
                    .orElseThrow();
            assertThat(row.get(2)).as(row.toString()).isEqualTo(String.valueOf(fault.exit()));
            String[] forks = row.get(3).split(" of ", -1);
            assertThat(forks[0]).as("kept, of " + row).isEqualTo(forks[1]);
            assertThat(row.get(4)).as(row.toString()).isEqualTo("nothing");
            assertThat(row.get(5)).as(row.toString()).isIn("not needed", "nothing to resume", fault.resumed());
        }
    }
}
