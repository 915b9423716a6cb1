package dev.jdbcbench.execution;

import dev.jdbcbench.host.HostScript;
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
 * Renews the leases of supervised processes while this JVM lives. When it dies they run out, and nothing is left on any
 * host.
 */
final class Leases implements AutoCloseable {
    /** How long a process works unattended: longer than a line may be gone, shorter than a forgotten run may matter. */
    static final Duration DURATION = Duration.ofMinutes(2);

    private static final Duration RENEWAL = Duration.ofSeconds(20);
    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    private final Map<HostScript, List<String>> directories = new LinkedHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "bench-leases");
        thread.setDaemon(true);
        return thread;
    });

    Leases() {
        var unused = timer.scheduleAtFixedRate(this::renew, RENEWAL.toSeconds(), RENEWAL.toSeconds(), TimeUnit.SECONDS);
    }

    synchronized void add(HostScript script, String directory) {
        directories.computeIfAbsent(script, key -> new ArrayList<>()).add(directory);
    }

    private synchronized void renew() {
        directories.forEach((script, paths) -> {
            try {
                script.renew(paths);
            } catch (RuntimeException e) {
                // The next renewal may succeed; a lost line is reported by whoever follows the agent.
                LOG.warn("cannot renew the lease on {}", script.host().name(), e);
            }
        });
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
