package dev.jdbcbench.agent.server;

import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the set-up and tear-down of the user's own statements on the servers of a plan. Not thread safe. */
public final class OwnStatements {
    private final Plan plan;
    private final Servers servers;
    /** Why a scenario cannot be measured on a server: the error of its set-up. */
    private final Map<String, String> notSetUp = new HashMap<>();

    public OwnStatements(Plan plan, Servers servers) {
        this.plan = plan;
        this.servers = servers;
    }

    /** Creates the data of the run, and runs the set-up of the user's own statements. Every session starts with new databases. */
    public void setUp(Plan.Server server) throws InterruptedException {
        SetUp data = plan.setUp();
        if (data != null) {
            try {
                carryOut(server, data::run);
            } catch (SQLException e) {
                for (SqlScenario own : plan.sql()) {
                    notSetUp.put(
                            place(server.topology(), server.server(), own.name()),
                            "the data of --setup could not be created: " + e.getMessage());
                }
                return;
            }
        }
        for (SqlScenario own : plan.sql()) {
            try {
                carryOut(server, own::setUp);
            } catch (SQLException e) {
                notSetUp.put(
                        place(server.topology(), server.server(), own.name()), "its set-up failed: " + e.getMessage());
            }
        }
    }

    /**
     * Repeats the set-up on a restarted server, whose in-memory data is lost. Tears down first, because leftover data
     * would be in the way. A later check has to show whether everything is as before.
     */
    public void setUpAgain(Plan.Server server) throws InterruptedException {
        SetUp data = plan.setUp();
        if (data != null) {
            try {
                carryOut(server, data::run);
            } catch (SQLException e) {
                System.err.println(
                        "the data of --setup was not created again in " + server.server() + ": " + e.getMessage());
            }
        }
        for (SqlScenario own : plan.sql()) {
            try {
                carryOut(server, own::tearDown);
                carryOut(server, own::setUp);
            } catch (SQLException e) {
                System.err.println(own.name() + " was not set up again in " + server.server() + ": " + e.getMessage());
            }
        }
    }

    private interface Statements {
        void carryOut(Connection connection) throws SQLException;
    }

    private void carryOut(Plan.Server server, Statements statements) throws SQLException, InterruptedException {
        TimeLimits.within(TimeLimits.LONGEST, () -> {
            try (Connection connection = servers.connect(server)) {
                statements.carryOut(connection);
            }
            return server;
        });
    }

    /** Why the set-up for a cell's scenario failed; empty when it succeeded or there is none. */
    public Optional<String> notSetUp(Cell cell) {
        return Optional.ofNullable(notSetUp.get(place(cell.topology(), cell.server(), cell.scenario())));
    }

    /**
     * Runs the tear-down wherever the set-up succeeded.
     *
     * @param reachable servers that can still be reached
     * @return failures; they are reported but invalidate no result
     */
    public List<String> tearDown(List<Plan.Server> reachable) throws InterruptedException {
        List<String> failed = new ArrayList<>();
        for (Plan.Server server : reachable) {
            for (SqlScenario own : plan.sql()) {
                String place = place(server.topology(), server.server(), own.name());
                if (own.teardown().isEmpty() || notSetUp.containsKey(place)) {
                    continue;
                }
                try {
                    carryOut(server, own::tearDown);
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
