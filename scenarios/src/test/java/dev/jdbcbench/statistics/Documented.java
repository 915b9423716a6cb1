package dev.jdbcbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares simulated shares with the tables in {@code docs/explanation/method.md}. */
final class Documented {
    private static final Path DOCUMENT = Path.of("..", "docs", "explanation", "method.md");
    private static final double TOLERANCE = 0.5;

    private Documented() {}

    /** Prints a table row and checks that the document agrees to within half a point; returns the share, 0 … 1. */
    static double share(String what, int count, int trials) throws IOException {
        double percent = 100.0 * count / trials;
        String row = String.format(Locale.ROOT, "| %s | %.1f %% |", what, percent);
        System.out.println(row);
        Matcher written = Pattern.compile(Pattern.quote("| " + what + " | ") + "([0-9.]+) % \\|")
                .matcher(Files.readString(DOCUMENT));
        assertThat(written.find()).as("%s has the row %s", DOCUMENT, row).isTrue();
        assertThat(Double.parseDouble(written.group(1))).as(row).isCloseTo(percent, within(TOLERANCE));
        return percent / 100;
    }
}
