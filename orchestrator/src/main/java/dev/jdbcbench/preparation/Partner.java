package dev.jdbcbench.preparation;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.event.ServerFacts;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The server in the newest run of the other topology. This run will be compared with it.
 *
 * @param install the source of its programs
 * @param version as the server reported it; empty if the run never reached it
 * @param engine storage engine of the tables that scenarios insert into; empty if unknown
 */
record Partner(
        String run,
        Topology topology,
        ServerKind kind,
        Optional<Install> install,
        Optional<String> version,
        Optional<String> engine) {
    /**
     * Finds the partner of a server, if the selection has only one topology and there is a run of the other one.
     *
     * @param warning receives one line for each run that cannot be read
     */
    static Optional<Partner> of(Selection selection, ServerSpec server, Path results, Consumer<String> warning) {
        if (selection.topologies().size() != 1) {
            return Optional.empty();
        }
        Topology other = selection.topologies().get(0) == Topology.LOCAL ? Topology.DISTANT : Topology.LOCAL;
        for (RunDirectory directory : new RunStore(results).newestFirst()) {
            try {
                if (fits(directory.plan(), server, other)) {
                    return in(directory.read(), server, other);
                }
            } catch (Failure e) {
                warning.accept(e.getMessage() + ", skipped: " + e.why());
            }
        }
        return Optional.empty();
    }

    /** Whether a run is comparable: one of bench's own measurements, not a check or an import. */
    private static boolean fits(Plan plan, ServerSpec server, Topology topology) {
        return plan.goal().extent() == Goal.Extent.MEASURE
                && plan.profile().interleaved()
                && plan.servers().stream().anyMatch(planned -> same(planned, server, topology));
    }

    private static boolean same(Plan.Server planned, ServerSpec server, Topology topology) {
        return planned.topology() == topology
                && planned.server().equals(server.label())
                && planned.kind() == server.kind();
    }

    private static Optional<Partner> in(Fold fold, ServerSpec server, Topology topology) {
        return fold.plan().servers().stream()
                .filter(planned -> same(planned, server, topology))
                .findFirst()
                .map(planned -> new Partner(
                        fold.plan().run(),
                        topology,
                        server.kind(),
                        Install.of(planned.install()),
                        fold.serverFacts(topology, server.label()).map(ServerFacts::version),
                        fold.serverFacts(topology, server.label()).map(ServerFacts::engine)));
    }

    /** The differences between these programs and the partner's, in words. */
    List<String> differences(Binaries binaries) {
        List<String> differences = new ArrayList<>();
        version.filter(said -> !said.startsWith(binaries.version())
                        && !binaries.version().startsWith(said))
                .ifPresent(said -> differences.add("version " + binaries.version() + " here, " + said + " there"));
        if (kind == ServerKind.MARIADB) {
            String here = binaries.blackhole() ? "BLACKHOLE" : "MEMORY";
            engine.filter(there -> !there.equals(here))
                    .ifPresent(there -> differences.add("engine of inserts " + here + " here, " + there + " there"));
        }
        return differences;
    }
}
