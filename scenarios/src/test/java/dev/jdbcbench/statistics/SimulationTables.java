package dev.jdbcbench.statistics;

import dev.jdbcbench.statistics.contrast.BiasFloor;
import dev.jdbcbench.statistics.contrast.Comparison;
import dev.jdbcbench.statistics.contrast.ComparisonFamily;
import dev.jdbcbench.statistics.contrast.ComparisonRule;
import dev.jdbcbench.statistics.contrast.Holm;
import dev.jdbcbench.statistics.contrast.LogRatio;
import dev.jdbcbench.statistics.contrast.RowMean;
import dev.jdbcbench.statistics.contrast.VariancePrior;
import dev.jdbcbench.statistics.contrast.Verdict;
import dev.jdbcbench.statistics.sample.Summary;
import dev.jdbcbench.statistics.turn.Group;
import dev.jdbcbench.statistics.turn.QuietRegime;
import dev.jdbcbench.statistics.turn.Round;
import dev.jdbcbench.statistics.turn.Trend;
import dev.jdbcbench.statistics.turn.Turn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Checks the promises of the statistics of turns on simulated data with a known truth, and writes the page
 * {@code docs/explanation/simulations.md}. All seeds are fixed. One method simulates one table, so its length follows the table's.
 */
public final class SimulationTables {
    /** The scatter between groups of a plain contrast without regimes, from two JVMs and the noise of thirty turns each. */
    private static final double SD = Math.sqrt(2)
            * Math.sqrt(Math.pow(SimulatedRow.FORK, 2) + Math.pow(SimulatedRow.TURN, 2) / SimulatedRow.ROUNDS);

    /** Whether to simulate all trials, as for the page. Otherwise a fifth, or less where that takes long. */
    public static final boolean WHOLE =
            Boolean.getBoolean("bench.full") || Boolean.getBoolean("bench.simulations.write");

    private final Map<String, Double> figures = new LinkedHashMap<>();
    private final StringBuilder page = new StringBuilder();

    /** Simulates all tables. */
    static SimulationTables simulated() {
        SimulationTables tables = new SimulationTables();
        tables.page.append("""
                # Simulations of the method

                This page checks what the statistics of turns promise, on simulated data whose truth is known. The tests repeat the simulations and fail if
                the page differs. To write it again: `mvn verify -pl scenarios -Dit.test=SimulationTablesIT -Dbench.simulations.write=true`.

                A simulated group has 80 rounds of 25 ms turns. JVMs of one driver differ by 1.8 % (standard deviation), turns by 6 %. A host with
                regimes is slower by 28 % for 30 % of the time, in stretches of seconds, and by 55 % for 30 % of the time, in stretches of tens of seconds. A
                driver with a sensitivity of 1.5 suffers one and a half times as much from it, on the scale of logarithms. *Coverage* is the share of 95 % intervals
                that hold the truth. Near 95 % such a share has a standard error of 0.4 points in 2400 trials.
                """);
        tables.regimes();
        tables.contrasts();
        tables.prior();
        tables.rule();
        tables.budget();
        tables.others();
        return tables;
    }

    /** The page in Markdown. */
    String markdown() {
        return page.toString();
    }

    /** A figure of the page, in the page's unit. */
    double figure(String table, String row, String column) {
        Double figure = figures.get(table + "|" + row + "|" + column);
        if (figure == null) {
            throw new IllegalArgumentException(table + ", " + row + ", " + column + " is none of " + figures.keySet());
        }
        return figure;
    }

    /** The rows of a table, in its order. */
    List<String> rows(String table) {
        return figures.keySet().stream()
                .filter(key -> key.startsWith(table + "|"))
                .map(key -> key.split("\\|", -1)[1])
                .distinct()
                .toList();
    }

    private static int some(int trials) {
        return some(trials, 5);
    }

    private static int some(int trials, int part) {
        return WHOLE ? trials : trials / part;
    }

    private void table(String name, String sentence, String first, List<String> columns) {
        page.append("\n## ")
                .append(name)
                .append("\n\n")
                .append(sentence.strip())
                .append("\n\n| ")
                .append(first);
        columns.forEach(column -> page.append(" | ").append(column));
        page.append(" |\n|---").append("|---".repeat(columns.size())).append("|\n");
    }

