package dev.jdbcbench.preparation;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.host.DiskSpace;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.site.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The disk space that the parts of a run need where they write. */
public final class DiskNeeds {
    /** MB: jars, and the logs of a long run. */
    static final int AGENT = 150;

    /** MB: a new data directory with its redo log, for either kind of server. */
    static final int DATA = 250;

    /** MB: the results of a long run with many cells. */
    private static final int RESULTS = 50;

    private DiskNeeds() {}

    /** The private servers that run on a host at the same time; a server appears once per topology. */
    public static List<ServerSpec> serversOn(HostSpec host, Selection selection) {
        List<ServerSpec> servers = new ArrayList<>();
        for (Topology topology : selection.topologies()) {
            selection.servers(topology).stream()
                    .filter(server -> server.external().isEmpty()
                            && selection.databaseHost(topology).equals(host))
                    .forEach(servers::add);
        }
        return servers;
    }

    /**
     * Makes sure that each host has enough disk space for what runs there.
     *
     * @throws dev.jdbcbench.failure.Failure.Command when one has less
     */
    static void require(Site site, Selection selection) {
        for (HostSpec host : selection.hosts()) {
            HostScript script = site.script(host);
            boolean client = host.equals(selection.client());
            int servers = serversOn(host, selection).size();
            int megabytes = (client ? AGENT : 0) + servers * DATA;
            if (megabytes > 0) {
                DiskSpace.require(
                        script.host(),
                        script.runs(),
                        megabytes,
                        "for " + (client ? "the agent" : "") + (client && servers > 0 ? " and " : "")
                                + (servers == 0 ? "" : servers == 1 ? "the database" : servers + " databases"));
            }
        }
    }

    /**
     * Makes sure that there is enough disk space for the results.
     *
     * @throws dev.jdbcbench.failure.Failure.Command when there is less
     */
    public static void requireForResults(Path results) {
        DiskSpace.require(results, RESULTS, "for the results");
    }
}
