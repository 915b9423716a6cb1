package dev.jdbcbench.report.compare;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.NameColumns;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.ScoreText;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.statistics.contrast.Claims;
import dev.jdbcbench.statistics.contrast.LimitTest;
import dev.jdbcbench.statistics.contrast.LimitTest.Outcome;
import dev.jdbcbench.statistics.contrast.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The sentences about a candidate and its base, shared by all formats. */
public final class CompareWords {
    private static final String NO_INTERVAL = ": fewer than " + Claims.FEWEST_TO_DIFFER + " groups give no interval";

    private CompareWords() {}

    /** What is compared: {@code mariadb 3.5.9 → mariadb 3.5.10}. */
    public static String title(Compared compared) {
        return compared.base() + " → " + compared.candidate();
    }

    /** The names of the rows: what distinguishes them, which may be their drivers. */
    static NameColumns names(Compared compared) {
        return NameColumns.ofAllDrivers(
                compared.rows().stream().map(Compared.Row::base).toList());
    }

    /** A limit as a percentage: {@code 5 %}. */
    public static String percent(double limit) {
        return Numbers.plain(Math.round(limit * 100_000) / 1000.0) + " %";
    }

    /** The verdict on a row: the gate's, or without a gate the comparison's. */
    static String verdict(Compared compared, Compared.Row row) {
        return byTime(compared, row) + (row.allocatesMore() ? ", allocates " + allocated(row) : "");
    }

    /** The base's time. */
    static String time(Compared.Row row) {
        Double micros = row.base().time().score();
        return micros == null ? ScoreText.NOTHING : Numbers.time(micros);
    }

    /** Bytes allocated per operation: {@code 676 → 828 B}. */
    private static String allocated(Compared.Row row) {
        Double before = row.base().cost().allocBytesPerOp();
        Double after = row.candidate().cost().allocBytesPerOp();
        return before == null || after == null
                ? ScoreText.NOTHING
                : Numbers.plain(Math.rint(before)) + " → " + Numbers.plain(Math.rint(after)) + " B";
    }

    /** What the gate fails for if it is not the time: {@code allocates 676 → 828 B}. */
    static String moreAllocated(Compared.Row row) {
        return "allocates " + allocated(row);
    }

    private static String byTime(Compared compared, Compared.Row row) {
        if (compared.limits() == null) {
            return row.change().verdict() + (Double.isInfinite(row.change().high()) ? NO_INTERVAL : "");
        }
        String limit = percent(compared.limits().above());
        Compared.Change again = row.confirmation();
        if (row.change().outcome() == Outcome.ABOVE) {
            if (again == null) {
                return "above " + limit;
            }
            ChangeText fresh = ChangeText.of(again);
            String change = (fresh.change() + " " + fresh.interval()).strip();
            return again.outcome() == Outcome.ABOVE
                    ? "above " + limit + ", and again " + change
                    : "above " + limit + ", but fresh JVMs do not confirm it: " + change;
        }
        return row.change().outcome() == Outcome.BELOW
                ? "below " + percent(compared.limits().below())
                : "open: " + needed(row.change());
    }

    private static String needed(Compared.Change change) {
        int groups = change.ratio().groups();
        if (change.groupsToDecide() == 0) {
            return groups < LimitTest.FEWEST_GROUPS
                    ? "a decision needs " + LimitTest.FEWEST_GROUPS + " forks, and the imported run has " + groups
                    : "the forks of the imported run do not decide it";
        }
        int more = change.groupsToDecide() - groups;
        return change.groupsToDecide() >= Profile.MOST_FORKS || more <= 0
                ? "too close to the limit to say how many more groups decide it"
                : "about " + more + (more == 1 ? " more group decides it" : " more groups decide it");
    }

    /** One line per row. */
    public static List<String> lines(Compared compared, List<Compared.Row> rows) {
        NameColumns names = names(compared);
        return rows.stream()
                .map(row -> {
                    ChangeText change = ChangeText.of(row.change());
                    return String.join(" ", names.of(row.base())) + ": "
                            + (change.change() + " " + change.interval()).strip() + ", " + verdict(compared, row);
                })
                .toList();
    }

    /** The rows that need no attention, in one line; empty if there are none. */
    static List<String> calm(Compared compared) {
        List<Compared.Row> calm =
                compared.rows().stream().filter(Compared.Row::calm).toList();
        if (calm.isEmpty()) {
            return List.of();
        }
        NameColumns names = names(compared);
        return List.of("= no difference in " + calm.size() + " of "
                + compared.rows().size()
                + (compared.rows().size() == 1 ? " row: " : " rows: ")
                + calm.stream()
                        .map(row -> String.join(" ", names.of(row.base())) + " "
                                + ChangeText.of(row.change()).change())
                        .collect(Collectors.joining(", ")));
    }

    /** The conclusion in one line. */
    public static String conclusion(Compared compared) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        if (compared.limits() == null) {
            for (Verdict verdict : List.of(Verdict.SLOWER, Verdict.FASTER, Verdict.EQUAL, Verdict.UNDECIDED)) {
                counts.put(verdict.toString(), (int) compared.rows().stream()
                        .filter(row -> row.change().verdict() == verdict)
                        .count());
            }
        } else {
            String limit = percent(compared.limits().above());
            counts.put(
                    "slower by more than " + limit, compared.with(Outcome.ABOVE).size());
            counts.put(
                    "allocates over 1 % more",
                    compared.allocations()
                            ? (int) compared.rows().stream()
                                    .filter(row -> row.allocatesMore() && row.outcome() != Outcome.ABOVE)
                                    .count()
                            : 0);
            counts.put(
                    "below " + percent(compared.limits().below()),
                    compared.with(Outcome.BELOW).size());
            counts.put("open", compared.with(Outcome.OPEN).size());
        }
        counts.putAll(counts(compared.unpaired()));
        List<String> parts = new ArrayList<>();
        counts.forEach((what, number) -> {
            if (number > 0) {
                parts.add(number + " " + what);
            }
        });
        int rows = compared.rows().size() + compared.unpaired().size();
        return rows
                + (rows == 1 ? " row: " : " rows: ")
                + (parts.isEmpty() ? "nothing to compare" : String.join(", ", parts));
    }

    /** How many rows could not be compared, by what that means for the candidate. */
    static Map<String, Integer> counts(List<Unpaired> unpaired) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Unpaired row : unpaired) {
            counts.merge(
                    row.lost() ? "lost" : row.gained() ? "gained" : row.inNeither() ? "in neither" : "not compared",
                    1,
                    Integer::sum);
        }
        return counts;
    }
}
