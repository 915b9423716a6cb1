package dev.jdbcbench.agent;

import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.scenario.Finding;
import dev.jdbcbench.scenario.Promise;
import dev.jdbcbench.scenario.Scenario;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.Sql;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Carries out operations in the agent itself before anything is measured: whether their results are right, whether the drivers of a
 * row agree, and what the server counts. Not thread safe.
 */
final class CellCheck {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int COUNTED_OPERATIONS = 20;

    private final Plan plan;
    private final Session session;
    private final DriverLoader drivers;
    /** The first result of each row, and whose it was. */
    private final Map<String, Result> results = new HashMap<>();

    /** For the cells of a plan, with what its session file says. */
    CellCheck(Plan plan, Session session, DriverLoader drivers) {
        this.plan = plan;
        this.session = session;
        this.drivers = drivers;
    }

    private record Result(Cell cell, String text) {}

    /**
     * What was found.
     *
     * @param unsupported why the driver cannot do it; null when it can
     */
    record Checked(
            Finding finding,
            @Nullable String engine,
            @Nullable String unsupported,
            Map<String, Double> counters) {
        private static Checked unsupported(String why) {
            return new Checked(new Finding("", ""), null, why, Map.of());
        }
    }

    /** The operation failed, or did something else than it should; the message is one line. */
    static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        FailedException(String reason, @Nullable Throwable cause) {
            super(reason, cause);
        }
    }

    /** Carries out the operation of a cell. */
    Checked check(Cell cell) throws FailedException, InterruptedException {
        // A driver that hangs must not stop the agent: the thread is left behind, and ends with the agent.
        FutureTask<Checked> task = new FutureTask<>(() -> carryOut(cell));
        Thread thread = new Thread(task, "bench-check");
        thread.setDaemon(true);
        thread.start();
        Checked checked;
        try {
            checked = task.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new FailedException("hung: the first operation did not end within " + LIMIT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            throw new FailedException(reason(cause), cause);
        }
        if (checked.unsupported() == null) {
            agree(cell, checked.finding().result());
        }
        return checked;
    }

    private void agree(Cell cell, String text) throws FailedException {
        Result first = results.computeIfAbsent(cell.rowKey(), row -> new Result(cell, text));
        if (!first.text().equals(text)) {
            throw new FailedException(
                    "wrong result: " + text + ", but " + first.cell().driver() + "@"
                            + first.cell().driverVersion() + " (" + first.cell().topology() + ") got " + first.text(),
                    null);
        }
    }

    private Checked carryOut(Cell cell) throws SQLException, ReflectiveOperationException {
        ScenarioCatalogue.Entry entry = plan.scenario(cell);
        Scenario scenario = entry.benchmark().getDeclaredConstructor().newInstance();
        scenario.topology = cell.topology().id();
        scenario.server = cell.server();
        scenario.driver = cell.driver();
        scenario.mode = cell.mode().id();
        scenario.transport = cell.transport().id();
        if (scenario instanceof Sql own) {
            own.sql = cell.scenario();
        }
        Connector connector = drivers.connector(plan.driver(cell), cell.transport());
        try {
            scenario.connect(session, connector, 1);
        } catch (SQLException e) {
            return Checked.unsupported("cannot log in: " + reason(e));
        }
        try {
            scenario.ready();
            scenario.beforeIteration();
            Finding finding = scenario.check();
            Map<String, Double> counters = scenario.counters(COUNTED_OPERATIONS);
            return new Checked(
                    finding,
                    scenario.engine().orElse(null),
                    Promise.broken(cell.mode(), entry.features(), counters).orElse(null),
                    counters);
        } catch (SQLFeatureNotSupportedException e) {
            return Checked.unsupported(reason(e));
        } finally {
            scenario.close();
        }
    }

    /** The first line of what went wrong, and of what caused it. */
    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String said = line(failure);
        return cause == failure || said.contains(line(cause)) ? said : said + " (" + line(cause) + ")";
    }

    private static String line(Throwable failure) {
        String message = failure.getMessage() == null
                ? ""
                : failure.getMessage().lines().findFirst().orElse("");
        boolean says =
                failure instanceof SQLException || failure.getClass().getName().startsWith("dev.jdbcbench");
        String name = failure.getClass().getName();
        return message.isEmpty() ? name : says ? message : name + ": " + message;
    }
}
