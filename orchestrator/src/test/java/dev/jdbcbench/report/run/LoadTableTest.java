package dev.jdbcbench.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.load.Arrivals;
import dev.jdbcbench.load.ForkLoad;
import dev.jdbcbench.load.OpenLoop;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.load.Schedule;
import dev.jdbcbench.load.Ticks;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Topology;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadTableTest {
    private static final Rate RATE = Rate.perSecond(1000, Arrivals.POISSON);
    private static final Duration TURN = Duration.ofSeconds(1);

    /** A fork in which each operation takes this long, at 1000 per second. */
    private static ForkLoad taking(long micros) throws SQLException {
        long[] now = {0};
        Ticks ticks = new Ticks() {
            @Override
            public long now() {
                return now[0];
            }

            @Override
            public long await(long time) {
                now[0] = time;
                return time;
            }
        };
        OpenLoop loop = new OpenLoop(Schedule.of(1000, Arrivals.CONSTANT, TURN, 1), ticks);
        loop.begin(0);
        loop.serve(() -> now[0] += micros * 1000);
        return ForkLoad.of(List.of(loop.result()), 1e6 / micros);
    }

    private static Results results() throws SQLException {
        return new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .atRate(RATE, taking(100))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 100, 101, 102)
                .atRate(RATE, taking(1250))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL, 200, 201, 202)
                .fold()
                .results();
    }

    @Test
    void serviceTimesAreBelowResponseTimes() throws SQLException {
        assertThat(Rendered.text(new RunTables(results()).loads(), 100)).isEqualTo("""
                times at a rate  mode  rate            driver         achieved  time, µs     p50     p99     max
                Do1              text  1000/s poisson  mariadb 4.0.0    1000/s  response     100     100     100
                                                                                service      100     100     100
                Do1              text  1000/s poisson  mysql 9.7.0       801/s  response  126026  248513  251003
                                                                                service     1250    1250    1250
                cannot keep up: mysql 9.7.0 in Do1 text at 1000/s poisson: it achieved 80.1 % of the rate; in the
                    closed loop it did 800/s. Its response times depend on how long was measured, so they are not
                    compared.
                response: from the scheduled start to the end; service: from the actual start.
                """);
    }

    @Test
    void severalRatesAreNotALoadCurve() throws SQLException {
        Results rates = new RunExample("20261121-091500-local-7f3a", Topology.LOCAL, 3, true)
                .atRate(RATE, taking(100))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 100, 101, 102)
                .atRate(Rate.perSecond(500, Arrivals.POISSON), taking(100))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 100, 101, 102)
                .fold()
                .results();
        assertThat(Rendered.text(LoadCurveDocument.of(List.of(rates)))).isEmpty();
    }

    @Test
    void overloadedCellHasNoTimeInTheTables() throws SQLException {
        assertThat(Rendered.wide(results()))
                .contains("cannot keep up")
                .contains("Response time at the rate")
                .contains("at 1000/s poisson")
                .doesNotContain("Service time of a closed loop");
        assertThat(Rendered.wide(RunExample.local().fold().results())).doesNotContain("times at a rate");
    }
}
