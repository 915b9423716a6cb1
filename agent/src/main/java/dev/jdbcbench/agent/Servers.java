package dev.jdbcbench.agent;

import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.SinkTable;
import dev.jdbcbench.scenario.SqlScenario;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The agent's own dealings with the servers of a plan: it logs in, asks what they are, and sets up what the user's own statements need. */
final class Servers {
    private final Plan plan;
    private final Session session;
    private final DriverLoader drivers;
    /** The driver that could log in to each server. */
    private final Map<Plan.Server, Driver> loggedIn = new HashMap<>();
    /** External servers in which a schema was made, with the connection that holds its lock. */
    private final Map<Plan.Server, Connection> adopted = new LinkedHashMap<>();
    /** Why scenarios of the user's own cannot be measured on a server: their set-up failed. */
    private final Map<String, String> notSetUp = new HashMap<>();

    Servers(Plan plan, Session session, DriverLoader drivers) {
        this.plan = plan;
        this.session = session;
        this.drivers = drivers;
    }

    /** A server does not answer, or not to this user; the message says which and why. */
    static final class UnreachableException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private UnreachableException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Where a server answers. */
    Session.Endpoint endpoint(Plan.Server server) {
        return session.endpoint(server.topology().id(), server.server());
    }

    /** A connection of the agent's own: with the same driver in every run that has it, so that their pings compare. */
    Connection connect(Plan.Server server) throws SQLException {
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
            } catch (SQLException | RuntimeException e) { // the latter from a jar that is no such driver
                if (failure.getCause() == null) {
                    failure = new SQLException(driver.id() + ": " + innermost(e).getMessage(), e);
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

    /** A connection by a given driver: encrypted where the server's certificate can be verified. */
    Connection connect(Session.Endpoint endpoint, Driver driver) throws SQLException {
        // Without the options of a variant; and Connector/J 5.1 must not ask before each ping whether the session is
        // read-only.
        Map<String, String> options =
                driver.kind() == DriverKind.MYSQL ? Map.of("useLocalSessionState", "true") : Map.of();
        Transport transport = endpoint.ca().isPresent() ? Transport.TLS : Transport.TCP;
        return drivers.connector(driver, transport).open(endpoint, new Usage(Mode.TEXT, transport, Set.of()), options);
    }

    /**
     * Makes the schema in each server that was not started for the run.
     *
     * @throws UnreachableException when that fails
     */
    void adopt() {
        for (Plan.Server server : plan.servers()) {
            if (endpoint(server).external().isEmpty()) {
                continue;
            }
            try {
                Connection connection = withoutDatabase(server);
                adopted.put(server, connection);
                ExternalSchema.make(connection, endpoint(server).database(), plan.run());
            } catch (SQLException e) {
                throw new UnreachableException(
                        "cannot make the schema " + endpoint(server).database() + " in " + server.server() + " ("
                                + endpoint(server) + "): " + reason(e),
                        e);
            }
        }
    }

    /** Keeps the connections alive that hold the locks of schemas, and opens those again that were cut. */
    synchronized void keepAdopted() {
        adopted.replaceAll((server, held) -> {
            String schema = endpoint(server).database();
            try {
                if (ExternalSchema.holds(held, schema)) {
                    return held;
                }
            } catch (SQLException e) {
                System.err.println("the connection that held " + schema + " was lost: " + reason(e));
            }
            try {
                Connection again = withoutDatabase(server);
                ExternalSchema.lock(again, schema);
                return again;
            } catch (SQLException e) {
                throw new UnreachableException("cannot hold the schema " + schema + " any more: " + reason(e), e);
            }
        });
    }

    /**
     * Drops the schemas again. Also called when this JVM is told to end.
     *
     * @return what failed
     */
    synchronized List<String> release() {
        List<String> failed = new ArrayList<>();
        adopted.forEach((server, held) -> {
            String schema = endpoint(server).database();
            // The held connection may be lost by now, and may be in use when this JVM is told to end.
            try (Connection connection = withoutDatabase(server)) {
                ExternalSchema.drop(connection, schema, plan.run());
                held.close();
            } catch (SQLException e) {
                failed.add("the schema " + schema + " in " + server.server() + " could not be dropped (" + reason(e)
                        + "): bench clean does it");
            }
        });
        adopted.clear();
        return failed;
    }

    /** A connection to a server whose schema may not be there. */
    Connection withoutDatabase(Plan.Server server) throws SQLException {
        Session.Endpoint endpoint = endpoint(server).withoutDatabase();
        SQLException failure = new SQLException("the plan has no driver");
        for (Driver driver : byKind()) {
            try {
                return connect(endpoint, driver);
            } catch (SQLException | RuntimeException e) {
                failure = new SQLException(driver.id() + ": " + reason(e), e);
            }
        }
        throw failure;
    }

    private List<Driver> byKind() {
        return plan.drivers().stream()
                .sorted(Comparator.comparing(Driver::kind))
                .toList();
    }

    /**
     * What a server says of itself.
     *
     * @throws UnreachableException when no driver can log in
     */
    Event.ServerFacts facts(Plan.Server server) {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT VERSION()")) {
            row.next();
            String version = row.getString(1);
            return new Event.ServerFacts(
                    server.topology(),
                    server.server(),
                    version,
                    SinkTable.engine(connection),
                    variables(connection, server));
        } catch (SQLException e) {
            throw new UnreachableException(
                    "cannot talk to " + server.server() + " (" + server.topology() + ", " + endpoint(server)
                            + ") from this host: " + innermost(e).getMessage(),
                    e);
        }
    }

    /** Empty, and said in the log, when the server does not tell them to this user. */
    private static Map<String, String> variables(Connection connection, Plan.Server server) {
        try {
            return Variables.read(connection, server.kind());
        } catch (SQLException e) {
            System.err.println(server.server() + " does not tell its variables: " + e.getMessage());
            return Map.of(
                    "unknown",
                    "the server does not tell them to this user: "
                            + innermost(e).getMessage());
        }
    }

    /** The message of what lies beneath. */
    static String reason(Throwable failure) {
        return String.valueOf(innermost(failure).getMessage());
    }

    private static Throwable innermost(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Carries out the set-up of the user's own statements, unless an agent before this one did. */
    void setUp(Plan.Server server, List<Event> events) {
        for (SqlScenario own : plan.sql()) {
            if (checkedBefore(server, own, events)) {
                continue;
            }
            try (Connection connection = connect(server)) {
                own.setUp(connection);
            } catch (SQLException e) {
                notSetUp.put(
                        place(server.topology(), server.server(), own.name()), "its set-up failed: " + e.getMessage());
            }
        }
    }

    private boolean checkedBefore(Plan.Server server, SqlScenario own, List<Event> events) {
        return events.stream()
                .filter(Event.CellChecked.class::isInstance)
                .flatMap(event -> plan.cell(((Event.CellChecked) event).cell()).stream())
                .anyMatch(cell -> cell.scenario().equals(own.name())
                        && cell.server().equals(server.server())
                        && cell.topology() == server.topology());
    }

    /** Why the scenario of a cell could not be set up; empty when it could, or needs no set-up. */
    Optional<String> notSetUp(Cell cell) {
        return Optional.ofNullable(notSetUp.get(place(cell.topology(), cell.server(), cell.scenario())));
    }

    /**
     * Carries out the tear-down where the set-up succeeded.
     *
     * @return what failed: said, but it spoils no result
     */
    List<String> tearDown() {
        List<String> failed = new ArrayList<>();
        for (Plan.Server server : plan.servers()) {
            for (SqlScenario own : plan.sql()) {
                String place = place(server.topology(), server.server(), own.name());
                if (own.teardown().isEmpty() || notSetUp.containsKey(place)) {
                    continue;
                }
                try (Connection connection = connect(server)) {
                    own.tearDown(connection);
                } catch (SQLException e) {
                    failed.add(place + ": its tear-down failed: " + e.getMessage());
                }
            }
        }
        return failed;
    }

    private static String place(Topology topology, String server, String scenario) {
        return topology + "/" + server + "/" + scenario;
    }
}
