package dev.jdbcbench.comparison;

import dev.jdbcbench.comparison.Collected.Link;
import dev.jdbcbench.comparison.Collected.Rtt;
import dev.jdbcbench.comparison.SideBySide.Pair;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.result.BandwidthResult;
import dev.jdbcbench.result.TopologyResult.RttResult;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.RowScatter;
import dev.jdbcbench.statistics.sample.Estimate;
import dev.jdbcbench.statistics.sample.Summary;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** RTT and bandwidth to each server, as the runs measured them. If no run measured an RTT, it is derived from the rows. */
final class Links {
    /** Scenarios with one small statement and its answer, so exactly one round trip with any driver. */
    private static final Set<String> ONE_ROUND_TRIP =
            Set.of("Do1", "Select1", "Select1Row", "Select1RowCast", "Insert1Row");

    private static final Set<Mode> ONE_COMMAND = EnumSet.of(Mode.TEXT, Mode.HIT);

    /** With fewer series, the median RTT gets no interval. */
    private static final int FEWEST_SERIES = 3;

    private final List<Fold> runs;
    private final Map<String, Rtt> implied = new HashMap<>();
    private final Map<List<String>, Link> links = new HashMap<>();
    private final Map<String, RowScatter> scatters = new HashMap<>();

    Links(List<Fold> runs, List<Pair> pairs) {
        this.runs = List.copyOf(runs);
        for (String server : servers()) {
            implied(server, pairs).ifPresent(rtt -> implied.put(server, rtt));
            scatters.put(server, scatter(server, pairs));
        }
    }

    /** How much the rows of a server deviate from what their round trips alone would give. */
    RowScatter scatter(String server) {
        return scatters.getOrDefault(server, RowScatter.UNKNOWN);
    }

    private RowScatter scatter(String server, List<Pair> pairs) {
        return RowScatter.of(pairs.stream()
                .filter(pair -> pair.local().cell().server().equals(server) && certain(pair))
                .flatMap(pair -> rttOfDistance(of(pair)).map(rtt -> added(pair) / rtt).stream())
                .mapToDouble(Double::doubleValue)
                .toArray());
    }

    private static double added(Pair pair) {
        return score(pair.distant()) - score(pair.local());
    }

    private Set<String> servers() {
        Set<String> servers = new LinkedHashSet<>();
        runs.forEach(run -> run.plan().servers().forEach(server -> servers.add(server.server())));
        return servers;
    }

    /**
     * The link of each server, from the first run that measured it from another host. Without such a run, as the rows imply it.
     */
    Map<String, Link> all() {
        Map<String, Link> all = new LinkedHashMap<>();
        for (String server : servers()) {
            runs.stream()
                    .filter(run -> protocol(run, Topology.DISTANT, server).isPresent())
                    .findFirst()
                    .or(() -> runs.stream().findFirst())
                    .ifPresent(run -> all.put(server, of(run, server)));
        }
        return all;
    }

    /** The first server's RTT that is known. */
    Optional<Rtt> first() {
        return all().values().stream().map(Link::rtt).filter(Objects::nonNull).findFirst();
    }

    /** The link on the distant side of a pair. */
    Link of(Pair pair) {
        return of(pair.distant().run(), pair.distant().cell().server());
    }

    private Link of(Fold distant, String server) {
        return links.computeIfAbsent(List.of(distant.plan().run(), server), key -> {
            Rtt rtt = measured(distant, server).orElse(implied.get(server));
            return new Link(
                    rtt,
                    perMegabyte(distant, server, BandwidthResult::upMicrosPerMegabyte),
                    perMegabyte(distant, server, BandwidthResult::downMicrosPerMegabyte));
        });
    }

    /** The RTT added by distance, µs. */
    static Optional<Double> rttOfDistance(Link link) {
        return Optional.ofNullable(link.rtt()).flatMap(Rtt::ofDistance).filter(micros -> micros > 0);
    }

    /** Whether the RTT was derived from the same rows that it should explain. */
    static boolean implied(Link link) {
        return link.rtt() != null && link.rtt().source().equals(Rtt.IMPLIED);
    }

