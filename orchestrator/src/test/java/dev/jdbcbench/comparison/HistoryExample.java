package dev.jdbcbench.comparison;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Nightly runs of one driver. */
public final class HistoryExample {
    private static final Instant FIRST = Instant.parse("2026-11-01T03:00:00Z");

    private HistoryExample() {}

    /** The nightly run of a day, from 1, with forks around this time, µs. */
    public static RunExample night(int day, String version, double micros) {
        return empty(day)
                .measuredAt(
                        version,
                        "Select1Row",
                        Mode.TEXT,
                        DriverCatalogue.MARIADB,
                        micros,
                        1.01 * micros,
                        0.99 * micros);
    }

    /** The nightly run of a day, without a cell. */
    public static RunExample empty(int day) {
        return new RunExample("202611%02d-030000-local-%04x".formatted(day, day), Topology.LOCAL, 3, true)
                .createdAt(FIRST.plus(Duration.ofDays(day - 1L)))
                .named(null, "nightly", "commit/c%07d".formatted(day));
    }

    /**
     * Four nights: the second and later ones have another JDK, and the third and the fourth have new versions, the last
     * of which is slower.
     */
    public static List<RunExample> nights() {
        return List.of(
                night(1, "3.5.9", 60).jdk("17.0.14+7"),
                night(2, "3.5.9", 60.6).named("first on the new JDK", "nightly"),
                night(3, "3.5.10", 60),
                night(4, "4.0.0", 66).named(null));
    }

    /** Twenty nights with one percent of noise. The driver is ten percent slower from the thirteenth on. */
    public static List<RunExample> step() {
        Random random = new Random(1);
        List<RunExample> runs = new ArrayList<>();
        for (int day = 1; day <= 20; day++) {
            boolean slow = day >= 13;
            runs.add(night(day, slow ? "4.0.0" : "3.5.9", 100 * (slow ? 1.1 : 1) * (1 + 0.01 * random.nextGaussian())));
        }
        return runs;
    }

    /** The gate of a night by own: a base, and a candidate whose version is another one each night; µs. */
    public static RunExample gateOfOwn(int day, double base, double candidate) {
        return empty(day)
                .transport(Transport.MEMORY)
                .measuredAt("4.0.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, base, 1.01 * base, 0.99 * base)
                .measuredAt(
                        "4.0.1-night" + day,
                        "Do1",
                        Mode.TEXT,
                        DriverCatalogue.MARIADB,
                        candidate,
                        1.01 * candidate,
                        0.99 * candidate);
    }
}
