package dev.jdbcbench.imported;

import com.google.auto.service.AutoService;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.PublishedFigures;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of 2016: its text, and the README of its benchmarks for rows that the text does not have. A ratio or
 * percentage never mixes the two.
 */
@AutoService(PublishedFigures.class)
public final class FiguresOf2016 implements PublishedFigures {
    private static final String OF_2016 = "2016";

    private static final String RESOURCE = "published-figures.csv";
    private static final String TEXT = "blog-2016";
    private static final String README = "readme-2016";
    /** In order of preference: the first one that has a row is used. */
    private static final List<String> PUBLICATIONS = List.of(TEXT, README);

    private static final Map<String, Double> MICROS = Map.of("us", 1.0, "ms", 1000.0);

    private static final String WITH_CAST = "Select1RowCast";
    private static final String WITHOUT_CAST = "Select1Row";

    private static final Collected.Reference REFERENCE = new Collected.Reference(
            OF_2016,
            "\"MariaDB Java Connector Driver Performance\", 2016,"
                    + " https://mariadb.com/resources/blog/mariadb-java-connector-driver-performance/ (MariaDB 10.1.17, MariaDB"
                    + " Connector/J 1.5.3, MySQL Connector/J 5.1.39, Drizzle JDBC 1.4); for what it does not have, the README of its"
                    + " benchmarks, https://github.com/rusher/mariadb-java-driver-benchmark (MariaDB 10.2, local only)",
            List.of(
                    "Only ratios are compared: absolute times come from other hosts, drivers and servers.",
                    "The published ± pools the iterations of all forks as if they were independent: computed from fork means, the"
                            + " same interval is more than twice as wide in the median cell.",
                    "The text calls a batch of 100 inserts one of 1000: its figures are those of PrepareStatementBatch100Insert, and"
                            + " are shown beside InsertBatch100.",
                    "The text gives 7.1 % and 68.1 % of SELECT 1 row as if both were of one table. The first is local: a cached prepare"
                            + " is faster than text (58.267 to 62.715 µs). The second is distant: an uncached one is slower (709.843 to"
                            + " 422.215 µs). Its figures are 7.1 % and 89.6 % local, 6.6 % and 68.1 % distant.",
                    "The text's SELECT 1 row casts its parameter, as Select1RowCast does; its figures are also shown beside Select1Row,"
                            + " which does not."));

    private final List<Figure> figures = read();

    /** @param micros time per operation, µs */
    private record Figure(
            String publication,
            Topology topology,
            String benchmark,
            String scenario,
            Mode mode,
            String driver,
            double micros) {}

    @Override
    public Collected.Reference reference() {
        return REFERENCE;
    }

    /** The percentages refer to MariaDB Connector/J in the scenario's first mode, as in the publication. */
    @Override
    public Optional<Collected.Published> find(String scenario, Mode mode, String driver) {
        for (String publication : PUBLICATIONS) {
            List<Figure> family = figures.stream()
                    .filter(figure -> figure.publication().equals(publication)
                            && figure.scenario().equals(scenario))
                    .toList();
            List<Figure> own = family.stream()
                    .filter(figure -> figure.mode() == mode && figure.driver().equals(driver))
                    .toList();
            if (!own.isEmpty()) {
                @Nullable Double local = micros(own, Topology.LOCAL);
                @Nullable Double distant = micros(own, Topology.DISTANT);
                return Optional.of(new Collected.Published(
                        own.get(0).benchmark() + "." + driver,
                        local,
                        distant,
                        local == null || distant == null ? null : (Double) (distant / local),
                        percent(local, family, Topology.LOCAL),
                        percent(distant, family, Topology.DISTANT)));
            }
        }
        return Optional.empty();
    }

    private static @Nullable Double micros(List<Figure> figures, Topology topology) {
        return figures.stream()
                .filter(figure -> figure.topology() == topology)
                .map(Figure::micros)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Double percent(@Nullable Double micros, List<Figure> family, Topology topology) {
        if (micros == null) {
            return null;
        }
        double time = micros;
        return family.stream()
                .filter(figure ->
                        figure.topology() == topology && figure.driver().equals(DriverCatalogue.MARIADB.id()))
                .min(Comparator.comparingInt(FiguresOf2016::ofMode))
                .map(base -> 100 * time / base.micros())
                .orElse(null);
    }

    /** Position of a figure's mode among the modes of its scenario. */
    private static int ofMode(Figure figure) {
        return ScenarioCatalogue.of(figure.scenario()).orElseThrow().modes().indexOf(figure.mode());
    }

    private static List<Figure> read() {
        return Resource.text(FiguresOf2016.class, RESOURCE)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .skip(1)
                .map(line -> line.split(",", -1))
                .filter(parts -> PUBLICATIONS.contains(parts[0]))
                .flatMap(FiguresOf2016::figures)
                .toList();
    }

    /** Parses a line: publication, server, topology, benchmark, scenario, mode, driver, score, error, unit. */
    private static Stream<Figure> figures(String[] parts) {
        double micros = Double.parseDouble(parts[7])
                * Optional.ofNullable(MICROS.get(parts[9]))
                        .orElseThrow(() -> new IllegalStateException(RESOURCE + " has an unknown unit: " + parts[9]));
        return scenarios(parts[4])
                .map(scenario -> new Figure(
                        parts[0],
                        Topology.of(parts[2]).orElseThrow(),
                        parts[3],
                        scenario,
                        Mode.of(parts[5]).orElseThrow(),
                        parts[6],
                        micros));
    }

    /**
     * The text has only the row with the cast, the README only the one without. The text's row is also shown for the scenario
     * without the cast, as the closest match.
     */
    private static Stream<String> scenarios(String scenario) {
        return scenario.equals(WITH_CAST) ? Stream.of(WITH_CAST, WITHOUT_CAST) : Stream.of(scenario);
    }
}
