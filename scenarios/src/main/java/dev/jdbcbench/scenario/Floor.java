package dev.jdbcbench.scenario;

import dev.jdbcbench.anatomy.BareLoop;
import dev.jdbcbench.anatomy.RefusedException;
import dev.jdbcbench.scenario.jvm.Turns;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The floor of a scenario: its driver carries out the operation a few times while it is recorded, and then a {@link BareLoop}
 * sends the same bytes over the same connection, in a closed loop.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Floor {
    /** JMH's name for the measured method. */
    public static final String BENCHMARK = Floor.class.getName() + ".exchange";

    @Param("Do1")
    public String scenario = "";

    /** The name of the user's own statement in the session file; empty for a built-in scenario. */
    @Param("")
    public String sql = "";

    /** Parameters of the scenario, as for {@link OpenLoad}. */
    @Param("")
    public String params = "";

    @Param("local")
    public String topology = "";

    @Param("mariadb")
    public String server = "";

    @Param("mariadb")
    public String driver = "";

    @Param("text")
    public String mode = "";

    @Param("floor")
    public String transport = "";

    private Scenario work = new Do1();
    private @Nullable BareLoop loop;

    /** Prepares, checks and records the scenario. */
    @Setup(Level.Trial)
    public final void open(BenchmarkParams benchmark) throws SQLException, IOException, ReflectiveOperationException {
        work = OpenLoad.scenario(scenario, sql);
        work.topology = topology;
        work.server = server;
        work.driver = driver;
        work.mode = mode;
        work.transport = transport;
        work.parameters(OpenLoad.separated(params));
        work.open(benchmark);
        try {
            loop = of(work);
        } catch (SQLFeatureNotSupportedException e) {
            Turns.ofThisJvm().ifPresent(turns -> turns.failed(e));
            throw e;
        }
    }

    /** The bare loop of a scenario that was opened for its floor. */
    static BareLoop of(Scenario opened) throws SQLException {
        try {
            return BareLoop.of(opened.recording());
        } catch (RefusedException e) {
            throw new SQLFeatureNotSupportedException(e.getMessage(), e);
        }
    }

    private BareLoop loop() {
        if (loop == null) {
            throw new IllegalStateException("not recorded");
        }
        return loop;
    }

    /** Waits for this JVM's turn. */
    @Setup(Level.Iteration)
    public final void startIteration() throws SQLException, IOException, InterruptedException {
        work.startIteration(() -> carryOut(loop()));
    }

    static long carryOut(BareLoop bare) throws SQLException {
        try {
            return bare.run();
        } catch (IOException e) {
            throw new SQLException("the exchange does not repeat itself: " + e.getMessage(), e);
        }
    }

    /** Hands the turn back. */
    @TearDown(Level.Iteration)
    public final void endIteration() throws IOException {
        work.endIteration();
    }

    /** Closes the connection. */
    @TearDown(Level.Trial)
    public final void close() throws SQLException {
        work.close();
    }

    /** One exchange. */
    @Benchmark
    public long exchange() throws SQLException {
        try {
            return carryOut(loop());
        } catch (SQLException | RuntimeException e) {
            Turns.ofThisJvm().ifPresent(turns -> turns.failed(e));
            throw e;
        }
    }
}