    private void row(String table, String row, List<String> columns, int decimals, double... values) {
        page.append("| ").append(row);
        for (int i = 0; i < values.length; i++) {
            figures.put(table + "|" + row + "|" + columns.get(i), values[i]);
            String text = Double.isNaN(values[i]) ? "–" : String.format(Locale.ROOT, "%." + decimals + "f", values[i]);
            page.append(" | ").append(text.matches("-0\\.?0*") ? text.substring(1) : text);
        }
        page.append(" |\n");
    }

    private void regimes() {
        String name = "Regimes of the simulated host";
        List<String> columns = List.of("0.25 s", "1 s", "4 s", "7.5 s");
        table(name, "This is the autocorrelation of the host's slowness, simulated and as measured.", "host", columns);
        int[] lags = {1, 4, 16, 30};
        double[] sums = new double[lags.length];
        double[] variance = new double[1];
        double mean = 0;
        int trials = 4000;
        double[][] series = new double[trials][31];
        Random random = new Random(1);
        for (double[] one : series) {
            SimulatedRow.Regimes host = new SimulatedRow.Regimes(random);
            for (int i = 0; i < one.length; i++) {
                one[i] = host.after(0.25);
                mean += one[i] / trials / one.length;
            }
        }
        for (double[] one : series) {
            for (double value : one) {
                variance[0] += (value - mean) * (value - mean) / trials / one.length;
            }
            for (int i = 0; i < lags.length; i++) {
                sums[i] += (one[0] - mean) * (one[lags[i]] - mean) / trials;
            }
        }
        row(
                name,
                "simulated",
                columns,
                2,
                Arrays.stream(sums).map(s -> s / variance[0]).toArray());
        row(name, "measured", columns, 2, 0.90, 0.76, 0.54, 0.40);
    }

