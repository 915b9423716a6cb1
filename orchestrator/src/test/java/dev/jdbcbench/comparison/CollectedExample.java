package dev.jdbcbench.comparison;

import dev.jdbcbench.comparison.Collected.Advice;
import dev.jdbcbench.comparison.Collected.Comparison;
import dev.jdbcbench.comparison.Collected.Link;
import dev.jdbcbench.comparison.Collected.Order;
import dev.jdbcbench.comparison.Collected.Prediction;
import dev.jdbcbench.comparison.Collected.Published;
import dev.jdbcbench.comparison.Collected.Reference;
import dev.jdbcbench.comparison.Collected.Rtt;
import dev.jdbcbench.comparison.Collected.Side;
import dev.jdbcbench.comparison.Collected.Unpaired;
import dev.jdbcbench.comparison.Collected.Value;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.Score;
import dev.jdbcbench.run.Subject;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** A collection with figures chosen by a test. */
public final class CollectedExample {
    private static final double RTT_OF_DISTANCE = 331;
    private static final double MICROS_PER_BYTE = 0.008;

    private final List<String> runs = new ArrayList<>();
    private final List<String> incomplete = new ArrayList<>();
    private final List<String> differences = new ArrayList<>();
    private final Map<String, Link> links = new LinkedHashMap<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<Comparison> comparisons = new ArrayList<>();
    private final List<Advice> advice = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Unpaired> unpaired = new ArrayList<>();
    private double[] distances = {100, 500, 1000, 5000, 20_000};
    private boolean forced;
    private @Nullable Rtt rtt;
    private @Nullable Reference reference;
    private Map<String, String> params = Map.of();
    private Transport transport = Transport.TCP;
    private int threads = 1;
    private String server = "mariadb";
    private @Nullable Published published;
    private double percentLocal = 100;
    private double percentDistant = 100;

    /** Adds the source runs. */
    public CollectedExample runs(String... ids) {
        runs.addAll(List.of(ids));
        return this;
    }

    /** Marks a run as incomplete. */
    public CollectedExample incomplete(String id) {
        incomplete.add(id);
        return this;
    }

    /** Adds a difference between the runs; they are compared anyway. */
    public CollectedExample differs(String difference) {
        differences.add(difference);
        forced = true;
        return this;
    }

    /** Sets a measured RTT. */
    public CollectedExample rtt(double median, double p95, @Nullable Double local, @Nullable String drift) {
        rtt = new Rtt(median, p95, local, 4.0, Rtt.MEASURED, drift);
        return this;
    }

    /** Sets an RTT that was derived, not measured. */
    public CollectedExample impliedRtt(double median) {
        rtt = new Rtt(median, null, null, null, Rtt.IMPLIED, null);
        return this;
    }

    /** Adds the bandwidth to a server; its RTT is the one set last. */
    public CollectedExample link(String label, @Nullable Double up, @Nullable Double down) {
        links.put(label, new Link(rtt, up, down));
        return this;
    }

    /** Sets the server of the following rows. */
    public CollectedExample server(String label) {
        server = label;
        return this;
    }

    /** Sets the parameters of the following rows. */
    public CollectedExample params(Map<String, String> others) {
        params = new TreeMap<>(others);
        return this;
    }

    /** Sets the transport of the following rows. */
    public CollectedExample transport(Transport other) {
        transport = other;
        return this;
    }

    /** Sets the number of threads of the following rows. */
    public CollectedExample threads(int number) {
        threads = number;
        return this;
    }

    /** Sets the following rows' times as percentages of their base. */
    public CollectedExample percent(double local, double distant) {
        percentLocal = local;
        percentDistant = distant;
        return this;
    }

    /** Sets the published figures of the following rows. */
    public CollectedExample published(@Nullable Published figures) {
        published = figures;
        return this;
    }

    /** Sets the RTTs, in µs, for which the following rows are predicted. */
    public CollectedExample distances(double... micros) {
        distances = micros.clone();
        return this;
    }

