package dev.jdbcbench.agent;

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
 * Work with a server for which the agent waits so long and no longer: no driver has a timeout for its socket, and a cut line is silent. Work
 * that does not end is left behind in its thread, which ends with the agent.
 */
final class TimeLimits {
    /** For logging in and one question. */
    static final Duration SHORT = Duration.ofSeconds(10);

    /** For some seconds of work. */
    static final Duration LONG = Duration.ofMinutes(2);

    /** For statements of the user's own, which may fill tables. */
    static final Duration LONGEST = Duration.ofMinutes(15);

    private TimeLimits() {}

    /**
     * For a look at the way to a server beside the forks of a run: as long as a fork may take, when the user said that, but not less than {@link
     * #SHORT}, nor more than {@link #LONG}.
     */
    static Duration besideForks(Plan plan) {
        Duration fork = plan.goal().forkLimit();
        if (fork == null || fork.compareTo(LONG) > 0) {
            return LONG;
        }
        return fork.compareTo(SHORT) < 0 ? SHORT : fork;
    }

    /**
     * Does some work in a thread of its own.
     *
     * @throws SQLTimeoutException when it does not end in time
     * @throws SQLException when it failed, whatever it threw
     */
    static <T> T within(Duration limit, Callable<T> work) throws SQLException, InterruptedException {
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
            throw new SQLException(Servers.reason(e), e);
        }
    }
}
