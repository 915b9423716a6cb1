package dev.jdbcbench.plan;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.LocalJar;
import dev.jdbcbench.config.ServerNeeds;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.run.PlanText;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Naming;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlannerTest {
    private static final HostSpec DB = HostSpec.at("db1", "198.51.100.20", Optional.empty(), Optional.empty());

    /** The options that a test requests; all others have their defaults. */
    private record Ask(
            List<String> topologies,
            Optional<HostSpec> databaseHost,
            Request.Effort effort,
            Map<String, List<String>> lists,
            Map<String, LocalJar> localJars) {
        static Ask local() {
            return new Ask(List.of("local"), Optional.empty(), Request.Effort.of("quick"), Map.of(), Map.of());
        }

        private Ask with(String list, String... words) {
            Map<String, List<String>> changed = new HashMap<>(lists);
            changed.put(list, List.of(words));
            return new Ask(topologies, databaseHost, effort, changed, localJars);
        }

        private List<String> list(String name) {
            return lists.getOrDefault(name, List.of());
        }

        Ask scenarios(String... globs) {
            return with("scenarios", globs);
        }

        List<String> scenarios() {
            return list("scenarios");
        }

        Ask modes(String... ids) {
            return with("modes", ids);
        }

        List<String> modes() {
            return list("modes");
        }

        Ask drivers(String... ids) {
            return with("drivers", ids);
        }

        List<String> drivers() {
            return list("drivers");
        }

        Ask servers(String... ids) {
            return with("servers", ids);
        }

        List<String> servers() {
            return list("servers");
        }

        Ask transports(String... ids) {
            return with("transports", ids);
        }

        List<String> transports() {
            return list("transports");
        }

        Ask threads(String... numbers) {
            return with("threads", numbers);
        }

        List<String> threads() {
            return list("threads");
        }

        Ask threadKinds(String... ids) {
            return with("threadKinds", ids);
        }

        List<String> threadKinds() {
            return list("threadKinds");
        }

        Ask rates(String... perSecond) {
            return with("rates", perSecond);
        }

        Ask arrivals(String id) {
            return with("arrivals", id);
        }

        Request.Load load() {
            return new Request.Load(list("rates"), list("arrivals").stream().findFirst());
        }

        Ask topologies(String... ids) {
            return new Ask(List.of(ids), databaseHost, effort, lists, localJars);
        }

        Ask database(HostSpec host) {
            return new Ask(topologies, Optional.of(host), effort, lists, localJars);
        }

        Ask profile(String name) {
            return new Ask(topologies, databaseHost, Request.Effort.of(name), lists, localJars);
        }

        Ask effort(Request.Effort wanted) {
            return new Ask(topologies, databaseHost, wanted, lists, localJars);
        }

        /** The request, on these hosts. */
        Inputs on(Hosts hosts) {
            Request.Where where = Request.Where.DEFAULT
                    .withTopologies(topologies)
                    .withDrivers(drivers())
                    .withServers(servers());
            Request.What what = Request.What.CORE.with(copy -> copy.scenarios(scenarios())
                    .modes(modes())
                    .transports(transports())
                    .threads(threads())
                    .threadKinds(threadKinds())
                    .load(load()));
            Request request = Request.of(where)
                    .with(copy -> copy.what(what)
                            .effort(effort)
                            .seed(7)
                            .question(Request.Question.OF_DRIVERS
                                    .withContrast(list("contrast").stream().findFirst())
                                    .withBase(list("base").stream().findFirst())));
            return Inputs.of(request, hosts).withDatabaseHost(databaseHost).withLocalJars(localJars);
        }

        Ask localJar(String word, LocalJar jar) {
            Map<String, LocalJar> jars = new HashMap<>(localJars);
            jars.put(word, jar);
            return new Ask(topologies, databaseHost, effort, lists, jars);
        }
    }

    private static List<Plan.Entry> cells(Selection selection) {
        return Cells.of(selection, Map.of());
    }

    private static Selection select(UnaryOperator<Ask> change) {
        Ask ask = change.apply(Ask.local());
        Inputs inputs = ask.on(Hosts.none());
        return Planner.select(inputs.withRequest(inputs.request().withJvmArgs(List.of("-XX:+UseParallelGC"))));
    }

    private static List<String> scenarios(UnaryOperator<Ask> change) {
        return cells(select(change)).stream()
                .map(entry -> entry.cell().scenarioWithParams())
                .distinct()
                .toList();
    }

    @Test
    void threadKindsMakeCellsOfScenariosWithTasks() {
        String virtual = "Select1Pool(threadKind=virtual)";
        assertThat(scenarios(ask -> ask.scenarios("Do1,Select1Pool".split(",")).modes("text")))
                .containsExactly("Do1", "Select1Pool");
        assertThat(scenarios(
                        ask -> ask.scenarios("Do1", "Select1Pool").modes("text").threadKinds("virtual", "platform")))
                .containsExactly("Do1", "Select1Pool", virtual);
        assertThat(scenarios(ask -> ask.scenarios("Select1Pool").modes("text").threadKinds("virtual")))
                .containsExactly(virtual);
    }

    @Test
    void formerScenarioNameIsAnAlias() {
        String virtual = "Select1Pool(threadKind=virtual)";
        assertThat(scenarios(ask -> ask.scenarios("Select1PoolVirtual:text"))).containsExactly(virtual);
        assertThat(scenarios(ask ->
                        ask.scenarios("Select1PoolVirtual", "Select1Pool").modes("text")))
                .containsExactly("Select1Pool", virtual);
    }

    @Test
    void uselessThreadKindsAreRefused() {
        assertThatThrownBy(() -> select(ask -> ask.scenarios("Select1Pool").threadKinds("virtuel")))
                .hasFieldOrPropertyWithValue(
                        "why", "--thread-kind: unknown kind of threads: virtuel (did you mean virtual?)");
        assertThatThrownBy(() -> select(ask -> ask.scenarios("Do1").threadKinds("virtual")))
                .hasFieldOrPropertyWithValue(
                        "why",
                        "--thread-kind applies to Select1Pool, and no such scenario is measured: add it to --scenario");
    }

    private static Selection named(Optional<String> name, List<String> tags) {
        Inputs inputs = Ask.local().on(Hosts.none());
        return Planner.select(inputs.withRequest(inputs.request().withName(name).withTags(tags)));
    }

    private static Selection withReference(String reference, String profile, String... scenarios) {
        Inputs inputs = Ask.local()
                .drivers("mariadb")
                .scenarios(scenarios)
                .modes("text", "hit")
                .profile(profile)
                .on(Hosts.none());
        Request request = inputs.request();
        return Planner.select(
                inputs.withRequest(request.withWhere(request.where().withReference(Optional.of(reference)))));
    }

    @Test
    void referenceIsADriverOfRowsWithAScript() {
        assertThat(cells(withReference("sysbench", "quick", "OltpReadOnly", "Do1", "Select1Row")).stream()
                        .filter(entry -> entry.cell().driver().equals("sysbench"))
                        .map(entry ->
                                entry.cell().scenario() + " " + entry.cell().mode() + ": " + entry.unsupported()))
                .containsExactlyInAnyOrder(
                        "OltpReadOnly text: null",
                        "OltpReadOnly hit: null",
                        "Do1 text: null",
                        "Do1 hit: null",
                        "Select1Row text: sysbench has no script for this scenario",
                        "Select1Row hit: sysbench has no script for this scenario");
    }

    @Test
    void unknownReferenceAndReferenceWithoutTurnsAreRefused() {
        assertThatThrownBy(() -> withReference("pgbench", "quick", "Do1"))
                .hasFieldOrPropertyWithValue("why", "--reference: unknown reference: pgbench; there is sysbench");
        assertThatThrownBy(() -> withReference("sysbench", "published-2016", "Do1"))
                .hasFieldOrPropertyWithValue(
                        "why",
                        "--reference sysbench needs turns: leave out --no-turns, or take another profile than"
                                + " published-2016");
    }

    @Test
    void eachRateHasItsOwnCells() {
        Selection selection = select(ask -> ask.scenarios("Do1")
                .modes("text")
                .drivers("mariadb", "mysql")
                .threads("1", "4")
                .rates("2000/s", "1000/s")
                .arrivals("poisson"));
        assertThat(cells(selection).stream().map(entry -> entry.cell().rowKey()).distinct())
                .containsExactly(
                        "mariadb/Do1/text/tcp/1/rate=1000,poisson",
                        "mariadb/Do1/text/tcp/1/rate=2000,poisson",
                        "mariadb/Do1/text/tcp/4/rate=1000,poisson",
                        "mariadb/Do1/text/tcp/4/rate=2000,poisson");
        assertThat(selection.profile().iterationTime()).isEqualTo(Duration.ofSeconds(1));
        assertThat(selection.profile().iterations()).isEqualTo(10);
        assertThat(selection.profile().claims()).isTrue();
    }

    @Test
    void withoutARateTurnsStayClosedLoops() {
        assertThat(select(ask -> ask).profile()).isEqualTo(Profile.QUICK);
        assertThat(cells(select(ask -> ask))).allMatch(entry -> entry.cell().rate() == null);
    }

    private static void refusesRates(UnaryOperator<Ask> change, String why) {
        assertWhy(Failure.Input.class, () -> select(change)).contains(why);
    }

    @Test
    void impossibleRatesAreRefused() {
        refusesRates(ask -> ask.rates("2000"), "--rate needs operations per second, like 2000/s");
        refusesRates(ask -> ask.rates("1000/s", "fast"), "not fast");
        refusesRates(ask -> ask.rates("1000/s").arrivals("poison"), "unknown arrivals: poison (did you mean poisson?)");
        refusesRates(ask -> ask.arrivals("poisson"), "--arrivals applies only with --rate");
        refusesRates(ask -> ask.rates("19/s"), "--rate 19/s: a turn of 1000 ms has only 19.0 arrivals, and needs 20");
        refusesRates(ask -> ask.rates("100/s").profile("published-2016"), "repeats a published plan");
    }

    @Test
    void planHasNameAndTags() {
        Selection selection = named(Optional.of("nightly of main"), List.of("nightly", "commit/1a2b3c", "nightly"));
        assertThat(selection.naming()).isEqualTo(new Naming("nightly of main", List.of("nightly", "commit/1a2b3c")));
        Plan plan = Cells.plan(
                selection,
                "r",
                Instant.EPOCH,
                Map.of("mariadb", new Cells.Provided(Install.named("portable"), "11.4.5-MariaDB")),
                List.of());
        assertThat(plan.name()).isEqualTo("nightly of main");
        assertThat(plan.tags()).containsExactly("nightly", "commit/1a2b3c");
    }

    @Test
    void allProblemsOfNameAndTagsAreReported() {
        assertWhy(
                        Failure.Input.class,
                        () -> named(
                                Optional.of("password=hunter2"),
                                List.of("good", "two words", "x".repeat(65), "ghp_0123456789abcdef0123")))
                .contains("--name: the value of password")
                .contains("not two words")
                .contains("not " + "x".repeat(65))
                .contains("--tag: a key or a token")
                .doesNotContain("hunter2")
                .doesNotContain("ghp_");
    }

    @Test
    void defaultIsTheCoreSetWithAllDriversQuickly() {
        Selection selection = select(ask -> ask);
        assertThat(selection.what().scenarios().stream()
                        .map(choice -> choice.scenario().id() + choice.modes()))
                .containsExactly(
                        "Do1[text]",
                        "Select1Row[text, hit]",
                        "Insert1Row[text]",
                        "InsertBatch100[text, rewrite]",
                        "Select1000Rows[text]",
                        "CallOutParameter[text]");
        assertThat(selection.drivers().stream().map(driver -> driver.label()))
                .containsExactly("mariadb", "mysql", "drizzle");
        assertThat(selection.profile().name()).isEqualTo("quick");
        assertThat(cells(selection)).hasSize(8 * 3);
    }

    @Test
    void namedScenarioUsesTheModesOfTheCoreSet() {
        assertThat(modes(ask -> ask.scenarios("Select1Row"))).containsExactly("Select1Row[text, hit]");
        assertThat(modes(ask -> ask.scenarios("Select1Row").modes("miss"))).containsExactly("Select1Row[miss]");
        assertThat(modes(ask -> ask.scenarios("Do1").modes("all")).get(0)).contains("text, ", "tuned");
        assertThat(modes(ask -> ask.scenarios("Transaction")).get(0))
                .as("a scenario outside the core set is measured in all its modes")
                .contains("text, ", "tuned");
        assertThat(modes(ask -> ask.scenarios("all")).get(0))
                .startsWith("Do1[text, ")
                .contains("tuned");
    }

    private static List<String> modes(UnaryOperator<Ask> change) {
        return select(change).what().scenarios().stream()
                .map(choice -> choice.scenario().id() + choice.modes())
                .toList();
    }

    @Test
    void tooSmallBudgetIsRefusedWithASuggestion() {
        assertWhy(Failure.Input.class, () -> with("quick", "budget", "2m"))
                .matches("(?s)--budget 2m: enough for about [1-3] of the 8 rows of this plan; 3"
                        + " groups of each need about [0-9]+m\\. Give it that, or measure less:"
                        + " .*");
        assertThat(with("quick", "budget", "20m").goal().budget()).isEqualTo(Duration.ofMinutes(20));
    }

    @Test
    void largestRowDefinesTheNumberOfJvms() {
        assertThat(Cells.aliveAtOnce(select(ask -> ask)))
                .as("three drivers and an A/A control")
                .isEqualTo(4);
        assertThat(Cells.aliveAtOnce(
                        select(ask -> ask.topologies("local", "distant").database(DB))))
                .isEqualTo(2 * 4);
        assertThat(JvmArgs.heapMegabytes(List.of("-Xmx1g", "-Xms64m", "-Xmx256M")))
                .hasValue(256);
        assertThat(JvmArgs.heapMegabytes(List.of("-Xmx2097152k"))).hasValue(2048);
        assertThat(JvmArgs.heapMegabytes(List.of("-XX:MaxRAMPercentage=50"))).isEmpty();
    }

    @Test
    void unsupportedCellsArePlannedWithAReason() {
        List<Plan.Entry> cells =
                cells(select(ask -> ask.drivers("drizzle").modes("hit", "text").scenarios("Select1Row")));
        assertThat(cells).hasSize(2);
        assertThat(cells.get(0).unsupported()).isNull();
        assertThat(cells.get(1).unsupported()).contains("cannot prepare");
    }

    @Test
    void scenarioMayNameItsModes() {
        assertThat(modes(ask -> ask.scenarios("InsertBatch100:rewrite", "Do1", "Insert1Row:t*", "Insert1Row:miss")))
                .containsExactly("Do1[text]", "Insert1Row[text, miss, tuned]", "InsertBatch100[rewrite]");
        assertThat(modes(ask -> ask.scenarios("*:bulk", "Select1Row:*").modes("text", "bulk")))
                .contains("Select1Row[text]", "InsertBatch100[bulk]");
        assertWhy(Failure.Input.class, () -> select(ask -> ask.scenarios("InsertBatch100:rewrit")))
                .contains("--scenario InsertBatch100:rewrit: InsertBatch100 has no mode rewrit"
                        + " (did you mean rewrite?)");
    }

    @Test
    void scenariosAreChosenByGlob() {
        assertThat(select(ask -> ask.scenarios("insert*")).what().scenarios().stream()
                        .map(choice -> choice.scenario().id()))
                .containsExactly("Insert1Row", "InsertBatch100", "InsertBatch1000", "InsertBatch100Keys");
        assertThat(select(ask -> ask.scenarios("all")).what().scenarios()).hasSameSizeAs(ScenarioCatalogue.ENTRIES);
    }

    @Test
    void twoVersionsOfOneDriverAreTwoCells() {
        List<Plan.Entry> cells = cells(select(ask ->
                ask.drivers("mariadb@2.7.12", "mariadb").scenarios("Insert1Row").modes("text")));
        assertThat(cells.stream().map(Plan.Entry::cell).map(Cell::driverVersion))
                .containsExactly(
                        "2.7.12", select(ask -> ask).drivers().get(0).kind().defaultVersion());
    }

    @Test
    void bothTopologiesDoubleTheCells() {
        Selection selection = select(ask -> ask.topologies("local", "distant")
                .database(DB)
                .scenarios("Insert1Row")
                .modes("text"));
        List<Cell> cells = cells(selection).stream().map(Plan.Entry::cell).toList();
        assertThat(cells).hasSize(6);
        assertThat(cells.get(0).database()).isEqualTo("localhost");
        assertThat(cells.get(3).database()).isEqualTo("db1");
        assertThat(cells).allMatch(cell -> cell.client().equals("localhost"));
        assertThat(cells.get(0).pairKey()).isEqualTo(cells.get(3).pairKey());
        assertThat(selection.databaseHost(Topology.DISTANT)).isEqualTo(DB);
    }

    @Test
    void measuredJvmHasFixedHeapLocaleAndTimeZone() {
        assertThat(select(ask -> ask).jvmArgs())
                .contains("-Xms256M", "-Xmx256M", "-Duser.language=en", "-Duser.timezone=UTC", "-XX:+UseSerialGC")
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
                                "--topology: unknown topology: locl (did you mean local?)",
                                "distant needs a database host: --db-host [user@]host[:port], or `database:` in a hosts file",
                                "--scenario: unknown scenario: Select1Rov (did you mean Select1Row?)",
                                "--scenario: unknown scenario: nothing (nearest: core, Do1, Connect)",
                                "--mode: unknown mode: txt (did you mean text?)",
                                "--driver: unknown driver: mariabd (did you mean mariadb?)",
                                "--driver: latest is not a version of mysql; write for instance mysql@26.10.0",
                                "--profile: unknown profile: quik (did you mean quick?)"));
    }

    @Test
    void databaseHostForLocalIsRefused() {
        assertWhy(Failure.Input.class, () -> select(ask -> ask.database(DB))).contains("applies to distant only");
    }

    @Test
    void distantNeedsTwoMachines() {
        HostSpec alsoHere = HostSpec.at("database", "localhost", Optional.empty(), Optional.empty());
        assertWhy(
                        Failure.Input.class,
                        () -> select(ask -> ask.topologies("distant").database(alsoHere)))
                .contains("are one host, localhost");
    }

    @Test
    void modeWithoutAScenarioIsRefused() {
        assertWhy(
                        Failure.Input.class,
                        () -> select(ask -> ask.scenarios("Insert1Row").modes("bulk")))
                .contains("has none of the requested modes");
    }

    @Test
    void planHasNoServerAddresses() {
        Selection selection =
                select(ask -> ask.topologies("distant").database(DB).scenarios("Insert1Row"));
        Plan plan = Cells.plan(
                selection,
                "run-1",
                java.time.Instant.EPOCH,
                Map.of("mariadb", new Cells.Provided(Install.named("portable"), "11.4.5-MariaDB")),
                List.of());
        assertThat(plan.servers())
                .containsExactly(new Plan.Server(
                        Topology.DISTANT,
                        "localhost",
                        "db1",
                        "mariadb",
                        ServerKind.MARIADB,
                        "portable",
                        Map.of(),
                        null,
                        null,
                        null,
                        null));
        assertThat(dev.jdbcbench.run.Json.line(plan)).doesNotContain("198.51.100");
    }

    @Test
    void localBuildsOfEqualVersionsAreDistinguished() {
        Selection selection = select(ask -> ask.drivers("mariadb@a/before.jar", "mariadb@b/after.jar", "mysql@c/x.jar")
                .localJar("mariadb@a/before.jar", new LocalJar(Path.of("a/before.jar"), "4.0.1-SNAPSHOT", "aaaaaaaa11"))
                .localJar("mariadb@b/after.jar", new LocalJar(Path.of("b/after.jar"), "4.0.1-SNAPSHOT", "bbbbbbbb11"))
                .localJar("mysql@c/x.jar", new LocalJar(Path.of("c/x.jar"), "9.8.0", "cccccccc11")));
        assertThat(selection.drivers().stream().map(driver -> driver.label() + "@" + driver.version()))
                .containsExactly("mariadb@4.0.1-SNAPSHOT+before", "mariadb@4.0.1-SNAPSHOT+after", "mysql@9.8.0+x");
    }

    /** Builds before and after a change, from two checkouts: same version, same file name. */
    @Test
    void localBuildsOfEqualFileNamesAreDistinguishedByChecksum() {
        Selection selection = select(ask -> ask.drivers("mariadb@old/m.jar", "mariadb@new/m.jar")
                .localJar("mariadb@old/m.jar", new LocalJar(Path.of("old/m.jar"), "4.0.1-SNAPSHOT", "aaaaaaaa11"))
                .localJar("mariadb@new/m.jar", new LocalJar(Path.of("new/m.jar"), "4.0.1-SNAPSHOT", "bbbbbbbb11")));
        assertThat(selection.drivers().stream().map(driver -> driver.version()))
                .containsExactly("4.0.1-SNAPSHOT+m-aaaaaaaa", "4.0.1-SNAPSHOT+m-bbbbbbbb");
    }

    @Test
    void whatIsNamedTwiceIsReportedAndNotDropped() {
        assertThatThrownBy(() -> select(ask -> ask.topologies("local", "local")
                        .drivers("mariadb", "mysql", "mariadb", "mysql@" + DriverCatalogue.MYSQL.defaultVersion())
                        .servers("mariadb", "mariadb")
                        .scenarios("Do1", "Select1Row", "Do1", "Do1")
                        .modes("text", "text")
                        .transports("tcp", "tcp")
                        .threads("1", "2", "1")))
                .isInstanceOf(Failure.Input.class)
                .extracting("why")
                .asString()
                .contains(
                        "--topology names local twice",
                        "--server names mariadb twice",
                        "--scenario names Do1 twice",
                        "--mode names text twice",
                        "--transport names tcp twice",
                        "--threads names 1 twice",
                        "the driver mariadb is named twice",
                        "mysql and mysql@" + DriverCatalogue.MYSQL.defaultVersion() + " are the same driver")
                .containsOnlyOnce("names Do1 twice");
    }

    @Test
    void sameJarTwiceIsReported() {
        LocalJar jar = new LocalJar(Path.of("a/m.jar"), "4.0.1", "aaaaaaaa11");
        assertThatThrownBy(() -> select(ask -> ask.drivers("mariadb@a/m.jar", "mariadb@./a/m.jar")
                        .localJar("mariadb@a/m.jar", jar)
                        .localJar("mariadb@./a/m.jar", jar)))
                .extracting("why")
                .asString()
                .contains("mariadb@a/m.jar and mariadb@./a/m.jar are the same driver");
    }

    @Test
    void overlappingGlobsAreNoRepetition() {
        assertThat(scenarios(ask -> ask.scenarios("Do*", "Do1").modes("text"))).containsExactly("Do1", "Do1000Params");
    }

    @Test
    void namedScenarioWithoutAMatchingModeIsReported() {
        assertWhy(
                        Failure.Input.class,
                        () -> select(ask -> ask.scenarios("Do1", "Connect").modes("text")))
                .isEqualTo("--scenario Connect has none of the requested modes; it has plain, tls, default, tuned");
    }

    @Test
    void everyTransportAndThreadCountHasItsOwnCells() {
        Selection selection = select(ask -> ask.scenarios("Do1")
                .modes("text")
                .drivers("mariadb", "drizzle")
                .transports("socket", "tls", "tcp")
                .threads("4", "1"));
        assertThat(cells(selection).stream()
                        .filter(entry -> entry.unsupported() == null)
                        .map(entry -> entry.cell().driver() + " " + entry.cell().transport() + " "
                                + entry.cell().threads()))
                .containsExactly(
                        "mariadb tcp 1",
                        "drizzle tcp 1",
                        "mariadb tcp 4",
                        "drizzle tcp 4",
                        "mariadb tls 1",
                        "mariadb tls 4",
                        "mariadb socket 1",
                        "mariadb socket 4");
        assertThat(selection.needs(Topology.LOCAL)).isEqualTo(new ServerNeeds(true, true, 36, false));
        assertThat(selection.needs(Topology.DISTANT)).isEqualTo(new ServerNeeds(true, false, 1, false));
    }

    @Test
    void operationsAreRecordedInOneThreadAndWithoutTls() {
        Selection selection = select(ask -> ask.scenarios("Connect")
                .modes("plain", "tls")
                .drivers("mysql")
                .transports("memory", "floor")
                .threads("1", "2"));
        assertThat(cells(selection).stream()
                        .map(entry -> entry.cell().mode() + " " + entry.cell().transport() + " "
                                + entry.cell().threads() + " " + entry.unsupported()))
                .containsExactly(
                        "plain memory 1 null",
                        "plain memory 2 an operation is recorded in one thread of one client, in turns and without a rate",
                        "plain floor 1 null",
                        "plain floor 2 an operation is recorded in one thread of one client, in turns and without a rate",
                        "tls tls 1 null",
                        "tls tls 2 null");
    }

    @Test
    void tlsConnectsAreMeasuredOnceAndNeedATlsServer() {
        Selection selection =
                select(ask -> ask.scenarios("Connect").modes("plain", "tls").drivers("mysql"));
        assertThat(cells(selection).stream()
                        .map(entry -> entry.cell().mode() + " " + entry.cell().transport()))
                .containsExactly("plain tcp", "tls tls");
        assertThat(selection.needs(Topology.LOCAL).tls()).isTrue();
    }

    @Test
    void socketCellsAreUnsupportedForDistantServers() {
        Selection selection = select(ask -> ask.topologies("distant")
                .database(DB)
                .transports("socket")
                .scenarios("Do1")
                .modes("text")
                .drivers("mariadb"));
        assertThat(cells(selection))
                .singleElement()
                .satisfies(entry ->
                        assertThat(entry.unsupported()).isEqualTo("a Unix socket does not reach another host"));
    }

    @Test
    void bothServerKindsNeedNoHostsFile() {
        Selection selection = select(ask ->
                ask.servers("mariadb", "mysql").scenarios("Do1").modes("text").drivers("drizzle"));
        assertThat(selection.servers().stream().map(server -> server.kind()))
                .containsExactly(ServerKind.MARIADB, ServerKind.MYSQL);
        List<Plan.Entry> cells =
                Cells.of(selection, Map.of("mysql", new Cells.Provided(Install.named("host"), "9.7.4-2")));
        assertThat(cells.get(0).unsupported()).isNull();
        assertThat(cells.get(1).unsupported()).contains("authentication plugins");
    }

    @Test
    void badTransportsAndThreadsAreNamed() {
        assertThatThrownBy(() -> select(ask -> ask.transports("sockett").threads("0", "two")))
                .asInstanceOf(type(Failure.Input.class))
                .satisfies(failure -> assertThat(failure.why().lines())
                        .containsExactlyInAnyOrder(
                                "--transport: unknown transport: sockett (did you mean socket?)",
                                "--threads needs a number from 1 to 1000, not 0",
                                "--threads needs a number from 1 to 1000, not two"));
    }

    private static Request.Effort effort(String profile, String option, String value) {
        Request.Effort effort = Request.Effort.of(profile);
        Optional<String> text = Optional.of(value);
        return switch (option) {
            case "forks" -> effort.withForks(text);
            case "iterations" -> effort.withIterations(text);
            case "iteration-time" -> effort.withIterationTime(text);
            case "target" -> effort.withTarget(text);
            case "budget" -> effort.withBudget(text);
            case "fork-limit" -> effort.withForkLimit(text);
            default -> effort;
        };
    }

    private static Selection with(String profile, String option, String value) {
        return select(ask -> ask.effort(effort(profile, option, value)).with(option, value));
    }

    @Test
    void everyProfileSettingCanBeOverridden() {
        assertThat(with("default", "forks", "4").profile().forks()).isEqualTo("4");
        assertThat(with("default", "forks", "8-30").profile().forks()).isEqualTo("8–30");
        assertThat(with("quick", "iterations", "12").profile().iterations()).isEqualTo(12);
        assertThat(with("quick", "iteration-time", "1.5s").profile().iterationTime())
                .isEqualTo(Duration.ofMillis(1500));
        assertThat(with("quick", "iteration-time", "100ms").profile().iterations())
                .as("1.6 s for each cell")
                .isEqualTo(16);
        assertThat(with("default", "target", "2.5%").profile().target()).isEqualTo(0.025);
        assertThat(with("default", "budget", "1h30m").goal().budget()).isEqualTo(Duration.ofMinutes(90));
        assertThat(with("default", "budget", "1h30m").profile()).isEqualTo(Profile.THOROUGH.underBudget());
        assertThat(with("quick", "budget", "1h30m").profile()).isEqualTo(Profile.QUICK);
        assertThat(with("default", "fork-limit", "30s").goal().forkLimit()).isEqualTo(Duration.ofSeconds(30));
        assertThat(with("default", "budget", "1h").goal().forkLimit()).isNull();
        assertThat(with("default", "contrast", "mode").goal().contrast()).isEqualTo(Axis.MODE);
        assertThat(with("default", "base", "mysql@26*").goal().base()).isEqualTo("mysql@26*");
    }

    @Test
    void badProfileSettingIsReportedWithItsFormat() {
        Map<List<String>, String> bad = new LinkedHashMap<>();
        bad.put(List.of("quick", "forks", "many"), "--groups needs a number like 8 or a range like 4-20, not many");
        bad.put(
                List.of("default", "forks", "9-3"),
                "--groups needs numbers from 1 to 1000, the smaller one first, not 9-3");
        bad.put(List.of("smoke", "forks", "2-4"), "--groups 2-4: the profile smoke has no target");
        bad.put(List.of("quick", "iterations", "0"), "--iterations needs a number from 1 to 10000, not 0");
        bad.put(
                List.of("quick", "iteration-time", "250"),
                "--iteration-time needs a time of at least 1ms with its unit");
        bad.put(List.of("quick", "target", "3"), "--target needs a half width above 0 and below 100, like 3%");
        bad.put(List.of("quick", "target", "0%"), "--target needs a half width above 0 and below 100, like 3%");
        bad.put(List.of("quick", "budget", "45"), "--budget needs a time of at least 1ms with its unit");
        bad.put(List.of("quick", "budget", "0s"), "--budget needs a time of at least 1ms with its unit");
        bad.put(List.of("quick", "fork-limit", "60"), "--fork-limit needs a time of at least 1ms with its unit");
        bad.put(
                List.of("quick", "fork-limit", "3s"),
                "--fork-limit 3s: a fork takes up to 3.1 s (64 iterations of 25 ms, and its start)");
        bad.put(
                List.of("published", "fork-limit", "31s"),
                "--fork-limit 31s: a fork takes up to 31.5 s (30 iterations of 1000 ms, and its start)");
        bad.put(List.of("quick", "contrast", "drivers"), "--contrast: unknown axis: drivers (did you mean driver?)");
        bad.put(
                List.of("quick", "base", "mysq"),
                "--base: no cell that this run can measure is mysq (did you mean mysql?)");
        bad.forEach((ask, problem) -> assertWhy(Failure.Input.class, () -> with(ask.get(0), ask.get(1), ask.get(2)))
                .contains(problem));
    }

    @Test
    void publishedPlanHasItsOwnJvmFlags() {
        assertThat(select(ask -> ask.profile("published")).jvmArgs())
                .containsExactly(
                        "-Xms128m",
                        "-Xmx128m",
                        "-Duser.country=US",
                        "-Duser.language=en",
                        "-XX:-UsePerfData",
                        "-XX:+UseParallelGC");
    }

    private static Selection onClients(UnaryOperator<Ask> change, String... names) {
        Ask ask = change.apply(Ask.local());
        Map<String, HostSpec> hosts = new LinkedHashMap<>();
        for (String name : List.of("c1", "c2", "c3", "c4", "db")) {
            hosts.put(name, HostSpec.at(name, name + ".example.com", Optional.empty(), Optional.empty()));
        }
        hosts.put("again", HostSpec.at("again", "c1.example.com", Optional.empty(), Optional.of(22)));
        Hosts file = new Hosts(
                hosts,
                Optional.empty(),
                Optional.of("db"),
                Hosts.none().servers(),
                Hosts.DEFAULT_HEAP,
                Hosts.DEFAULT_JVM_ARGS,
                Map.of(),
                Map.of(),
                List.of());
        Inputs inputs = ask.on(file);
        Request request = inputs.request();
        return Planner.select(
                inputs.withRequest(request.withWhere(request.where().withClients(List.of(names)))));
    }

    @Test
    void severalClientsShareEachCell() {
        Selection selection = onClients(
                ask -> ask.topologies("distant")
                        .scenarios("Do1")
                        .modes("text")
                        .drivers("mariadb", "mysql")
                        .threads("3", "7"),
                "c1",
                "c2",
                "c3");
        assertThat(selection.clients()).extracting(HostSpec::name).containsExactly("c1", "c2", "c3");
        assertThat(selection.hosts()).extracting(HostSpec::name).containsExactly("c1", "c2", "c3", "db");
        assertThat(cells(selection))
                .extracting(entry -> entry.cell().client())
                .as("a cell on three clients differs from the same cell on one client")
                .containsOnly("c1+c2+c3");
        assertThat(selection.profile().iterationTime())
                .as("turns are long with several clients")
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(selection.goal().percentiles())
                .as("no extra forks for percentiles, because all operations are timed")
                .isFalse();
        Plan plan = Cells.plan(
                selection,
                "run",
                Instant.EPOCH,
                Map.of("mariadb", new Cells.Provided(Install.named("portable"), "11.4.5-MariaDB")),
                List.of());
        assertThat(plan.clients()).containsExactly("c1", "c2", "c3");
        assertThat(Rendered.text(PlanText.of(plan), 100))
                .contains("clients: c1 1 of 3 and 3 of 7 threads, c2 1 of 3 and 2 of 7, c3 1 of 3 and 2 of 7\n");
    }

    @Test
    void singleClientMayBeInTheListOfClients() {
        Selection selection = onClients(ask -> ask.topologies("distant").scenarios("Do1"), "c2");
        assertThat(Rendered.text(PlanText.of(plan(selection)), 100)).contains(" cells in 1 row, ");
        assertThat(selection.client().name()).isEqualTo("c2");
        assertThat(selection.furtherClients()).isEmpty();
        assertThat(cells(selection)).extracting(entry -> entry.cell().client()).containsOnly("c2");
        assertThat(selection.profile().iterationTime()).isEqualTo(Profile.THOROUGH.iterationTime());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "distant | c1,c9 | 8 | --clients: no host of the hosts file is called c9 (did you mean c1?)",
                "distant | c1,c2,c1 | 8 | --clients names c1 twice",
                "distant | c1,again | 8 | --clients: c1 and again are one host, c1.example.com",
                "distant | c1,db | 8 | client and database of distant are one host",
                "distant | c1,c2,c3 | 2 | --threads 2: 3 clients need at least one thread each; take --threads 3 or more",
                "local | c1,c2 | 8 | --topology local: the database is then on the client's host, and there are 2 clients (c1, c2)",
            })
    void impossibleClientsAreRefused(String topology, String clients, String threads, String why) {
        assertThatThrownBy(() -> onClients(
                        ask -> ask.topologies(topology).scenarios("Do1").threads(threads), clients.split(",")))
                .isInstanceOf(Failure.Input.class)
                .extracting("why")
                .asString()
                .contains(why);
    }

    @Test
    void severalClientsNeedTurns() {
        assertThatThrownBy(() -> onClients(
                        ask -> ask.topologies("distant")
                                .scenarios("Do1")
                                .threads("2")
                                .profile("published-2016"),
                        "c1",
                        "c2"))
                .extracting("why")
                .asString()
                .contains("repeats a published plan of one client");
    }

    @Test
    void firstCellOfEachServerHasAControlIfClaimsAreMade() {
        UnaryOperator<Ask> one =
                ask -> ask.scenarios("Select1Row").modes("text", "hit").drivers("mysql", "mariadb");
        Plan quick = plan(select(one));
        assertThat(quick.twins()).singleElement().satisfies(twin -> {
            assertThat(twin.of()).isEqualTo(quick.cells().get(0).key());
            assertThat(twin.cell().driver()).isEqualTo("mysql~twin");
            assertThat(twin.cell().rowKey()).isEqualTo(quick.cells().get(0).rowKey());
            assertThat(quick.driver(twin.cell()).kind()).isEqualTo(DriverCatalogue.MYSQL);
        });
        assertThat(quick.cells()).extracting(Cell::driver).doesNotContain("mysql~twin");
        assertThat(plan(select(ask -> one.apply(ask).profile("smoke"))).twins()).isEmpty();
        assertThat(plan(select(one).failingAbove(0.05)).twins())
                .as("a gate's verdict uses no control")
                .isEmpty();
    }

    private static Plan plan(Selection selection) {
        List<Driver> drivers = selection.drivers().stream()
                .map(spec -> new Driver(
                        spec.label(), spec.kind(), spec.version(), spec.options(), List.of(), Map.of(), null))
                .toList();
        return Cells.plan(
                selection,
                "run-1",
                Instant.EPOCH,
                Map.of("mariadb", new Cells.Provided(Install.named("portable"), "11.4.5-MariaDB")),
                drivers);
    }

    /** It would be compared with itself, as two builds that their file names distinguish. */
    @ParameterizedTest
    @ValueSource(strings = {"b/m.jar", "b/other.jar"})
    void copyOfAJarIsReported(String copy) {
        assertThatThrownBy(() -> select(ask -> ask.drivers("mariadb@a/m.jar", "mariadb@" + copy)
                        .localJar("mariadb@a/m.jar", new LocalJar(Path.of("a/m.jar"), "4.0.1", "aaaaaaaa11"))
                        .localJar("mariadb@" + copy, new LocalJar(Path.of(copy), "4.0.1", "aaaaaaaa11"))))
                .isInstanceOf(Failure.Input.class)
                .extracting("why")
                .asString()
                .contains("mariadb@a/m.jar and mariadb@" + copy + " are the same driver")
                .contains("same checksum");
    }

    @Test
    void firstLookHasALimitUnlessTheUserSaysHowMuch() {
        assertThat(select(ask -> ask.scenarios("Do1")).goal().budget()).isEqualTo(Duration.ofMinutes(10));
        assertThat(select(ask -> ask).goal().budget()).as("core").isEqualTo(Duration.ofMinutes(10));
        assertThat(select(ask -> ask.scenarios("all")).goal().budget())
                .as("not meant to be short")
                .isGreaterThan(Duration.ofMinutes(30));
        Request.Effort groups = Request.Effort.of("quick").withForks(Optional.of("3"));
        assertThat(select(ask -> new Ask(ask.topologies(), ask.databaseHost(), groups, ask.lists(), ask.localJars()))
                        .goal()
                        .budget())
                .isNull();
    }
}
