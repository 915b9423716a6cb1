package dev.jdbcbench.agent;

import dev.jdbcbench.agent.operation.LoginRefusal;
import dev.jdbcbench.agent.server.DriverLoader;
import dev.jdbcbench.agent.server.ExternalSchema;
import dev.jdbcbench.agent.server.RootCause;
import dev.jdbcbench.agent.server.Servers;
import dev.jdbcbench.agent.server.TimeLimits;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.driver.Usage;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Swept;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks the servers of a plan from the client host without measuring. The orchestrator parses its output lines. */
public final class Probe {
    private static final int LONGEST = 1000;

    private final Plan plan;
    private final Session session;
    private final Servers servers;

    private Probe(Plan plan, Session session, Servers servers) {
        this.plan = plan;
        this.session = session;
        this.servers = servers;
    }

    /**
     * Reads {@code plan.json} from one directory, uses drivers from another, and reads the session from stdin, so it
     * never touches a disk.
     */
    static Probe in(Path work, Path jars) throws IOException {
        Plan plan = Json.read(Files.readString(work.resolve("plan.json")), Plan.class);
        Session session = Session.read(System.in);
        TrustStore.makeFor(session);
        return new Probe(plan, session, new Servers(plan, session, new DriverLoader(jars)));
    }

    /**
     * Logs in to each server with each driver.
     *
     * @return one line per login, tab-separated: topology, server, driver, {@code ok}, {@code unsupported} or
     *     {@code failed}, and the server's version or the reason. After the first successful login to a server that
     *     bench did not start, one more line: topology, server, {@code connections}, the number of connections that the
     *     server allows this user, and the number that others have open
     */
    List<String> logins() throws InterruptedException {
        List<String> lines = new ArrayList<>();
        for (Plan.Server server : plan.servers()) {
            Session.Endpoint endpoint = servers.endpoint(server);
            Session.Endpoint place =
                    endpoint.external().isPresent() ? existing(endpoint).withoutDatabase() : endpoint;
            String version = "";
            boolean asked = endpoint.external().isEmpty();
            for (Driver driver : plan.drivers()) {
                if (driver.kind().reference()) {
                    continue; // its check shows whether it can log in
                }
                String who = String.join("\t", server.topology().id(), server.server(), driver.id());
                Usage usage = new Usage(Mode.TEXT, endpoint.transport(), Set.of());
                Optional<String> unprotected = endpoint.protection()
                        .flatMap(protection -> driver.rules().unsupported(driver.version(), protection));
                Optional<String> unsupported = unprotected.isPresent()
                        ? unprotected
                        : driver.rules().unsupported(driver.version(), usage, server.kind(), version);
                if (unsupported.isPresent()) {
                    lines.add(who + "\tunsupported\t" + unsupported.get());
                    continue;
                }
                try {
                    version = version(servers, place, driver, TimeLimits.SHORT);
                    lines.add(who + "\tok\t" + version);
                    if (!asked) {
                        asked = true;
                        connections(servers, place, driver)
                                .map(numbers -> String.join(
                                        "\t", server.topology().id(), server.server(), "connections", numbers))
                                .ifPresent(lines::add);
                    }
                } catch (SQLException e) {
                    LoginRefusal refusal = LoginRefusal.of(e, !place.password().isEmpty());
                    lines.add(who + "\t" + (refusal.unsupported() ? "unsupported" : "failed") + "\t"
                            + inOneLine(refusal.reason()));
                }
            }
        }
        return lines;
    }

    /**
     * Logs in and returns the server's version on one line. The drivers have no socket timeout, so a login that does not end is
     * abandoned.
     *
     * @throws SQLException when the login failed for any reason or timed out
     */
    public static String version(Servers servers, Session.Endpoint place, Driver driver, Duration limit)
            throws SQLException, InterruptedException {
        return TimeLimits.within(limit, () -> {
            try (Connection connection = servers.connect(place, driver);
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT VERSION()")) {
                if (!row.next()) {
                    throw new SQLException("the server does not report its version");
                }
                return inOneLine(String.valueOf(row.getString(1)));
            }
        });
    }

