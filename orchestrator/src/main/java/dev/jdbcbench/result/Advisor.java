package dev.jdbcbench.result;

import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.result.Collected.Advice;
import dev.jdbcbench.result.Collected.Row;
import dev.jdbcbench.result.Collected.Score;
import dev.jdbcbench.result.Collected.Value;
import dev.jdbcbench.result.SideBySide.Found;
import dev.jdbcbench.result.SideBySide.Pair;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.Contrast;
import dev.jdbcbench.statistics.Holm;
import dev.jdbcbench.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What to do, as it follows from the numbers: the fastest way near and far, when preparing pays, and what an option saves. */
final class Advisor {
    private static final Map<Mode, String> CAVEATS = Map.of(
            Mode.REWRITE,
            "a rewritten batch is one statement: no generated keys for each row in most versions, all rows fail together, and it must fit"
                    + " into max_allowed_packet",
            Mode.BULK,
            "the bulk protocol is known to MariaDB only",
            Mode.HIT,
            "only statements that are in the driver's cache; each takes memory on the server",
            Mode.MISS,
            "every statement is prepared anew",
            Mode.HA,
            "the URL of a cluster");

    private static final List<Mode> OPTIONS = List.of(Mode.HIT, Mode.REWRITE, Mode.BULK);

    private final Map<String, Pair> pairs = new LinkedHashMap<>();
    private final List<Row> rows;
    private final Links links;

    Advisor(List<Pair> pairs, List<Row> rows, Links links) {
        pairs.forEach(pair -> this.pairs.put(pair.key(), pair));
        this.rows = rows;
        this.links = links;
    }

    List<Advice> all() {
        List<Advice> advice = new ArrayList<>();
        Map<String, List<Row>> groups = new LinkedHashMap<>();
        for (Row row : rows) {
            groups.computeIfAbsent(
                            row.server() + "/" + row.scenario() + row.params() + "/" + row.transport() + "/"
                                    + row.threads(),
                            key -> new ArrayList<>())
                    .add(row);
        }
        for (List<Row> group : groups.values()) {
            List<Told> near = compare(group, Topology.LOCAL);
            List<Told> far = compare(group, Topology.DISTANT);
            fastest(group, Topology.LOCAL, near).ifPresent(advice::add);
            fastest(group, Topology.DISTANT, far).ifPresent(advice::add);
            Map<String, Map<Mode, Row>> byDriver = new LinkedHashMap<>();
            group.forEach(row -> byDriver.computeIfAbsent(
                            DriverName.of(row.driver(), row.driverVersion()), key -> new LinkedHashMap<>())
                    .put(row.mode(), row));
            byDriver.forEach((driver, modes) -> {
                for (Topology topology : Topology.values()) {
                    cacheHits(driver, modes, topology).ifPresent(advice::add);
                }
                OPTIONS.forEach(mode -> saving(driver, modes, mode, far).ifPresent(advice::add));
            });
        }
        return advice;
    }

    private static Score side(Row row, Topology topology) {
        return topology == Topology.LOCAL ? row.local() : row.distant();
    }

    private static double score(Row row, Topology topology) {
        Double score = side(row, topology).score();
        return score == null ? Double.NaN : score;
    }

    private Optional<Found> found(Row row, Topology topology) {
        return Optional.ofNullable(pairs.get(row.key()))
                .map(pair -> topology == Topology.LOCAL ? pair.local() : pair.distant());
    }

    private static String name(Row row) {
        return DriverName.of(row.driver(), row.driverVersion()) + " " + row.mode();
    }

    private static String place(Topology topology) {
        return topology == Topology.LOCAL ? "near" : "far";
    }

    /** Two rows of a group, the slower one in terms of the other. */
    private record Told(Row row, Row base, Contrast contrast, Verdict verdict) {}

    private static Optional<Told> find(List<Told> compared, Row row, Row base) {
        return compared.stream()
                .filter(told ->
                        told.row().key().equals(row.key()) && told.base().key().equals(base.key()))
                .findFirst();
    }

    /**
     * Which of a group is the fastest is asked after all of it was seen, so that every row is compared with every other: p values are adjusted
     * for all those comparisons.
     */
    private List<Told> compare(List<Row> group, Topology topology) {
        List<Row> order = fastestFirst(group, topology);
        List<Told> compared = new ArrayList<>();
        for (Row base : order) {
            for (Row row : order.subList(order.indexOf(base) + 1, order.size())) {
                contrast(row, base, topology)
                        .ifPresent(contrast -> compared.add(new Told(row, base, contrast, Verdict.UNDECIDED)));
            }
        }
        double[] adjusted = Holm.adjusted(
                compared.stream().mapToDouble(told -> told.contrast().pValue()).toArray());
        return IntStream.range(0, adjusted.length)
                .mapToObj(i -> decided(compared.get(i), adjusted[i], topology))
                .toList();
    }

    private Told decided(Told told, double adjustedP, Topology topology) {
        double margin = margin(told.row(), told.base(), topology);
        return new Told(told.row(), told.base(), told.contrast(), Verdict.of(told.contrast(), adjustedP, margin));
    }

    private static List<Row> fastestFirst(List<Row> group, Topology topology) {
        return group.stream()
                .sorted(Comparator.comparingDouble(row -> score(row, topology)))
                .toList();
    }

    private double margin(Row row, Row base, Topology topology) {
        Found one = found(row, topology).orElseThrow();
        return one.run().margin(one.cell(), found(base, topology).orElseThrow().cell());
    }

