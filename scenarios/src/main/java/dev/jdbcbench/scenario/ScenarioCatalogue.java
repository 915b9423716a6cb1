package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.scenario.jvm.ThreadKind;
import dev.jdbcbench.scenario.recording.RecordedTransaction;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.runner.BenchmarkList;

/** The available scenarios, with their modes and the benchmarks that they repeat. */
public final class ScenarioCatalogue {
    /** All scenarios in display order: the benchmarks that JMH found at build time, without the user's own. */
    public static final List<Entry> ENTRIES = listed();

    /** The name of the set that is measured by default. */
    public static final String CORE = "core";

    private ScenarioCatalogue() {}

    private static List<Entry> listed() {
        byte[] list = Resource.bytes(ScenarioCatalogue.class, BenchmarkList.BENCHMARK_LIST);
        try (InputStream in = new ByteArrayInputStream(list)) {
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
            Class<?> found = Class.forName(benchmark, false, ScenarioCatalogue.class.getClassLoader());
            if (!Scenario.class.isAssignableFrom(found)) {
                return Optional.empty(); // OpenLoad, which runs the operation of any scenario
            }
            type = found.asSubclass(Scenario.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(BenchmarkList.BENCHMARK_LIST + " names " + benchmark, e);
        }
        return Optional.ofNullable(type.getAnnotation(Listed.class))
                .map(says -> new Listing(says.order(), Entry.of(type, says)));
    }

    /**
     * One scenario.
     *
     * @param id name on the command line and in every file: the simple name of the class, or the user's name
     * @param benchmark the JMH benchmark class
     * @param operation the measured operation, in one line
     * @param repeats the published benchmark it repeats
     * @param ownModes modes in which it can be measured, in addition to default and tuned
     * @param coreModes modes in which it belongs to the set {@value #CORE}
     * @param features that it needs from a driver
     * @param payloadBytes approximate minimum number of bytes moved per operation; 0 when negligible
     * @param besideOthers whether several JVMs may run it at the same time outside a measurement. False for the user's
     *     own statements, which may affect each other, and for a transaction, which may be refused when another one has
     *     changed its row
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

        /** All modes in which it can be measured: its own, and those that every scenario has. */
        public List<Mode> modes() {
            return Mode.andThoseOfAll(ownModes);
        }

        /** JMH's name for the measured method. */
        public String benchmarkName() {
            return benchmark.getName() + ".operation";
        }

        /** Whether it uses the {@link OltpTables}. */
        public boolean oltp() {
            return Oltp.class.isAssignableFrom(benchmark);
        }

        /** Whether the user chooses the {@link ThreadKind} of its tasks. */
        public boolean threadKinds() {
            return Select1Pool.class.isAssignableFrom(benchmark);
        }

        /** Whether it is a user's own statement or a recorded transaction. */
        public boolean own() {
            return benchmark == Sql.class;
        }
    }

    /** The built-in scenario with this ID, or empty. */
    public static Optional<Entry> of(String id) {
        return ENTRIES.stream().filter(entry -> entry.id().equals(id)).findFirst();
    }

    /** A user's own statement or a recorded transaction as a scenario. */
    public static Entry of(SqlScenario own) {
        RecordedTransaction recorded = own.recorded();
        return new Entry(
                own.name(),
                Sql.class,
                own.statement().sql(),
                "nothing",
                own.modes(),
                recorded == null ? List.of() : List.of(recorded.mode()),
                Set.of(),
                0,
                false);
    }
}
