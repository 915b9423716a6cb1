package dev.jdbcbench.site;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.host.ssh.SshHost;

/** What a command meets outside of its own process: hosts, and time that passes while it waits for them. Thread safe. */
public interface Surroundings {
    /** This machine, hosts over SSH, and the time of this JVM. */
    Surroundings REAL = new Surroundings() {
        @Override
        public Host open(HostSpec spec) {
            return spec.local() ? LocalHost.here(spec.name()) : SshHost.connect(spec);
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void pause() throws InterruptedException {
            Thread.sleep(1000);
        }
    };

    /**
     * Connects to a host that is not obtained for one run.
     *
     * @throws dev.jdbcbench.failure.Failure.Host if it cannot be reached
     */
    Host open(HostSpec spec);

    /** A monotonic clock, ns. */
    long nanoTime();

    /**
     * Waits for a second.
     *
     * @throws InterruptedException if this thread is interrupted meanwhile
     */
    void pause() throws InterruptedException;
}
