package dev.jdbcbench.agent.check;

import dev.jdbcbench.agent.operation.CellWork;
import dev.jdbcbench.agent.operation.LoginRefusal;
import dev.jdbcbench.agent.operation.References;
import dev.jdbcbench.agent.operation.Restriction;
import dev.jdbcbench.agent.operation.SingleOperations;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.scenario.Scenario;
import dev.jdbcbench.scenario.Sql;
import dev.jdbcbench.scenario.jvm.ThreadKind;
import dev.jdbcbench.scenario.witness.CheckedResult;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Executes operations in the agent itself before anything is measured. It checks that the results are right, also for
 * another session, and that the drivers of a row agree, and reads the server's counters. Not thread safe.
 */
public final class CellCheck {
    private static final int COUNTED_OPERATIONS = 20;

    private final Plan plan;
    private final Session session;
    private final CellWork work;
    private final References references;
    private final RehearsalJvm rehearsals;
    private final Floors floors = new Floors();

    /** Checks cells of this plan, with the endpoints and credentials of the session file. */
    public CellCheck(Plan plan, Session session, CellWork work, References references, RehearsalJvm rehearsals) {
        this.references = references;
        this.rehearsals = rehearsals;
        this.plan = plan;
        this.session = session;
        this.work = work;
    }

    /**
     * The result of a check.
     *
     * @param unsupported why the driver does not support the operation; null when it does
     * @param pinnedPerOp see {@link Pinning}; null unless its tasks run on virtual threads
     * @param floorOf key of the cell whose floor is also this one; null when it is no floor, or is measured itself
     */
    public record Checked(
            CheckedResult finding,
            @Nullable String engine,
            @Nullable String unsupported,
            Map<String, Double> counters,
            double operationMicros,
            @Nullable Double pinnedPerOp,
            @Nullable String floorOf) {
        private static Checked unsupported(String why) {
            return new Checked(new CheckedResult("", ""), null, why, Map.of(), 0, null, null);
        }

        private static Checked sharing(Cell with) {
            String why = "sends the same bytes as " + with.driver() + "@" + with.driverVersion()
                    + ", so it has the same floor, which is measured once";
            return new Checked(new CheckedResult("", ""), null, why, Map.of(), 0, null, with.key());
        }
    }

    /**
     * Executes the operation of a cell.
     *
     * @param before all earlier events; the result must agree with earlier checks of the same row
     */
    public Checked check(Cell cell, List<Event> before) throws CellWork.FailedException, InterruptedException {
        if (references.includes(cell)) {
            return ofReference(cell);
        }
        Checked checked = work.carryOut(cell, (scenario, connector) -> carryOut(cell, scenario, connector, before));
        if (checked.unsupported() == null) {
            agree(cell, checked.finding().result(), before);
            if (cell.transport().recorded()) {
                return rehearsed(cell, checked);
            }
        }
        return checked;
    }

    private Checked rehearsed(Cell cell, Checked checked) throws CellWork.FailedException, InterruptedException {
        RehearsalJvm.Rehearsed rehearsed = rehearsals.rehearse(cell);
        if (rehearsed.refused() != null) {
            return Checked.unsupported(rehearsed.refused());
        }
        FloorBytes floor = rehearsed.floor();
        if (floor == null) {
            return checked;
        }
        return floors.sameAs(cell, floor).map(Checked::sharing).orElse(checked);
    }

    /** A reference does not expose the rows that it receives, but a failing statement ends it. */
    private Checked ofReference(Cell cell) throws CellWork.FailedException, InterruptedException {
        try (SingleOperations one = references.alone(cell)) {
            one.operation();
            long start = System.nanoTime();
            one.operation();
            double operationMicros = (System.nanoTime() - start) / Unit.NANOS_PER_MICRO;
            return new Checked(
                    new CheckedResult(
                            "no error",
                            "the native C client (libmariadb), a reference and no JDBC driver; its rows are not compared with those of the others"),
                    null,
                    null,
                    Map.of(),
                    operationMicros,
                    null,
                    null);
        } catch (IOException e) {
            throw new CellWork.FailedException("sysbench cannot be ended: " + e.getMessage(), e);
        }
    }

    private void agree(Cell cell, String result, List<Event> before) throws CellWork.FailedException {
        for (Fact.CellChecked check : Event.facts(before, Fact.CellChecked.class)) {
            if (check.unsupported() == null) {
                Optional<Cell> other = plan.cell(check.cell())
                        .filter(found -> found.rowKey().equals(cell.rowKey()) && !references.includes(found));
                if (other.isPresent() && !check.result().equals(result)) {
                    throw new CellWork.FailedException(
                            "wrong result: " + result + ", but " + other.get().driver() + "@"
                                    + other.get().driverVersion() + " ("
                                    + other.get().topology() + ") got "
                                    + check.result(),
                            null);
                }
            }
        }
    }

    private Checked carryOut(Cell cell, Scenario scenario, Connector connector, List<Event> before)
            throws SQLException, IOException {
        try {
            scenario.connect(session, connector, 1);
        } catch (SQLException e) {
            LoginRefusal refusal = LoginRefusal.of(
                    e,
                    !session.endpoint(cell.topology().id(), cell.server())
                            .password()
                            .isEmpty());
            if (refusal.unsupported()) {
                return Checked.unsupported("cannot log in: " + refusal.reason());
            }
            throw new SQLException("cannot log in: " + refusal.reason(), e);
        }
        try {
            return checked(cell, scenario);
        } catch (SQLException e) {
            Optional<String> restriction = Restriction.of(e, scenario instanceof Sql ? "" : sqlMode(cell, before));
            if (restriction.isPresent()) {
                return Checked.unsupported(restriction.get());
            }
            throw e;
        } finally {
            scenario.close();
        }
    }

    private static String sqlMode(Cell cell, List<Event> before) {
        return Event.facts(before, Fact.SessionStarted.class).stream()
                .flatMap(started -> started.servers().stream())
                .filter(facts ->
                        facts.topology() == cell.topology() && facts.server().equals(cell.server()))
                .map(facts -> facts.setting("sql_mode"))
                .findFirst()
                .orElse("");
    }

    private static Checked checked(Cell cell, Scenario scenario) throws SQLException, IOException {
        try {
            scenario.ready();
            scenario.beforeIteration();
            CheckedResult finding = scenario.check().noting(scenario.judge());
            long start = System.nanoTime();
            scenario.operation();
            double operationMicros = (System.nanoTime() - start) / Unit.NANOS_PER_MICRO;
            Map<String, Double> counters = scenario.counters(COUNTED_OPERATIONS);
            Optional<String> missing = scenario.ends().missing(counters);
            if (missing.isPresent()) {
                throw new SQLException(missing.get());
            }
            boolean virtual = ThreadKind.in(cell.params()).equals(ThreadKind.VIRTUAL.id());
            return new Checked(
                    finding,
                    scenario.engine().orElse(null),
                    scenario.broken(counters).orElse(null),
                    counters,
                    operationMicros,
                    virtual ? Pinning.perOperation(scenario).orElse(null) : null,
                    null);
        } catch (SQLFeatureNotSupportedException e) {
            return Checked.unsupported(CellWork.reason(e));
        }
    }
}
