package dev.jdbcbench.agent.server;

import dev.jdbcbench.run.Plan;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs work on a server with a time limit: the drivers have no socket timeout, and a cut connection gives no signal. Work that
 * does not end is abandoned in its daemon thread, which ends with the agent.
 */
public final class TimeLimits {
    /** For a login and one query. */
    public static final Duration SHORT = Duration.ofSeconds(10);

    /** For a few seconds of work. */
    public static final Duration LONG = Duration.ofMinutes(2);

    /** For the user's own statements, which may fill tables. */
    static final Duration LONGEST = Duration.ofMinutes(15);

    private TimeLimits() {}

    /**
     * Limit for RTT measurements and other checks outside the forks: the user's fork limit if there is one, but between
     * {@link #SHORT} and {@link #LONG}.
     */
    public static Duration besideForks(Plan plan) {
        Duration fork = plan.goal().forkLimit();
        if (fork == null || fork.compareTo(LONG) > 0) {
            return LONG;
        }
        return fork.compareTo(SHORT) < 0 ? SHORT : fork;
    }

    /**
     * Runs a task in its own thread.
     *
     * @throws SQLTimeoutException when the task does not end in time
     * @throws SQLException when the task failed, whatever it threw
     */
    public static <T> T within(Duration limit, Callable<T> work) throws SQLException, InterruptedException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "bench-server");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SQLTimeoutException("no answer within " + limit.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new SQLException(RootCause.message(e), e);
        }
    }
}
