package dev.jdbcbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.result.fold.CpuLoads;
import dev.jdbcbench.run.Topology;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadCurveTest {
    private static final String SCENARIO = "OltpReadOnly";

    private static RunExample run(Topology topology) {
        return new RunExample("20261121-091500-local-7f3a", topology, 2, true).fact("cpus", "4");
    }

    private static RunExample point(RunExample run, int threads, double micros) {
        return run.threads(threads).measured(SCENARIO, Mode.TEXT, DriverCatalogue.MARIADB, micros, micros);
    }

    @Test
    void curveHasThroughputCeilingAndKnee() {
        RunExample run = run(Topology.LOCAL);
        point(run, 4, 1100);
        point(run, 1, 1000);
        point(run, 2, 1000);
        point(run, 8, 2000);
        point(run, 16, 4100);
        LoadCurve curve = run.fold().results().curves().get(0);
        assertThat(curve.points().stream().map(LoadCurve.Point::threads)).containsExactly(1, 2, 4, 8, 16);
        assertThat(curve.points().get(3).perSecond()).isCloseTo(4000, within(0.1));
        assertThat(Objects.requireNonNull(curve.points().get(3).ceilingPerSecond()))
                .isCloseTo(8000, within(0.1));
        assertThat(curve.fromModel()).isFalse();
        // from 4 to 8 threads: 364 more operations, so 91 per thread, compared with 1000 of the first one
        assertThat(curve.kneeThreads()).isEqualTo(4);
        assertThat(curve.mostThreads()).isEqualTo(8);
        assertThat(curve.points().stream().map(LoadCurve.Point::bound))
                .containsExactly(Bound.LATENCY, Bound.LATENCY, Bound.LATENCY, Bound.UNDECIDED, Bound.UNDECIDED);
    }

    @Test
    void singleThreadCountIsNotACurve() {
        assertThat(point(run(Topology.LOCAL), 8, 1000).fold().results().curves())
                .isEmpty();
    }

    @Test
    void curveWithoutOneThreadHasNoCeiling() {
        RunExample run = run(Topology.LOCAL);
        point(run, 2, 1000);
        point(run, 4, 1000);
        LoadCurve curve = run.fold().results().curves().get(0);
        assertThat(curve.oneThreadMicros()).isNull();
        assertThat(curve.points().get(1).ceilingPerSecond()).isNull();
        assertThat(curve.points().get(1).bound()).isEqualTo(Bound.UNDECIDED);
    }

    /** The model: 1000 µs as local, plus 16 round trips of 500 − 20 µs. */
    @Test
    void ceilingOfADistantCurveComesFromTheModel() {
        RunExample run = run(Topology.LOCAL).rtt(RttMethod.PROTOCOL, 20.0, 20.0, 20.0);
        point(run, 1, 1000);
        run.explained(SCENARIO, Mode.TEXT, DriverCatalogue.MARIADB, 16, 2000, 40_000)
                .at(Topology.DISTANT)
                .rtt(RttMethod.PROTOCOL, 500.0, 500.0, 500.0);
        point(run, 1, 9000);
        point(run, 8, 9100);
        LoadCurve curve = run.fold().results().curves().get(0);
        assertThat(curve.topology()).isEqualTo(Topology.DISTANT);
        assertThat(curve.fromModel()).isTrue();
        assertThat(Objects.requireNonNull(curve.oneThreadMicros())).isCloseTo(8680, within(0.01));
        assertThat(Objects.requireNonNull(curve.last().ceilingPerSecond())).isCloseTo(8 * 1e6 / 8680, within(0.01));
        assertThat(curve.last().bound()).isEqualTo(Bound.LATENCY);
        assertThat(Objects.requireNonNull(curve.last().megabitsDown()))
                .isCloseTo(40_000 * 8 * 8 / 9100.0, within(0.01));
    }

    @Test
    void loadIsThatOfCountedIterations() {
        RunExample run = run(Topology.LOCAL).cpu(60, 35);
        point(run, 1, 1000);
        point(run.cpu(95, 70), 8, 2000);
        List<LoadCurve.Point> points = run.fold().results().curves().get(0).points();
        CpuLoad load = points.get(1).load();
        // 71 µs of each of 4000 operations per second, on 4 CPUs
        assertThat(Objects.requireNonNull(load.clientCpuPercent())).isCloseTo(7.1, within(0.01));
        assertThat(Objects.requireNonNull(load.clientHostCpuPercent())).isCloseTo(95, within(0.01));
        assertThat(Objects.requireNonNull(load.databaseCpuPercent())).isCloseTo(70, within(0.01));
        assertThat(points.get(0).bound()).isEqualTo(Bound.LATENCY);
        assertThat(points.get(1).bound()).isEqualTo(Bound.SERVER);
    }

    @ParameterizedTest
    @CsvSource({
        // topology, rate of a ceiling of 1000, client, host, database, bound
        "DISTANT, 900, 20, 30, 40, LATENCY",
        "DISTANT, 800, 20, 30, 40, LATENCY",
        "DISTANT, 799, 20, 30, 40, UNDECIDED",
        "DISTANT, 900, 85, 88, 40, CLIENT",
        "DISTANT, 300, 84, 84, 84, UNDECIDED",
        "DISTANT, 300, 40, 90, 10, CLIENT",
        "DISTANT, 300, 40, 50, 97, SERVER",
        "DISTANT, 300, 99, 99, 90, CLIENT",
        "DISTANT, 300, 90, 90, 99, SERVER",
        "DISTANT, 300, 20, 30, , UNDECIDED",
        "LOCAL, 300, 60, 98, 35, CLIENT",
        "LOCAL, 300, 35, 98, 60, SERVER",
        "LOCAL, 300, 35, 98, , SERVER",
        "LOCAL, 300, 60, 98, , CLIENT",
        "LOCAL, 300, , , , UNDECIDED",
        "LOCAL, 900, , , , LATENCY"
    })
    void fullCpuIsNamedBeforeTheCeiling(
            Topology topology, double rate, Double client, Double host, Double database, Bound expected) {
        assertThat(Bound.of(topology, rate, 1000.0, new CpuLoad(client, host, database), null))
                .isEqualTo(expected);
    }

    @Test
    void fullNetworkIsNamedBeforeTheCeiling() {
        assertThat(bound(79.0)).isEqualTo(Bound.LATENCY);
        assertThat(bound(80.0)).isEqualTo(Bound.NETWORK);
        assertThat(Bound.of(Topology.DISTANT, 900, 1000.0, new CpuLoad(20.0, 30.0, 97.0), 99.0))
                .as("full CPUs come first")
                .isEqualTo(Bound.SERVER);
    }

    private static Bound bound(double networkPercent) {
        return Bound.of(Topology.DISTANT, 900, 1000.0, new CpuLoad(20.0, 30.0, 40.0), networkPercent);
    }

    @Test
    void networkLoadIsThatOfTheBusierDirection() {
        RunExample run = run(Topology.DISTANT)
                .rtt(RttMethod.PROTOCOL, 500.0, 500.0, 500.0)
                .bandwidth(8000, 80_000);
        point(run, 1, 9000);
        point(run.explained(SCENARIO, Mode.TEXT, DriverCatalogue.MARIADB, 16, 2000, 40_000), 8, 4000);
        LoadCurve.Point last = run.fold().results().curves().get(0).last();
        // 2000 operations per second of 40 000 bytes are 640 Mbit/s, which would be 640 % of 100 Mbit/s
        assertThat(Objects.requireNonNull(last.networkPercent())).isCloseTo(640, within(0.5));
        assertThat(last.bound()).isEqualTo(Bound.NETWORK);
    }

    @ParameterizedTest
    @CsvSource({"'0', 1", "'2-3', 2", "'0,2-3,7', 4", "'3-2', -1", "'all', -1", "'', -1"})
    void cpuListsAreCounted(String list, int expected) {
        assertThat(CpuLoads.cpus(list).orElse(-1)).isEqualTo(expected);
    }
}
