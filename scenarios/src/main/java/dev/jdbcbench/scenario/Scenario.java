package dev.jdbcbench.scenario;

import dev.jdbcbench.anatomy.Recording;
import dev.jdbcbench.anatomy.RefusedException;
import dev.jdbcbench.anatomy.Taps;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.scenario.jvm.Turns;
import dev.jdbcbench.scenario.jvm.Watchdog;
import dev.jdbcbench.scenario.witness.CheckedResult;
import dev.jdbcbench.scenario.witness.Ends;
import dev.jdbcbench.scenario.witness.ExpectedCommands;
import dev.jdbcbench.scenario.witness.SessionStatus;
import dev.jdbcbench.scenario.witness.Witness;
import dev.jdbcbench.scenario.witness.WrongResultException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * One operation on a database, measured with JMH: a closed loop with one connection per thread, so the score is the service
 * time of one operation.
 *
 * <p>A scenario consists of three parts: {@link #prepare} creates what the operation needs in the database, {@link #check} runs
 * the operation once and checks the result, and {@link #operation} is what is measured. A whole batch is one operation. Each
 * measured JVM prepares and checks on every connection, so wrong results are never timed.
 */
@State(Scope.Thread)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public abstract class Scenario {
    private static final Object PREPARATION = new Object();
    private static final int COUNTED_OPERATIONS = 2;

    /** Identifies the endpoint in the session file, together with {@link #server}. */
    @Param("local")
    public String topology = "";

    /** The label of the server in the session file. */
    @Param("mariadb")
    public String server = "";

    /** A driver's ID, or the label of a variant defined in the session file. */
    @Param("mariadb")
    public String driver = "";

    /** The ID of a {@link Mode}. */
    @Param("text")
    public String mode = "";

    /** The ID of a {@link Transport}. */
    @Param("tcp")
    public String transport = "";

    private @Nullable Connector connector;
    private @Nullable Session session;
    private Connector.@Nullable Opening opening;
    private Usage usage = Usage.of(Mode.TEXT);
    private int threads = 1;
    private @Nullable Connection open;
    private volatile @Nullable Witness witness;
    private @Nullable Recording recording;

    /**
     * Opens the connection, prepares the database, and checks that the operation gives the right result and does what its mode
     * promises.
     */
    @Setup(Level.Trial)
    public final void open(BenchmarkParams params) throws SQLException, IOException {
        open(params.getThreads());
    }

    /** See {@link #open(BenchmarkParams)}. */
    final void open(int connections) throws SQLException, IOException {
        Watchdog.start();
        Optional<Turns> turns = Turns.ofThisJvm();
        try {
            Optional<Taps> taps = recorded() ? Optional.of(Taps.install()) : Optional.empty();
            Session found = Session.ofEnvironment();
            Connector one = new Connector(found.driver(driver).rules(), Scenario.class.getClassLoader());
            connect(found, one, connections);
            if (turns.isPresent()) {
                turns.get().awaitPreparation();
            }
            verify();
            if (taps.isPresent()) {
                record(taps.get());
                turns.ifPresent(all -> taps.get().whenBroken(reason -> all.failed(new IOException(reason))));
            }
        } catch (SQLException | IOException | RuntimeException | Error e) {
            turns.ifPresent(all -> all.failed(e));
            close();
            throw e;
        }
    }

    private boolean recorded() {
        return Transport.of(transport).filter(Transport::recorded).isPresent();
    }

    /** Whether a recording answers instead of the server. */
    final boolean fromMemory() {
        return transport.equals(Transport.MEMORY.id());
    }

    /**
     * Records the operation. For {@link Transport#MEMORY}, the recording answers from now on, after the scenario's own check has
     * had the same result from memory as from the server.
     *
     * @throws SQLFeatureNotSupportedException when it cannot be replayed
     */
    private void record(Taps taps) throws SQLException {
        try {
            if (fromMemory()) {
                List<CheckedResult> results = new ArrayList<>();
                taps.replay(taps.record(() -> results.add(checkAgain())));
                WrongResultException.unlessEqual(
                        "the result from memory",
                        results.get(0).result(),
                        checkAgain().result());
                taps.pass();
            }
            Recording found = taps.record(this::operation);
            recording = found;
            if (fromMemory()) {
                taps.replay(found);
            }
        } catch (RefusedException e) {
            throw new SQLFeatureNotSupportedException(e.getMessage(), e);
        } catch (SQLException | RuntimeException e) {
            if (taps.broken().isPresent()) {
                throw new SQLFeatureNotSupportedException(taps.broken().get(), e);
            }
            throw e;
        }
    }

    private CheckedResult checkAgain() throws SQLException {
        rewind();
        return check();
    }

    /** The recorded operation. */
    final Recording recording() {
        if (recording == null) {
            throw new IllegalStateException("not recorded");
        }
        return recording;
    }

    private void verify() throws SQLException {
        ready();
        beforeIteration();
        check();
        Map<String, Double> counters = counters(COUNTED_OPERATIONS);
        // Several threads share connections of a pool, and each may read the counters of another's.
        Optional<String> broken = threads == 1 ? ends().missing(counters) : Optional.empty();
        if (broken.isEmpty()) {
            broken = broken(counters);
        }
        if (broken.isPresent()) {
            throw new WrongResultException(broken.get());
        }
    }

    /**
     * What the driver does instead of what its mode promises; empty when it keeps the promise.
     *
     * @param counters per operation, by the server's names
     * @throws SQLException when the server has no room for another prepared statement: drivers hide that and send text instead
     */
    public Optional<String> broken(Map<String, Double> counters) throws SQLException {
        Optional<String> broken = ExpectedCommands.broken(usage.mode(), usage.features(), counters);
        if (broken.isPresent()) {
            ExpectedCommands.requireRoom(connection());
        }
        return broken;
    }

    /**
     * Only opens the connection.
     *
     * @param found the session with the server's address and the meaning of the driver's label
     * @param one opens connections with that driver
     * @param connections number of concurrent connections, one per thread
     */
    public final void connect(Session found, Connector one, int connections) throws SQLException {
        session = found;
        connector = one;
        threads = connections;
        usage = new Usage(
                Mode.of(mode).orElseThrow(() -> new IllegalArgumentException("unknown mode: " + mode)),
                Transport.of(transport)
                        .orElseThrow(() -> new IllegalArgumentException("unknown transport: " + transport)),
                features(getClass()));
        opening = one.opening(
                found.endpoint(topology, server), usage, found.driver(driver).options());
        Connection connection = opening.open();
        try {
            Connector.committing(connection);
            SessionStatus.verify(connection, usage.mode() == Mode.TLS ? Transport.TLS : usage.transport());
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
        open = connection;
    }

    /**
     * Sets the parameters of the cell. In a measured JVM, JMH sets them.
     *
     * @throws IllegalArgumentException when the scenario has no such parameter
     */
    public void parameters(Map<String, String> params) {
        if (!params.isEmpty()) {
            throw new IllegalArgumentException(getClass().getSimpleName() + " has no parameters: " + params);
        }
    }

    /** Creates what the operation needs in the database, one thread after the other. */
    public final void ready() throws SQLException {
        synchronized (PREPARATION) {
            prepare(connection());
        }
    }

    /** Waits for this JVM's turn, and prepares the iteration outside the measured time. */
    @Setup(Level.Iteration)
    public final void startIteration() throws SQLException, IOException, InterruptedException {
        startIteration(this::operation);
    }

    /** See {@link #startIteration()}; carries out another operation before the measured time. */
    final void startIteration(Turns.Operation leadIn) throws SQLException, IOException, InterruptedException {
        Optional<Turns> turns = Turns.ofThisJvm();
        try {
            if (turns.isPresent() && !turns.get().await(threads)) {
                close();
                turns.get().leave(threads);
            }
            if (!fromMemory()) { // a recording changes no table
                beforeIteration();
            }
            if (turns.isPresent()) {
                turns.get().leadIn(threads, leadIn);
            }
        } catch (SQLException | IOException | RuntimeException | Error e) {
            turns.ifPresent(all -> all.failed(e));
            throw e;
        }
    }

    /** Hands the turn back. */
    @TearDown(Level.Iteration)
    public final void endIteration() throws IOException {
        if (Turns.ofThisJvm().isPresent()) {
            Turns.ofThisJvm().get().handBack(threads);
        }
    }

    /** Called before each iteration, outside the measured time. */
    public void beforeIteration() throws SQLException {}

    /** Closes all connections, because a driver's leftover thread could keep the JVM alive. */
    @TearDown(Level.Trial)
    public final void close() throws SQLException {
        try {
            Taps.ofThisJvm().ifPresent(Taps::pass);
            release();
        } finally {
            if (open != null) {
                open.close();
                open = null;
            }
        }
    }

    /** The measured operation. Returns a value that depends on the result, so the JIT cannot optimise the work away. */
    public abstract Object operation() throws SQLException;

    /** Creates what the operation needs in the database, if it does not exist. */
    protected void prepare(Connection connection) throws SQLException {}

    /** Lets the parameters have the same values again, if the result contains them. */
    protected void rewind() {}

    /**
     * Runs the operation and checks its result.
     *
     * @throws WrongResultException when the result is not what the scenario promises
     */
    public abstract CheckedResult check() throws SQLException;

    /**
     * Checks what the operation leaves in the database, with the eyes of another session. The agent calls it once for each
     * cell, after {@link #check}: nothing else runs, and nothing is measured yet.
     *
     * @return a note for readers, for instance on what could not be judged; may be empty
     * @throws WrongResultException when something is missing that should be committed, or is there and should not be
     */
    public final String judge() throws SQLException {
        try (Witness judging = witness()) {
            witness = judging;
            return judge(judging);
        } catch (Witness.BlindException e) {
            return "not judged by another session, which cannot be opened: " + e.getMessage();
        }
    }

    private Witness witness() {
        Session.Endpoint endpoint = session().endpoint(topology, server);
        Transport plain = usage.mode() == Mode.TLS ? Transport.TLS : usage.transport();
        Connector plainly = connected(connector);
        // The user's own options, because they may set variables of the session.
        Map<String, String> options = new LinkedHashMap<>(plainly.kind().quietOptions());
        options.putAll(session().driver(driver).options());
        return new Witness(() -> plainly.open(endpoint, new Usage(Mode.TEXT, plain, Set.of()), options));
    }

    /** What sessions of this account do in this schema, such as waiting for a lock; asked over another connection. */
    public final List<String> underWay() throws SQLException {
        try (Witness asking = witness()) {
            return asking.rows("SELECT CONCAT(STATE, ': ', SUBSTRING(INFO, 1, 100)) FROM information_schema.PROCESSLIST"
                    + " WHERE DB = DATABASE() AND COMMAND <> 'Sleep' AND INFO IS NOT NULL AND ID <> CONNECTION_ID()");
        }
    }

    /** See {@link #judge()}. Scenarios that change data override it. */
    protected String judge(Witness witness) throws SQLException {
        return "";
    }

    /** The ends of transactions that one operation asks its driver for. */
    public Ends ends() {
        return Ends.NONE;
    }

    /** Storage engine of the operation's tables; empty when it has none of its own. */
    public Optional<String> engine() throws SQLException {
        return Optional.empty();
    }

    /**
     * The server's session status counters for one operation on the measured connection, by the server's names.
     *
     * @param operations maximum number of operations to run; fewer when they are slow
     */
    public Map<String, Double> counters(int operations) throws SQLException {
        return SessionStatus.perOperation(() -> SessionStatus.read(connection()), this::operation, operations);
    }

    /** Aborts the connection, from another thread: a hung operation must not block anything. */
    public void abort() throws SQLException {
        Witness judging = witness;
        if (judging != null) {
            judging.abort();
        }
        Connection hanging = open;
        if (hanging != null) {
            hanging.abort(Runnable::run);
        }
    }

    /** Closes what the scenario opened in addition to the connection. */
    protected void release() throws SQLException {}

    /** The connection of this thread, open from set-up to tear-down. */
    protected final Connection connection() {
        return connected(open);
    }

    /** Opens another connection of the same kind. */
    protected final Connection connectAnother() throws SQLException {
        return connected(opening).open();
    }

    /** The session read from the session file. */
    protected final Session session() {
        return connected(session);
    }

    private static <T> T connected(@Nullable T known) {
        if (known == null) {
            throw new IllegalStateException("not connected");
        }
        return known;
    }

    /** The requested mode. */
    protected final Mode mode() {
        return usage.mode();
    }

    /** The requested transport. */
    protected final Transport transport() {
        return usage.transport();
    }

    /** Whether no other thread uses the same tables. */
    protected final boolean singleThreaded() {
        return threads == 1;
    }

    /** The number of concurrent connections. */
    protected final int threads() {
        return threads;
    }

    /** A remark on the cost of the user's privileges when calling a routine; may be empty. */
    protected final String callRemark() throws SQLException {
        return Routine.remark(
                connection(), connected(connector).kind(), connected(connector).reportedVersion());
    }

    /** The fetch size that makes the driver stream rows. */
    protected final int streamingFetchSize(int rows) {
        return connected(connector).kind().streamingFetchSize(rows);
    }

    /**
     * The features that a scenario needs. In a measured JVM, {@code benchmark} is a class that JMH derived from the scenario's.
     */
    static Set<Feature> features(Class<? extends Scenario> benchmark) {
        Listed says = benchmark.getAnnotation(Listed.class);
        return says == null ? Set.of() : Set.of(says.features());
    }
}
