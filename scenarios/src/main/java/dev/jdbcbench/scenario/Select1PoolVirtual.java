package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.TEXT;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * {@link Select1Pool} with virtual threads: a new one for each task. Needs JDK 21 or later on the client host; with an earlier one
 * it is unsupported.
 *
 * <p>Expect the same round trips. On JDK 21 to 23, a driver that waits for the server inside {@code synchronized} also blocks the
 * platform thread below (JEP 491 ended that in JDK 24). With fewer processors than connections, such a driver has fewer queries
 * under way.
 *
 * <p>Repeats Select_1_pool of <a href="https://github.com/rusher/connector-benchmark">rusher/connector-benchmark</a>.
 */
@Listed(
        order = 205,
        operation = "the 100 tasks of Select1Pool, each on a virtual thread (JDK 21 or later)",
        repeats = "Select_1_pool",
        modes = TEXT)
public class Select1PoolVirtual extends Select1Pool {
    private static final int OLDEST_JDK = 21;

    /** By reflection, because bench itself runs on JDK 17. */
    @Override
    ExecutorService threadsOfTasks() throws SQLException {
        int jdk = Runtime.version().feature();
        if (jdk < OLDEST_JDK) {
            throw new SQLFeatureNotSupportedException(
                    "virtual threads need JDK " + OLDEST_JDK + " or later, and this is JDK " + jdk);
        }
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("JDK " + jdk + " starts no virtual threads", e);
        }
    }
}
