package dev.jdbcbench.scenario;

import static dev.jdbcbench.driver.Mode.TEXT;
import static dev.jdbcbench.scenario.witness.WrongResultException.unlessEqual;

import dev.jdbcbench.scenario.jvm.ThreadKind;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.SessionStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;

/**
 * 100 tasks share a pool (HikariCP) of 16 connections. Each task borrows one, runs {@code SELECT 1} and returns it. The operation
 * is all 100 tasks, from the first start to the last end.
 *
 * <p>By default 100 platform threads run the tasks. They are reused by all operations, so no thread is started during
 * the measured time. With {@code --thread-kind virtual}, each task has a new virtual thread (JDK 21 or later on the
 * client host). With {@code --threads N}, N such operations share the pool.
 *
 * <p>Expect at least seven consecutive round trips: 100 tasks use each of 16 connections up to seven times. All 16 run
 * in parallel, so CPU load matters more than in other scenarios. On JDK 21 to 23, a driver that waits for the server
 * inside {@code synchronized} pins its virtual thread: it also blocks the platform thread below (JEP 491 removed this
 * in JDK 24). With fewer CPUs than connections, such a driver has fewer queries in flight. The results show how often
 * this happens.
 *
 * <p>With virtual threads, it repeats Select_1_pool of
 * <a href="https://github.com/rusher/connector-benchmark">rusher/connector-benchmark</a>.
 */
@Listed(
        order = 204,
        operation = "100 tasks on 100 threads, each: borrow one of 16 connections from HikariCP, SELECT 1, give back",
        repeats = "Select_1_pool, with --thread-kind virtual",
        modes = TEXT)
public class Select1Pool extends PoolBorrow {
    static final int TASKS = 100;
    private static final int CONNECTIONS = 16;
    /** Only one thread at a time may collect all connections; otherwise two threads would deadlock. */
    private static final Object COLLECTING = new Object();

    /** The ID of a {@link ThreadKind}. */
    @Param("platform")
    public String threadKind = ThreadKind.PLATFORM.id();

    private final List<Callable<Integer>> tasks = Collections.nCopies(TASKS, this::borrow);
    private volatile @Nullable ExecutorService executor;

    /** Sets the parameters of the cell: the kind of threads. */
    @Override
    public void parameters(Map<String, String> params) {
        Map<String, String> others = new HashMap<>(params);
        others.remove(ThreadKind.PARAM);
        super.parameters(others);
        threadKind = ThreadKind.in(params);
    }

    /** Starts the threads of the tasks. */
    private ExecutorService threadsOfTasks() throws SQLException {
        ThreadKind kind = ThreadKind.of(threadKind)
                .orElseThrow(() -> new IllegalArgumentException("unknown kind of threads: " + threadKind));
        return switch (kind) {
            case PLATFORM ->
                Executors.newFixedThreadPool(TASKS, task -> {
                    Thread thread = new Thread(task, "bench-task");
                    thread.setDaemon(true);
                    return thread;
                });
            case VIRTUAL -> virtualThreads();
        };
    }

    /** By reflection, because bench itself runs on JDK 17. */
    private static ExecutorService virtualThreads() throws SQLException {
        int jdk = Runtime.version().feature();
        if (jdk < ThreadKind.OLDEST_JDK) {
            throw new SQLFeatureNotSupportedException(
                    "virtual threads need JDK " + ThreadKind.OLDEST_JDK + " or later, and this is JDK " + jdk);
        }
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("JDK " + jdk + " starts no virtual threads", e);
        }
    }

    @Override
    final int work() throws SQLException {
        ExecutorService running = executor;
        if (running == null) {
            throw new IllegalStateException("not prepared");
        }
        try {
            int sum = 0;
            for (Future<Integer> task : running.invokeAll(tasks)) {
                sum += task.get();
            }
            return sum;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while tasks were running", e);
        } catch (ExecutionException e) {
            throw failed(e);
        }
    }

    private static SQLException failed(ExecutionException e) {
        return e.getCause() instanceof SQLException cause ? cause : new SQLException("a task failed", e.getCause());
    }

    @Override
    final int connections() {
        return CONNECTIONS;
    }

    /** Opens all connections in advance, so no operation opens one. */
    @Override
    protected void prepare(Connection connection) throws SQLException {
        executor = threadsOfTasks();
        super.prepare(connection);
        readAll();
    }

    @Override
    public void abort() throws SQLException {
        endTasks();
        super.abort();
    }

    @Override
    protected void release() {
        endTasks();
        super.release();
    }

    private void endTasks() {
        ExecutorService ending = executor;
        if (ending != null) {
            ending.shutdownNow();
        }
    }

    @Override
    public CheckedResult check() throws SQLException {
        unlessEqual("the sum of the values", TASKS, work());
        return CheckedResult.of(TASKS + " rows: 1");
    }

    @Override
    public Map<String, Double> counters(int operations) throws SQLException {
        return SessionStatus.perOperation(this::readAll, this::operation, operations);
    }

    /** The sum of the counters over all connections of the pool. */
    private Map<String, Long> readAll() throws SQLException {
        synchronized (COLLECTING) {
            return read(CONNECTIONS);
        }
    }

    /** Holds each connection until the others are read, so none is read twice. */
    private Map<String, Long> read(int connections) throws SQLException {
        if (connections == 0) {
            return new LinkedHashMap<>();
        }
        try (Connection borrowed = pool().getConnection()) {
            Map<String, Long> sum = read(connections - 1);
            SessionStatus.read(borrowed).forEach((name, value) -> sum.merge(name, value, Long::sum));
            return sum;
        }
    }
}
