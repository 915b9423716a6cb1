package dev.jdbcbench.comparison;

import dev.jdbcbench.comparison.Collected.Comparison;
import dev.jdbcbench.comparison.Collected.Rtt;
import dev.jdbcbench.comparison.Collected.Unpaired;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.CellResult.Status;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Places the cells of runs side by side, local and distant, and explains the differences. Pure. */
public final class SideBySide {
    private final List<Fold> runs;
    private final Question question;
    private final List<Unpaired> unpaired = new ArrayList<>();
    private final Map<Topology, Map<String, Found>> sides = new LinkedHashMap<>();
    private final Map<String, Exchange> exchanges = new HashMap<>();

    private SideBySide(List<Fold> runs, Question question) {
        this.runs = List.copyOf(runs);
        this.question = question;
    }

    /**
     * Options of a collection.
     *
     * @param axis along which cells are compared
     * @param base a glob that selects the bases; empty for the first cell of each group
     * @param rttMicros distances to predict times for, µs
     * @param forced whether to place runs side by side that are not comparable
     * @param published figures to show next to the rows
     */
    public record Question(
            Axis axis,
            Optional<String> base,
            List<Double> rttMicros,
            boolean forced,
            Optional<PublishedFigures> published) {
        /** Half a rack, one data centre, two data centres, a country, a continent: µs. */
        public static final List<Double> DISTANCES = List.of(100.0, 500.0, 1000.0, 5000.0, 20_000.0);

        /** Compares drivers, without force. */
        public static final Question DEFAULT =
                new Question(Axis.DRIVER, Optional.empty(), DISTANCES, false, Optional.empty());

        public Question {
            rttMicros = rttMicros.stream().sorted().distinct().toList();
        }

        /** The question that a run was planned to answer. Topologies are always side by side, whatever else is compared. */
        public static Question of(Goal goal) {
            return goal.contrast() == Axis.TOPOLOGY
                    ? DEFAULT
                    : new Question(goal.contrast(), goal.baseGlob(), DISTANCES, false, Optional.empty());
        }
    }

    /** A cell with the run that measured it. */
    record Found(Fold run, Cell cell, CellResult result) {
        boolean measured() {
            return result.status() == Status.OK && result.time().score() != null;
        }
    }

    /** A cell with both sides. */
    record Pair(String key, Found local, Found distant) {}

    /**
     * Pairs the cells of runs, each of which may be local, distant or both. If two runs have the same cell, the first run's is
     * used.
     */
    public static Collected of(List<Fold> runs, Question question) {
        return new SideBySide(runs, question).collected();
    }

    private Collected collected() {
        runs.forEach(this::read);
        List<Pair> pairs = pairs();
        Links links = new Links(runs, pairs);
        Model model = new Model(links, exchanges, question.rttMicros());
        List<Row> rows = pairs.stream().map(model::row).toList();
        Comparisons comparisons = new Comparisons(runs, question, rows, links);
        List<Comparison> compared = comparisons.all();
        List<Row> complete = rows.stream()
                .map(row -> row.with(
                        new Row.Percent(comparisons.percent(row.key(), true), comparisons.percent(row.key(), false)),
                        question.published()
                                .flatMap(figures -> figures.find(
                                        row.subject().scenario(),
                                        row.subject().mode(),
                                        row.subject().driver()))
                                .orElse(null)))
                .toList();
        List<String> differences = Comparability.differences(measuring());
        @Nullable Rtt rtt = links.first().orElse(null);
        return new Collected(
                runs.stream().map(run -> run.plan().run()).toList(),
                runs.stream()
                        .filter(run -> !run.results().complete())
                        .map(run -> run.plan().run())
                        .toList(),
                differences.isEmpty(),
                differences,
                question.forced() && !differences.isEmpty(),
                rtt,
                links.all(),
                complete,
                compared,
                new Advisor(pairs, complete, links).all(),
                new Notes(
                                runs.stream()
                                        .map(run -> run.comparing(question.axis(), question.base()))
                                        .toList(),
                                pairs,
                                complete,
                                rtt)
                        .all(),
                question.published().map(PublishedFigures::reference).orElse(null),
                unpaired);
    }

    /** Leaves out runs that only counted round trips; they need not be comparable. */
    private List<Fold> measuring() {
        return runs.stream()
                .filter(run -> run.measured(Topology.LOCAL) || run.measured(Topology.DISTANT))
                .toList();
    }

    private void read(Fold run) {
        for (CellResult result : run.results().cells()) {
            Cell cell = run.plan().cell(result.key()).orElseThrow();
            if (result.traffic().exchange() != null) {
                exchanges.putIfAbsent(cell.exchangeKey(), result.traffic().exchange());
            }
            if (result.time().score() == null && result.status() == Status.OK && !result.overloaded()) {
                continue; // not planned for measurement
            }
            Map<String, Found> side = sides.computeIfAbsent(cell.topology(), topology -> new LinkedHashMap<>());
            Found other = side.putIfAbsent(cell.pairKey(), new Found(run, cell, result));
            if (other != null) {
                unpaired.add(new Unpaired(
                        cell.key(),
                        run.plan().run(),
                        result.status(),
                        "run " + other.run().plan().run() + " has this cell, too"));
            }
        }
    }

    private List<Pair> pairs() {
        Map<String, Found> locals = sides.getOrDefault(Topology.LOCAL, Map.of());
        Map<String, Found> distants = sides.getOrDefault(Topology.DISTANT, Map.of());
        List<Pair> pairs = new ArrayList<>();
        locals.forEach((key, local) -> {
            Found distant = distants.get(key);
            if (distant != null && local.measured() && distant.measured()) {
                pairs.add(new Pair(key, local, distant));
            } else {
                unpaired.add(unpaired(local, distant, Topology.DISTANT));
            }
        });
        distants.forEach((key, distant) -> {
            Found local = locals.get(key);
            if (local == null || !local.measured() || !distant.measured()) {
                unpaired.add(unpaired(distant, local, Topology.LOCAL));
            }
        });
        return pairs;
    }

    private static String why(CellResult result) {
        return result.load() == null || result.load().reason() == null
                ? String.valueOf(result.reason())
                : "it cannot keep up with the rate: " + result.load().reason();
    }

    private static Unpaired unpaired(Found cell, @Nullable Found other, Topology otherTopology) {
        CellResult result = cell.result();
        String reason;
        if (!cell.measured()) {
            reason = why(result);
        } else if (other == null) {
            reason = "no " + otherTopology + " run has this cell";
        } else {
            reason = "its " + otherTopology + " partner is " + other.result().status() + ": " + why(other.result());
        }
        return new Unpaired(result.key(), cell.run().plan().run(), result.status(), reason);
    }
}
