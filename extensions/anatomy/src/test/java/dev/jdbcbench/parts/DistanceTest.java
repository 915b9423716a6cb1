package dev.jdbcbench.parts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A local round trip of 50 µs, and a distant one of 500 µs. */
class DistanceTest {
    private final RunExample local = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
            .rtt(RttMethod.PROTOCOL, 50.0, 50.0, 50.0);
    private final RunExample distant = new RunExample("20261121-094500-distant-1c9d", Topology.DISTANT, 3, true)
            .rtt(RttMethod.PROTOCOL, 500.0, 500.0, 500.0);

    private DistanceTest cell(String scenario, DriverKind kind, double near, double far, double trips) {
        local.measured(scenario, Mode.TEXT, kind, near, near * 1.001, near * 0.999)
                .explained(scenario, Mode.TEXT, kind, trips, 100, 100);
        distant.measured(scenario, Mode.TEXT, kind, far, far * 1.001, far * 0.999);
        return this;
    }

    private Distance parts() {
        Collected collected = SideBySide.of(List.of(local.fold(), distant.fold()), SideBySide.Question.DEFAULT);
        return new Distance(collected);
    }

    @Test
    void sentenceSaysWhatRoundTripsAreAndWhatTheChoiceOfADriverIs() {
        cell("Do1", DriverCatalogue.MARIADB, 60, 510, 1).cell("Do1", DriverCatalogue.MYSQL, 81, 532, 1);
        // 500/510 and 500/532; 50/60 and 50/81; 21 µs of 521
        assertThat(parts().sentences())
                .containsExactly("At an RTT of 500 µs, round trips are 96 % of an operation (73 % near); the choice of"
                        + " driver is 4.0 %. Medians of 2 cells.");
    }

    @Test
    void driversThatNeedOtherRoundTripsAreNamedApart() {
        cell("Do1", DriverCatalogue.MARIADB, 60, 510, 1).cell("Do1", DriverCatalogue.MYSQL, 81, 532, 1);
        cell("InsertBatch100", DriverCatalogue.MARIADB, 1000, 1500, 1)
                .cell("InsertBatch100", DriverCatalogue.MYSQL, 6000, 52_000, 101);
        assertThat(parts().sentences()).hasSize(2);
        assertThat(parts().sentences().get(0)).contains("is 4.0 % where drivers need the same round trips");
        assertThat(parts().sentences().get(1))
                .isEqualTo("The choice of driver matters most in InsertBatch100 text: 1 to 101 round trips.");
    }

    @Test
    void partsOfEachSideAddUp() {
        local.own("Do1", Mode.TEXT, DriverCatalogue.MARIADB, new OwnCost(0.5, 0.5, 100.0, 1000, 1, true, null));
        local.measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60, 60, 60);
        distant.measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 510, 510, 510);
        Grid micros = parts().table(Medium.WIDE);
        assertThat(micros.rows()).hasSize(1);
        assertThat(micros.text())
                .containsPattern("near: own µs +near: round trips µs +near: rest µs +far: own µs")
                .containsPattern("Do1 text +mariadb \\S+ +0\\.500 +50\\.0 +9\\.50 +0\\.500 +500 +9\\.50");
        assertThat(parts().table(Medium.BRIEF).text())
                .containsPattern("Do1 text +mariadb \\S+ +0\\.8 +83 +16 +0\\.1 +98 +1\\.9");
    }

    @Test
    void withoutOwnTheColumnsAreLeftOut() {
        cell("Do1", DriverCatalogue.MARIADB, 60, 510, 1);
        assertThat(parts().table(Medium.BRIEF).text()).doesNotContain("own").contains("round trips");
    }

    @Test
    void nothingIsSaidWithoutAMeasuredRoundTripOrWithoutCounts() {
        RunExample near = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 60, 60, 60);
        RunExample far = new RunExample("20261121-094500-distant-1c9d", Topology.DISTANT, 3, true)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 510, 510, 510);
        Distance unknown = new Distance(SideBySide.of(List.of(near.fold(), far.fold()), SideBySide.Question.DEFAULT));
        assertThat(unknown.sentences()).isEmpty();
        assertThat(unknown.table(Medium.WIDE).rows()).isEmpty();
    }
}
