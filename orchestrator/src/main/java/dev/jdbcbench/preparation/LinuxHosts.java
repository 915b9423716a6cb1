package dev.jdbcbench.preparation;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.host.LocalHost;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Goal;

/** What needs Linux. Hosts over SSH say themselves what they are; this is about this machine, before anything connects. */
public final class LinuxHosts {
    private LinuxHosts() {}

    /**
     * Makes sure that this machine, if the run uses it, is Linux: to measure, to start a database, to pin, or to go on without bench.
     * Counting drivers needs only Java.
     *
     * @param detached whether the run goes on without bench
     * @throws dev.jdbcbench.failure.Failure.Command if it is not
     */
    public static void require(Selection selection, boolean detached) {
        boolean counts = selection.goal().extent() == Goal.Extent.EXPLAIN;
        for (HostSpec host : selection.hosts()) {
            boolean onlyJava = counts
                    && !detached
                    && host.cpus().client().isEmpty()
                    && DiskNeeds.serversOn(host, selection).isEmpty();
            if (host.local() && !onlyJava) {
                LocalHost.requireLinux(host.name());
            }
        }
    }
}
