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
 * Renews the leases of supervised processes while this JVM lives, each host for itself. When it dies they run out, and nothing is left on
 * any host.
 */
public final class Leases implements AutoCloseable {
    /** How long a process works unattended: longer than a line may be gone, shorter than a forgotten run may matter. */
    public static final Duration DURATION = Duration.ofMinutes(2);

    private static final Duration RENEWAL = Duration.ofSeconds(20);
    /** While the line to a host is lost. */
    private static final Duration RETRY = Duration.ofSeconds(5);

    /** What a run that is left alone may take beyond twice the longest time of its plan: for starting, checking, counting round trips. */
    private static final Duration START = Duration.ofMinutes(30);

    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    private final Progress progress;
    private final Map<String, Lessee> lessees = new LinkedHashMap<>();

    public Leases(Progress progress) {
        this.progress = progress;
    }

    /** How long a run may work that nobody attends to. */
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

    /** One host, with a thread of its own: one whose line is lost must not keep the others waiting. */
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

    /** Renews none any more. */
    public synchronized void end() {
        lessees.values().forEach(Lessee::end);
    }

    @Override
    public void close() {
        end();
    }
}
