package dev.jdbcbench.preparation;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.host.DiskSpace;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.scenario.OltpTables;
import dev.jdbcbench.site.ConnectedHosts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The disk space that the parts of a run need. */
public final class DiskNeeds {
    /** MB: jars, and the logs of a long run. */
    static final int AGENT = 150;

    /** MB: a new data directory with its redo log, for either kind of server. */
    static final int DATA = 250;

    /** Bytes of a row of the OLTP scenarios, including its index. */
    private static final long BYTES_OF_A_ROW = 300;

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
     * Makes sure that each host has enough disk space for everything that runs there.
     *
     * @throws dev.jdbcbench.failure.Failure.Command if a host has less
     */
    static void require(ConnectedHosts site, Selection selection) {
        for (HostSpec host : selection.hosts()) {
            HostScript script = site.script(host);
            boolean client = selection.clients().contains(host);
            int servers = serversOn(host, selection).size();
            int megabytes = (client ? AGENT : 0) + servers * (DATA + tables(selection));
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

    /** MB for the largest tables of the OLTP scenarios. */
    private static int tables(Selection selection) {
        return selection.what().scenarios().stream()
                .filter(choice -> choice.scenario().oltp())
                .mapToLong(choice -> OltpTables.of(choice.params()).rows())
                .mapToInt(rows -> (int) Math.min(Integer.MAX_VALUE / 100, rows * BYTES_OF_A_ROW / 1_000_000))
                .max()
                .orElse(0);
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
