package dev.jdbcbench.agent;

import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.SqlScenario;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the user's own statements need in the servers of a plan: their set-up and their tear-down. Not thread safe. */
final class OwnStatements {
    private final Plan plan;
    private final Servers servers;
    /** Why a scenario cannot be measured on a server: its set-up failed. */
    private final Map<String, String> notSetUp = new HashMap<>();

    OwnStatements(Plan plan, Servers servers) {
        this.plan = plan;
        this.servers = servers;
    }

    /** Carries out the set-up of the user's own statements: the databases of every session are new ones. */
    void setUp(Plan.Server server) throws InterruptedException {
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
     * Carries out the set-up of the user's own statements once more in a server that was started again: what was only in memory is gone. What is
     * still there is in its way; whether all is as it was, a check must show.
     */
    void setUpAgain(Plan.Server server) throws InterruptedException {
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

    /** Why the scenario of a cell could not be set up; empty when it could, or needs no set-up. */
    Optional<String> notSetUp(Cell cell) {
        return Optional.ofNullable(notSetUp.get(place(cell.topology(), cell.server(), cell.scenario())));
    }

    /**
     * Carries out the tear-down where the set-up succeeded.
     *
     * @param reachable the servers that are still there
     * @return what failed: said, but it spoils no result
     */
    List<String> tearDown(List<Plan.Server> reachable) throws InterruptedException {
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
