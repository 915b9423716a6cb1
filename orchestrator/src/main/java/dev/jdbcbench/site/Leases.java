package dev.jdbcbench.site;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.run.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of supervised processes while this JVM is alive, each host independently. If the JVM dies, the
 * leases expire and nothing is left on any host.
 */
public final class Leases implements AutoCloseable {
    /** How long a process runs unattended: longer than usual network outages, and short enough that a forgotten run does no harm. */
    public static final Duration DURATION = Duration.ofMinutes(2);

    private static final Duration RENEWAL = Duration.ofSeconds(20);
    /** Interval between attempts while the connection to a host is lost. */
    private static final Duration RETRY = Duration.ofSeconds(5);

    /** Additional time for a detached run, for starting, checking and counting round trips. See {@link #alone}. */
    private static final Duration START = Duration.ofMinutes(30);

    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    private final Progress progress;
    private final Map<String, Lessee> lessees = new LinkedHashMap<>();

    public Leases(Progress progress) {
        this.progress = progress;
    }

    /**
     * How long a run may continue unattended: twice its maximum planned duration (or its budget, if that is shorter)
     * plus 30 minutes.
     */
    public static Duration alone(Plan plan) {
        Duration longest = plan.timeBound();
        Duration budget = plan.goal().budget();
        Duration bound = budget != null && budget.compareTo(longest) < 0 ? budget : longest;
        return bound.multipliedBy(2).plus(START);
    }

    public synchronized void add(HostScript script, String directory) {
        lessees.computeIfAbsent(script.host().name(), name -> new Lessee(script))
                .add(directory);
    }

    /** One host with its own thread: a host with a lost connection must not delay the others. */
    private final class Lessee {
        private final HostScript script;
        private final List<String> directories = new ArrayList<>();
        private final ScheduledExecutorService timer;
        private boolean lost;
        private long renewedAt = System.nanoTime();

        Lessee(HostScript script) {
            this.script = script;
            this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "bench-lease-" + script.host().name());
                thread.setDaemon(true);
                return thread;
            });
            next(RENEWAL);
        }

        private void next(Duration delay) {
            if (!timer.isShutdown()) {
                var unused = timer.schedule(this::renew, delay.toMillis(), TimeUnit.MILLISECONDS);
            }
        }

        synchronized void add(String directory) {
            directories.add(directory);
        }

        private synchronized List<String> directories() {
            return List.copyOf(directories);
        }

        private void renew() {
            String host = script.host().name();
            Duration delay = RENEWAL;
            try {
                script.renew(directories());
                if (lost) {
                    progress.say("the connection to " + host + " is back");
                }
                lost = false;
                renewedAt = System.nanoTime();
            } catch (Failure.Gone e) {
                LOG.debug("no lease to renew on {}: {}", host, e.why());
                return;
            } catch (Failure e) {
                LOG.warn("cannot renew the lease on {}: {}", host, e.why(), e);
                if (!lost && !timer.isShutdown()) {
                    Duration since = Duration.ofNanos(System.nanoTime() - renewedAt);
                    progress.warn("cannot renew the lease on " + host + " (" + e.getMessage()
                            + "): processes there end in "
                            + Math.max(0, DURATION.minus(since).toSeconds())
                            + " s unless the connection returns first");
                }
                lost = true;
                delay = RETRY;
            } catch (RuntimeException e) {
                LOG.error("cannot renew the lease on {}", host, e);
                delay = RETRY;
            }
            next(delay);
        }

        void end() {
            timer.shutdownNow();
        }
    }

    /** Stops renewing all leases. */
    public synchronized void end() {
        lessees.values().forEach(Lessee::end);
    }

    @Override
    public void close() {
        end();
    }
}