    /** Said only where the runner-up is behind beyond doubt; else both are named. */
    private static Optional<Advice> fastest(List<Row> group, Topology topology, List<Told> compared) {
        List<Row> order = fastestFirst(group, topology);
        if (order.size() < 2) {
            return Optional.empty();
        }
        Row best = order.get(0);
        List<String> even = new ArrayList<>();
        for (Row other : order.subList(1, order.size())) {
            Optional<Told> told = find(compared, other, best);
            if (told.isEmpty()) {
                return Optional.empty();
            }
            Contrast contrast = told.get().contrast();
            if (told.get().verdict() != Verdict.SLOWER) {
                even.add(name(other));
                continue;
            }
            String text = "fastest " + place(topology) + ": " + name(best)
                    + (even.isEmpty() ? "" : ", or " + String.join(", ", even) + " (no difference shown)")
                    + "; then " + name(other) + ", slower by the factor";
            return Optional.of(new Advice(
                    best.server(),
                    best.scenario(),
                    topology,
                    text,
                    new Value(contrast.ratio(), contrast.low(), contrast.high()),
                    "×",
                    CAVEATS.getOrDefault(best.mode(), "")));
        }
        return Optional.empty();
    }

    private Optional<Contrast> contrast(Row row, Row base, Topology topology) {
        Optional<Found> one = found(row, topology);
        Optional<Found> other = found(base, topology);
        if (one.isEmpty() || other.isEmpty() || one.get().run() != other.get().run()) {
            return Optional.empty();
        }
        return one.get().run().contrast(one.get().cell(), other.get().cell());
    }

    /**
     * The share of hits from which preparing on the server beats text: with the share h of hits preparing takes h·hit + (1 − h)·miss, which is
     * less than text from h = (miss − text)/(miss − hit) on. Its interval is Fieller's (1954), for the quotient of two sums with a term
     * in common.
     */
    private static Optional<Advice> cacheHits(String driver, Map<Mode, Row> modes, Topology topology) {
        Row text = modes.get(Mode.TEXT);
        Row hit = modes.get(Mode.HIT);
        Row miss = modes.get(Mode.MISS);
        if (text == null || hit == null || miss == null) {
            return Optional.empty();
        }
        double above = score(miss, topology) - score(text, topology);
        double below = score(miss, topology) - score(hit, topology);
        if (Double.isNaN(above) || Double.isNaN(below) || below <= 0) {
            return Optional.empty();
        }
        double share = above / below;
        String subject = driver + " " + place(topology) + ": ";
        @Nullable
        Value value = fieller(
                above, below, half(side(text, topology)), half(side(hit, topology)), half(side(miss, topology)));
        String said;
        if (share <= 0) {
            said =
                    "preparing on the server beats text even when every statement misses the cache; the share of hits from which it does";
        } else if (share >= 1) {
            said =
                    "text beats preparing on the server even when every statement hits the cache; the share of hits from which it would not";
        } else {
            said = "preparing on the server beats text from this share of cache hits on";
        }
        return Optional.of(new Advice(
                text.server(),
                text.scenario(),
                topology,
                subject + said,
                value == null ? new Value(share, null, null) : value,
                "",
                "for statements like this one; each prepared statement takes memory on the server"));
    }

    /** Null when the denominator may be 0. */
    private static @Nullable Value fieller(
            double above, double below, @Nullable Double text, @Nullable Double hit, @Nullable Double miss) {
        if (text == null || hit == null || miss == null) {
            return null;
        }
        double common = miss * miss;
        double varianceAbove = common + text * text;
        double varianceBelow = common + hit * hit;
        double a = below * below - varianceBelow;
        double b = above * below - common;
        double c = above * above - varianceAbove;
        double root = b * b - a * c;
        return a <= 0 || root < 0
                ? null
                : new Value(above / below, (b - Math.sqrt(root)) / a, (b + Math.sqrt(root)) / a);
    }

    private static @Nullable Double half(Score score) {
        return score.low() == null || score.high() == null ? null : (Double) ((score.high() - score.low()) / 2);
    }

    /** What an option saves of text, at the distance that was measured; said only where the two are told apart. */
    private Optional<Advice> saving(String driver, Map<Mode, Row> modes, Mode mode, List<Told> far) {
        Row text = modes.get(Mode.TEXT);
        Row with = modes.get(mode);
        if (text == null || with == null) {
            return Optional.empty();
        }
        double saved = score(text, Topology.DISTANT) - score(with, Topology.DISTANT);
        Double one = half(text.distant());
        Double other = half(with.distant());
        if (Double.isNaN(saved) || one == null || other == null) {
            return Optional.empty();
        }
        double half = Math.hypot(one, other);
        boolean told = (saved > 0 ? find(far, text, with) : find(far, with, text))
                .filter(slower -> slower.verdict() == Verdict.SLOWER)
                .isPresent();
        if (!told || Math.abs(saved) <= half) {
            return Optional.empty();
        }
        Double before = text.roundTripsCounted();
        Double after = with.roundTripsCounted();
        String roundTrips = before == null || after == null || before.equals(after)
                ? ""
                : String.format(Locale.ROOT, " (%.0f instead of %.0f round trips)", after, before);
        String distance = Optional.ofNullable(pairs.get(text.key()))
                .flatMap(pair -> Links.rttOfDistance(links.of(pair)))
                .map(rtt -> String.format(Locale.ROOT, "at an RTT of %.0f µs ", rtt))
                .orElse("");
        return Optional.of(new Advice(
                text.server(),
                text.scenario(),
                Topology.DISTANT,
                driver + " far: " + distance + mode + (saved > 0 ? " saves" : " costs") + " per operation" + roundTrips,
                new Value(Math.abs(saved), Math.abs(saved) - half, Math.abs(saved) + half),
                "µs",
                CAVEATS.getOrDefault(mode, "")));
    }
}
