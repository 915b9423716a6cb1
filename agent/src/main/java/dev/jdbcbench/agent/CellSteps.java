package dev.jdbcbench.agent;

import dev.jdbcbench.agent.check.CellCheck;
import dev.jdbcbench.agent.check.Explanation;
import dev.jdbcbench.agent.check.RehearsalJvm;
import dev.jdbcbench.agent.operation.CellWork;
import dev.jdbcbench.agent.operation.References;
import dev.jdbcbench.agent.path.RttProbe;
import dev.jdbcbench.agent.server.DriverLoader;
import dev.jdbcbench.agent.server.OwnStatements;
import dev.jdbcbench.agent.server.ServerLosses;
import dev.jdbcbench.agent.server.Servers;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.OwnCost;
import dev.jdbcbench.next.History;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Executes the steps that this JVM carries out for a single cell, and logs their results; and decides whether a failed step lost
 * its server. Not thread safe.
 */
final class CellSteps {
    private final Plan plan;
    private final Servers servers;
    private final OwnStatements own;
    private final ServerLosses losses;
    private final EventLog log;
    private final List<Event> events;
    private final AtomicBoolean stopping;
    private final CellCheck checks;
    private final RehearsalJvm rehearsals;
    private final Explanation explanation;
    private final RttProbe probes;
    private final References references;

    /**
     * Steps of this plan.
     *
     * @param work the agent's working directory
     * @param probes measure the RTT to a server, until it is lost
     * @param events all events so far, including those that {@code log} will write
     * @param stopping set when this JVM is shutting down
     */
    CellSteps(
            Plan plan,
            Session session,
            Path work,
            DriverLoader drivers,
            Servers servers,
            OwnStatements own,
            ServerLosses losses,
            References references,
            RttProbe probes,
            EventLog log,
            List<Event> events,
            AtomicBoolean stopping) {
        this.plan = plan;
        this.servers = servers;
        this.own = own;
        this.losses = losses;
        this.references = references;
        this.probes = probes;
        this.log = log;
        this.events = events;
        this.stopping = stopping;
        CellWork cellWork = new CellWork(plan, drivers);
        this.rehearsals = new RehearsalJvm(plan, drivers, work);
        this.checks = new CellCheck(plan, session, cellWork, references, rehearsals);
        this.explanation = new Explanation(session, cellWork, references, work.resolve("tmp"));
    }

    /**
     * Whether the failure was caused by losing the server, and must therefore not be reported as the cell's.
     *
     * @param began start of the failed step, by {@link System#nanoTime}
     */
    boolean lost(Cell cell, long began) throws InterruptedException {
        Optional<Plan.Server> server = servers.of(cell);
        return server.isPresent() && lost(server.get(), losses.afterFailure(server.get(), began));
    }

    /** Whether the server was lost. If it was restarted, restores the data it held in memory. */
    boolean lost(Plan.Server server, ServerLosses.Verdict verdict) throws InterruptedException {
        if (verdict.lost()) {
            probes.drop(server);
        }
        if (verdict == ServerLosses.Verdict.RESTARTED) {
            own.setUpAgain(server);
            recheck(server);
        }
        return verdict.lost();
    }

    /**
     * Checks the cells of a restarted server again. User statements must return what they returned before. Each driver also
     * logs in once, in the original order: MySQL caches a password only after a login that could send it, and some drivers
     * cannot.
     */
    private void recheck(Plan.Server server) throws InterruptedException {
        Set<String> loggedIn = new HashSet<>();
        for (Cell cell : plan.measured()) {
            boolean concerned = servers.of(cell).equals(Optional.of(server))
                    && new History(plan, events).done().measurable(cell);
            boolean first =
                    concerned && loggedIn.add(cell.driver() + "@" + cell.driverVersion() + " " + cell.transport());
            boolean ofTheUsers = concerned && plan.scenario(cell).own();
            if (!first && !ofTheUsers) {
                continue;
            }
            try {
                checks.check(cell, events);
            } catch (CellWork.FailedException e) {
                unlessStopping(e);
                if (ofTheUsers) {
                    failedCheck(cell, "after its database restarted: ", e);
                } else {
                    e.printStackTrace(); // its forks will fail and report it
                }
            }
        }
    }

    void unlessStopping(Exception e) {
        if (stopping.get()) {
            throw new IllegalStateException("the run is stopping", e);
        }
    }

    /** Executes a cell's operation and checks the result. */
    void check(Cell cell) throws InterruptedException {
        long began = System.nanoTime();
        try {
            Optional<String> notSetUp = own.notSetUp(cell);
            if (notSetUp.isPresent()) {
                throw new CellWork.FailedException(notSetUp.get(), null);
            }
            CellCheck.Checked checked = checks.check(cell, events);
            if (checked.unsupported() != null && lost(cell, began)) {
                return; // ignores answers of a server that is going down
            }
            log.append(new Fact.CellChecked(
                    cell.key(),
                    checked.finding().result(),
                    checked.finding().remark(),
                    checked.engine(),
                    checked.unsupported(),
                    checked.counters(),
                    checked.operationMicros(),
                    checked.pinnedPerOp(),
                    checked.floorOf()));
            Duration operation = Duration.ofNanos((long) (checked.operationMicros() * 1000));
            if (plan.profile().times().tooLong(operation)) {
                int iterations = plan.profile().times().iterations(operation);
                Duration fork = plan.profile().times().iteration(operation).multipliedBy(iterations);
                log.append(new Fact.Note(cell.key() + ": an operation takes " + operation.toMillis()
                        + " ms, so each fork measures for " + fork.toSeconds() + " s (" + iterations
                        + " iterations of three operations)"));
            }
        } catch (CellWork.FailedException e) {
            unlessStopping(e);
            if (!lost(cell, began)) {
                failedCheck(cell, "", e);
            }
        }
    }

    private void failedCheck(Cell cell, String when, CellWork.FailedException e) {
        log.append(new Fact.ForkFailed(0, cell.key(), when + e.getMessage(), "agent.log"));
        e.printStackTrace();
    }

    /** Counts a cell's network round trips per operation. */
    void explain(Cell cell) throws InterruptedException {
        long began = System.nanoTime();
        @Nullable Exchange exchange = null;
        @Nullable String unavailable = null;
        try {
            exchange = explanation.of(cell);
        } catch (CellWork.FailedException e) {
            unlessStopping(e);
            if (lost(cell, began)) {
                return;
            }
            unavailable = String.valueOf(e.getMessage());
            e.printStackTrace();
        }
        log.append(new Fact.CellExplained(cell.key(), exchange, unavailable, own(cell)));
    }

    /** What the driver's own code costs; null unless the run asks for it, and for cells that are not about that. */
    private @Nullable OwnCost own(Cell cell) throws InterruptedException {
        if (!plan.goal().own() || references.includes(cell)) {
            return null;
        }
        return switch (cell.transport()) {
            case TCP -> rehearsals.own(cell);
            case TLS -> OwnCost.unknown("each TLS connection has keys of its own, so its answers cannot be replayed");
            case SOCKET -> OwnCost.unknown("answers through a Unix socket cannot be replayed");
            case MEMORY, FLOOR -> null;
        };
    }
}