    /** Adds a row with all figures. The model predicts it from 331 µs of distance and 8 ms per megabyte. */
    public CollectedExample row(
            String scenario,
            Mode mode,
            String driver,
            double local,
            double distant,
            double roundTrips,
            long bytes,
            Cause cause) {
        double difference = distant - local;
        double latency = roundTrips * RTT_OF_DISTANCE;
        double transfer = bytes * MICROS_PER_BYTE;
        double residual = difference - latency - transfer;
        double half = 0.02 * distant;
        return add(
                scenario,
                mode,
                driver,
                new Score(local, 0.98 * local, 1.02 * local),
                new Score(distant, 0.99 * distant, 1.01 * distant),
                roundTrips,
                new Value(
                        difference / RTT_OF_DISTANCE,
                        (difference - half) / RTT_OF_DISTANCE,
                        (difference + half) / RTT_OF_DISTANCE),
                false,
                bytes / 4,
                latency,
                transfer,
                residual,
                half,
                cause,
                DoubleStream.of(distances)
                        .mapToObj(micros -> new Prediction(
                                micros,
                                local + roundTrips * micros + transfer,
                                0.98 * local + roundTrips * micros + transfer,
                                1.02 * local + roundTrips * micros + transfer))
                        .toList());
    }

    /** Adds a row that has only times. With implied round trips, the RTT was derived from this row. */
    public CollectedExample bare(
            String scenario, Mode mode, String driver, double local, double distant, @Nullable Double implied) {
        return timed(scenario, mode, driver, local, distant, implied, implied != null);
    }

    /** Adds a row that has only times, and round trips implied by an RTT derived from other rows. */
    public CollectedExample implied(
            String scenario, Mode mode, String driver, double local, double distant, double implied) {
        return timed(scenario, mode, driver, local, distant, implied, false);
    }

    private CollectedExample timed(
            String scenario,
            Mode mode,
            String driver,
            double local,
            double distant,
            @Nullable Double implied,
            boolean circular) {
        return add(
                scenario,
                mode,
                driver,
                new Score(local, null, null),
                new Score(distant, null, null),
                null,
                implied == null ? null : new Value(implied, null, null),
                circular,
                null,
                null,
                null,
                null,
                0,
                Cause.NOT_KNOWN,
                List.of());
    }

    private CollectedExample add(
            String scenario,
            Mode mode,
            String driver,
            Score local,
            Score distant,
            @Nullable Double counted,
            @Nullable Value implied,
            boolean circular,
            @Nullable Long bytes,
            @Nullable Double latency,
            @Nullable Double transfer,
            @Nullable Double residual,
            double half,
            Cause cause,
            List<Prediction> whatIf) {
        double near = local.score() == null ? Double.NaN : local.score();
        double far = distant.score() == null ? Double.NaN : distant.score();
        rows.add(new Row(
                key(scenario, mode, driver),
                new Subject(
                        server,
                        scenario,
                        params,
                        mode,
                        driver.replaceFirst("@.*", ""),
                        driver.replaceFirst(".*@", ""),
                        transport,
                        threads,
                        null),
                local,
                distant,
                "us/op",
                far / near,
                far - near,
                new Row.Traffic(counted, implied, circular, bytes, bytes == null ? null : (Long) (3 * bytes)),
                new Row.Explained(
                        latency,
                        transfer,
                        residual == null ? null : (Double) (far - residual),
                        residual,
                        residual == null ? null : (Double) (residual - half),
                        residual == null ? null : (Double) (residual + half),
                        cause),
                new Row.Percent(
                        counted == null ? null : (Double) percentLocal,
                        counted == null ? null : (Double) percentDistant),
                whatIf,
                published,
                null));
        return this;
    }

    private String key(String scenario, Mode mode, String driver) {
        return server + "/" + scenario + "/" + mode + "/" + driver + "/" + transport + "/" + threads;
    }

    /** Adds a comparison of two drivers, local and distant. */
    public CollectedExample compared(
            String scenario,
            Mode mode,
            String base,
            String other,
            @Nullable Side local,
            @Nullable Side distant,
            Order order,
            @Nullable Double crossover) {
        comparisons.add(new Comparison(
                server,
                scenario + " " + mode,
                "driver",
                base,
                other,
                key(scenario, mode, base),
                key(scenario, mode, other),
                local,
                distant,
                order,
                crossover,
                crossover == null ? null : (Double) (0.9 * crossover),
                crossover == null ? null : (Double) (1.2 * crossover)));
        return this;
    }

