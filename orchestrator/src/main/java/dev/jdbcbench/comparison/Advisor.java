package dev.jdbcbench.comparison;

import dev.jdbcbench.comparison.Collected.Advice;
import dev.jdbcbench.comparison.Collected.Value;
import dev.jdbcbench.comparison.SideBySide.Found;
import dev.jdbcbench.comparison.SideBySide.Pair;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.result.Score;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.contrast.Contrast;
import dev.jdbcbench.statistics.contrast.Holm;
import dev.jdbcbench.statistics.contrast.RobustContrast;
import dev.jdbcbench.statistics.contrast.Verdict;
import dev.jdbcbench.statistics.sample.Mover;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Derives advice from the numbers: the fastest option near and far, when server-side prepare pays off, and what an option
 * saves.
 */
final class Advisor {
    private static final Map<Mode, String> CAVEATS = Map.of(
            Mode.REWRITE,
            "a rewritten batch is one statement: no generated keys for each row in most versions, all rows fail"
                    + " together, and it must fit into max_allowed_packet",
            Mode.BULK,
            "only MariaDB supports the bulk protocol",
            Mode.HIT,
            "only statements that are in the driver's cache; each takes memory on the server",
            Mode.MISS,
            "every statement is prepared again",
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
                            row.subject().server() + "/" + row.subject().scenario()
                                    + row.subject().params() + "/"
                                    + row.subject().transport() + "/"
                                    + row.subject().threads() + "/"
                                    + row.subject().rate(),
                            key -> new ArrayList<>())
                    .add(row);
        }
        for (List<Row> group : groups.values()) {
            fastest(group, Topology.LOCAL).ifPresent(advice::add);
            fastest(group, Topology.DISTANT).ifPresent(advice::add);
            Map<String, Map<Mode, Row>> byDriver = new LinkedHashMap<>();
            group.forEach(row -> byDriver.computeIfAbsent(DriverName.of(row.subject()), key -> new LinkedHashMap<>())
                    .put(row.subject().mode(), row));
            Map<Row, Verdict> options = options(byDriver.values());
            byDriver.forEach((driver, modes) -> {
                for (Topology topology : Topology.values()) {
                    cacheHits(driver, modes, topology).ifPresent(advice::add);
                }
                OPTIONS.forEach(mode -> saving(driver, modes, mode, options).ifPresent(advice::add));
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
        return DriverName.of(row.subject()) + " " + row.subject().mode();
    }

    private static String place(Topology topology) {
        return topology == Topology.LOCAL ? "near" : "far";
    }

    /** A row compared with the best of its group, or an option compared with no option. */
    private record Judged(Row row, Contrast contrast, Verdict verdict) {}

    /** Empty when the two cannot be compared. */
    private Optional<Judged> judged(Row row, Row base, Topology topology, Contrast contrast, double adjustedP) {
        return compared(row, base, topology, Fold::robustContrast)
                .map(robust -> new Judged(
                        row,
                        contrast,
                        RobustContrast.agreed(contrast.verdict(adjustedP), contrast.ratio(), robust, Claims.MARGIN)));
    }

    private interface Comparing {
        Optional<Contrast> of(Fold run, Cell cell, Cell base);
    }

    private Optional<Contrast> compared(Row row, Row base, Topology topology, Comparing comparing) {
        Optional<Found> one = found(row, topology);
        Optional<Found> other = found(base, topology);
        if (one.isEmpty() || other.isEmpty() || one.get().run() != other.get().run()) {
            return Optional.empty();
        }
        return comparing.of(one.get().run(), one.get().cell(), other.get().cell());
    }

    /**
     * Verdicts on the options of all drivers against text, at the distant side. They form one family; p values are adjusted by
     * Holm.
     */
    private Map<Row, Verdict> options(Collection<Map<Mode, Row>> drivers) {
        List<Judged> compared = new ArrayList<>();
        for (Map<Mode, Row> modes : drivers) {
            Row text = modes.get(Mode.TEXT);
            for (Mode mode : OPTIONS) {
                Row with = modes.get(mode);
                if (text != null && with != null) {
                    compared(with, text, Topology.DISTANT, Fold::contrast)
                            .ifPresent(contrast -> compared.add(new Judged(with, contrast, Verdict.UNDECIDED)));
                }
            }
        }
        double[] adjusted = Holm.adjusted(compared.stream()
                .mapToDouble(judged -> judged.contrast().pValue())
                .toArray());
        Map<Row, Verdict> verdicts = new HashMap<>();
        for (int i = 0; i < adjusted.length; i++) {
            Row with = compared.get(i).row();
            Contrast contrast = compared.get(i).contrast();
            double p = adjusted[i];
            drivers.stream()
                    .filter(modes -> with.equals(modes.get(with.subject().mode())))
                    .flatMap(modes -> Optional.ofNullable(modes.get(Mode.TEXT)).stream())
                    .flatMap(text -> judged(with, text, Topology.DISTANT, contrast, p).stream())
                    .forEach(judged -> verdicts.put(with, judged.verdict()));
        }
        return verdicts;
    }

    private static List<Row> fastestFirst(List<Row> group, Topology topology) {
        return group.stream()
                .sorted(Comparator.comparingDouble(row -> score(row, topology)))
                .toList();
    }

    /**
     * Compares every other row with the best one only. Rows that may be as fast are listed with the best. Empty unless at least
     * one row is slower.
     */
    private Optional<Advice> fastest(List<Row> group, Topology topology) {
        List<Row> order = fastestFirst(group, topology);
        if (order.size() < 2) {
            return Optional.empty();
        }
        Row best = order.get(0);
        List<String> even = new ArrayList<>();
        @Nullable Judged behind = null;
        for (Row other : order.subList(1, order.size())) {
            Optional<Judged> judged = compared(
                            other,
                            best,
                            topology,
                            (run, cell, base) -> run.againstTheBest(cell, base, order.size() - 1))
                    .flatMap(contrast -> judged(other, best, topology, contrast, contrast.pValue()));
            if (judged.isEmpty()) {
                return Optional.empty();
            }
            if (judged.get().verdict() != Verdict.SLOWER) {
                even.add(name(other));
            } else if (behind == null) {
                behind = judged.get();
            }
        }
        if (behind == null) {
            return Optional.empty();
        }
        Contrast contrast = behind.contrast();
        return Optional.of(new Advice(
                best.subject().server(),
                best.subject().scenario(),
                topology,
                "fastest " + place(topology) + ": " + name(best)
                        + (even.isEmpty() ? "" : ", or " + String.join(", ", even) + " (no difference shown)")
                        + "; then " + name(behind.row()) + ", slower by the factor",
                new Value(contrast.ratio(), contrast.low(), contrast.high()),
                "×",
                CAVEATS.getOrDefault(best.subject().mode(), "")));
    }

    /**
     * The share of cache hits from which preparing on the server beats text. With a hit share h, preparing takes h·hit + (1 −
     * h)·miss; this is less than text from h = (miss − text)/(miss − hit). The interval is Fieller's (1954) for a ratio of two
     * sums with a common term. The advice claims only what the interval supports.
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
        String subject = driver + " " + place(topology) + ": ";
        @Nullable
        Value value = fieller(
                above, below, half(side(text, topology)), half(side(hit, topology)), half(side(miss, topology)));
        String said =
                "it is not decided whether preparing on the server beats text, and from which share of cache hits";
        if (value != null && value.low() != null && value.high() != null) {
            if (value.high() <= 0) {
                said = "preparing on the server beats text even when every statement misses the cache; computed"
                        + " break-even share of hits";
            } else if (value.low() >= 1) {
                said = "text beats preparing on the server even when every statement hits the cache; computed"
                        + " break-even share of hits";
            } else if (value.low() > 0 && value.high() < 1) {
                said = "preparing on the server beats text from this share of cache hits on";
            }
        }
        return Optional.of(new Advice(
                text.subject().server(),
                text.subject().scenario(),
                topology,
                subject + said,
                value,
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

    /** What an option saves compared with text at the measured distance; empty if the difference is not significant. */
    private Optional<Advice> saving(String driver, Map<Mode, Row> modes, Mode mode, Map<Row, Verdict> options) {
        Row text = modes.get(Mode.TEXT);
        Row with = modes.get(mode);
        if (text == null || with == null) {
            return Optional.empty();
        }
        Optional<Mover> difference =
                text.distant().mover().flatMap(before -> with.distant().mover().map(before::minus));
        if (difference.isEmpty()) {
            return Optional.empty();
        }
        boolean saves = difference.get().value() > 0;
        Mover saved = saves ? difference.get() : difference.get().times(-1);
        if (options.get(with) != (saves ? Verdict.FASTER : Verdict.SLOWER) || saved.low() <= 0) {
            return Optional.empty();
        }
        Double before = text.traffic().roundTripsCounted();
        Double after = with.traffic().roundTripsCounted();
        String roundTrips = before == null || after == null || before.equals(after)
                ? ""
                : String.format(
                        Locale.ROOT, " (%.0f instead of %.0f round trip%s)", after, before, before == 1 ? "" : "s");
        String distance = Optional.ofNullable(pairs.get(text.key()))
                .flatMap(pair -> Links.rttOfDistance(links.of(pair)))
                .map(rtt -> String.format(Locale.ROOT, "at an RTT of %.0f µs ", rtt))
                .orElse("");
        return Optional.of(new Advice(
                text.subject().server(),
                text.subject().scenario(),
                Topology.DISTANT,
                driver + " far: " + distance + mode + (saves ? " saves" : " costs") + " per operation" + roundTrips,
                new Value(saved.value(), saved.low(), saved.high()),
                "µs",
                CAVEATS.getOrDefault(mode, "")));
    }
}
