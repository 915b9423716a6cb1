package dev.jdbcbench.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.PlanExample;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Events that are valid by themselves but not in a run of this plan. */
class EventCheckTest {
    private static final Instant AT = Instant.parse("2026-11-21T09:16:02Z");

    private final Plan plan = PlanExample.plan();
    private final String cell = plan.cells().get(0).key();
    private final EventCheck check = new EventCheck(plan);

    private Event check(Fact fact) {
        return check.check(new Event(1, AT, Event.Source.AGENT, fact));
    }

    private static Fact fork(String cell, String unit) {
        return new Fact.ForkFinished(
                1,
                cell,
                AT,
                List.of(1.0),
                List.of(1L),
                Map.of("gc.alloc.rate.norm", new Secondary(unit, List.of(8.0))),
                null,
                null);
    }

    @Test
    void plannedEventsAreAccepted() {
        Fact fork = fork(cell, "B/op");
        assertThat(check(fork).fact()).isSameAs(fork);
        Fact last = new Fact.Decided(plan.cells().get(0).rowKey(), plan.mostBlocks() + 1, false, "narrow enough");
        assertThat(check(last).fact()).isSameAs(last);
    }

    @Test
    void unknownCellIsRefused() {
        for (Fact fact : List.of(
                fork("local/nowhere", "B/op"),
                new Fact.ForkStarted(1, "local/nowhere"),
                new Fact.ForkFailed(1, "local/nowhere", "no", "log"),
                new Fact.CellExplained("local/nowhere", null, "not watched"))) {
            assertThatThrownBy(() -> check(fact))
                    .as(fact.toString())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the plan has no cell local/nowhere");
        }
    }

    @Test
    void blockBeyondTheLastIsRefused() {
        int beyond = plan.mostBlocks() + 2;
        for (Fact fact : List.of(
                new Fact.BlockStarted(beyond),
                new Fact.GroupStarted(beyond, plan.cells().get(0).rowKey()),
                new Fact.ForkRejected(beyond, cell, "steal"))) {
            assertThatThrownBy(() -> check(fact))
                    .as(fact.toString())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("block");
        }
    }

    @Test
    void forksOfOneCellHaveOneUnit() {
        check(fork(cell, "B/op"));
        assertThatThrownBy(() -> check(fork(cell, "KB/op")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is in KB/op, and was in B/op before");
    }

    private static Plan of(Plan plan, List<Cell> cells) {
        return new Plan(
                plan.run(),
                plan.createdAt(),
                plan.seed(),
                plan.profile(),
                plan.goal(),
                plan.jvmArgs(),
                plan.servers(),
                plan.drivers(),
                plan.sql(),
                cells.stream().map(cell -> new Plan.Entry(cell, null)).toList(),
                List.of(),
                null,
                List.of(),
                List.of(),
                null);
    }

    private static Cell cell(Cell other, String scenario, Map<String, String> params) {
        return new Cell(
                other.topology(),
                other.client(),
                other.database(),
                other.server(),
                scenario,
                params,
                other.mode(),
                other.driver(),
                other.driverVersion(),
                other.transport(),
                other.threads(),
                null);
    }

    @Test
    void formerKeysStandForTheCellsTheyMeant() {
        Cell cell = cell(plan.cells().get(0), "a/b(c", Map.of("a", "1,b=2", "k=v", "3"));
        EventCheck quoted = new EventCheck(of(plan, List.of(cell)));
        String former = cell.key()
                .replace("\"a/b(c\"", "a/b(c")
                .replace("\"1,b=2\"", "1,b=2")
                .replace("\"k=v\"", "k=v");
        assertThat(former).isNotEqualTo(cell.key()).contains("a/b(c(a=1,b=2,k=v=3)/");
        Event fork = new Event(1, AT, Event.Source.AGENT, fork(former, "B/op"));
        assertThat(quoted.check(fork)).isEqualTo(new Event(1, AT, Event.Source.AGENT, fork(cell.key(), "B/op")));
        Fact row = new Fact.GroupStarted(1, "mariadb/a/b(c(a=1,b=2,k=v=3)/" + cell.mode() + "/tcp/1");
        assertThat(quoted.check(new Event(2, AT, Event.Source.AGENT, row)).fact())
                .isEqualTo(new Fact.GroupStarted(1, cell.rowKey()));
    }

    @Test
    void formerKeyOfTwoCellsIsRefused() {
        Cell one = cell(plan.cells().get(0), "a", Map.of("a", "1,b=2", "c=d", "e"));
        Cell other = cell(plan.cells().get(0), "a", Map.of("a", "1,b=2", "c", "d=e"));
        EventCheck both = new EventCheck(of(plan, List.of(one, other)));
        String former = "a(a=1,b=2,c=d=e)";
        String key = one.key().replaceAll("a\\(.*\\)", former);
        assertThat(key).contains(former);
        assertThatThrownBy(() -> both.check(new Event(1, AT, Event.Source.AGENT, fork(key, "B/op"))))
                .hasMessage("the plan has no cell " + key);
    }
}