    /** One side of a comparison. */
    public static Side side(double ratio, double low, double high, Verdict verdict) {
        return new Side(ratio, low, high, verdict, true, null);
    }

    /**
     * One side of a comparison with forks that did not run in the same blocks.
     *
     * @param pooled the verdict according to JMH's own error
     */
    public static Side pooled(double ratio, double low, double high, Verdict verdict, Verdict pooled) {
        return new Side(ratio, low, high, verdict, false, pooled);
    }

    /** Adds advice. */
    public CollectedExample advice(Advice one) {
        advice.add(one);
        return this;
    }

    /** Adds a note. */
    public CollectedExample note(String note) {
        notes.add(note);
        return this;
    }

    /** Adds a publication to compare with. */
    public CollectedExample reference(String name, String source, String... remarks) {
        reference = new Reference(name, source, List.of(remarks));
        return this;
    }

    /** Adds a cell without a partner. */
    public CollectedExample unpaired(String key, String run, Status status, String reason) {
        unpaired.add(new Unpaired(key, run, status, reason));
        return this;
    }

    /** The collection built so far. */
    public Collected collected() {
        return new Collected(
                runs,
                incomplete,
                differences.isEmpty(),
                differences,
                forced,
                rtt,
                links,
                rows,
                comparisons,
                advice,
                notes,
                reference,
                unpaired);
    }

    /** An example with every section that a report has. */
    public static CollectedExample full() {
        return new CollectedExample()
                .runs("20261121-091500-local-7f3a", "20261121-094500-distant-1c9d")
                .incomplete("20261121-094500-distant-1c9d")
                .differs("JDK: OpenJDK 64-Bit Server VM 17.0.15+6 in 20261121-091500-local-7f3a;"
                        + " OpenJDK 64-Bit Server VM 21.0.7+6 in 20261121-094500-distant-1c9d")
                .rtt(352.1, 371.0, 21.1, "between 349 and 371 µs in the thirds of the run")
                .link("mariadb", 8010.0, 7900.0)
                .published(new Published("SELECT_1_ROW", 25.0, 480.0, 19.2, 100.0, 100.0))
                .row("Select1Row", Mode.TEXT, "mariadb@4.0.0", 62, 400, 1, 320, Cause.ROUND_TRIPS)
                .percent(134.2, 113.8)
                .published(new Published("SELECT_1_ROW", 31.0, 490.0, 15.8, 124.0, 102.1))
                .row("Select1Row", Mode.TEXT, "mysql@9.7.0", 83.2, 455, 1, 320, Cause.ROUND_TRIPS)
                .percent(101, 182)
                .published(null)
                .row("Select1Row", Mode.TEXT, "drizzle@1.4", 62.5, 728, 2, 400, Cause.ROUND_TRIPS)
                .percent(100, 100)
                .row("Select1Row", Mode.HIT, "mariadb@4.0.0", 40.4, 380, 1, 200, Cause.ROUND_TRIPS)
                .percent(99.1, 100.2)
                .row("Select1Row", Mode.HIT, "mysql@9.7.0", 40, 381, 1, 200, Cause.ROUND_TRIPS)
                .percent(100, 100)
                .row("InsertBatch100", Mode.TEXT, "mariadb@4.0.0", 1900, 2650, 2, 12_000, Cause.ROUND_TRIPS)
                .percent(421, 1604)
                .row("InsertBatch100", Mode.TEXT, "mysql@9.7.0", 8000, 42_500, 100, 15_000, Cause.ROUND_TRIPS)
                .percent(100, 100)
                .row("Select10Cols", Mode.TEXT, "mariadb@4.0.0", 900, 9400, 1, 1_000_400, Cause.BYTES)
                .percent(88.9, 99.5)
                .row("Select10Cols", Mode.TEXT, "mysql@9.7.0", 800, 9353, 1, 1_000_400, Cause.BYTES)
                .compared(
                        "Select1Row",
                        Mode.TEXT,
                        "mariadb@4.0.0",
                        "mysql@9.7.0",
                        side(1.342, 1.32, 1.37, Verdict.SLOWER),
                        side(1.138, 1.13, 1.145, Verdict.SLOWER),
                        Order.SAME,
                        null)
                .compared(
                        "Select1Row",
                        Mode.TEXT,
                        "mariadb@4.0.0",
                        "drizzle@1.4",
                        pooled(1.008, 0.97, 1.04, Verdict.UNDECIDED, Verdict.SLOWER),
                        side(1.82, 1.8, 1.84, Verdict.SLOWER),
                        Order.UNDECIDED,
                        null)
                .compared(
                        "Select1Row",
                        Mode.HIT,
                        "mariadb@4.0.0",
                        "mysql@9.7.0",
                        side(0.99, 0.985, 1.002, Verdict.EQUAL),
                        side(1.002, 0.99, 1.01, Verdict.EQUAL),
                        Order.UNDECIDED,
                        null)
                .compared(
                        "Select10Cols",
                        Mode.TEXT,
                        "mariadb@4.0.0",
                        "mysql@9.7.0",
                        side(0.889, 0.88, 0.9, Verdict.FASTER),
                        side(1.03, 1.025, 1.035, Verdict.SLOWER),
                        Order.CHANGES,
                        212.4)
                .advice(new Advice(
                        "mariadb",
                        "Select1Row",
                        Topology.DISTANT,
                        "fastest far: mariadb 4.0.0 hit; then mariadb 4.0.0 text, slower by the factor",
                        new Value(1.05, 1.04, 1.06),
                        "×",
                        "only statements that are in the driver's cache; each takes memory on the server"))
                .advice(new Advice(
                        "mariadb",
                        "Select1Row",
                        Topology.DISTANT,
                        "mysql 9.7.0 far: at an RTT of 331 µs hit saves per operation (1 round trips instead of 1)",
                        new Value(74, 68.1, 79.9),
                        "µs",
                        ""))
                .note("Local: client and database share the CPUs of one host, distant they do not.")
                .reference(
                        "connectors, 2016",
                        "https://example.org/comparison",
                        "the ping was typed by hand: 0.350 and 0.450 ms")
                .unpaired(
                        "local/client/client/mariadb/Select1Row/hit/drizzle@1.4/tcp/1",
                        "20261121-091500-local-7f3a",
                        Status.UNSUPPORTED,
                        "Drizzle JDBC cannot prepare statements on the server")
                .unpaired(
                        "distant/client/db1/mariadb/Do1/text/mariadb@4.0.0/tcp/1",
                        "20261121-094500-distant-1c9d",
                        Status.FAILED,
                        "java.sql.SQLException: connection reset (logs/fork-01.log)");
    }

