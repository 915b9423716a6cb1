package dev.jdbcbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.load.Arrivals;
import dev.jdbcbench.load.Rate;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.recording.RecordedTransaction;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Action;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Agreement;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

class PlanTest {
    private final Plan plan = PlanExample.plan();

    @Test
    void blockHasEverySupportedCellOnce() {
        assertThat(plan.order(1))
                .containsExactlyInAnyOrderElementsOf(plan.cells())
                .hasSize(8);
    }

    @Test
    void seedDefinesTheOrder() {
        assertThat(PlanExample.plan().order(2)).isEqualTo(plan.order(2));
        Set<List<Cell>> orders = new HashSet<>();
        for (long seed = 1; seed <= 20; seed++) {
            orders.add(PlanExample.plan(seed).order(1));
        }
        assertThat(orders).hasSizeGreaterThan(10);
        assertThat(plan.order(1)).isNotEqualTo(plan.order(2));
    }

    @Test
    void cellsOfARowAreAdjacentInEveryBlock() {
        for (int block = 1; block <= 50; block++) {
            List<String> rows = new ArrayList<>();
            for (Cell cell : plan.order(block)) {
                if (rows.isEmpty() || !rows.get(rows.size() - 1).equals(cell.rowKey())) {
                    rows.add(cell.rowKey());
                }
            }
            assertThat(rows).as("rows of block %d", block).doesNotHaveDuplicates();
        }
    }

    @Test
    void rowsAndTheirCellsAreShuffled() {
        Set<List<String>> rowOrders = new HashSet<>();
        Set<List<String>> cellOrders = new HashSet<>();
        for (int block = 1; block <= 20; block++) {
            List<Cell> order = plan.order(block);
            String row = plan.cells().get(0).rowKey();
            rowOrders.add(order.stream().map(Cell::rowKey).distinct().toList());
            cellOrders.add(order.stream()
                    .filter(cell -> cell.rowKey().equals(row))
                    .map(Cell::key)
                    .toList());
        }
        assertThat(rowOrders).hasSize(2); // two rows have two orders
        assertThat(cellOrders).hasSizeGreaterThan(5); // of 24
    }

    @Test
    void keyHasAllPartsOfACell() {
        Cell cell = new Cell(
                Topology.DISTANT,
                "client",
                "db1",
                "mariadb",
                "Rows",
                Map.of("count", "1000", "columns", "2"),
                Mode.HIT,
                "mysql",
                "9.7.0",
                Transport.TCP,
                4,
                null);
        assertThat(cell.key()).isEqualTo("distant/client/db1/mariadb/Rows(columns=2,count=1000)/hit/mysql@9.7.0/tcp/4");
        assertThat(cell.pairKey()).isEqualTo("mariadb/Rows(columns=2,count=1000)/hit/mysql@9.7.0/tcp/4");
        assertThat(cell.rowKey()).isEqualTo("mariadb/Rows(columns=2,count=1000)/hit/tcp/4");
    }

    @Test
    void rateIsPartOfCellAndRowKeysButNotOfTraffic() {
        Cell closed = PlanExample.cell(Topology.LOCAL, "Do1", Mode.TEXT, "mysql");
        Cell open = PlanExample.atRate(closed, Rate.perSecond(2000, Arrivals.POISSON));
        assertThat(open.key()).isEqualTo(closed.key() + "/rate=2000,poisson");
        assertThat(open.keyOfAllVersions()).isEqualTo(closed.keyOfAllVersions() + "/rate=2000,poisson");
        assertThat(open.rowKey()).isEqualTo(closed.rowKey() + "/rate=2000,poisson");
        assertThat(open.subject()).isNotEqualTo(closed.subject());
        assertThat(open.exchangeKey()).isEqualTo(closed.exchangeKey());
        assertThat(Json.read(Json.line(open), Cell.class)).isEqualTo(open);
        assertThat(Json.line(closed)).as("plans of closed loops are as before").doesNotContain("rate");
        assertThat(Json.line(open)).contains("\"rate\":{\"perSecond\":2000.0,\"arrivals\":\"poisson\"}");
    }

    @Test
    void duplicateCellIsRefused() {
        List<Plan.Entry> twice = new ArrayList<>(plan.entries());
        twice.add(plan.entries().get(0));
        assertThatThrownBy(() -> PlanExample.with(plan, twice, List.of())).hasMessageContaining("twice");
    }

    @Test
    void planSurvivesJson() {
        assertThat(Json.read(Json.pretty(plan), Plan.class)).isEqualTo(plan);
        assertThat(Json.line(plan)).contains("\"schema\":\"plan/1\"").contains("\"mode\":\"text\"");
    }

