package dev.jdbcbench.agent;

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
 * Servers that die, or cannot be reached any more. What fails because of that is no failure of a cell: it is told as {@link
 * Fact.ServerLost}, and done again when the server is back. A server is given up when it does not come back, when it died a second time, or
 * when it is lost again before anything was measured on it. Not thread safe.
 */
final class ServerLosses {
    /** Time for a database to be started again and to recover, and for a line to be mended. */
    private static final Duration RETURN_LIMIT = Duration.ofSeconds(60);

    private static final Duration PAUSE = Duration.ofMillis(500);

    /** A server that greets and is gone when a driver logs in is just dying: the next time it does not greet. */
    private static final int QUESTIONS = 3;

    /** Of a server that is there, but of which no driver learns more. */
    private static final Life UNKNOWN = new Life(0, Long.MAX_VALUE);

    /** By how much the difference of two readings in whole seconds, one after the other, may be off. */
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
     * Since when a server runs. Both its uptime and its time come from the clock of its host; their difference stays what it is when somebody
     * sets that clock.
     *
     * @param startedAt in seconds since 1970, by the clock as it was then
     */
    record Life(long startedAt, long uptimeSeconds) {}

    /** What servers are asked. */
    interface Reachable {
        /** Why a server does not even greet whoever connects; empty when it does. */
        Optional<String> silent(Plan.Server server);

        /**
         * Since when a server runs.
         *
         * @throws SQLException when no driver gets an answer
         */
        Life life(Plan.Server server) throws SQLException, InterruptedException;

        /** Whether a server is known to have ended for good. */
        boolean ended(Plan.Server server);

        /** Whether a server was started for the run: behind the address of somebody else's there may be several. */
        boolean ours(Plan.Server server);
    }

    /** A clock that nobody sets. */
    interface Time {
        /** As {@link System#nanoTime} counts. */
        long nanos();

        /** Lets some time pass. */
        void pass(Duration some) throws InterruptedException;
    }

    /** The time of this JVM. */
    static final Time REAL_TIME = new Time() {
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
     * None yet.
     *
     * @param events all that happened so far, and all that {@code log} writes
     * @param stopping set when this JVM was told to end
     */
    ServerLosses(Reachable servers, Time time, Plan plan, EventLog log, List<Event> events, AtomicBoolean stopping) {
        this.servers = servers;
        this.time = time;
        this.plan = plan;
        this.log = log;
        this.events = events;
        this.stopping = stopping;
    }

    /** What became of something that failed. */
    enum Verdict {
        /** The server is as it was: whatever failed is to be told. */
        THERE,
        /** It was lost, and is there again: what failed is to be done again. */
        BACK,
        /** The same, and it is another process now, without what a process keeps in memory. */
        RESTARTED,
        /** It is given up. */
        GONE;

        /** Whether what failed must not be told, for the server was lost. */
        boolean lost() {
            return this != THERE;
        }
    }

    /** Remembers since when a server runs. */
    void meet(Plan.Server server) throws InterruptedException {
        ask(server, new StringBuilder())
                .filter(life -> !life.equals(UNKNOWN))
                .ifPresent(life -> seen.put(server, life));
    }

    /** Looks whether a server that bench started died since the last look, although nothing failed. */
    Verdict look(Plan.Server server) throws InterruptedException {
        Optional<Life> life = servers.ours(server) ? ask(server, new StringBuilder()) : Optional.empty();
        return life.isPresent() && another(server, life.get())
                ? judge(server, "", time.nanos(), life, true)
                : Verdict.THERE;
    }

    /**
     * Finds out whether the server is why something failed. When it does not answer, waits for it.
     *
     * @param began when that was begun, by {@link System#nanoTime}
     */
    Verdict afterFailure(Plan.Server server, long began) throws InterruptedException {
        StringBuilder said = new StringBuilder();
        long since = time.nanos();
        Optional<Life> life = ask(server, said);
        if (life.isPresent() && !restarted(server, life.get(), began)) {
            return Verdict.THERE;
        }
        while (life.isEmpty() && seconds(since) < RETURN_LIMIT.toSeconds() && !servers.ended(server)) {
            if (stopping.get()) {
                throw new IllegalStateException("told to end");
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
        tell(server, reason, restarted, returned);
        return !returned ? Verdict.GONE : restarted ? Verdict.RESTARTED : Verdict.BACK;
    }

    /** Gives up a server that answers but is of no use any more. */
    void giveUp(Plan.Server server, String reason) {
        tell(server, reason, false, false);
    }

    private void tell(Plan.Server server, String reason, boolean restarted, boolean returned) {
        log.append(new Fact.ServerLost(server.topology(), server.server(), reason, restarted, returned));
    }

    /** Whether it is another process than before. Of somebody else's server only what happened meanwhile tells that. */
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
            if (event.fact() instanceof Fact.ServerLost lost && is(server, lost.topology(), lost.server())) {
                return true;
            }
            if (event.fact() instanceof Fact.SessionStarted || shows(server, event)) {
                return false;
            }
        }
        return false;
    }

    /** Whether an event shows that a server did its work. */
    private boolean shows(Plan.Server server, Event event) {
        if (event.fact() instanceof Fact.RttMeasured rtt) {
            return rtt.method() == RttMethod.PROTOCOL
                    && rtt.unavailable() == null
                    && is(server, rtt.topology(), rtt.server());
        }
        String cell = event.fact() instanceof Fact.ForkFinished fork
                ? fork.cell()
                : event.fact() instanceof Fact.CellChecked check
                        ? check.cell()
                        : event.fact() instanceof Fact.CellExplained explained ? explained.cell() : "";
        return plan.cell(cell)
                .filter(known -> is(server, known.topology(), known.server()))
                .isPresent();
    }

    private static boolean is(Plan.Server server, Topology topology, String label) {
        return server.topology() == topology && server.server().equals(label);
    }

    /**
     * Since when a server runs; empty when it does not answer, and why not is said. A server that greets is there, even if no driver gets on with
     * it: then that is what is wrong with the driver.
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
                System.err.println("no driver learns how long " + server.server() + " has run: " + Servers.reason(e));
                time.pass(PAUSE);
            }
        }
        return Optional.of(seen.getOrDefault(server, UNKNOWN));
    }

    private long seconds(long sinceNanos) {
        return Duration.ofNanos(time.nanos() - sinceNanos).toSeconds();
    }
}