    /** An example with names chosen to break a report. */
    public static CollectedExample odd() {
        return new CollectedExample()
                .runs("<script>alert(1)</script>")
                .rtt(352.1, 371.0, null, null)
                .link("mariadb", 0.0, 8010.0)
                .link("my|sql", null, null)
                .params(Map.of("b", "\"2\"", "a", "1,\r\n2"))
                .row("</script><script>alert(1)</script>", Mode.TEXT, "x\"y'&z@1,0", 1, 2, 1, 100, Cause.NOT_CERTAIN)
                .params(Map.of())
                .server("my|sql")
                .transport(Transport.TLS)
                .threads(16)
                .distances(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)
                .row(
                        "AScenarioWithANameThatIsFarTooLongForAnyTable".repeat(3),
                        Mode.REWRITE,
                        "a-driver-whose-label-tells-everything-of-its-options@3.5.12-SNAPSHOT+local.20261121",
                        12_345_678,
                        123_456_789,
                        1234.5,
                        100_000_000,
                        Cause.BYTES)
                .compared(
                        "AScenarioWithANameThatIsFarTooLongForAnyTable".repeat(3),
                        Mode.REWRITE,
                        "a-driver-whose-label-tells-everything-of-its-options@3.5.12-SNAPSHOT+local.20261121",
                        "a-driver-whose-label-tells-everything-of-its-options@3.5.13",
                        side(0.001234, 0.0012, 0.0013, Verdict.FASTER),
                        null,
                        Order.UNDECIDED,
                        null)
                .note("red \u001b[31malert\u0007")
                .unpaired("k".repeat(250), "r", Status.FAILED, "two\nlines\r\nand \u0000 more");
    }
}
