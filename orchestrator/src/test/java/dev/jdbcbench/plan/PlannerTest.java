package dev.jdbcbench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.ServerSpec.Install;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private static final HostSpec DB = HostSpec.at("db1", "198.51.100.20", Optional.empty(), 22);

    /** What a test asks for; everything else as without options. */
    private record Ask(
            List<String> topologies,
            Optional<HostSpec> databaseHost,
            List<String> scenarios,
            List<String> modes,
            List<String> drivers,
            String profile) {
        static Ask local() {
            return new Ask(List.of("local"), Optional.empty(), List.of(), List.of(), List.of(), "quick");
        }

        Ask scenarios(String... globs) {
            return new Ask(topologies, databaseHost, List.of(globs), modes, drivers, profile);
        }

        Ask modes(String... ids) {
            return new Ask(topologies, databaseHost, scenarios, List.of(ids), drivers, profile);
        }

        Ask drivers(String... ids) {
            return new Ask(topologies, databaseHost, scenarios, modes, List.of(ids), profile);
        }

        Ask topologies(String... ids) {
            return new Ask(List.of(ids), databaseHost, scenarios, modes, drivers, profile);
        }

        Ask database(HostSpec host) {
            return new Ask(topologies, Optional.of(host), scenarios, modes, drivers, profile);
        }

        Ask profile(String name) {
            return new Ask(topologies, databaseHost, scenarios, modes, drivers, name);
        }
    }

    private static Selection select(UnaryOperator<Ask> change) {
        Ask ask = change.apply(Ask.local());
        return Planner.select(new Request(
                Hosts.none(),
                ask.topologies(),
                ask.databaseHost(),
                ask.scenarios(),
                ask.modes(),
                ask.drivers(),
                List.of(),
                Optional.empty(),
                ask.profile(),
                7,
                List.of("-XX:+UseParallelGC")));
    }

    @Test
    void withoutOptionsTheCoreSetIsMeasuredWithAllDriversAndTheQuickProfile() {
        Selection selection = select(ask -> ask);
        assertThat(selection.scenarios().stream().map(ScenarioCatalogue.Entry::id))
                .containsExactlyElementsOf(ScenarioCatalogue.CORE_IDS);
        assertThat(selection.drivers().stream().map(driver -> driver.label()))
                .containsExactly("mariadb", "mysql", "drizzle");
        assertThat(selection.profile().name()).isEqualTo("quick");
        assertThat(Planner.cells(selection)).hasSize(18);
    }

    @Test
    void whatADriverCannotIsPlannedWithItsReason() {
        List<Plan.Entry> cells = Planner.cells(
                select(ask -> ask.drivers("drizzle").modes("hit", "text").scenarios("Select1Row")));
        assertThat(cells).hasSize(2);
        assertThat(cells.get(0).unsupported()).isNull();
        assertThat(cells.get(1).unsupported()).contains("cannot prepare");
    }

    @Test
    void scenariosAreChosenByGlob() {
        assertThat(select(ask -> ask.scenarios("insert*")).scenarios().stream().map(ScenarioCatalogue.Entry::id))
                .containsExactly("Insert1Row", "InsertBatch100");
        assertThat(select(ask -> ask.scenarios("all")).scenarios()).hasSameSizeAs(ScenarioCatalogue.ENTRIES);
    }

    @Test
    void twoVersionsOfOneDriverAreTwoCells() {
        List<Plan.Entry> cells = Planner.cells(
                select(ask -> ask.drivers("mariadb@2.7.12", "mariadb").scenarios("Insert1Row")));
        assertThat(cells.stream().map(Plan.Entry::cell).map(Cell::driverVersion))
                .containsExactly(
                        "2.7.12", select(ask -> ask).drivers().get(0).kind().defaultVersion());
    }

    @Test
    void bothTopologiesDoubleTheCellsAndKeepTheClient() {
        Selection selection =
                select(ask -> ask.topologies("local", "distant").database(DB).scenarios("Insert1Row"));
        List<Cell> cells =
                Planner.cells(selection).stream().map(Plan.Entry::cell).toList();
        assertThat(cells).hasSize(6);
        assertThat(cells.get(0).database()).isEqualTo("localhost");
        assertThat(cells.get(3).database()).isEqualTo("db1");
        assertThat(cells).allMatch(cell -> cell.client().equals("localhost"));
        assertThat(cells.get(0).pairKey()).isEqualTo(cells.get(3).pairKey());
        assertThat(selection.databaseHost(Topology.DISTANT)).isEqualTo(DB);
    }

    @Test
    void theMeasuredJvmHasAFixedHeapLocaleAndTimeZone() {
        assertThat(select(ask -> ask).jvmArgs())
                .contains("-Xms512M", "-Xmx512M", "-Duser.language=en", "-Duser.timezone=UTC", "-XX:+UseSerialGC")
                .endsWith("-XX:+UseParallelGC");
    }

    @Test
    void allProblemsAreListedAtOnce() {
        assertThatThrownBy(() -> select(ask -> ask.topologies("locl", "distant")
                        .scenarios("Select1Rov", "nothing")
                        .modes("txt")
                        .drivers("mariabd", "mysql@latest")
                        .profile("quik")))
                .asInstanceOf(type(Failure.Input.class))
                .satisfies(failure -> assertThat(failure.why().lines())
                        .containsExactlyInAnyOrder(
                                "--topology: no topology is called locl (did you mean local?)",
                                "distant needs a database host: --db-host [user@]host[:port], or `database:` in a hosts file",
                                "--scenario: no scenario is called Select1Rov (did you mean Select1Row?)",
                                "--scenario: no scenario is called nothing (known: Select1Row, Insert1Row, InsertBatch100, core, all)",
                                "--mode: no mode is called txt (did you mean text?)",
                                "--driver: no driver is called mariabd (did you mean mariadb?)",
                                "--driver: latest is no version of mysql; write for instance mysql@9.7.0",
                                "--profile: no profile is called quik (did you mean quick?)"));
    }

    @Test
    void aDatabaseHostForLocalIsRefused() {
        assertThatThrownBy(() -> select(ask -> ask.database(DB)))
                .asInstanceOf(type(Failure.Input.class))
                .satisfies(failure -> assertThat(failure.why()).contains("concerns distant only"));
    }

    @Test
    void oneMachineIsNotDistantFromItself() {
        HostSpec alsoHere = HostSpec.at("database", "localhost", Optional.empty(), 22);
        assertThatThrownBy(() -> select(ask -> ask.topologies("distant").database(alsoHere)))
                .asInstanceOf(type(Failure.Input.class))
                .satisfies(failure -> assertThat(failure.why()).contains("are one host, localhost"));
    }

    @Test
    void aModeThatNoChosenScenarioHasIsRefused() {
        assertThatThrownBy(() -> select(ask -> ask.scenarios("Insert1Row").modes("rewrite")))
                .asInstanceOf(type(Failure.Input.class))
                .satisfies(failure -> assertThat(failure.why()).contains("no scenario has any of these modes"));
    }

    @Test
    void thePlanNamesServersWithoutAddresses() {
        Selection selection =
                select(ask -> ask.topologies("distant").database(DB).scenarios("Insert1Row"));
        Plan plan = Planner.plan(
                selection, "run-1", java.time.Instant.EPOCH, java.util.Map.of("mariadb", Install.PORTABLE), List.of());
        assertThat(plan.servers())
                .containsExactly(new Plan.Server(
                        Topology.DISTANT,
                        "localhost",
                        "db1",
                        "mariadb",
                        "mariadb",
                        "portable",
                        java.util.Map.of(),
                        null,
                        null));
        assertThat(dev.jdbcbench.run.Json.line(plan)).doesNotContain("198.51.100");
        assertThat(selection.modes()).contains(Mode.TEXT);
    }
}