    private void contrasts() {
        String name = "One contrast";
        List<String> columns = List.of(
                "adjusted %",
                "quiet: coverage %",
                "quiet: bias %",
                "quiet: sd %",
                "plain: coverage %",
                "plain: coverage of the quiet ratio %",
                "plain: sd %");
        table(name, """
                The two drivers are of a row of three, and equal on a quiet host. Intervals are Student's t, in 2400 trials. *Quiet* is the analysis of covariance. It is
                adjusted where the rounds of the third driver determine the slope. *Plain* is the ratio of the scores, disturbances included; its truth is its own
                long-run mean. *sd* is the median of the scatter that the samples of a run show.

                With different sensitivities, the plain ratio is another quantity. More groups only make it miss the quiet one more reliably. Its groups are so far
                from normal that it covers its own truth too rarely. With equal sensitivities, a slope is mostly error, and bench uses little of it: the samples
                scatter hardly more than the plain ones.
                """, "process", columns);
        contrast(name, columns, "no regimes", SimulatedRow.equal(false, SimulatedRow.NORMAL, 1, 1, 1));
        contrast(name, columns, "no regimes, heavy tails", SimulatedRow.equal(false, SimulatedRow.HEAVY, 1, 1, 1));
        contrast(
                name,
                columns,
                "no regimes, JVMs with slow phases of 15 %",
                SimulatedRow.equal(false, SimulatedRow.NORMAL, 1, 1, 1).withOwnPhases(Math.log(1.15)));
        contrast(
                name,
                columns,
                "regimes, 1 / 1, JVMs with slow phases of 15 %",
                SimulatedRow.equal(true, SimulatedRow.NORMAL, 1, 1, 1).withOwnPhases(Math.log(1.15)));
        contrast(name, columns, "regimes, 1 / 1", SimulatedRow.equal(true, SimulatedRow.NORMAL, 1, 1, 1));
        contrast(name, columns, "regimes, 1.1 / 0.9", SimulatedRow.equal(true, SimulatedRow.NORMAL, 1.1, 0.9, 1));
        contrast(name, columns, "regimes, 1.2 / 0.8", SimulatedRow.equal(true, SimulatedRow.NORMAL, 1.2, 0.8, 1));
        contrast(name, columns, "regimes, 1.5 / 0.75", SimulatedRow.equal(true, SimulatedRow.NORMAL, 1.5, 0.75, 1));
        contrast(
                name,
                columns,
                "regimes, 1.2 / 0.8, heavy tails",
                SimulatedRow.equal(true, SimulatedRow.HEAVY, 1.2, 0.8, 1));
        contrast(
                name,
                columns,
                "no regimes, drift of 20 %",
                new SimulatedRow(
                        List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), false, SimulatedRow.NORMAL, Math.log(1.2)));
    }

    private void contrast(String name, List<String> columns, String process, SimulatedRow row) {
        for (int n : row.host() ? new int[] {4, 5, 6, 8} : new int[] {4, 8}) {
            int trials = some(2400, 10);
            Random random = new Random(n + process.hashCode());
            LogRatio[] quiet = new LogRatio[trials];
            LogRatio[] plain = new LogRatio[trials];
            int adjusted = 0;
            for (int trial = 0; trial < trials; trial++) {
                QuietRegime.QuietContrast contrast =
                        QuietRegime.of(row.groups(n, random)).contrast(0, 1);
                quiet[trial] = VariancePrior.NONE.moderate(contrast.values());
                plain[trial] = VariancePrior.NONE.moderate(contrast.plainValues());
                adjusted += contrast.adjusted() ? 1 : 0;
            }
            double own =
                    Arrays.stream(plain).mapToDouble(LogRatio::mean).average().orElseThrow();
            row(
                    name,
                    process + ", " + n + " groups",
                    columns,
                    1,
                    100.0 * adjusted / trials,
                    coverage(quiet, 0),
                    100
                            * Arrays.stream(quiet)
                                    .mapToDouble(LogRatio::mean)
                                    .average()
                                    .orElseThrow(),
                    100 * median(quiet),
                    coverage(plain, own),
                    coverage(plain, 0),
                    100 * median(plain));
        }
    }

    private static double median(LogRatio[] estimates) {
        return Summary.median(Arrays.stream(estimates)
                .map(e -> e.standardError() * Math.sqrt(e.groups()))
                .toList());
    }

    private static double coverage(LogRatio[] estimates, double truth) {
        return 100
                * Arrays.stream(estimates)
                        .mapToInt(e -> e.pValue(Math.exp(truth)) >= 0.05 ? 1 : 0)
                        .average()
                        .orElseThrow();
    }

    /** How the variances of contrasts differ from each other. */
    private interface Scatter {
        double sd(int contrast, Random random);
    }

    private static final Scatter EIGHT = (contrast, random) -> {
        double chi = 0;
        for (int i = 0; i < 8; i++) {
            chi += Math.pow(random.nextGaussian(), 2);
        }
        return SD * Math.sqrt(8 / chi);
    };

    private static final Scatter ONE = (contrast, random) -> SD;

    private static final Scatter HYPERVARIABLE = (contrast, random) -> contrast % 8 == 0 ? 4 * SD : SD;

    /** Student's t with four degrees of freedom, scaled to variance 1. */
    private static double tails(Random random) {
        double chi = 0;
        for (int i = 0; i < 4; i++) {
            chi += Math.pow(random.nextGaussian(), 2);
        }
        return random.nextGaussian() * Math.sqrt(4 / chi / 2);
    }

    private void prior() {
        String name = "Few groups";
        List<String> columns = List.of(
                "t: coverage %",
                "t: ±%",
                "Smyth: coverage %",
                "robust: coverage %",
                "robust: ±%",
                "most variable: coverage %",
                "any false difference %",
                "3 % found %",
                "5 % found %");
        table(name, """
                Unless noted otherwise, a run has 24 contrasts. Their samples scatter by 2.7 %. The runs:

                - d₀ = 8: the variances of the contrasts differ as those of eight degrees of freedom.
                - Hypervariable: three of 24 scatter four times as much.
                - Rare slow forks: one in ten of one driver is 15 % slower, and the truth is the mean with them. No interval here keeps its promise then.

                The columns:

                - The intervals are Student's t, moderated t by moments (Smyth), and the moderated t that bench uses (robust), with the median half width.
                - *Most variable* are the hypervariable contrasts; in other runs, the contrast with the largest true variance. Borrowing makes its interval too
                  narrow.
                - The last three columns are about the robust t, after Holm's adjustment over the run. The first shows how often a run without differences claims
                  one. The others show how often it finds a difference of 3 % or 5 %, which every fourth contrast has.
                """, "run", columns);
        for (int n : new int[] {3, 4, 5, 6, 8}) {
            runs(name, columns, "d₀ = 8, " + n + " groups", 24, n, EIGHT, Random::nextGaussian);
        }
        for (int k : new int[] {6, 8, 60}) {
            runs(name, columns, "d₀ = 8, " + k + " contrasts, 5 groups", k, 5, EIGHT, Random::nextGaussian);
        }
        runs(name, columns, "one variance, 5 groups", 24, 5, ONE, Random::nextGaussian);
        runs(name, columns, "hypervariable, 5 groups", 24, 5, HYPERVARIABLE, Random::nextGaussian);
        runs(name, columns, "d₀ = 8, heavy tails, 5 groups", 24, 5, EIGHT, SimulationTables::tails);
        ToDoubleFunction<Random> slow =
                random -> random.nextGaussian() + ((random.nextInt(10) == 0 ? 1 : 0) - 0.1) * Math.log(1.15) / SD;
        runs(name, columns, "rare slow forks in one driver, 5 groups", 24, 5, ONE, slow);
        runs(name, columns, "rare slow forks in one driver, 8 groups", 24, 8, ONE, slow);
    }

    private void runs(
            String name,
            List<String> columns,
            String row,
            int contrasts,
            int n,
            Scatter scatter,
            ToDoubleFunction<Random> noise) {
        int trials = some(Math.min(500, 12000 / contrasts));
        Random random = new Random(7 * n + contrasts);
        List<LogRatio> student = new ArrayList<>();
        List<LogRatio> smyth = new ArrayList<>();
        List<LogRatio> robust = new ArrayList<>();
        List<LogRatio> variable = new ArrayList<>();
        int falsely = 0;
        int[] found = new int[2];
        for (int trial = 0; trial < trials; trial++) {
            double[] sds = IntStream.range(0, contrasts)
                    .mapToDouble(c -> scatter.sd(c, random))
                    .toArray();
            double largest = Arrays.stream(sds).max().orElseThrow();
            List<double[]> samples = Arrays.stream(sds)
                    .mapToObj(sd -> random.doubles(n)
                            .map(u -> sd * noise.applyAsDouble(random))
                            .toArray())
                    .toList();
            double[] variances = samples.stream()
                    .mapToDouble(s -> Math.pow(VariancePrior.NONE.moderate(s).standardError(), 2) * n)
                    .toArray();
            double[] degrees = variances.clone();
            Arrays.fill(degrees, n - 1);
            VariancePrior byMoments = VariancePrior.of(variances, degrees);
            VariancePrior winsorised = VariancePrior.robust(variances, degrees);
            List<LogRatio> run = samples.stream().map(winsorised::moderate).toList();
            for (int c = 0; c < contrasts; c++) {
                student.add(VariancePrior.NONE.moderate(samples.get(c)));
                smyth.add(byMoments.moderate(samples.get(c)));
                robust.add(run.get(c));
                if (sds[c] == largest) {
                    variable.add(run.get(c));
                }
            }
            falsely += Arrays.stream(adjusted(run)).anyMatch(p -> p < 0.05) ? 1 : 0;
            for (int i = 0; i < 2; i++) {
                double shift = Math.log(i == 0 ? 1.03 : 1.05);
                double[] p = adjusted(IntStream.range(0, contrasts)
                        .mapToObj(c -> c % 4 == 1 ? shifted(run.get(c), shift) : run.get(c))
                        .toList());
                found[i] += (int) IntStream.range(0, contrasts)
                        .filter(c -> c % 4 == 1 && p[c] < 0.05 && run.get(c).mean() > -shift)
                        .count();
            }
        }
        int everyFourth = (contrasts + 2) / 4;
        double shifts = (double) trials * everyFourth;
        row(
                name,
                row,
                columns,
                1,
                coverage(student.toArray(LogRatio[]::new), 0),
                half(student),
                coverage(smyth.toArray(LogRatio[]::new), 0),
                coverage(robust.toArray(LogRatio[]::new), 0),
                half(robust),
                coverage(variable.toArray(LogRatio[]::new), 0),
                100.0 * falsely / trials,
                100 * found[0] / shifts,
                100 * found[1] / shifts);
    }

    private static double[] adjusted(List<LogRatio> run) {
        return Holm.adjusted(run.stream().mapToDouble(e -> e.pValue(1)).toArray());
    }

    private static LogRatio shifted(LogRatio estimate, double by) {
        return new LogRatio(
                estimate.mean() + by, estimate.standardError(), estimate.degreesOfFreedom(), estimate.groups());
    }

    private static double half(List<LogRatio> estimates) {
        return 100
                * Summary.median(estimates.stream()
                        .limit(500)
                        .map(e -> e.relativeHalfWidth(0.95))
                        .toList());
    }

    /** The rule of a run with a budget. */
    static final ComparisonRule UNTIL_DECIDED = new ComparisonRule(3, 40, 0);

    private void rule() {
        String name = "The stop rule";
        List<String> columns = List.of(
                "any false difference %",
                "coverage %",
                "groups",
                "rows that end before the last group %",
                "called equal %",
                "called different %");
        table(name, """
                A run has eight rows with three drivers and two comparisons each, a family of 16. The rule has 4 to 12 groups, a target of ±3 % and a margin of 2 %,
                and is moderated over the run at each look. There are 100 runs, 120 with regimes. Contrasts are plain without regimes, and those of the quiet regime with them.

                - The first comparison of each row has the difference in the first column. The last two columns show how often it is called equal or different at the end.
                - The second comparison has no difference. *Any false difference* is the share of runs that claim one for a pair that has none.
                - *Called equal* at 2 %, the margin itself, is an error. Rows end as soon as they are narrow enough, so a difference of 3 % often stays undecided.
                - *Until decided*: 3 to 40 groups, no target, as under a budget.
                """, "run", columns);
        for (double percent : new double[] {0, 2, 3, 5}) {
            measured(name, columns, String.format(Locale.ROOT, "no regimes, %.0f %%", percent), percent, false, 1, 1);
        }
        for (double percent : new double[] {0, 2, 5}) {
            measured(
                    name,
                    columns,
                    String.format(Locale.ROOT, "no regimes, %.0f %%, until decided", percent),
                    UNTIL_DECIDED,
                    percent,
                    false,
                    1,
                    1);
        }
        for (double percent : new double[] {0, 3, 5}) {
            measured(
                    name,
                    columns,
                    String.format(Locale.ROOT, "regimes, 1.2 / 0.8, %.0f %%", percent),
                    percent,
                    true,
                    1.2,
                    0.8);
        }
    }

    private void measured(
            String name, List<String> columns, String label, double percent, boolean host, double a, double b) {
        measured(name, columns, label, new ComparisonRule(4, 12, ComparisonRule.TARGET), percent, host, a, b);
    }

    private void measured(
            String name,
            List<String> columns,
            String label,
            ComparisonRule rule,
            double percent,
            boolean host,
            double a,
            double b) {
        double truth = Math.log1p(percent / 100);
        SimulatedRow row = new SimulatedRow(List.of(0.0, truth, 0.0), List.of(b, a, 1.0), host, SimulatedRow.NORMAL, 0);
        int trials = some(host ? 120 : 100);
        int rows = 8;
        Random random = new Random(Math.round(percent) + (host ? 100 : 0));
        int[] counts = new int[6];
        for (int trial = 0; trial < trials; trial++) {
            boolean falsely = false;
            List<List<LogRatio>> ended = run(rule, row, rows, random, counts);
            List<LogRatio> all = ended.stream().flatMap(List::stream).toList();
            List<Comparison> family = ComparisonFamily.of(all, 0.02);
            for (int i = 0; i < family.size(); i++) {
                Comparison comparison = family.get(i);
                double true0 = i % 2 == 0 ? truth : 0;
                counts[1] += comparison.estimate().pValue(Math.exp(true0)) >= 0.05 ? 1 : 0;
                falsely |= true0 == 0 && comparison.different();
                if (i % 2 == 0) {
                    counts[4] += comparison.verdict() == Verdict.EQUAL ? 1 : 0;
                    counts[5] += comparison.different() ? 1 : 0;
                }
            }
            counts[0] += falsely ? 1 : 0;
        }
        double all = (double) trials * rows;
        row(
                name,
                label,
                columns,
                1,
                100.0 * counts[0] / trials,
                100 * counts[1] / all / 2,
                counts[2] / all,
                100 * counts[3] / all,
                100 * counts[4] / all,
                100 * counts[5] / all);
    }

    /** Adds groups to rows until the rule stops all of them; returns the final estimates. */
    private static List<List<LogRatio>> run(
            ComparisonRule rule, SimulatedRow row, int rows, Random random, int[] counts) {
        List<List<Group>> groups = Stream.generate(() -> row.groups(rule.fewest(), random))
                .limit(rows)
                .map(some -> (List<Group>) new ArrayList<>(some))
                .toList();
        List<List<double[]>> samples =
                new ArrayList<>(groups.stream().map(some -> samples(row, some)).toList());
        List<List<LogRatio>> before = List.of();
        boolean[] ended = new boolean[rows];
        while (true) {
            List<List<LogRatio>> now = estimates(samples);
            boolean more = false;
            for (int i = 0; i < rows; i++) {
                int n = groups.get(i).size();
                if (!ended[i]) {
                    List<ComparisonRule.Contest> earlier = before.isEmpty() ? List.of() : contests(before.get(i));
                    ended[i] = !rule.decide(n, contests(now.get(i)), earlier, 2 * rows)
                            .more();
                    if (ended[i]) {
                        counts[2] += n;
                        counts[3] += n < rule.most() ? 1 : 0;
                    } else {
                        groups.get(i).add(row.group(n, random));
                        samples.set(
                                i,
                                row.host()
                                        ? samples(row, groups.get(i))
                                        : longer(samples.get(i), groups.get(i).get(n)));
                        more = true;
                    }
                }
            }
            if (!more) {
                return now;
            }
            before = now;
        }
    }

    private static List<double[]> samples(SimulatedRow row, List<Group> groups) {
        if (!row.host()) {
            return Stream.of(1, 2)
                    .map(cell -> groups.stream()
                            .mapToDouble(group -> group.logRatio(cell, 0))
                            .toArray())
                    .toList();
        }
        QuietRegime regime = QuietRegime.of(groups);
        return Stream.of(1, 2).map(cell -> regime.contrast(cell, 0).values()).toList();
    }

    private void budget() {
        String name = "A budget";
        List<String> columns = List.of("any false difference %", "coverage %", "decided %");
        table(name, """
                A run has twelve rows, six of them with two comparisons: a family of 18. Their samples scatter by 2.7 %, with variances as those of eight degrees of
                freedom. Each row gets three groups, and the budget has time for 24 more. There are 600 runs.

                - *Equal*: no comparison has a difference.
                - *Mixed*: the first comparisons differ by 2, 3, 6, 8, 9, 12, 20, 60, 60, 100, 100 and 200 %, the second ones not at all.
                - *By 0.01*: the rule before, for which a row was decided at p < 0.01 only, adjusted for all comparisons (Bonferroni).
                """, "run", columns);
        double[] none = new double[12];
        double[] mixed = {0.02, 0.6, 0.06, 1, 0.12, 2, 0.03, 0.6, 0.08, 1, 0.09, 0.2};
        underBudget(name, columns, "equal", none, true);
        underBudget(name, columns, "mixed", mixed, true);
        underBudget(name, columns, "equal, by 0.01", none, false);
        underBudget(name, columns, "mixed, by 0.01", mixed, false);
    }

    private void underBudget(String name, List<String> columns, String label, double[] firsts, boolean holm) {
        int trials = some(600, 120);
        Random random = new Random(9);
        int falsely = 0;
        int covered = 0;
        int decided = 0;
        int comparisons = 0;
        for (int trial = 0; trial < trials; trial++) {
            SimulatedBudget run = new SimulatedBudget(firsts, SD, holm, random);
            run.measure(24);
            falsely += run.anyFalseDifference() ? 1 : 0;
            covered += run.covered();
            decided += run.decided();
            comparisons += run.comparisons();
        }
        row(
                name,
                label,
                columns,
                1,
                100.0 * falsely / trials,
                100.0 * covered / comparisons,
                100.0 * decided / comparisons);
    }

    /** Plain samples with one more group. */
    private static List<double[]> longer(List<double[]> samples, Group last) {
        return IntStream.of(1, 2)
                .mapToObj(cell -> {
                    double[] before = samples.get(cell - 1);
                    double[] now = Arrays.copyOf(before, before.length + 1);
                    now[before.length] = last.logRatio(cell, 0);
                    return now;
                })
                .toList();
    }

    private static List<ComparisonRule.Contest> contests(List<LogRatio> estimates) {
        return estimates.stream()
                .map(estimate -> new ComparisonRule.Contest("a / b", estimate, 0.02))
                .toList();
    }

    private static List<List<LogRatio>> estimates(List<List<double[]>> samples) {
        List<double[]> all = samples.stream().flatMap(List::stream).toList();
        VariancePrior prior = VariancePrior.robust(
                all.stream()
                        .mapToDouble(
                                s -> Math.pow(VariancePrior.NONE.moderate(s).standardError(), 2) * s.length)
                        .toArray(),
                all.stream().mapToDouble(s -> s.length - 1.0).toArray());
        return samples.stream()
                .map(two -> two.stream().map(prior::moderate).toList())
                .toList();
    }

    private void others() {
        String name = "Means, control and trend";
        List<String> columns = List.of("measured %", "promised %");
        table(name, """
                Samples of a contrast scatter by 2.7 % here, too; in means over rows by 2.7, 5.4 or 8.0 %. The trend is that of a cell whose fourth quarter of turns is faster than its third.
                A host with regimes hides it. A trend of exactly 2 % is flagged in slightly more than 5 % of cases, because 1.65 is the normal quantile.
                """, "what", columns);
        means(name, columns);
        family(name, columns);
        trend(name, columns);
    }

    private void means(String name, List<String> columns) {
        int trials = some(3000);
        Random random = new Random(3);
        LogRatio[] equal = new LogRatio[trials];
        LogRatio[] single = new LogRatio[trials];
        int floors = 0;
        for (int trial = 0; trial < trials; trial++) {
            List<double[]> rows = IntStream.range(0, 8)
                    .mapToObj(i -> random.doubles(4 + i % 3)
                            .map(u -> SD * (1 + i % 3) * random.nextGaussian())
                            .toArray())
                    .toList();
            equal[trial] = RowMean.of(rows);
            single[trial] = RowMean.of(IntStream.range(0, 8)
                    .mapToObj(i -> i < 2 ? Arrays.copyOf(rows.get(i), 1) : rows.get(i))
                    .toList());
            floors += BiasFloor.of(rows).floor() > 0 ? 1 : 0;
        }
        row(name, "mean of 8 rows of 4 to 6 groups: coverage", columns, 1, coverage(equal, 0), 95);
        row(name, "two of the rows with a single group: coverage", columns, 1, coverage(single, 0), 95);
        row(name, "A/A control without bias: a floor above 0", columns, 1, 100.0 * floors / trials, 5);
    }

    private void family(String name, List<String> columns) {
        int trials = some(3000);
        Random random = new Random(6);
        int all = 0;
        int each = 0;
        for (int trial = 0; trial < trials; trial++) {
            double[] truths = {0, 0.05, 0.1, 0};
            List<LogRatio> estimates = Arrays.stream(truths)
                    .mapToObj(truth -> VariancePrior.NONE.moderate(random.doubles(8)
                            .map(u -> truth + SD * random.nextGaussian())
                            .toArray()))
                    .toList();
            List<Comparison> family = ComparisonFamily.of(estimates, 0.02);
            int held = (int) IntStream.range(0, 4)
                    .filter(i -> family.get(i).interval().contains(Math.exp(truths[i])))
                    .count();
            each += held;
            all += held == 4 ? 1 : 0;
        }
        row(
                name,
                "four comparisons (0, 0, 5 and 10 %), 8 groups: an interval holds its truth",
                columns,
                1,
                25.0 * each / trials,
                95);
        row(name, "the same: all four hold theirs", columns, 1, 100.0 * all / trials, Double.NaN);
    }

    private void trend(String name, List<String> columns) {
        for (double percent : new double[] {0, 2, 6}) {
            for (boolean host : new boolean[] {false, true}) {
                Random random = new Random(8);
                SimulatedRow row = SimulatedRow.equal(host, SimulatedRow.NORMAL, 1, 1);
                int trials = some(1000);
                int flagged = 0;
                for (int trial = 0; trial < trials; trial++) {
                    List<Group> groups = row.groups(5, random).stream()
                            .map(group -> warming(group, percent / 100))
                            .toList();
                    flagged += Trend.of(groups, 0).notSettled() ? 1 : 0;
                }
                row(
                        name,
                        String.format(
                                Locale.ROOT,
                                "%s, 5 groups, third quarter %.0f %% slower: not settled",
                                host ? "regimes" : "no regimes",
                                percent),
                        columns,
                        1,
                        100.0 * flagged / trials,
                        percent > 0 ? Double.NaN : 5);
            }
        }
    }

    private static Group warming(Group group, double share) {
        int n = group.rounds().size();
        return new Group(group.rounds().stream()
                .map(round -> round.number() >= n - n / 4
                        ? round
                        : new Round(
                                round.number(),
                                round.turns().stream()
                                        .map(turn -> new Turn(turn.meanMicros() * (1 + share), turn.operations()))
                                        .toList()))
                .toList());
    }
}
