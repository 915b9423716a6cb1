package dev.jdbcbench.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Resource;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.imported.BenchmarkNames.Meaning;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchmarkNamesTest {
    private static Meaning meaning(String benchmark, Map<String, String> params) {
        return new BenchmarkNames(List.of(benchmark)).meaning(benchmark, params);
    }

    @ParameterizedTest
    @CsvSource({
        "BenchmarkSelect1RowPrepareText.mysql, Select1RowCast, text, mysql",
        "BenchmarkSelect1RowPrepareTextHA.mariadb, Select1RowCast, ha, mariadb",
        "BenchmarkSelect1RowPrepareHit.mariadb, Select1RowCast, hit, mariadb",
        "BenchmarkSelect1RowPrepareMiss.mariadbWithout102capacity, Select1RowCast, miss, mariadbWithout102capacity",
        "BenchmarkSelect1RowPrepareRewrite.mysql, Select1RowCast, rewrite, mysql",
        "BenchmarkOneInsertPrepareText.drizzle, Insert1Row, text, drizzle",
        "BenchmarkOneInsertPrepareTextHA.mysql, Insert1Row, ha, mysql",
        "BenchmarkOneInsertPrepareMiss.mariadb, Insert1Row, miss, mariadb",
        "PrepareStatementBatch100InsertText.drizzle, InsertBatch100, text, drizzle",
        "PrepareStatementBatch100InsertPrepareHit.mysql, InsertBatch100, hit, mysql",
        "PrepareStatementBatch100InsertRewrite.mariadb, InsertBatch100, rewrite, mariadb",
        "StatementBatch100Insert.mariadb, StatementBatch100, text, mariadb",
        "BenchmarkBatch1000InsertText.mysql, InsertBatch1000, text, mysql",
        "BenchmarkBatch1000InsertPrepareHit.mysql, InsertBatch1000, hit, mysql",
        "BenchmarkBatch1000InsertWithPrepareHit.mariadb, InsertBatch1000, hit, mariadb",
        "BenchmarkBatch1000InsertRewrite.mariadb, InsertBatch1000, rewrite, mariadb",
        "BenchmarkCallableStatementFunction.mysql, CallFunction, text, mysql",
        "BenchmarkCallableStatementWithInParameter.mysql, CallInParameter, text, mysql",
        "BenchmarkCallableStatementWithOutParameter.mariadb, CallOutParameter, text, mariadb",
        "BenchmarkSelect1000Rows.drizzle, Select1000Rows, text, drizzle",
        "BenchmarkSelect1000BigRows.drizzle, Select1000BigRows, text, drizzle",
        "BenchmarkSelect1000BigRowsFetch.mariadb, Select1000BigRowsFetch, text, mariadb"
    })
    void benchmarksOf2016AreKnownInAnyPackage(String name, String scenario, String mode, String driver) {
        for (String where : List.of("org.perf.jdbc.", "org.mariadb.jdbc.", "")) {
            Meaning meaning = meaning(where + name, Map.of());
            assertThat(meaning.scenario()).isEqualTo(scenario);
            assertThat(meaning.mode().id()).isEqualTo(mode);
            assertThat(meaning.driver()).isEqualTo(driver);
            assertThat(meaning.driverVersion()).isEqualTo("unknown");
            assertThat(meaning.params()).isEmpty();
            assertThat(meaning.own()).isFalse();
            assertThat(ScenarioCatalogue.of(scenario).orElseThrow().modes()).contains(meaning.mode());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Do_1.test, Do1, text",
        "Do_1000_params.text, Do1000Params, text",
        "Do_1000_params.binary, Do1000Params, hit",
        "Do_1000_params.binaryNoCache, Do1000Params, miss",
        "Select_100_cols.text, Select100Cols, text",
        "Select_100_cols.binary, Select100Cols, hit",
        "Select_100_cols.binaryNoCache, Select100Cols, miss",
        "Select_1.test, Select1, text",
        "Select_10_cols_from_seq_1_to_100000.test, Select10Cols, text",
        "Select_1_mysql_user.run, SelectUser, text",
        "Create_and_close_Connection.test, Connect, plain"
    })
    void laterBenchmarksHaveTheirDriverAsAParameter(String name, String scenario, String mode) {
        Meaning meaning = meaning("org.mariadb.jdbc." + name, Map.of("driver", "drizzle", "rows", "3"));
        assertThat(meaning.scenario()).isEqualTo(scenario);
        assertThat(meaning.mode().id()).isEqualTo(mode);
        assertThat(meaning.driver()).isEqualTo("drizzle");
        assertThat(meaning.params()).containsExactly(entry("rows", "3"));
        assertThat(ScenarioCatalogue.of(scenario).orElseThrow().modes()).contains(meaning.mode());
    }

    @ParameterizedTest
    @CsvSource({
        "text, mysql, InsertBatch100, text",
        "binary, mysql@8.0.33, InsertBatch100, hit",
        "rewrite, mysql, InsertBatch100, rewrite",
        "binary, mariadb, InsertBatch100, bulk",
        "text, mariadb, Insert_batch.text, default",
        "rewrite, mariadb, Insert_batch.rewrite, default",
        "binary, drizzle, Insert_batch.binary, default"
    })
    void batchModeDependsOnTheDriver(String method, String driver, String scenario, String mode) {
        Meaning meaning = meaning("org.java.connector.Insert_batch." + method, Map.of("driver", driver));
        assertThat(meaning.scenario()).isEqualTo(scenario);
        assertThat(meaning.mode().id()).isEqualTo(mode);
    }

    @Test
    void otherPoolSizesStayParameters() {
        String name = "org.java.connector.Select_1_pool.select1Pool";
        Meaning same = meaning(name, Map.of("driver", "mysql", "numberOfTasks", "100", "numberOfConnection", "16"));
        assertThat(same.scenario()).isEqualTo("Select1Pool");
        assertThat(same.mode()).isEqualTo(Mode.TEXT);
        assertThat(same.params()).containsExactly(entry("threadKind", "virtual"));
        assertThat(meaning(name, Map.of("driver", "mysql", "numberOfTasks", "100", "numberOfConnection", "4"))
                        .params())
                .containsExactly(entry("numberOfConnection", "4"), entry("threadKind", "virtual"));
    }

    @ParameterizedTest
    @CsvSource({"Select_1000_Rows.text", "Select_1000_Rows.binary", "Select_100_cols.binaryNoPipeline"})
    void unknownBenchmarkKeepsItsName(String name) {
        Meaning meaning = meaning("org.java.connector." + name, Map.of("driver", "mariadb"));
        assertThat(meaning.scenario()).isEqualTo(name);
        assertThat(meaning.mode()).isEqualTo(Mode.DEFAULT);
        assertThat(meaning.driver()).isEqualTo("mariadb");
    }

    @Test
    void foreignBenchmarkKeepsItsNameAndParameters() {
        Meaning store = meaning("example.near.Store.swap", Map.of("size", "10"));
        assertThat(store.scenario()).isEqualTo("Store.swap");
        assertThat(store.mode()).isEqualTo(Mode.DEFAULT);
        assertThat(store.driver()).isEqualTo("unknown");
        assertThat(store.params()).containsExactly(entry("size", "10"));
        assertThat(meaning("Do_1.other", Map.of("driver", "mysql")).scenario()).isEqualTo("Do_1.other");
        assertThat(meaning("BenchmarkSelect1000Rows.postgres", Map.of()).scenario())
                .isEqualTo("BenchmarkSelect1000Rows.postgres");
    }

    @Test
    void driverOfAForeignBenchmarkIsAParameterOrMethod() {
        Meaning param = meaning("example.Store.look", Map.of("driver", "mysql@8.0.33"));
        assertThat(param.scenario()).isEqualTo("Store.look");
        assertThat(param.driver()).isEqualTo("mysql");
        assertThat(param.driverVersion()).isEqualTo("8.0.33");
        assertThat(param.params()).isEmpty();
        Meaning method = meaning("example.Store.mysql", Map.of());
        assertThat(method.scenario()).isEqualTo("Store");
        assertThat(method.driver()).isEqualTo("mysql");
        assertThat(meaning("mysql", Map.of()).scenario()).isEqualTo("mysql");
    }

    @Test
    void classesWithEqualNamesKeepTheirPackages() {
        BenchmarkNames names = new BenchmarkNames(List.of("near.Store.look", "far.Store.look", "far.Store.keep"));
        assertThat(names.meaning("near.Store.look", Map.of()).scenario()).isEqualTo("near.Store.look");
        assertThat(names.meaning("far.Store.look", Map.of()).scenario()).isEqualTo("far.Store.look");
        assertThat(names.meaning("far.Store.keep", Map.of()).scenario()).isEqualTo("Store.keep");
    }

    @Test
    void ownScenariosAreKnownWithAllParameters() {
        Meaning own = meaning(
                "dev.jdbcbench.scenario.Select1Row.operation",
                Map.of(
                        "topology", "distant",
                        "server", "mysql",
                        "driver", "mariadb-nopipe",
                        "driverVersion", "3.5.11",
                        "mode", "hit",
                        "transport", "tls",
                        "rows", "3"));
        assertThat(own)
                .isEqualTo(new Meaning(
                        "Select1Row",
                        Mode.HIT,
                        "mariadb-nopipe",
                        "3.5.11",
                        Transport.TLS,
                        java.util.Optional.of("mysql"),
                        java.util.Optional.of(Topology.DISTANT),
                        Map.of("rows", "3"),
                        true));
        assertThat(meaning("dev.jdbcbench.scenario.Sql.operation", Map.of("sql", "orders", "driver", "mysql"))
                        .scenario())
                .isEqualTo("orders");
        assertThat(meaning("dev.jdbcbench.scenario.Nosuch.operation", Map.of()).own())
                .isFalse();
    }

    @Test
    void labelStartsWithTheNameOfItsDriver() {
        assertThat(BenchmarkNames.kind("mariadbWithout102capacity")).contains(DriverCatalogue.MARIADB);
        assertThat(BenchmarkNames.kind("mysql-tuned")).contains(DriverCatalogue.MYSQL);
        assertThat(BenchmarkNames.kind("mysqlish")).isEmpty();
        assertThat(BenchmarkNames.kind("unknown")).isEmpty();
    }

    /** So that an import and the published figures of the same benchmark meet in one row. The README has no cast in its rows. */
    @Test
    void publishedFiguresHaveTheNamesOfImports() {
        List<String[]> figures = Resource.text(FiguresOf2016.class, "published-figures.csv")
                .lines()
                .filter(line -> line.matches("(blog|readme)-2016,.*"))
                .map(line -> line.split(",", -1))
                .toList();
        assertThat(figures).hasSizeGreaterThan(80).allSatisfy(figure -> {
            Meaning meaning = meaning("x." + figure[3] + "." + figure[6], Map.of());
            String scenario =
                    figure[0].equals("readme-2016") && meaning.scenario().equals("Select1RowCast")
                            ? "Select1Row"
                            : meaning.scenario();
            assertThat(figure).containsSequence(scenario, meaning.mode().id(), meaning.driver());
        });
    }
}
