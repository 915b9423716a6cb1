package dev.jdbcbench.result.fold;

import dev.jdbcbench.event.Noise;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.event.RunFacts.SessionStarted;
import dev.jdbcbench.next.History;
import dev.jdbcbench.result.TopologyResult;
import dev.jdbcbench.result.TopologyResult.ClientNoise;
import dev.jdbcbench.result.TopologyResult.DatabaseNoise;
import dev.jdbcbench.result.TopologyResult.HostNoise;
import dev.jdbcbench.result.TopologyResult.RttResult;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Derives the distance between the hosts of a run, and the interference on them. */
final class Topologies {
    private final Plan plan;
    private final History history;
    private final Optional<SessionStarted> session;
    private final List<RttSeries> rtts;
    private final Map<Plan.Server, NoiseLog> noiseLogs;

    Topologies(
            Plan plan,
            History history,
            Optional<SessionStarted> session,
            List<RttSeries> rtts,
            Map<Plan.Server, NoiseLog> noiseLogs) {
        this.plan = plan;
        this.history = history;
        this.session = session;
        this.rtts = rtts;
        this.noiseLogs = noiseLogs;
    }

    Map<Topology, TopologyResult> all() {
        Map<Topology, TopologyResult> topologies = new LinkedHashMap<>();
        for (Plan.Server server : plan.servers()) {
            Map<String, RttResult> rtt = rtt(server);
            TopologyResult known = topologies.get(server.topology());
            Map<String, Map<String, RttResult>> byServer =
                    new LinkedHashMap<>(known == null ? Map.of() : known.rttByServer());
            byServer.put(server.server(), rtt);
            topologies.put(
                    server.topology(),
                    new TopologyResult(
                            server.client(),
                            server.database(),
                            known == null ? rtt : known.rtt(),
                            byServer,
                            noise(server.topology())));
        }
        return topologies;
    }

    private Map<String, HostNoise> noise(Topology topology) {
        Map<String, HostNoise> byHost = new LinkedHashMap<>();
        for (Plan.Server server : plan.servers()) {
            if (server.topology() != topology) {
                continue;
            }
            clientNoise(topology)
                    .ifPresent(noise -> byHost.putIfAbsent(server.client(), new HostNoise(noise, Map.of())));
            NoiseLog database = noiseLogs.get(server);
            if (database != null) {
                HostNoise known = byHost.getOrDefault(server.database(), new HostNoise(null, Map.of()));
                Map<String, DatabaseNoise> byServer = new LinkedHashMap<>(known.database());
                byServer.put(server.server(), database.noise());
                byHost.put(server.database(), new HostNoise(known.client(), byServer));
            }
        }
        return byHost;
    }

    private Optional<ClientNoise> clientNoise(Topology topology) {
        List<Noise> forks = plan.cells().stream()
                .filter(cell -> cell.topology() == topology)
                .flatMap(cell -> history.forks().of(cell.key()).stream())
                .flatMap(fork -> Optional.ofNullable(fork.noise()).stream())
                .toList();
        return ForkNoise.summary(forks, session.map(SessionStarted::notReadable).orElse(List.of()));
    }

    private Map<String, RttResult> rtt(Plan.Server server) {
        Map<String, RttResult> byMethod = new LinkedHashMap<>();
        for (RttMethod method : List.of(RttMethod.PROTOCOL, RttMethod.TCP, RttMethod.ICMP, RttMethod.KERNEL)) {
            List<RttSeries> series = rtts.stream()
                    .filter(rtt -> rtt.topology() == server.topology()
                            && rtt.server().equals(server.server())
                            && rtt.method() == method)
                    .toList();
            if (method != RttMethod.KERNEL || !series.isEmpty()) { // only measured connections to another host have it
                byMethod.put(method.toString(), rtt(series));
            }
        }
        return byMethod;
    }

    private static RttResult rtt(List<RttSeries> series) {
        @Nullable
        String unavailable = series.stream()
                .map(RttSeries::unavailable)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(series.isEmpty() ? "not measured" : null);
        double[] micros = series.stream()
                .flatMap(rtt -> rtt.micros().stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (micros.length == 0) {
            return new RttResult(null, null, null, 0, unavailable, null);
        }
        Summary summary = Summary.of(micros);
        return new RttResult(
                summary.min(), summary.median(), summary.p95(), summary.count(), unavailable, Drifts.of(series));
    }
}
