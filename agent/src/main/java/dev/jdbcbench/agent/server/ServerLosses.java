package dev.jdbcbench.agent.server;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Handles servers that die or become unreachable. A failure caused by that is not a failure of the cell: it is logged as
 * {@link Fact.ServerLost}, and the step is repeated when the server is back. A server is given up when it does not come back,
 * when it died twice, or when it is lost again before anything was measured on it. Not thread safe.
 */
public final class ServerLosses {
    /** Time for a database to restart and recover, or for the network to be repaired. */
    private static final Duration RETURN_LIMIT = Duration.ofSeconds(60);

    private static final Duration PAUSE = Duration.ofMillis(500);

    /** A server that greets but is gone at login is shutting down: it will not greet the next connection. */
    private static final int QUESTIONS = 3;

    /** A server that is up, but whose start time no driver can read. */
    private static final Life UNKNOWN = new Life(0, Long.MAX_VALUE);

    /** Rounding error of the difference of two readings taken one after the other in whole seconds. */
    private static final long ROUNDING_SECONDS = 2;

    private final Reachable servers;
    private final Time time;
    private final Plan plan;
    private final EventLog log;
    private final List<Event> events;
    private final AtomicBoolean stopping;
    private final Map<Plan.Server, Life> seen = new HashMap<>();
    private final Set<Plan.Server> died = new HashSet<>();

    /**
     * How long a server has been running. Uptime and time come from the clock of its host; their difference stays constant even
     * when that clock is set.
     *
     * @param startedAt seconds since 1970, by the clock at the time of the reading
     */
    record Life(long startedAt, long uptimeSeconds) {}

    /** Queries to the servers. */
    interface Reachable {
        /** Why a server does not send a greeting to a new connection; empty when it does. */
        Optional<String> silent(Plan.Server server);

        /**
         * How long a server has been running.
         *
         * @throws SQLException when no driver gets an answer
         */
        Life life(Plan.Server server) throws SQLException, InterruptedException;

        /** Whether a server is known to have ended permanently. */
        boolean ended(Plan.Server server);

        /** Whether the run started this server. Behind the address of an external server there may be several. */
        boolean ours(Plan.Server server);
    }

    /** A monotonic clock. */
    interface Time {
        /** Same as {@link System#nanoTime}. */
        long nanos();

        /** Waits for this long. */
        void pass(Duration some) throws InterruptedException;
    }

