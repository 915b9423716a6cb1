package dev.jdbcbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Limits;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CompareReportTest {
    /**
     * In each group that has both, the candidate takes 9 % longer. The base has one more, slow group, so the mean of its
     * forks is above that of the candidate.
     */
    private static Compared contradictingMeans() {
        double[] base = {300, 302, 298, 301, 500};
        double[] candidate = {327, 329.2, 324.8, 328.1, Double.NaN};
        return Compared.of(
                new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 5, true)
                        .measuredAt("1.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, base)
                        .measuredAt("2.0", "Do1", Mode.TEXT, DriverCatalogue.MARIADB, candidate)
                        .fold(),
                Limits.of(0.05),
                true);
    }

    @Test
    void noFormatShowsATimeThatContradictsTheChange() {
        Compared compared = contradictingMeans();
        Compared.Row row = compared.rows().get(0);
        double base = Objects.requireNonNull(row.base().time().score());
        double candidate = Objects.requireNonNull(row.candidate().time().score());
        assertThat(candidate).as("mean of the candidate").isLessThan(base);
        assertThat(row.change().ratio().ratio()).as("change").isCloseTo(1.09, within(0.001));
        String meanOfCandidate = String.valueOf(Math.round(candidate));
        for (String shown : List.of(
                Rendered.in("text", compared),
                Rendered.in("markdown", compared),
                Rendered.in("csv", compared),
                JUnitXml.of(GateReport.of("a", "b", false).with(compared), Duration.ZERO),
                GateDocument.of(GateReport.of("a", "b", false).with(compared), "x"))) {
            assertThat(shown).doesNotContain(meanOfCandidate);
        }
        assertThat(Rendered.in("text", compared)).contains(Math.round(base) + " µs", "+9.0 %");
        assertThat(Rendered.in("markdown", compared)).contains(Math.round(base) + " µs", "+9.0 %");
        CompareJson.Row json = CompareJson.of(compared).rows().get(0);
        assertThat(Objects.requireNonNull(json.candidateMicros()) / Objects.requireNonNull(json.baseMicros()))
                .isCloseTo(json.change().ratio(), within(1e-9));
    }
}
