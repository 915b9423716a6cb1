package dev.jdbcbench.agent.server;

import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.event.ServerFacts;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.scenario.table.SinkTable;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The agent's own connections to the servers of a plan: logs in, reads server facts, and creates bench's schema in external
 * servers.
 */
public final class Servers implements ServerLosses.Reachable {
    /** Time to log in and read a table of 600 variables; shorter where forks have a shorter limit. */
    private static final Duration FACTS_LIMIT = Duration.ofSeconds(30);

    private static final int GREETING_MILLIS = 5000;

    private final Plan plan;
    private final Session session;
    private final DriverLoader drivers;
    /** The driver that last logged in to each server. */
    private final Map<Plan.Server, Driver> loggedIn = new ConcurrentHashMap<>();
    /** External servers with a schema of bench's. */
    private final Map<Plan.Server, Adopted> adopted = new LinkedHashMap<>();

    private boolean released;

    /**
     * A schema of bench's in an external server.
     *
     * @param lock the connection that holds its lock
     * @param account the account that was created for it
     */
    private record Adopted(Connection lock, Optional<ExternalAccount> account) {}

    public Servers(Plan plan, Session session, DriverLoader drivers) {
        this.plan = plan;
        this.session = session;
        this.drivers = drivers;
    }

    /** A server does not answer or refuses this user; the message says which server and why. */
    public static final class UnreachableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private UnreachableException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The address of a server. */
    public Session.Endpoint endpoint(Plan.Server server) {
        return session.endpoint(server.topology().id(), server.server());
    }

    /** The server of a cell. */
    public Optional<Plan.Server> of(Cell cell) {
        return plan.servers().stream()
                .filter(server ->
                        server.topology() == cell.topology() && server.server().equals(cell.server()))
                .findFirst();
    }

