package dev.jdbcbench.agent.operation;

import dev.jdbcbench.agent.server.DriverLoader;
import dev.jdbcbench.agent.server.RootCause;
import dev.jdbcbench.agent.server.TimeLimits;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.scenario.Scenario;
import dev.jdbcbench.scenario.Sql;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs a cell's operation in the agent itself. A hung driver must not stop the agent: after a time limit its connection is
 * aborted and its thread abandoned.
 */
public final class CellWork {
    /** Errors about limits whose words do not name the variable. */
    private static final Map<Integer, String> LIMITS = Map.of(
            1040,
            "max_connections",
            1114,
            "max_heap_table_size, or a full disk",
            1203,
            "max_user_connections",
            1317,
            "max_execution_time, or another session's KILL");

    private static final Pattern CONNECTION = Pattern.compile("\\(conn=[0-9]+\\) ");

    /** HikariCP's limit of 30 s, and some milliseconds more. */
    private static final Pattern WAITED = Pattern.compile("timed out after ([0-9]+)[0-9]{3}ms");

    private final Plan plan;
    private final DriverLoader drivers;
    private final Duration limit;

    public CellWork(Plan plan, DriverLoader drivers) {
        this.plan = plan;
        this.drivers = drivers;
        this.limit = Optional.ofNullable(plan.goal().forkLimit()).orElse(TimeLimits.LONG);
    }

    /** A task for a scenario that is not connected yet. */
    public interface Work<T> {
        T with(Scenario scenario, Connector connector) throws SQLException, IOException;
    }

    /** The work failed; the message is one line. */
    public static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        public FailedException(String reason, @Nullable Throwable cause) {
            super(reason, cause);
        }
    }

    /**
     * Runs a task.
     *
     * @throws FailedException when the task failed or hung
     */
    public <T> T carryOut(Cell cell, Work<T> work) throws FailedException, InterruptedException {
        AtomicReference<Scenario> begun = new AtomicReference<>();
        FutureTask<T> task = new FutureTask<>(() -> {
            Scenario scenario = scenario(cell);
            begun.set(scenario);
            return work.with(scenario, drivers.connector(plan.driver(cell), cell.transport()));
        });
        Thread thread = new Thread(task, "bench-cell");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            String underWay = underWay(begun, e);
            abort(begun, e);
            throw new FailedException(
                    "hung: the first operations did not end within " + limit.toSeconds() + " s" + underWay, e);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            throw new FailedException(reason(cause), cause);
        }
    }

    private Scenario scenario(Cell cell) throws ReflectiveOperationException {
        Scenario scenario =
                plan.scenario(cell).benchmark().getDeclaredConstructor().newInstance();
        scenario.topology = cell.topology().id();
        scenario.server = cell.server();
        scenario.driver = cell.driver();
        scenario.mode = cell.mode().id();
        scenario.transport = cell.transport().id();
        scenario.parameters(cell.params());
        if (scenario instanceof Sql own) {
            own.sql = cell.scenario();
        }
        return scenario;
    }

    /** What the server does for it meanwhile; empty if that is not known. */
    private static String underWay(AtomicReference<Scenario> begun, Exception hung) throws InterruptedException {
        Scenario scenario = begun.get();
        try {
            List<String> found = scenario == null ? List.of() : TimeLimits.within(TimeLimits.SHORT, scenario::underWay);
            return found.isEmpty() ? "" : "; at the server: " + String.join("; ", found);
        } catch (SQLException e) {
            hung.addSuppressed(e);
            return "";
        }
    }

    /** Aborts the scenario, with a time limit: a hung driver may hang here as well. */
    private static void abort(AtomicReference<Scenario> begun, Exception hung) throws InterruptedException {
        Scenario scenario = begun.get();
        if (scenario != null) {
            try {
                TimeLimits.within(TimeLimits.SHORT, () -> {
                    scenario.abort();
                    return scenario;
                });
            } catch (SQLException e) {
                hung.addSuppressed(e);
            }
        }
    }

    /** The first line of the failure's message, and of its root cause. */
    public static String reason(Throwable failure) {
        Throwable cause = RootCause.of(failure);
        String said = line(failure);
        String words = cause == failure || said.contains(line(cause)) ? said : said + " (" + line(cause) + ")";
        return words + limit(cause);
    }

    /** The server's limit that a failure reached, as an addition to its reason; may be empty. */
    private static String limit(Throwable cause) {
        String variable = cause instanceof SQLException said ? LIMITS.get(said.getErrorCode()) : null;
        return variable == null ? "" : ": the server's " + variable;
    }

    private static String line(Throwable failure) {
        String message = failure.getMessage() == null
                ? ""
                : failure.getMessage().lines().findFirst().orElse("");
        boolean says =
                failure instanceof SQLException || failure.getClass().getName().startsWith("dev.jdbcbench");
        String name = failure.getClass().getName();
        // Drivers put the number of the connection in front and pools say how long they waited; the same failure would
        // look like many.
        String alike =
                WAITED.matcher(CONNECTION.matcher(message).replaceFirst("")).replaceFirst("timed out after $1 s");
        return message.isEmpty() ? name : says ? alike : name + ": " + alike;
    }
}