    private Plan onClients(String... names) {
        return new Plan(
                plan.run(),
                plan.createdAt(),
                1,
                plan.profile(),
                Goal.DEFAULT,
                List.of(),
                plan.servers(),
                plan.drivers(),
                plan.sql(),
                plan.entries(),
                List.of(),
                null,
                List.of(),
                List.of(names),
                null);
    }

    @Test
    void onlySeveralClientsAreNamedInThePlan() {
        assertThat(Json.line(plan)).doesNotContain("\"clients\"");
        assertThat(plan.clientHosts()).containsExactly("client");
        Plan several = onClients("c1", "c2", "c3");
        assertThat(Json.read(Json.pretty(several), Plan.class)).isEqualTo(several);
        assertThat(several.clientHosts()).containsExactly("c1", "c2", "c3");
        assertThat(several.with(Goal.DEFAULT).clients()).hasSize(3);
        assertThat(several.pinnedTo("2").servers()).allSatisfy(server -> {
            assertThat(server.clientCpus()).isEqualTo("2");
            assertThat(server.warmUpCpus()).isNull();
        });
        for (String[] wrong : new String[][] {{"c1"}, {"c1", "c1"}, {"c1", "c 2"}}) {
            assertThatThrownBy(() -> onClients(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void userStatementIsAScenarioOfThePlan() {
        Plan own = new Plan(
                plan.run(),
                plan.createdAt(),
                1,
                plan.profile(),
                Goal.DEFAULT,
                List.of(),
                plan.servers(),
                plan.drivers(),
                List.of(new SqlScenario(
                        "orders",
                        "orders.sql",
                        new SqlScenario.Line("select ?", 3),
                        List.of("int 1..9"),
                        List.of(),
                        List.of())),
                List.of(),
                List.of(),
                null,
                List.of(),
                List.of(),
                null);
        assertThat(Json.read(Json.pretty(own), Plan.class)).isEqualTo(own);
        Cell cell = PlanExample.cell(Topology.LOCAL, "orders", Mode.TEXT, "mysql");
        assertThat(own.scenario(cell).benchmarkName()).isEqualTo("dev.jdbcbench.scenario.Sql.operation");
        assertThat(own.scenario(plan.cells().get(0)).id()).isEqualTo("Select1Row");
        assertThatThrownBy(() -> plan.scenario(cell)).hasMessageContaining("orders");
    }

    @Test
    void planIncludesRecordedTransactionsAndData() {
        SqlScenario recorded = new SqlScenario(
                "recorded-1",
                "shop.json",
                new SqlScenario.Line("SELECT a FROM t WHERE b = ?; COMMIT", 1),
                List.of(),
                List.of(),
                List.of(),
                new RecordedTransaction(
                        Mode.HIT,
                        false,
                        Agreement.VALUES,
                        List.of(
                                new Step(Action.PREPARED, "SELECT a FROM t WHERE b = ?", List.of(List.of("long 5")), 1),
                                Step.of(Action.COMMIT))));
        Plan own = new Plan(
                plan.run(),
                plan.createdAt(),
                1,
                plan.profile(),
                Goal.DEFAULT,
                List.of(),
                plan.servers(),
                plan.drivers(),
                List.of(recorded),
                List.of(),
                List.of(),
                null,
                List.of(),
                List.of(),
                new SetUp("shop.sql", List.of(new SqlScenario.Line("create table t (a int, b int)", 1))));
        assertThat(Json.read(Json.pretty(own), Plan.class)).isEqualTo(own);
        assertThat(Json.line(own)).contains("\"action\":\"prepared\"");
        assertThat(Json.line(plan)).doesNotContain("setUp").doesNotContain("recorded");
        assertThat(ScenarioCatalogue.of(recorded).coreModes()).containsExactly(Mode.HIT);
    }

    @Test
    void unknownOrMissingPlanKeyIsAnError() {
        String json = Json.line(plan);
        assertThatThrownBy(() -> Json.read(json.replace("\"seed\"", "\"sed\""), Plan.class))
                .isInstanceOf(JacksonException.class);
        assertThatThrownBy(() -> Json.read(json.replace("\"seed\":42,", ""), Plan.class))
                .isInstanceOf(JacksonException.class);
        assertThatThrownBy(() -> Json.read(json.replace("\"seed\":42,", "\"seed\":42,\"seed\":43,"), Plan.class))
                .isInstanceOf(JacksonException.class);
    }

    @Test
    void planTimeIsTheSumOfItsForks() {
        // 8 cells × 3 forks × (4 × 250 ms + 1.5 s)
        assertThat(plan.forksTime(3)).hasSeconds(60);
    }
}
