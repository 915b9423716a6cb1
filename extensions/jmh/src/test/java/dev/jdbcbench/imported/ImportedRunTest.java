package dev.jdbcbench.imported;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.ForkFacts.ForkFinished;
import dev.jdbcbench.event.Jvm;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.Results.Mean;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Verdict;
import dev.jdbcbench.statistics.sample.Estimate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ImportedRunTest {
    private static final Instant MODIFIED = Instant.parse("2016-10-03T12:00:00Z");
    private static final Instant NOW = Instant.parse("2026-11-21T09:15:00Z");

    static ImportedRun run(String file, String text, Topology topology) {
        return run(file, text, topology, Optional.empty());
    }

    private static ImportedRun run(String file, String text, Topology topology, Optional<String> server) {
        return ImportedRun.of(
                JmhLog.read(file, text), new ImportedRun.Origin(file, MODIFIED, topology, server, "run-1", NOW, "0.1"));
    }

    private static ImportedRun run(String resource) {
        return run(resource, JmhJsonReaderTest.resource(resource), Topology.LOCAL);
    }

    private static Results results(ImportedRun run) {
        return new Fold(run.plan(), run.events()).results();
    }

    /** A JMH console log. Each fork has one warm-up iteration and two equal measured ones. */
    private static String log(Map<String, List<Double>> forks) {
        return forks.entrySet().stream()
                        .map(benchmark -> log(benchmark.getKey(), benchmark.getValue()))
                        .collect(Collectors.joining())
                + "# Run complete. Total time: 00:00:10\n";
    }

    private static String log(String benchmark, List<Double> forks) {
        StringBuilder text = new StringBuilder("""
                # JMH 1.14 (released 19 days ago)
                # VM version: JDK 1.8.0_0, VM 0.0-b0
                # VM options: -Dhost=192.0.2.7 -Xmx128m -Duser.country=US
                # Warmup: 1 iterations, 1 s each
                # Measurement: 2 iterations, 1 s each
                # Threads: 1 thread, will synchronize iterations
                # Benchmark mode: Average time, time/op
                # Benchmark: %s

                """.formatted(benchmark));
        for (int fork = 1; fork <= forks.size(); fork++) {
            double score = forks.get(fork - 1);
            text.append("""
                    # Fork: %d of %d
                    # Warmup Iteration   1: 999.000 us/op
                    Iteration   1: %s us/op
                    Iteration   2: %s us/op

                    """.formatted(fork, forks.size(), score, score));
        }
        return text.toString();
    }

    @Test
    void logBecomesAPlanAndForkEvents() {
        ImportedRun run = run(
                "old.txt",
                log(Map.of("x.BenchmarkSelect1000Rows.mysql", List.of(100.0, 102.0, 101.0))),
                Topology.DISTANT);
        Plan plan = run.plan();
        assertThat(plan.run()).isEqualTo("run-1");
        assertThat(plan.createdAt()).isEqualTo(NOW);
        assertThat(plan.profile()).isEqualTo(Profile.imported(3, 3, Duration.ofSeconds(1), 1));
        Cell cell = plan.cells().get(0);
        assertThat(cell)
                .isEqualTo(new Cell(
                        Topology.DISTANT,
                        "client",
                        "database",
                        "unknown",
                        "Select1000Rows",
                        Map.of(),
                        Mode.TEXT,
                        "mysql",
                        "unknown",
                        Transport.TCP,
                        1,
                        null));
        assertThat(plan.drivers()).singleElement().satisfies(driver -> {
            assertThat(driver.kind()).isEqualTo(DriverCatalogue.MYSQL);
            assertThat(driver.jars()).isEmpty();
        });
        assertThat(run.events())
                .filteredOn(event -> event.fact() instanceof ForkFinished)
                .hasSize(3)
                .first()
                .isEqualTo(new Event(
                        2,
                        MODIFIED,
                        Event.Source.AGENT,
                        new ForkFinished(
                                1,
                                cell.key(),
                                MODIFIED,
                                List.of(999.0, 100.0, 100.0),
                                List.of(),
                                Map.of(),
                                null,
                                null)));
        Results results = results(run);
        assertThat(results.complete()).isTrue();
        assertThat(results.profile()).isEqualTo("imported");
        assertThat(results.imported()).isTrue();
        assertThat(results.effort().blocks()).isZero();
        CellResult result = results.cells().get(0);
        assertThat(Objects.requireNonNull(result.time().score())).isCloseTo(Math.cbrt(100 * 102 * 101), within(1e-9));
        assertThat(result.serverVersion()).isNull();
        assertThat(result.cost().allocBytesPerOp()).isNull();
        assertThat(result.cost().operationsPerSecond()).isNotNull();
    }

    @Test
    void importedPlanAndEventsSurviveJson() {
        ImportedRun run = run("jmh-1.37.json");
        assertThat(Json.readStored(Json.pretty(run.plan()), Plan.class)).isEqualTo(run.plan());
        for (Event event : run.events()) {
            assertThat(Json.readStored(Json.line(event), Event.class)).isEqualTo(event);
        }
    }

    @Test
    void allUnitsBecomeMicrosecondsPerOperation() {
        List<CellResult> cells = results(run("jmh-1.37.json")).cells();
        assertThat(cells.get(0).forks())
                .extracting(CellResult.ForkScore::score)
                .as("4 threads execute 80 000, 100 000 and 50 000 operations per second: 50, 40 and 80 µs each")
                .usingComparatorForType((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : Double.compare(a, b), Double.class)
                .containsExactly(170.0 / 3, 50.0);
        assertThat(cells.get(0).cell().threads()).isEqualTo(4);
        assertThat(Objects.requireNonNull(cells.get(0).cost().allocBytesPerOp()))
                .isEqualTo(511);
        assertThat(cells.get(1).forks()).extracting(CellResult.ForkScore::score).containsExactly(30.0, 32.0);
        assertThat(cells.get(2).forks())
                .extracting(CellResult.ForkScore::score)
                .containsExactly(2000.0, 2100.0, 1900.0);
        assertThat(results(run("jmh-1.14.json")).cells().get(1).forks())
                .extracting(CellResult.ForkScore::score)
                .containsExactly(81.0, 81.0, 84.0);
    }

    /**
     * The file has the format of the Java benchmarks of rusher/connector-benchmark (JMH's mode thrpt), with fewer forks
     * and iterations. Its figures are made up.
     */
    @Test
    void throughputIsInvertedPerIteration() {
        ImportedRun run = run("connector-benchmark.json");
        List<CellResult> cells = results(run).cells();
        assertThat(cells)
                .extracting(cell -> cell.cell().scenarioWithParams() + " "
                        + cell.cell().mode() + " " + cell.cell().driver())
                .containsExactly(
                        "Do1000Params(jmhMode=thrpt) text mariadb",
                        "Do1000Params(jmhMode=thrpt) text mysql",
                        "InsertBatch100(jmhMode=thrpt) hit mysql",
                        "InsertBatch100(jmhMode=thrpt) bulk mariadb",
                        "InsertBatch100(jmhMode=thrpt) rewrite mysql",
                        "Insert_batch.rewrite(jmhMode=thrpt) default mariadb",
                        "Select_1000_Rows.text(jmhMode=thrpt) default mariadb",
                        "Select_100_cols.binaryNoPipeline(jmhMode=thrpt) default mariadb",
                        "Select1Pool(jmhMode=thrpt,threadKind=virtual) text mariadb");
        assertThat(cells.get(0).forks())
                .extracting(CellResult.ForkScore::score)
                .as("the first fork has 5000 and 4000 operations per second: 200 and 250 µs")
                .containsExactly(225.0, 200.0, 250.0);
        assertThat(cells.get(1).forks())
                .extracting(CellResult.ForkScore::score)
                .as("converted from operations per millisecond")
                .containsExactly(400.0, 500.0, 450.0);
        assertThat(Objects.requireNonNull(cells.get(0).time().score()))
                .isCloseTo(Math.cbrt(225 * 200 * 250), within(1e-9));
        assertThat(run.notes())
                .contains("All 9 rows were measured as throughput. Each iteration was inverted: its time per operation"
                        + " is the number of threads divided by its throughput. Scores and intervals come from the"
                        + " inverted forks, not from JMH's score and error.");
        assertThat(run.problems()).isEmpty();
    }

    @Test
    void throughputGivesTheSameResultsAsAverageTime() {
        List<Double> times = List.of(200.0, 250.0, 210.0, 190.0);
        String log = log("x.Select_1.mysql", times) + "# Run complete. Total time: 00:00:10\n";
        String rates =
                log("x.Select_1.mysql", times.stream().map(time -> 1e6 / time).toList())
                                .replace("us/op", "ops/s")
                                .replace("Average time, time/op", "Throughput, ops/time")
                        + "# Run complete. Total time: 00:00:10\n";
        ImportedRun averages = run("old.txt", log, Topology.LOCAL);
        CellResult expected = results(averages).cells().get(0);
        CellResult inverted =
                results(run("old.txt", rates, Topology.LOCAL)).cells().get(0);
        for (Function<CellResult, @Nullable Double> figure : List.<Function<CellResult, @Nullable Double>>of(
                cell -> cell.time().score(),
                cell -> cell.time().low(),
                cell -> cell.time().high())) {
            assertThat(Objects.requireNonNull(figure.apply(inverted)))
                    .isCloseTo(Objects.requireNonNull(figure.apply(expected)), within(1e-9));
        }
        assertThat(averages.notes()).noneMatch(note -> note.contains("throughput"));
    }

    /** Forks that warm up only during their measured iterations, with or without a warm-up iteration. */
    private static String falling(boolean warmup) {
        String log = log(Map.of("x.BenchmarkSelect1000Rows.mysql", List.of(100.0, 100.0, 100.0)));
        String fork = """
                Iteration   1: 900.0 us/op
                Iteration   2: 900.0 us/op
                Iteration   3: 900.0 us/op
                Iteration   4: 101.0 us/op
                Iteration   5: 100.0 us/op
                Iteration   6: 100.0 us/op
                """;
        return log.replace("Measurement: 2", "Measurement: 6")
                .replaceAll("(?m)^Iteration   1.*\n^Iteration   2.*\n", fork)
                .replaceAll("(?m)^# Warmup Iteration.*\n", warmup ? "$0" : "");
    }

    @Test
    void missingWarmUpIsNotReportedAsUnsettled() {
        assertThat(results(run("old.txt", falling(true), Topology.LOCAL)).cells())
                .extracting(cell -> cell.steadiness().settled())
                .containsExactly(false);
        Results unknown = results(run("old.txt", falling(false), Topology.LOCAL));
        assertThat(unknown.cells())
                .extracting(cell -> cell.steadiness().settled())
                .containsExactly(true);
        assertThat(Rendered.wide(unknown)).doesNotContain("not settled");
    }

    /** Pooled, 12 iterations each give ±1.2; six forks give ±2.6. The means differ by 3.5 µs. */
    @Test
    void importReportsRankingsThatForksDoNotSupport() {
        ImportedRun run = run(
                "old.txt",
                log("x.BenchmarkSelect1000Rows.mariadb", List.of(99.0, 101.0, 100.0, 100.5, 99.5, 100.0))
                        + log("x.BenchmarkSelect1000Rows.mysql", List.of(103.5, 102.5, 104.5, 103.0, 104.0, 103.5))
                        + "# Run complete. Total time: 00:00:10\n",
                Topology.LOCAL);
        assertThat(Rendered.wide(results(run)).replaceAll("\\s+", " "))
                .contains("The ± that JMH prints (99.9 %, iterations of all forks pooled) separates 1 of 1 pairs of"
                        + " drivers; for 1 of them the same intervals from fork means overlap: Select1000Rows text"
                        + " (mysql, mariadb).");
    }

    /** Rising forks resemble their neighbours: r = 0.4, corrected and capped to 0.9, so intervals are √19 times as wide. */
    @Test
    void autocorrelatedForksHaveWiderIntervals() {
        ImportedRun run = run(
                "old.txt",
                log(Map.of("x.BenchmarkSelect1000Rows.mysql", List.of(100.0, 101.0, 102.0, 103.0, 104.0))),
                Topology.LOCAL);
        CellResult cell = results(run).cells().get(0);
        Estimate independent = Estimate.of(new double[] {100, 101, 102, 103, 104});
        assertThat(Math.log(Objects.requireNonNull(cell.time().high())
                        / Objects.requireNonNull(cell.time().low())))
                .isCloseTo(Math.sqrt(19) * Math.log(independent.high() / independent.low()), within(1e-9));
        assertThat(Objects.requireNonNull(cell.time().score())).isCloseTo(independent.score(), within(1e-9));
        assertThat(results(run).notes())
                .anyMatch(note -> note.contains("lag-1 autocorrelation 0.90")
                        && note.contains("4.36 times as wide as those of independent forks"));
    }

    @Test
    void withoutAWarmUpInTheFileAllIterationsCount() {
        ImportedRun run = run("jmh-1.14.json");
        assertThat(run.plan().profile()).isEqualTo(Profile.imported(3, 2, Duration.ofSeconds(1), 0));
        assertThat(run.notes()).anySatisfy(note -> assertThat(note).contains("no warm-up iterations"));
    }

    @Test
    void differingWarmUpsAreOmitted() {
        String log = log(Map.of("x.Store.look", List.of(1.0, 2.0))).replaceFirst("# Warmup Iteration.*\n", "");
        assertThat(run("old.txt", log, Topology.LOCAL).plan().profile())
                .isEqualTo(Profile.imported(2, 2, Duration.ofSeconds(1), 0));
    }

    @Test
    void missingInformationIsReported() {
        ImportedRun run =
                run("old.txt", log(Map.of("x.BenchmarkSelect1RowPrepareHit.mysql", List.of(1.0, 2.0))), Topology.LOCAL);
        assertThat(run.notes())
                .containsExactly(
                        "Imported from old.txt, which JMH 1.14 wrote. It does not record when it measured: all times"
                                + " are the time of the file's last change.",
                        "Names: BenchmarkSelect1RowPrepareHit is Select1RowCast in hit.",
                        "JVM options left out because they may name hosts or passwords: -Dhost.");
        assertThat(Event.facts(run.events(), Fact.Note.class))
                .extracting(Fact.Note::text)
                .isEqualTo(run.notes());
        Fold fold = new Fold(run.plan(), run.events());
        assertThat(fold.session().orElseThrow().jvm()).isEqualTo(new Jvm("unknown", "1.8.0_0", "unknown", "0.0-b0"));
        assertThat(fold.session().orElseThrow().scenariosSha256()).isEqualTo("unknown");
        assertThat(fold.rtts()).isEmpty();
    }

    @Test
    void importedRunHasNoHostAndNoPassword() {
        ImportedRun json = run("jmh-1.37.json");
        assertThat(json.plan().jvmArgs()).containsExactly("-Xmx256m", "-Duser.country=US");
        assertThat(new Fold(json.plan(), json.events()).session().orElseThrow().jvm())
                .isEqualTo(new Jvm("unknown", "99.0.1", "Example VM", "99.0.1+7"));
        ImportedRun log = run("old.txt", log(Map.of("x.Store.look", List.of(1.0, 2.0))), Topology.LOCAL);
        assertThat(log.plan().jvmArgs()).containsExactly("-Xmx128m", "-Duser.country=US");
        for (ImportedRun run : List.of(json, log)) {
            assertThat(Json.pretty(run.plan()) + run.events())
                    .doesNotContain("192.0.2.7")
                    .doesNotContain("secret")
                    .doesNotContain("somebody");
        }
    }

    /** R: {@code t.test(log(c(110, 112, 111)), log(c(100, 101, 99.5, 100.2)))}, computed independently of this code. */
    @Test
    void importedCellsAreComparedUnpaired() {
        ImportedRun run = run(
                "old.txt",
                log("x.BenchmarkSelect1000Rows.mariadb", List.of(100.0, 101.0, 99.5, 100.2))
                        + log("x.BenchmarkSelect1000Rows.mysql", List.of(110.0, 112.0, 111.0))
                        + log("x.BenchmarkOneInsertPrepareHit.mariadb", List.of(200.0, 201.0, 199.0))
                        + log("x.BenchmarkOneInsertPrepareHit.mysql", List.of(210.0, 202.0, 205.0))
                        + "# Run complete. Total time: 00:00:10\n",
                Topology.LOCAL);
        Results results = results(run);
        Contrast contrast = results.contrasts().get(0);
        assertThat(contrast.axis()).isEqualTo(Axis.DRIVER);
        assertThat(contrast.ratio()).isCloseTo(1.1080470, within(1e-6));
        assertThat(Objects.requireNonNull(contrast.low())).isCloseTo(1.0882000, within(1e-6));
        assertThat(Objects.requireNonNull(contrast.high())).isCloseTo(1.1282560, within(1e-6));
        assertThat(contrast.pAdjusted())
                .as("doubled, because there are two comparisons")
                .isCloseTo(2 * 0.000212092, within(1e-8));
        assertThat(contrast.blocks()).isEqualTo(3);
        assertThat(contrast.verdict()).isEqualTo(Verdict.SLOWER);
        Mean mean = results.means().get(0);
        assertThat(mean.ratio()).isCloseTo(1.0673823, within(1e-6));
        assertThat(Objects.requireNonNull(mean.low())).isCloseTo(1.0468523, within(1e-6));
        assertThat(Objects.requireNonNull(mean.high())).isCloseTo(1.0883149, within(1e-6));
        assertThat(mean.rows()).isEqualTo(2);
    }

    @Test
    void unnamedDriverIsNotABase() {
        ImportedRun run = run(
                "old.txt",
                log("x.Store.look", List.of(1.0, 1.1)) + log("x.Store.mysql", List.of(2.0, 2.1)),
                Topology.LOCAL);
        assertThat(results(run).contrasts()).isEmpty();
        assertThat(run.notes()).anySatisfy(note -> assertThat(note).contains("which driver was measured"));
        assertThat(run.plan().drivers()).extracting(driver -> driver.label()).containsExactly("mysql");
    }

    @Test
    void failedForksMakeTheRunIncomplete() {
        ImportedRun run = run("jmh-broken.json");
        assertThat(run.problems())
                .containsExactly(
                        "jmh-broken.json:2: fork 2 of local/client/client/unknown/example.far.Store.look(size=10)"
                                + "/default/unknown@unknown/tcp/1: iteration 2 is NaN",
                        "jmh-broken.json:2: fork 3 of local/client/client/unknown/example.far.Store.look(size=10)"
                                + "/default/unknown@unknown/tcp/1: it has 1 of 2 iterations",
                        "jmh-broken.json:2: local/client/client/unknown/example.far.Store.look(size=10)"
                                + "/default/unknown@unknown/tcp/1 has 3 of 4 forks",
                        "jmh-broken.json:22: local/client/client/unknown/Store/default/mysql@unknown/tcp/1 has no"
                                + " iterations of 2 forks",
                        "jmh-broken.json:34: fork 1 of local/client/client/unknown/example.near.Store.look(size=10)"
                                + "/default/unknown@unknown/tcp/1: iteration 1 is NaN",
                        "jmh-broken.json:34: fork 2 of local/client/client/unknown/example.near.Store.look(size=10)"
                                + "/default/unknown@unknown/tcp/1: it has no iterations");
        Results results = results(run);
        assertThat(results.complete()).isFalse();
        assertThat(results.cells())
                .extracting(CellResult::status)
                .containsExactly(Status.MISSING, Status.MISSING, Status.FAILED);
        assertThat(results.cells().get(2).reason()).isEqualTo("it has no iterations");
        assertThat(results.cells().get(0).reason()).isEqualTo("1 of 4 forks was measured");
    }

    @Test
    void truncatedLogKeepsCompleteForks() {
        String whole = log("x.Store.mariadb", List.of(1.0, 1.1, 1.2)) + log("x.Store.mysql", List.of(2.0, 2.1, 2.2));
        ImportedRun run = run("old.txt", whole.substring(0, whole.lastIndexOf("Iteration   1")), Topology.LOCAL);
        assertThat(run.problems())
                .containsExactly(
                        "old.txt ends before the run did: only complete forks are imported",
                        "old.txt:25: local/client/client/unknown/Store/default/mysql@unknown/tcp/1 has 2 of 3 forks");
        Results results = results(run);
        assertThat(results.complete()).isFalse();
        assertThat(results.cells()).extracting(cell -> cell.forks().size()).containsExactly(3, 2);
        assertThat(results.cells()).extracting(CellResult::status).containsOnly(Status.OK);
    }

    @Test
    void iterationOfZeroIsNotAMeasurement() {
        String log = log("x.Store.mysql", List.of(2.0, 0.0, 2.2)) + "# Run complete. Total time: 00:00:10\n";
        assertThat(run("old.txt", log, Topology.LOCAL).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem).endsWith("an iteration is 0.0"));
    }

    @Test
    void fileWithoutForksIsRefused() {
        String json = JmhJsonReaderTest.resource("jmh-1.14.json").replace("rawData", "otherData");
        assertThatThrownBy(() -> run("new.json", json, Topology.LOCAL))
                .isInstanceOfSatisfying(Failure.Input.class, failure -> {
                    assertThat(failure.getMessage()).isEqualTo("there is nothing to import in new.json");
                    assertThat(failure.why())
                            .startsWith("new.json:2: local/client")
                            .contains("has no iterations of 3 forks");
                    assertThat(failure.hint()).contains("-rf json");
                });
        String table = "Benchmark   Mode  Cnt  Score   Error  Units\nStore.look  avgt    2  5.000 ± 0.1  us/op\n";
        assertWhy(Failure.Input.class, () -> run("table.txt", table, Topology.LOCAL))
                .isEqualTo("table.txt:1: a table of results has no iterations; JMH's JSON has: -rf json");
    }

    @Test
    void onlyTheFirstOfTwoEqualBenchmarksIsImported() {
        String twice = log("x.Store.mysql", List.of(2.0, 2.1)) + log(Map.of("x.Store.mysql", List.of(3.0, 3.1)));
        ImportedRun run = run("old.txt", twice, Topology.LOCAL);
        assertThat(run.problems())
                .containsExactly(
                        "old.txt:20: x.Store.mysql appears twice; only the first one is imported: import the files of"
                                + " two runs one by one");
        assertThat(results(run).complete()).isFalse();
        assertThat(results(run).cells().get(0).forks())
                .extracting(CellResult.ForkScore::score)
                .containsExactly(2.0, 2.1);
    }

    @Test
    void twoJmhModesOfABenchmarkAreTwoCells() {
        String twice = log("x.Store.mysql", List.of(2.0, 2.1))
                + log("x.Store.mysql", List.of(2.0, 2.1)).replace("Average time", "Single shot invocation time");
        assertThat(run("old.txt", twice, Topology.LOCAL).plan().cells())
                .extracting(Cell::params)
                .containsExactly(Map.of(), Map.of("jmhMode", "ss"));
    }

    @Test
    void benchmarksOfTheSameScenarioStaySeparate() {
        String both = log("x.BenchmarkBatch1000InsertPrepareHit.mysql", List.of(2.0, 2.1))
                + log("x.BenchmarkBatch1000InsertWithPrepareHit.mysql", List.of(2.0, 2.1));
        assertThat(run("old.txt", both, Topology.LOCAL).plan().cells())
                .extracting(Cell::scenario)
                .containsExactly("InsertBatch1000", "BenchmarkBatch1000InsertWithPrepareHit");
    }

    @Test
    void otherUnitIsNamedWithItsLineAndTheOthersAreImported() {
        String json = JmhJsonReaderTest.resource("jmh-1.14.json").replace("ms/op", "B/op");
        ImportedRun run = run("new.json", json, Topology.LOCAL);
        assertThat(run.problems())
                .containsExactly(
                        "new.json:43: local/client/client/unknown/Select1RowCast/text/mysql@unknown/tcp/1: it is"
                                + " measured in B/op, which is neither time per operation nor operations per time");
        assertThat(results(run).cells()).extracting(CellResult::status).containsExactly(Status.OK, Status.FAILED);
    }

    @Test
    void localAndDistantImportsArePartners() {
        String log = log(Map.of("x.BenchmarkSelect1000Rows.mysql", List.of(100.0, 102.0)));
        List<Cell> cells = Arrays.stream(Topology.values())
                .map(topology -> run("old.txt", log, topology, Optional.of("mysql57"))
                        .plan()
                        .cells()
                        .get(0))
                .toList();
        assertThat(cells.get(0).pairKey()).isEqualTo(cells.get(1).pairKey()).startsWith("mysql57/");
        assertThat(run("old.txt", log, Topology.LOCAL, Optional.of("mysql57"))
                        .plan()
                        .servers()
                        .get(0)
                        .kind()
                        .id())
                .isEqualTo("mysql");
    }

    @Test
    void otherParametersAreKept() {
        ImportedRun run = run("console.txt", JmhJsonReaderTest.resource("jmh-console.txt"), Topology.LOCAL);
        assertThat(run.plan().cells().get(0).params())
                .containsOnly(
                        entry("kind", "a, b"),
                        entry("size", "10"),
                        entry("jmhMode", "thrpt"),
                        entry("jmhBatch", "10"),
                        entry("jmhGroup", "read+write"));
        assertThat(run.plan().cells().get(0).threads()).isEqualTo(3);
        assertThat(run.problems())
                .hasSize(4)
                .contains(
                        "console.txt:145: the table has f.Store.never in avgt, and no iterations of it are in the file");
    }
}
