package dev.jdbcbench.agent.server;

import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.scenario.OltpTables;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Fills the tables of the OLTP scenarios once per server, before anything is checked or measured. All drivers, modes and forks
 * use them.
 */
public final class Tables {
    /** Number of rows inserted on one connection; this takes a few seconds with slow disks. */
    private static final int BATCH = 20_000;

    /** Number of rows after which the progress is logged. */
    private static final int PARTS = 20;

    private final Plan plan;
    private final Servers servers;
    private final EventLog log;

    public Tables(Plan plan, Servers servers, EventLog log) {
        this.plan = plan;
        this.servers = servers;
        this.log = log;
    }

    /**
     * Fills the tables for all cells of a server. If that fails, the check of the first cell fails and reports the
     * reason.
     */
    public void fill(Plan.Server server) throws InterruptedException {
        Set<OltpTables> wanted = new LinkedHashSet<>();
        for (Cell cell : plan.measured()) {
            if (cell.topology() == server.topology()
                    && cell.server().equals(server.server())
                    && plan.scenario(cell).oltp()) {
                wanted.add(OltpTables.of(cell.params()));
            }
        }
        for (OltpTables tables : wanted) {
            try {
                fill(server, tables);
            } catch (SQLException e) {
                System.err.println(
                        "the tables in " + server.server() + " could not be filled: " + RootCause.message(e));
            }
        }
    }

    private void fill(Plan.Server server, OltpTables tables) throws SQLException, InterruptedException {
        boolean large = tables.rows() > BATCH;
        long filled = 0;
        long told = 0;
        for (int table = 1; table <= tables.tables(); table++) {
            int number = table;
            boolean complete = servers.withConnection(
                    server, TimeLimits.LONGEST, connection -> tables.complete(connection, number));
            for (int first = 1; first <= tables.size(); first += BATCH) {
                int from = first;
                int to = (int) Math.min(tables.size(), (long) first + BATCH - 1);
                if (!complete) {
                    servers.withConnection(server, TimeLimits.LONG, connection -> {
                        tables.fill(connection, number, from, to);
                        return server;
                    });
                }
                filled += to - from + 1;
                if (large && (filled == tables.rows() || (filled - told) * PARTS >= tables.rows())) {
                    log.append(new Fact.TablesFilled(server.topology(), server.server(), filled, tables.rows()));
                    told = filled;
                }
            }
        }
    }
}
