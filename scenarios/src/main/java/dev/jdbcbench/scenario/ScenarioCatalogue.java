package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.HA;
import static dev.jdbcbench.driver.Mode.HIT;
import static dev.jdbcbench.driver.Mode.MISS;
import static dev.jdbcbench.driver.Mode.TEXT;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.driver.Mode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.runner.BenchmarkList;

/** Which scenarios exist, in which modes, and which benchmarks they repeat. */
public final class ScenarioCatalogue {
    /** All scenarios, in the order in which they are shown: the benchmarks that JMH found when this was built, but the user's own. */
    public static final List<Entry> ENTRIES = listed();

    /** The name of the set that is measured when nothing is named. */
    public static final String CORE = "core";

    private ScenarioCatalogue() {}

    private static List<Entry> listed() {
        try (InputStream in = ScenarioCatalogue.class.getResourceAsStream(BenchmarkList.BENCHMARK_LIST)) {
            if (in == null) {
                throw new IllegalStateException(BenchmarkList.BENCHMARK_LIST + " is not on the class path");
            }
            return BenchmarkList.readBenchmarkList(in).stream()
                    .flatMap(benchmark -> listed(benchmark.getUserClassQName()).stream())
                    .sorted(Comparator.comparingInt(Listing::order)
                            .thenComparing(listing -> listing.entry().id()))
                    .map(Listing::entry)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Listing(int order, Entry entry) {}

    private static Optional<Listing> listed(String benchmark) {
        Class<? extends Scenario> type;
        try {
            type = Class.forName(benchmark, false, ScenarioCatalogue.class.getClassLoader())
                    .asSubclass(Scenario.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(BenchmarkList.BENCHMARK_LIST + " names " + benchmark, e);
        }
        return Optional.ofNullable(type.getAnnotation(Listed.class))
                .map(says -> new Listing(says.order(), Entry.of(type, says)));
    }

    /**
     * One scenario.
     *
     * @param id the name on the command line and in every file: the simple name of the class, or the user's
     * @param benchmark the JMH benchmark class
     * @param operation what is measured, in one line
     * @param repeats the published benchmark it repeats
     * @param ownModes in which it can be measured, beside default and tuned
     * @param coreModes in which it belongs to the set {@value #CORE}
     * @param features that it asks of a driver
     * @param payloadBytes about how much an operation moves at least, by what it is; 0 when it is next to nothing
     * @param besideOthers whether several JVMs may carry it out at the same time without being measured: nobody knows what the user's own
     *     statements do to each other, and a transaction that finds its row changed by another one may be refused
     */
    public record Entry(
            String id,
            Class<? extends Scenario> benchmark,
            String operation,
            String repeats,
            List<Mode> ownModes,
            List<Mode> coreModes,
            Set<Feature> features,
            long payloadBytes,
            boolean besideOthers) {
        public Entry {
            ownModes = List.copyOf(ownModes);
            coreModes = List.copyOf(coreModes);
            features = Set.copyOf(features);
        }

        private static Entry of(Class<? extends Scenario> type, Listed says) {
            return new Entry(
                    type.getSimpleName(),
                    type,
                    says.operation(),
                    says.repeats(),
                    List.of(says.modes()),
                    List.of(says.core()),
                    Set.of(says.features()),
                    says.payloadBytes(),
                    says.besideOthers());
        }

        /** All modes in which it can be measured: those of its own, and those that every scenario has. */
        public List<Mode> modes() {
            List<Mode> all = new ArrayList<>(ownModes);
            all.add(Mode.DEFAULT);
            all.add(Mode.TUNED);
            return all;
        }

        /** The name that JMH gives to the measured method. */
        public String benchmarkName() {
            return benchmark.getName() + ".operation";
        }

        /** Whether it is a statement of the user's own. */
        public boolean own() {
            return benchmark == Sql.class;
        }
    }

    /** The scenario of that id among those built in, or empty. */
    public static Optional<Entry> of(String id) {
        return ENTRIES.stream().filter(entry -> entry.id().equals(id)).findFirst();
    }

    /** A statement of the user's own as a scenario like the others. */
    public static Entry of(SqlScenario own) {
        return new Entry(
                own.name(),
                Sql.class,
                own.statement().sql(),
                "nothing",
                List.of(TEXT, HA, HIT, MISS),
                List.of(),
                Set.of(),
                0,
                false);
    }

    /** What a scenario asks of a driver. In a measured JVM, {@code benchmark} is a class that JMH derived from the scenario's. */
    static Set<Feature> features(Class<? extends Scenario> benchmark) {
        Listed says = benchmark.getAnnotation(Listed.class);
        return says == null ? Set.of() : Set.of(says.features());
    }
}