    /**
     * The number of connections that the server allows this user, and the number that are open without this one, separated by a
     * tab; empty when the server does not report them.
     */
    private static Optional<String> connections(Servers servers, Session.Endpoint place, Driver driver)
            throws InterruptedException {
        try {
            return Optional.of(TimeLimits.within(TimeLimits.SHORT, () -> limits(servers.connect(place, driver))));
        } catch (SQLException e) {
            System.err.println("the number of possible connections is unknown: " + RootCause.message(e));
            return Optional.empty();
        }
    }

    private static String limits(Connection opened) throws SQLException {
        try (Connection connection = opened;
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@max_connections, @@max_user_connections")) {
            if (!row.next()) {
                throw new SQLException("the server does not report its limits");
            }
            long allowed = row.getLong(1);
            long ofUser = row.getLong(2);
            long open = open(connection);
            return ofUser > 0 && ofUser < allowed - open ? ofUser + "\t0" : allowed + "\t" + open;
        }
    }

    private static long open(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Threads_connected'")) {
            return row.next() ? Math.max(0, row.getLong(2) - 1) : 0;
        }
    }

    /** Fits the server's text into the last column of a tab-separated line. */
    private static String inOneLine(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }

    /** The account that measures, or the administrator if that account does not exist yet. */
    private static Session.Endpoint existing(Session.Endpoint endpoint) {
        return endpoint.external()
                        .flatMap(Session.External::admin)
                        .filter(Session.Admin::createsUser)
                        .isPresent()
                ? endpoint.asAdmin()
                : endpoint;
    }

    /**
     * Drops the schemas that earlier runs left in the external servers.
     *
     * @param runs IDs of the runs whose schemas may be dropped
     * @return one line per schema, tab-separated: what became of it, the server, and an explanation
     */
    List<String> sweep(Collection<String> runs) throws InterruptedException {
        Map<String, String> known = new HashMap<>();
        runs.forEach(run -> known.put(Session.External.schema(run), run));
        List<String> lines = new ArrayList<>();
        for (Plan.Server server : plan.servers()) {
            if (servers.endpoint(server).external().isEmpty()) {
                continue;
            }
            try {
                List<String> schemas = asAdmin(server, ExternalSchema::candidates);
                for (String schema : schemas) {
                    sweep(server, schema, Optional.ofNullable(known.get(schema)))
                            .ifPresent(lines::add);
                }
            } catch (SQLException e) {
                lines.add(line(Swept.FAILED, server, RootCause.message(e)));
            }
        }
        return lines;
    }

    private Optional<String> sweep(Plan.Server server, String schema, Optional<String> run)
            throws InterruptedException {
        try {
            if (run.isEmpty()) {
                return asAdmin(server, connection -> ExternalSchema.looksOurs(connection, schema))
                        ? Optional.of(line(
                                Swept.UNKNOWN,
                                server,
                                "schema " + schema
                                        + " is of no run that this user started on this machine. If it is bench's:"
                                        + " DROP DATABASE " + schema + ";"))
                        : Optional.empty();
            }
            return asAdmin(server, connection -> {
                if (!ExternalSchema.lock(connection, schema)) {
                    return Optional.of(line(Swept.IN_USE, server, "schema " + schema + " of run " + run.get()));
                }
                return Optional.of(
                        ExternalSchema.dropMarked(connection, run.get())
                                ? line(Swept.DROPPED, server, "schema " + schema + " of run " + run.get())
                                : line(
                                        Swept.UNKNOWN,
                                        server,
                                        "schema " + schema
                                                + " has no table of bench's. If it is bench's: DROP DATABASE "
                                                + schema + "; it may have an account, too: "
                                                + Session.External.account(run.get())));
            });
        } catch (SQLException e) {
            return Optional.of(line(Swept.FAILED, server, "schema " + schema + ": " + RootCause.message(e)));
        }
    }

    private static String line(Swept what, Plan.Server server, String text) {
        return String.join("\t", what.name().toLowerCase(Locale.ROOT), server.server(), inOneLine(text));
    }

    private <T> T asAdmin(Plan.Server server, Servers.Request<T> question) throws SQLException, InterruptedException {
        return TimeLimits.within(TimeLimits.SHORT.multipliedBy(2), () -> {
            try (Connection connection = servers.withoutDatabase(server)) {
                return question.ask(connection);
            }
        });
    }
}