    /** Whether the pair needs exactly one round trip, and so may serve to derive the RTT. */
    static boolean certain(Pair pair) {
        return ONE_ROUND_TRIP.contains(pair.local().cell().scenario())
                && ONE_COMMAND.contains(pair.local().cell().mode());
    }

    private Optional<Rtt> measured(Fold run, String server) {
        return protocol(run, Topology.DISTANT, server)
                .map(distant -> new Rtt(
                        distant.medianMicros(),
                        distant.p95Micros(),
                        near(run, server).map(RttResult::medianMicros).orElse(null),
                        halfWidth(run, server),
                        Rtt.MEASURED,
                        drift(distant)));
    }

    /** The RTT on one host: from the same run, otherwise from the first run that measured it. */
    private Optional<RttResult> near(Fold run, String server) {
        return protocol(run, Topology.LOCAL, server)
                .or(() -> runs.stream()
                        .flatMap(other -> protocol(other, Topology.LOCAL, server).stream())
                        .findFirst());
    }

    private static @Nullable String drift(RttResult rtt) {
        return rtt.drift() == null || rtt.drift().steady()
                ? null
                : String.format(
                        Locale.ROOT,
                        "between %.0f and %.0f µs in the thirds of the run",
                        rtt.drift().leastMicros(),
                        rtt.drift().mostMicros());
    }

    private static Optional<RttResult> protocol(Fold run, Topology topology, String server) {
        return Optional.ofNullable(run.results().topologies().get(topology))
                .map(result ->
                        result.rttByServer().getOrDefault(server, Map.of()).get("protocol"))
                .filter(rtt -> rtt.medianMicros() != null);
    }

    /** Uses the medians of the series, which are spread over the run. Samples within one series are not independent. */
    private static @Nullable Double halfWidth(Fold run, String server) {
        double[] medians = run.rtts().stream()
                .filter(series -> series.topology() == Topology.DISTANT
                        && series.server().equals(server)
                        && series.method() == RttMethod.PROTOCOL
                        && !series.micros().isEmpty())
                .mapToDouble(series -> Summary.median(series.micros()))
                .toArray();
        if (medians.length < FEWEST_SERIES) {
            return null;
        }
        Estimate estimate = Estimate.of(medians);
        return (estimate.high() - estimate.low()) / 2;
    }

    /** The median difference between distant and local over rows that need exactly one round trip. */
    private static Optional<Rtt> implied(String server, List<Pair> pairs) {
        double[] differences = pairs.stream()
                .filter(pair -> pair.local().cell().server().equals(server) && certain(pair))
                .mapToDouble(Links::added)
                .toArray();
        if (differences.length == 0) {
            return Optional.empty();
        }
        double median = Summary.of(differences).median();
        if (!(median > 0)) {
            return Optional.empty();
        }
        RowScatter scatter = RowScatter.of(
                Arrays.stream(differences).map(micros -> micros / median).toArray());
        @Nullable Double half = scatter.rows() < 2 ? null : (Double) (median * scatter.halfWidthOfMedian());
        return Optional.of(new Rtt(median, null, null, half, Rtt.IMPLIED, null));
    }

    static double score(SideBySide.Found cell) {
        return Objects.requireNonNull(cell.result().time().score());
    }

    /** Time added by distance: the time per megabyte minus the time on one host, if that was measured. */
    private @Nullable Double perMegabyte(
            Fold run, String server, Function<BandwidthResult, @Nullable Double> direction) {
        double near = bandwidth(run, Topology.LOCAL, server, direction)
                .or(() -> runs.stream()
                        .flatMap(other -> bandwidth(other, Topology.LOCAL, server, direction).stream())
                        .findFirst())
                .orElse(0.0);
        return bandwidth(run, Topology.DISTANT, server, direction)
                .map(micros -> Math.max(0, micros - near))
                .orElse(null);
    }

    private static Optional<Double> bandwidth(
            Fold run, Topology topology, String server, Function<BandwidthResult, @Nullable Double> direction) {
        for (BandwidthResult bandwidth : run.results().bandwidths()) {
            Double micros = direction.apply(bandwidth);
            if (bandwidth.topology() == topology && bandwidth.server().equals(server) && micros != null) {
                return Optional.of(micros);
            }
        }
        return Optional.empty();
    }
}
