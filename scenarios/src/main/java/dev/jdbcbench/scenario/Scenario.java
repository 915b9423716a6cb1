package dev.jdbcbench.scenario;

import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Usage;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * One operation on a database, measured with JMH: a closed loop with one connection per thread, so the score is the
 * service time of one operation.
 *
 * <p>A scenario is three things: {@link #prepare} makes what the operation needs in the database, {@link #check} carries
 * the operation out once and looks whether the result is right, and {@link #operation} is what is measured. A whole
 * batch is one operation. Each measured JVM prepares and checks on every connection, so nothing wrong is ever timed.
 */
@State(Scope.Thread)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public abstract class Scenario {
    private static final Object PREPARATION = new Object();
    private static final int COUNTED_OPERATIONS = 2;

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

    /** The id of a {@link Transport}. */
    @Param("tcp")
    public String transport = "";

    private @Nullable Connector connector;
    private @Nullable Session session;
    private Connector.@Nullable Opening opening;
    private Usage usage = Usage.of(Mode.TEXT);
    private int threads = 1;
    private @Nullable Connection open;

    /** Opens the connection, prepares the database, and checks the operation: its result, and that it is what its mode says. */
    @Setup(Level.Trial)
    public final void open(BenchmarkParams params) throws SQLException, IOException {
        Watchdog.start();
        Session found = Session.ofEnvironment();
        Connector one = new Connector(found.driver(driver).rules(), Scenario.class.getClassLoader());
        connect(found, one, params.getThreads());
        try {
            Optional<Turns> turns = Turns.ofThisJvm();
            if (turns.isPresent()) {
                turns.get().awaitPreparation();
            }
            verify();
        } catch (SQLException | IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void verify() throws SQLException {
        ready();
        beforeIteration();
        check();
        Optional<String> broken = ExpectedCommands.broken(usage.mode(), usage.features(), counters(COUNTED_OPERATIONS));
        if (broken.isPresent()) {
            throw new WrongResultException(broken.get());
        }
    }

    /**
     * Opens the connection, and nothing else.
     *
     * @param found says where the server is and what the driver's label stands for
     * @param one opens connections with the driver that the label stands for
     * @param connections that will work at the same time, one per thread
     */
    public final void connect(Session found, Connector one, int connections) throws SQLException {
        session = found;
        connector = one;
        threads = connections;
        usage = new Usage(
                Mode.of(mode).orElseThrow(() -> new IllegalArgumentException("no mode is called " + mode)),
                Transport.of(transport)
                        .orElseThrow(() -> new IllegalArgumentException("no transport is called " + transport)),
                ScenarioCatalogue.features(getClass()));
        opening = one.opening(
                found.endpoint(topology, server), usage, found.driver(driver).options());
        Connection connection = opening.open();
        try {
            SessionStatus.verify(connection, usage.mode() == Mode.TLS ? Transport.TLS : usage.transport());
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
        open = connection;
    }

    /** Makes in the database what the operation needs, one thread after the other. */
    public final void ready() throws SQLException {
        synchronized (PREPARATION) {
            prepare(connection());
        }
    }

    /** Waits for the turn, and prepares the iteration outside the measured time. */
    @Setup(Level.Iteration)
    public final void startIteration() throws SQLException, IOException, InterruptedException {
        Optional<Turns> turns = Turns.ofThisJvm();
        if (turns.isPresent() && !turns.get().await(threads)) {
            close();
            turns.get().leave(threads);
        }
        beforeIteration();
        if (turns.isPresent()) {
            turns.get().leadIn(threads, this::operation);
        }
    }

    /** Hands the turn back. */
    @TearDown(Level.Iteration)
    public final void endIteration() throws IOException {
        if (Turns.ofThisJvm().isPresent()) {
            Turns.ofThisJvm().get().handBack(threads);
        }
    }

    /** Outside the measured time, before each iteration. */
    public void beforeIteration() throws SQLException {}

    /** Closes all connections: a driver's thread that outlives one would hold the JVM up. */
    @TearDown(Level.Trial)
    public final void close() throws SQLException {
        try {
            release();
        } finally {
            if (open != null) {
                open.close();
                open = null;
            }
        }
    }

    /** What is measured. Returns something that depends on the result, so nothing can be optimised away. */
    public abstract Object operation() throws SQLException;

    /** Makes in the database what the operation needs, if it is not there. */
    protected void prepare(Connection connection) throws SQLException {}

    /**
     * Carries out the operation and looks at its result.
     *
     * @throws WrongResultException when the result is not what the scenario promises
     */
    public abstract Finding check() throws SQLException;

    /** The engine of the tables that the operation works on; empty when it works on none of its own. */
    public Optional<String> engine() throws SQLException {
        return Optional.empty();
    }

    /**
     * What the server counts for one operation on the measured connection: the session status of the server, by its own names.
     *
     * @param operations at most as many are carried out, fewer when they take long
     */
    public Map<String, Double> counters(int operations) throws SQLException {
        return SessionStatus.perOperation(() -> SessionStatus.read(connection()), this::operation, operations);
    }

    /** Breaks the connection off, from another thread: an operation that hangs must not hold anything. */
    public void abort() throws SQLException {
        Connection hanging = open;
        if (hanging != null) {
            hanging.abort(Runnable::run);
        }
    }

    /** Closes what the scenario opened beside the connection. */
    protected void release() throws SQLException {}

    /** The connection of this thread, open from set-up to tear-down. */
    protected final Connection connection() {
        if (open == null) {
            throw new IllegalStateException("not connected");
        }
        return open;
    }

    /** One more connection of the same kind. */
    protected final Connection connectAnother() throws SQLException {
        if (opening == null) {
            throw new IllegalStateException("not connected");
        }
        return opening.open();
    }

    /** What the session file says. */
    protected final Session session() {
        if (session == null) {
            throw new IllegalStateException("not connected");
        }
        return session;
    }

    private Connector connector() {
        if (connector == null) {
            throw new IllegalStateException("not connected");
        }
        return connector;
    }

    /** The mode, as asked for. */
    protected final Mode mode() {
        return usage.mode();
    }

    /** The transport, as asked for. */
    protected final Transport transport() {
        return usage.transport();
    }

    /** Whether no other thread works on the same tables. */
    protected final boolean alone() {
        return threads == 1;
    }

    /** How many connections work at the same time. */
    protected final int threads() {
        return threads;
    }

    /** What the rights of the user cost when a routine is called; may be empty. */
    protected final String callRemark() throws SQLException {
        return Routine.remark(connection(), connector().kind(), connector().reportedVersion());
    }

    /** The fetch size that makes the driver hand out rows while others are on their way. */
    protected final int streamingFetchSize(int rows) {
        return connector().kind().streamingFetchSize(rows);
    }
}