    /** Connects and waits for the greeting, which servers of this protocol send first. */
    @Override
    public Optional<String> silent(Plan.Server server) {
        Session.Endpoint endpoint = endpoint(server);
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), GREETING_MILLIS);
            socket.setSoTimeout(GREETING_MILLIS);
            return socket.getInputStream().read() >= 0
                    ? Optional.empty()
                    : Optional.of("the connection was closed without a greeting");
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public ServerLosses.Life life(Plan.Server server) throws SQLException, InterruptedException {
        return byAny(server, endpoint(server), TimeLimits.SHORT, connection -> {
            try (Statement statement = connection.createStatement()) {
                // Negative when the clock was set back to before the server's start; the server then reports it as an
                // unsigned 64-bit number.
                long uptime = new BigInteger(second(statement, "SHOW GLOBAL STATUS LIKE 'Uptime'")).longValue();
                long now = Long.parseLong(second(statement, "SELECT 'now', UNIX_TIMESTAMP()"));
                return new ServerLosses.Life(now - uptime, uptime);
            }
        });
    }

    /** Runs work on a new connection, through the driver that answered last, or another if that one fails. */
    <T> T withConnection(Plan.Server server, Duration limit, Request<T> work)
            throws SQLException, InterruptedException {
        return byAny(server, endpoint(server), limit, work);
    }

    /** Work on a connection. */
    public interface Request<T> {
        T ask(Connection connection) throws SQLException;
    }

    /** Queries through the driver that answered last, then through the others: any of the compared drivers may hang. */
    private <T> T byAny(Plan.Server server, Session.Endpoint place, Duration each, Request<T> question)
            throws SQLException, InterruptedException {
        List<Driver> inTurn = new ArrayList<>(byKind());
        Driver known = loggedIn.get(server);
        if (known != null) {
            inTurn.remove(known);
            inTurn.add(0, known);
        }
        SQLException failure = new SQLException("the plan has no driver");
        for (Driver driver : inTurn) {
            try {
                T answer = TimeLimits.within(each, () -> {
                    try (Connection connection = connect(place, driver)) {
                        return question.ask(connection);
                    }
                });
                loggedIn.put(server, driver);
                return answer;
            } catch (SQLException e) {
                if (failure.getCause() == null) {
                    failure = new SQLException(driver.id() + ": " + RootCause.message(e), e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        throw failure;
    }

    private static String second(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            if (!row.next()) {
                throw new SQLException("the server does not answer " + query);
            }
            return String.valueOf(row.getString(2));
        }
    }

    /** Visible only on the server's own host. */
    @Override
    public boolean ended(Plan.Server server) {
        return endpoint(server)
                .directory()
                .filter(directory -> Files.exists(Path.of(directory, "exit")))
                .isPresent();
    }

    @Override
    public boolean ours(Plan.Server server) {
        return endpoint(server).external().isEmpty();
    }

    /** A connection for the agent itself. It prefers the same driver in every run, so RTTs are comparable across runs. */
    public Connection connect(Plan.Server server) throws SQLException {
        Driver known = loggedIn.get(server);
        if (known != null) {
            return connect(server, known);
        }
        SQLException failure = new SQLException("the plan has no driver");
        for (Driver driver : byKind()) {
            try {
                Connection connection = connect(server, driver);
                loggedIn.put(server, driver);
                return connection;
            } catch (SQLException | RuntimeException e) { // RuntimeException: the jar is not such a driver
                if (failure.getCause() == null) {
                    failure = new SQLException(
                            driver.id() + ": " + RootCause.of(e).getMessage(), e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        throw failure;
    }

    private Connection connect(Plan.Server server, Driver driver) throws SQLException {
        return connect(endpoint(server), driver);
    }

    /** A connection with this driver, protected as the endpoint says. */
    public Connection connect(Session.Endpoint endpoint, Driver driver) throws SQLException {
        // The options of a variant are not used.
        Map<String, String> options = driver.rules().quietOptions();
        Transport transport = endpoint.transport();
        return drivers.connector(driver, transport).open(endpoint, new Usage(Mode.TEXT, transport, Set.of()), options);
    }

    /**
     * Creates the schema in each external server, and the account for the user's own statements.
     *
     * @throws UnreachableException when that fails
     */
    public synchronized void adopt() throws InterruptedException {
        for (Plan.Server server : plan.servers()) {
            if (endpoint(server).external().isPresent() && !released) {
                adopt(server);
            }
        }
    }

    private void adopt(Plan.Server server) throws InterruptedException {
        Session.Endpoint endpoint = endpoint(server);
        Optional<Session.Admin> admin = endpoint.external().flatMap(Session.External::admin);
        String doing = "make the schema " + endpoint.database();
        try {
            Connection connection = locked(server);
            Optional<ExternalAccount> account =
                    admin.filter(Session.Admin::createsUser).isPresent()
                            ? Optional.of(ExternalAccount.of(plan.run(), origins(server)))
                            : Optional.empty();
            TimeLimits.within(TimeLimits.LONG, () -> {
                ExternalSchema.makeRoom(connection, plan.run());
                return server;
            });
            // From here on the schema, and then the account, may exist even if their creation fails or outlasts its
            // limit.
            adopted.put(server, new Adopted(connection, account));
            TimeLimits.within(TimeLimits.LONG, () -> {
                ExternalSchema.create(connection, plan.run(), account);
                return server;
            });
            if (account.isPresent()) {
                doing = "make an account with rights on the schema alone";
                TimeLimits.within(TimeLimits.LONG, () -> {
                    account.get().create(connection, endpoint.database(), endpoint.password());
                    return server;
                });
            }
            if (admin.isPresent()) {
                doing = "use the schema as " + endpoint.user();
                TimeLimits.within(TimeLimits.LONG, () -> {
                    try (Connection own = connect(server)) {
                        if (account.isPresent()) {
                            account.get().verify(own, endpoint.database());
                        }
                    }
                    return server;
                });
            }
        } catch (SQLException e) {
            throw new UnreachableException(
                    "cannot " + doing + " in " + server.server() + " (" + endpoint + "): " + RootCause.message(e)
                            + admin.map(Servers::remedy).orElse(""),
                    e);
        }
    }

    /** A new connection that holds the lock of the run's schema. */
    private Connection locked(Plan.Server server) throws SQLException, InterruptedException {
        String schema = endpoint(server).database();
        return TimeLimits.within(TimeLimits.SHORT, () -> {
            Connection connection = withoutDatabase(server);
            if (!ExternalSchema.lock(connection, schema)) {
                connection.close();
                throw new SQLException("another agent is using the schema " + schema);
            }
            return connection;
        });
    }

    /** Where the clients come from, as the server sees it: each driver may choose another of its addresses. */
    private Set<String> origins(Plan.Server server) throws InterruptedException {
        Set<String> origins = new TreeSet<>();
        if (plan.clientHosts().size() > 1) {
            return origins;
        }
        for (Driver driver : byKind()) {
            try {
                origins.add(TimeLimits.within(TimeLimits.SHORT, () -> {
                    try (Connection connection =
                            connect(endpoint(server).asAdmin().withoutDatabase(), driver)) {
                        return ExternalAccount.origin(connection);
                    }
                }));
            } catch (SQLException e) {
                System.err.println(
                        driver.id() + " does not log in to " + server.server() + ": " + RootCause.message(e));
            }
        }
        return origins;
    }

    private static String remedy(Session.Admin admin) {
        String rights = "GRANT ALL ON `bench\\_%`.* TO it.";
        return admin.createsUser()
                ? "\nWithout it, nothing keeps the statements of --sql, --recording and --setup from other schemas. Name the"
                        + " account that they run as: `account: { user, password }` beside `admin:` in the hosts file. "
                        + rights
                : "\nThe account needs rights on the run's schema: " + rights;
    }

    /** Keeps the connection that holds a schema's lock alive, and reopens it if it was cut. */
    public synchronized void keepAdopted(Plan.Server server) throws SQLException, InterruptedException {
        Adopted held = adopted.get(server);
        String schema = endpoint(server).database();
        if (held == null) {
            return;
        }
        try {
            if (TimeLimits.within(TimeLimits.SHORT, () -> ExternalSchema.holds(held.lock(), schema))) {
                return;
            }
        } catch (SQLException e) {
            System.err.println("the connection that held " + schema + " was lost: " + RootCause.message(e));
        }
        adopted.remove(server); // it may belong to another agent by now
        adopted.put(server, new Adopted(locked(server), held.account()));
    }

    /**
     * Drops the schemas, unless another agent has taken one over. Also called at shutdown.
     *
     * @return what failed
     */
    public synchronized List<String> release() throws InterruptedException {
        released = true;
        List<String> failed = new ArrayList<>();
        Map<Plan.Server, Adopted> all = new LinkedHashMap<>(adopted);
        adopted.clear();
        for (Map.Entry<Plan.Server, Adopted> one : all.entrySet()) {
            Plan.Server server = one.getKey();
            Adopted held = one.getValue();
            String schema = endpoint(server).database();
            try {
                TimeLimits.within(TimeLimits.LONG, () -> {
                    closeQuietly(
                            held.lock()); // another thread may be using it, so the work is done on a new connection
                    try (Connection connection = locked(server)) {
                        ExternalSchema.drop(
                                connection, plan.run(), held.account().stream().toList());
                    }
                    return schema;
                });
            } catch (SQLException e) {
                String account = held.account()
                        .map(own -> " and the account " + own.marker())
                        .orElse("");
                failed.add("the schema " + schema + account + " in " + server.server() + " could not be dropped ("
                        + RootCause.message(e) + "): bench clean does it");
            }
        }
        return failed;
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            System.err.println("a connection was lost before it was closed: " + RootCause.message(e));
        }
    }

    /** The administrator's connection to a server whose schema may not exist. */
    public Connection withoutDatabase(Plan.Server server) throws SQLException {
        Session.Endpoint endpoint = endpoint(server).asAdmin().withoutDatabase();
        SQLException failure = new SQLException("the plan has no driver");
        for (Driver driver : byKind()) {
            try {
                return connect(endpoint, driver);
            } catch (SQLException | RuntimeException e) {
                failure = new SQLException(driver.id() + ": " + RootCause.message(e), e);
            }
        }
        throw failure;
    }

    private List<Driver> byKind() {
        return plan.drivers().stream()
                .filter(driver -> !driver.kind().reference())
                .sorted(Comparator.comparing(Driver::kind))
                .toList();
    }

    /**
     * Reads a server's version, engine and variables.
     *
     * @throws UnreachableException when no driver can log in
     */
    public ServerFacts facts(Plan.Server server) throws InterruptedException {
        try {
            Duration besideForks = TimeLimits.besideForks(plan);
            Duration limit = besideForks.compareTo(FACTS_LIMIT) < 0 ? besideForks : FACTS_LIMIT;
            return byAny(server, endpoint(server).asAdmin(), limit, connection -> facts(server, connection));
        } catch (SQLException e) {
            throw new UnreachableException(
                    "cannot talk to " + server.server() + " (" + server.topology() + ", " + endpoint(server)
                            + ") from this host: " + RootCause.of(e).getMessage(),
                    e);
        }
    }

    private static ServerFacts facts(Plan.Server server, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT VERSION()")) {
            row.next();
            String version = row.getString(1);
            Variables variables = variables(connection, server);
            return new ServerFacts(
                    server.topology(),
                    server.server(),
                    version,
                    SinkTable.engine(connection),
                    variables.chosen(),
                    variables.derived());
        }
    }

    /** The variables. If this user may not read them, returns the reason instead and logs it. */
    private static Variables variables(Connection connection, Plan.Server server) {
        try {
            return Variables.read(connection, server.kind());
        } catch (SQLException e) {
            System.err.println(server.server() + " does not show its variables: " + e.getMessage());
            String unknown = "the server does not show them to this user: "
                    + RootCause.of(e).getMessage();
            return new Variables(Map.of("unknown", unknown), Map.of());
        }
    }
}
