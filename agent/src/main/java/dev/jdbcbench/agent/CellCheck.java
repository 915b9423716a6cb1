package dev.jdbcbench.agent;

import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.scenario.Finding;
import dev.jdbcbench.scenario.Promise;
import dev.jdbcbench.scenario.Scenario;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.Sql;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
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
 * Carries out operations in the agent itself before anything is measured: whether their results are right, whether the drivers of a
 * row agree, and what the server counts. Not thread safe.
 */
final class CellCheck {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int COUNTED_OPERATIONS = 20;

    /**
     * In what drivers say when they and the server have no authentication plugin or protocol of encryption in common. Any other failure
     * to log in is one that somebody can mend.
     */
    static final Pattern NOT_MADE_FOR_ONE_ANOTHER = Pattern.compile(
            "plugin|authentication protocol|Access denied|RSA public key|Public Key Retrieval|No appropriate protocol|"
                    + "SSL|TLS|handshake",
            Pattern.CASE_INSENSITIVE);

    private final Plan plan;
    private final Session session;
    private final DriverLoader drivers;

    /** For the cells of a plan, with what its session file says. */
    CellCheck(Plan plan, Session session, DriverLoader drivers) {
        this.plan = plan;
        this.session = session;
        this.drivers = drivers;
    }

    /**
     * What was found.
     *
     * @param unsupported why the driver cannot do it; null when it can
     */
    record Checked(
            Finding finding,
            @Nullable String engine,
            @Nullable String unsupported,
            Map<String, Double> counters,
            double operationMicros) {
        private static Checked unsupported(String why) {
            return new Checked(new Finding("", ""), null, why, Map.of(), 0);
        }
    }

    /** The operation failed, or did something else than it should; the message is one line. */
    static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        FailedException(String reason, @Nullable Throwable cause) {
            super(reason, cause);
        }
    }

    /**
     * Carries out the operation of a cell.
     *
     * @param before what happened before: with the cells of the same row that were checked it must agree
     */
    Checked check(Cell cell, List<Event> before) throws FailedException, InterruptedException {
        // A driver that hangs must not stop the agent: its connection is broken off, and its thread left behind.
        AtomicReference<Scenario> begun = new AtomicReference<>();
        FutureTask<Checked> task = new FutureTask<>(() -> carryOut(cell, begun));
        Thread thread = new Thread(task, "bench-check");
        thread.setDaemon(true);
        thread.start();
        Checked checked;
        try {
            checked = task.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            breakOff(begun, e);
            throw new FailedException("hung: the first operation did not end within " + LIMIT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            throw new FailedException(reason(cause), cause);
        }
        if (checked.unsupported() == null) {
            agree(cell, checked.finding().result(), before);
        }
        return checked;
    }

    private static void breakOff(AtomicReference<Scenario> begun, Exception hung) {
        try {
            Scenario scenario = begun.get();
            if (scenario != null) {
                scenario.abort();
            }
        } catch (SQLException | RuntimeException e) {
            hung.addSuppressed(e);
        }
    }

    private void agree(Cell cell, String result, List<Event> before) throws FailedException {
        for (Event event : before) {
            if (event instanceof Event.CellChecked check && check.unsupported() == null) {
                Optional<Cell> other =
                        plan.cell(check.cell()).filter(found -> found.rowKey().equals(cell.rowKey()));
                if (other.isPresent() && !check.result().equals(result)) {
                    throw new FailedException(
                            "wrong result: " + result + ", but " + other.get().driver() + "@"
                                    + other.get().driverVersion() + " ("
                                    + other.get().topology() + ") got "
                                    + check.result(),
                            null);
                }
            }
        }
    }

    private Checked carryOut(Cell cell, AtomicReference<Scenario> begun)
            throws SQLException, ReflectiveOperationException {
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
        begun.set(scenario);
        Connector connector = drivers.connector(plan.driver(cell), cell.transport());
        try {
            scenario.connect(session, connector, 1);
        } catch (SQLException e) {
            String reason = "cannot log in: " + reason(e);
            if (NOT_MADE_FOR_ONE_ANOTHER.matcher(reason).find()) {
                return Checked.unsupported(reason);
            }
            throw new SQLException(reason, e);
        }
        try {
            scenario.ready();
            scenario.beforeIteration();
            Finding finding = scenario.check();
            long start = System.nanoTime();
            scenario.operation();
            double operationMicros = (System.nanoTime() - start) / 1000.0;
            Map<String, Double> counters = scenario.counters(COUNTED_OPERATIONS);
            return new Checked(
                    finding,
                    scenario.engine().orElse(null),
                    Promise.broken(cell.mode(), entry.features(), counters).orElse(null),
                    counters,
                    operationMicros);
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