    /** The clock of this JVM. */
    public static final Time REAL_TIME = new Time() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void pass(Duration some) throws InterruptedException {
            Thread.sleep(some.toMillis());
        }
    };

    /**
     * Starts with no losses.
     *
     * @param events all events so far, including those that {@code log} will write
     * @param stopping set when this JVM is shutting down
     */
    public ServerLosses(
            Reachable servers, Time time, Plan plan, EventLog log, List<Event> events, AtomicBoolean stopping) {
        this.servers = servers;
        this.time = time;
        this.plan = plan;
        this.log = log;
        this.events = events;
        this.stopping = stopping;
    }

    /** The state of a server after a failure. */
    public enum Verdict {
        /** The server is unchanged: report the failure. */
        THERE,
        /** The server was lost and is back: repeat the step. */
        BACK,
        /** The server was lost and is back as a new process, without its in-memory data: restore them and repeat the step. */
        RESTARTED,
        /** The server is given up. */
        GONE;

        /** Whether the server was lost, so the failure must not be reported. */
        public boolean lost() {
            return this != THERE;
        }
    }

    /** Stores how long a server has been running. */
    public void meet(Plan.Server server) throws InterruptedException {
        ask(server, new StringBuilder())
                .filter(life -> !life.equals(UNKNOWN))
                .ifPresent(life -> seen.put(server, life));
    }

    /** Whether a server that bench started has died since the last check, although nothing failed. */
    public Verdict look(Plan.Server server) throws InterruptedException {
        Optional<Life> life = servers.ours(server) ? ask(server, new StringBuilder()) : Optional.empty();
        return life.isPresent() && another(server, life.get())
                ? judge(server, "", time.nanos(), life, true)
                : Verdict.THERE;
    }

    /**
     * Determines whether a failure was caused by the server. If it does not answer, waits for it.
     *
     * @param began start of the failed step, by {@link System#nanoTime}
     */
    public Verdict afterFailure(Plan.Server server, long began) throws InterruptedException {
        StringBuilder said = new StringBuilder();
        long since = time.nanos();
        Optional<Life> life = ask(server, said);
        if (life.isPresent() && !restarted(server, life.get(), began)) {
            return Verdict.THERE;
        }
        while (life.isEmpty() && seconds(since) < RETURN_LIMIT.toSeconds() && !servers.ended(server)) {
            if (stopping.get()) {
                throw new IllegalStateException("the run is stopping");
            }
            time.pass(PAUSE);
            life = ask(server, said);
        }
        boolean restarted = life.isPresent() && restarted(server, life.get(), began);
        return judge(server, said.toString(), since, life, restarted);
    }

    private Verdict judge(Plan.Server server, String said, long since, Optional<Life> life, boolean restarted) {
        boolean twice = restarted ? died.contains(server) : life.isEmpty() && servers.ended(server);
        boolean again = !restarted && nothingSinceLastLoss(server);
        boolean returned = life.isPresent() && !twice && !again;
        String reason;
        if (twice) {
            reason = "its database died twice";
        } else if (!returned) {
            reason = "its database cannot be reached any more"
                    + (died.contains(server) ? ", after it had died once" : "") + ": " + said;
        } else if (restarted) {
            reason = "it died, and was started again "
                    + life.map(Life::uptimeSeconds).orElse(0L) + " s ago";
        } else {
            reason = "it could not be reached for " + seconds(since) + " s: " + said;
        }
        if (restarted) {
            died.add(server);
        }
        life.filter(now -> !now.equals(UNKNOWN)).ifPresent(now -> seen.put(server, now));
        report(server, reason, restarted, returned);
        return !returned ? Verdict.GONE : restarted ? Verdict.RESTARTED : Verdict.BACK;
    }

    /** Gives up a server that answers but can no longer be used. */
    public void giveUp(Plan.Server server, String reason) {
        report(server, reason, false, false);
    }

    private void report(Plan.Server server, String reason, boolean restarted, boolean returned) {
        log.append(new Fact.ServerLost(server.topology(), server.server(), reason, restarted, returned));
    }

    /** Whether the server is a new process. For an external server, only a restart since {@code began} is proof. */
    private boolean restarted(Plan.Server server, Life life, long began) {
        boolean meanwhile = life.uptimeSeconds() <= seconds(began) + ROUNDING_SECONDS;
        return another(server, life) && (meanwhile || (servers.ours(server) && seen.containsKey(server)));
    }

    private boolean another(Plan.Server server, Life life) {
        Life last = seen.get(server);
        return last == null || Math.abs(life.startedAt() - last.startedAt()) > ROUNDING_SECONDS;
    }

    private boolean nothingSinceLastLoss(Plan.Server server) {
        for (int i = events.size() - 1; i >= 0; i--) {
            Event event = events.get(i);
            boolean lost = event.as(Fact.ServerLost.class)
                    .filter(loss -> is(server, loss.topology(), loss.server()))
                    .isPresent();
            if (lost) {
                return true;
            }
            if (event.is(Fact.SessionStarted.class) || shows(server, event)) {
                return false;
            }
        }
        return false;
    }

    /** Whether an event proves that a server was working. */
    private boolean shows(Plan.Server server, Event event) {
        boolean answered = event.as(Fact.RttMeasured.class)
                .filter(rtt -> rtt.method() == RttMethod.PROTOCOL && rtt.unavailable() == null)
                .filter(rtt -> is(server, rtt.topology(), rtt.server()))
                .isPresent();
        Optional<String> cell = event.as(Fact.ForkFinished.class)
                .map(Fact.ForkFinished::cell)
                .or(() -> event.as(Fact.CellChecked.class).map(Fact.CellChecked::cell))
                .or(() -> event.as(Fact.CellExplained.class).map(Fact.CellExplained::cell));
        return answered
                || cell.flatMap(plan::cell)
                        .filter(known -> is(server, known.topology(), known.server()))
                        .isPresent();
    }

    private static boolean is(Plan.Server server, Topology topology, String label) {
        return server.topology() == topology && server.server().equals(label);
    }

    /**
     * How long a server has been running; empty when it does not answer, with the reason appended to {@code said}. A server
     * that greets is up, even if no driver can use it: in that case the driver is at fault.
     */
    private Optional<Life> ask(Plan.Server server, StringBuilder said) throws InterruptedException {
        for (int question = 1; question <= QUESTIONS; question++) {
            Optional<String> silent = servers.silent(server);
            if (silent.isPresent()) {
                said.setLength(0);
                said.append(silent.get());
                return Optional.empty();
            }
            try {
                return Optional.of(servers.life(server));
            } catch (SQLException e) {
                System.err.println(
                        "no driver can read how long " + server.server() + " has run: " + RootCause.message(e));
                time.pass(PAUSE);
            }
        }
        return Optional.of(seen.getOrDefault(server, UNKNOWN));
    }

    private long seconds(long sinceNanos) {
        return Duration.ofNanos(time.nanos() - sinceNanos).toSeconds();
    }
}
