package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One operation on a database, measured with JMH: a closed loop with one connection per thread, so that the score is the
 * service time of one operation.
 *
 * <p>A scenario is three things: {@link #prepare} makes what the operation needs in the database, {@link #check} carries
 * the operation out once and looks whether the result is right, and a method {@code operation()} is what is measured. A whole
 * batch is one operation. Each measured JVM prepares once and checks on every connection, so nothing wrong is ever timed.
 */
@State(Scope.Thread)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public abstract class Scenario {
    private static final Object PREPARATION = new Object();
    private static boolean prepared;

    /** With {@link #server}, names the endpoint in the session file. */
    @Param("local")
    public String topology = "";

    /** The label of the server in the session file. */
    @Param("mariadb")
    public String server = "";

    /** A driver's id, or the label of a variant that the session file defines. */
    @Param("mariadb")
    public String driver = "";

    /** The id of a {@link Mode}. */
    @Param("text")
    public String mode = "";

    /** The connection of this thread, open from set-up to tear-down. */
    protected Connection connection;

    /** Opens the connection, prepares the database, and checks the operation once. */
    @Setup(Level.Trial)
    public final void open() throws SQLException {
        Watchdog.start();
        Session session = Session.ofEnvironment();
        Session.Variant variant = session.driver(driver);
        Mode asked = Mode.of(mode).orElseThrow(() -> new IllegalArgumentException("no mode is called " + mode));
        connection = new Connector(variant.kind(), Scenario.class.getClassLoader())
                .open(session.endpoint(topology, server), asked, variant.options());
        synchronized (PREPARATION) {
            if (!prepared) {
                prepare(connection);
                prepared = true;
            }
        }
        beforeIteration();
        check(asked);
    }

    /** Outside the measured time, before each iteration. */
    @Setup(Level.Iteration)
    public void beforeIteration() throws SQLException {}

    /** Closes the connection: a driver's thread that outlives it would hold the JVM up. */
    @TearDown(Level.Trial)
    public final void close() throws SQLException {
        connection.close();
    }

    /** Makes in the database what the operation needs, if it is not there. Called once per measured JVM. */
    protected abstract void prepare(Connection connection) throws SQLException;

    /**
     * Carries out the operation and looks at its result.
     *
     * @throws WrongResultException when the result is not what the scenario promises
     */
    protected abstract void check(Mode mode) throws SQLException;
}
