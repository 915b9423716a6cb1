package dev.jdbcbench.execution;

import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.config.ServerSpec.Install;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.run.Event;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server of the newest run of the other topology, with which a run will be put side by side.
 *
 * @param install where its programs came from
 * @param version as the server said it; empty when the run never reached it
 * @param engine of the tables that are inserted into; empty when it is not known
 */
record Partner(
        String run,
        Topology topology,
        ServerKind kind,
        Optional<Install> install,
        Optional<String> version,
        Optional<String> engine) {
    private static final Logger LOG = LoggerFactory.getLogger(Partner.class);

    /** The partner of a server, if the selection has one topology only and there is a run of the other one. */
    static Optional<Partner> of(Selection selection, ServerSpec server, Path results) {
        if (selection.topologies().size() != 1) {
            return Optional.empty();
        }
        Topology other = selection.topologies().get(0) == Topology.LOCAL ? Topology.DISTANT : Topology.LOCAL;
        for (RunDirectory directory : new RunStore(results).newestFirst()) {
            try {
                Optional<Partner> found = in(directory.read(), server, other);
                if (found.isPresent()) {
                    return found;
                }
            } catch (Failure e) {
                LOG.debug("{} is no run to be the partner of: {}", directory.path(), e.why());
            }
        }
        return Optional.empty();
    }

    /** Only what bench measured can be collected with: neither a look at the hosts nor what another program measured. */
    private static Optional<Partner> in(Fold fold, ServerSpec server, Topology topology) {
        boolean measures = fold.plan().goal().extent() == Goal.Extent.MEASURE
                && fold.plan().profile().interleaved();
        return fold.plan().servers().stream()
                .filter(planned -> measures
                        && planned.topology() == topology
                        && planned.server().equals(server.label())
                        && planned.kind() == server.kind())
                .findFirst()
                .map(planned -> new Partner(
                        fold.plan().run(),
                        topology,
                        server.kind(),
                        Install.of(planned.install()),
                        fold.serverFacts(topology, server.label()).map(Event.ServerFacts::version),
                        fold.serverFacts(topology, server.label()).map(Event.ServerFacts::engine)));
    }

    /** In what programs differ from the partner's, in words. */
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
