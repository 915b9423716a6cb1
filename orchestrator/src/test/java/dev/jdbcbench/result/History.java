package dev.jdbcbench.result;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The figures of a comparison published in 2016: JMH's output for each cell, and the means of its forks. */
public final class History {
    static final String RESOURCE = "/history/2016-fork-means.csv";
    private static final String HEAD = "topology,benchmark,unit,jmhScore,jmhError999,"
            + "fork1,fork2,fork3,fork4,fork5,fork6,fork7,fork8,fork9,fork10";

    private History() {}

    /** A benchmark of one topology. */
    public record Cell(
            String topology, String benchmark, String unit, double jmhScore, double jmhError999, List<Double> forks) {
        /** The means of the forks, in the order in which they ran. */
        double[] scores() {
            return forks.stream().mapToDouble(Double::doubleValue).toArray();
        }

        /** A line of the file. Iterations have three decimals and a fork has twenty iterations, so five decimals are exact. */
        public String text() {
            StringBuilder text = new StringBuilder(String.join(",", topology, benchmark, unit))
                    .append(String.format(Locale.ROOT, ",%.3f,%.3f", jmhScore, jmhError999));
            for (double fork : forks) {
                text.append(String.format(Locale.ROOT, ",%.5f", fork));
            }
            return text.toString();
        }
    }

    /** The committed figures. */
    static List<Cell> committed() throws IOException {
        List<Cell> cells = new ArrayList<>();
        for (String line : lines()) {
            String[] parts = line.split(",", -1);
            cells.add(new Cell(
                    parts[0],
                    parts[1],
                    parts[2],
                    Double.parseDouble(parts[3]),
                    Double.parseDouble(parts[4]),
                    Arrays.stream(parts).skip(5).map(Double::valueOf).toList()));
        }
        return cells;
    }

    /** The lines of the file that have figures. */
    public static List<String> lines() throws IOException {
        try (InputStream in = Objects.requireNonNull(History.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
            if (!lines.get(0).equals(HEAD)) {
                throw new IllegalStateException(RESOURCE + " has other columns: " + lines.get(0));
            }
            return lines.subList(1, lines.size());
        }
    }
}
