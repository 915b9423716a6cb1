package dev.jdbcbench.report.collect;

import dev.jdbcbench.comparison.Cause;
import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.Row;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.DriverName;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What to do about the time that distance adds: each scenario that is slower far away has exactly one sentence. */
final class CollectRemedies {
    private static final String INDENT = "  ";

    /** One round trip, as counted. */
    private static final double ONE = 1.5;

    private static final String LEAST = "one round trip is the least. Only fewer operations or a shorter distance help";

    private final Collected collected;
    private final boolean versions;

    private CollectRemedies(Collected collected) {
        this.collected = collected;
        this.versions = collected.rows().stream()
                        .map(row -> DriverName.of(row.subject()))
                        .distinct()
                        .count()
                > collected.rows().stream()
                        .map(row -> row.subject().driver())
                        .distinct()
                        .count();
    }

    /** One sentence for the scenarios that have the same remedy, beginning with their names. */
    static List<String> of(Collected collected) {
        return new CollectRemedies(collected).sentences();
    }

    private List<String> sentences() {
        Map<String, List<Row>> scenarios = new LinkedHashMap<>();
        collected.rows().stream()
                .filter(CollectRemedies::isSlower)
                .forEach(row -> scenarios
                        .computeIfAbsent(collected.names().scenario(row.subject()), key -> new ArrayList<>())
                        .add(row));
        Map<String, List<String>> byRemedy = new LinkedHashMap<>();
        scenarios.forEach((scenario, rows) ->
                byRemedy.computeIfAbsent(remedy(rows), key -> new ArrayList<>()).add(scenario));
        return byRemedy.entrySet().stream()
                .map(remedy -> String.join(", ", remedy.getValue()) + ": " + remedy.getKey() + ".")
                .toList();
    }

    private static boolean isSlower(Row row) {
        Cause cause = row.explained().cause();
        return cause != Cause.NOT_SLOWER
                && cause != Cause.NOT_CERTAIN
                && Double.isFinite(row.differenceMicros())
                && row.differenceMicros() > 0;
    }

    /** The remedy for the rows of a scenario: a faster mode for the drivers that have one, then what the others wait for. */
    private String remedy(List<Row> rows) {
        Map<String, List<Row>> drivers = new LinkedHashMap<>();
        rows.forEach(row ->
                drivers.computeIfAbsent(driver(row), key -> new ArrayList<>()).add(row));
        Map<String, List<String>> modes = new TreeMap<>();
        List<Row> others = new ArrayList<>();
        drivers.forEach((driver, of) -> {
            Row best = of.stream()
                    .min(Comparator.comparingDouble(CollectWords::distant))
                    .orElseThrow();
            Row worst = of.stream()
                    .max(Comparator.comparingDouble(CollectWords::distant))
                    .orElseThrow();
            if (CollectWords.isFarFaster(best, worst)) {
                modes.computeIfAbsent(best.subject().mode().id(), key -> new ArrayList<>())
                        .add(driver + " " + Numbers.time(CollectWords.distant(best)) + " instead of "
                                + Numbers.time(CollectWords.distant(worst)) + " in "
                                + worst.subject().mode());
            } else {
                others.addAll(of);
            }
        });
        List<String> parts = new ArrayList<>();
        modes.forEach((mode, of) -> parts.add("mode " + mode + " (" + String.join("; ", of) + ")"));
        if (!others.isEmpty()) {
            parts.add((modes.isEmpty() ? "" : names(others) + ": ") + withoutMode(others, rows));
        }
        return String.join("; ", parts);
    }

    private String withoutMode(List<Row> others, List<Row> all) {
        List<Row> bytes = with(others, Cause.BYTES);
        if (!bytes.isEmpty()) {
            return "its bytes take the time. Read and write fewer columns or rows, or use a faster link";
        }
        double least = all.stream()
                .mapToDouble(CollectRemedies::trips)
                .filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
        double most = others.stream()
                .mapToDouble(CollectRemedies::trips)
                .filter(Double::isFinite)
                .max()
                .orElse(Double.NaN);
        if (Double.isNaN(most)) {
            return "its round trips were not counted";
        }
        if (most < ONE) {
            return with(others, Cause.NOT_EXPLAINED).isEmpty()
                    ? LEAST
                    : "its round trips do not explain it (see --wide)";
        }
        Set<Mode> unmeasured =
                new LinkedHashSet<>(ScenarioCatalogue.of(all.get(0).subject().scenario())
                        .map(ScenarioCatalogue.Entry::modes)
                        .orElse(List.of()));
        // Only batches have a mode that saves round trips; bulk is one of theirs alone.
        unmeasured.retainAll(unmeasured.contains(Mode.BULK) ? Set.of(Mode.REWRITE, Mode.BULK) : Set.of());
        all.forEach(row -> unmeasured.remove(row.subject().mode()));
        List<Row> worse =
                others.stream().filter(row -> trips(row) > least + 0.5).toList();
        return (worse.isEmpty() ? "each makes " : names(worse) + (drivers(worse).size() == 1 ? " makes " : " make "))
                + Numbers.count(most, "round trip")
                + (worse.isEmpty() ? "" : ", the best " + Numbers.count(least))
                + (unmeasured.isEmpty()
                        ? ""
                        : ". Not measured yet: --mode "
                                + unmeasured.stream().map(Mode::id).collect(Collectors.joining(",")));
    }

    /** The command that shows where round trips come from, in one line; empty if each row has but one. */
    static String command(Collected collected) {
        String scenarios = collected.rows().stream()
                .filter(row -> isSlower(row) && !(trips(row) < ONE))
                .map(row -> row.subject().scenario())
                .distinct()
                .collect(Collectors.joining(","));
        String command = INDENT + "./bench explain";
        String named = command + " --scenario " + scenarios;
        return scenarios.isEmpty()
                ? ""
                : INDENT + "Where round trips come from:\n" + (named.length() <= Page.NARROW ? named : command) + "\n";
    }

    private static List<Row> with(List<Row> rows, Cause cause) {
        return rows.stream().filter(row -> row.explained().cause() == cause).toList();
    }

    private static double trips(Row row) {
        Double counted = row.traffic().roundTripsCounted();
        return counted == null ? Double.NaN : counted;
    }

    private String driver(Row row) {
        return versions ? DriverName.of(row.subject()) : row.subject().driver();
    }

    private Set<String> drivers(List<Row> rows) {
        return rows.stream().map(this::driver).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private String names(List<Row> rows) {
        return String.join(", ", drivers(rows));
    }
}
