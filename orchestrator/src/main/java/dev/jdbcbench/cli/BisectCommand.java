package dev.jdbcbench.cli;

import dev.jdbcbench.comparison.Bisection;
import dev.jdbcbench.comparison.Bisection.Outcome;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.execution.Ended;
import dev.jdbcbench.execution.Releases;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Effort;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.plan.Request;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.report.compare.BisectReport;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.report.compare.Judged;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench bisect}: the first version of a driver that differs. */
@Command(
        name = "bisect",
        mixinStandardHelpOptions = true,
        header = "which version of a driver is the first that differs?",
        description = {
            "Searches the versions in the Maven repositories by halving. Each step compares a version with the oldest one: what they exchange"
                    + " with the server, which takes seconds, or with --metric time how long they take.",
            "Needs --scenario, and --driver with one driver and a range of its versions. Neither has a default here, and jars have no range.",
            "With --metric time, each comparison may take as long as --budget says.",
            "A version differs if it needs more or less than the oldest one, or if only one of the two can do the operation.",
            "Prints the result as Markdown, for a ticket. Versions that cannot be judged are skipped; if the newest one cannot, it ends with 5."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./bench bisect --driver mariadb@3.5.0..3.5.11 --scenario PoolReadOnly",
            "  ./bench bisect --driver mysql@8.0.33..9.7.0 --scenario Select1000Rows:text --metric time"
        })
final class BisectCommand implements Callable<Integer> {
    private static final String DOTS = "..";

    /** The quantity to compare. */
    enum Metric {
        /** Round trips of an operation. */
        ROUND_TRIPS("round-trips"),
        /** Commands of an operation. */
        STATEMENTS("statements"),
        /** Commits and rollbacks of an operation, as the server counts them. */
        COMMITS("commits"),
        /** Time of an operation. */
        TIME("time");

        private final String id;

        Metric(String id) {
            this.id = id;
        }

        @Override
        public String toString() {
            return id;
        }
    }

    private final CommandContext around;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private WhereOptions where = new WhereOptions();

    @Mixin
    private WhatOptions what = new WhatOptions();

    @Mixin
    private JvmOptions jvm = new JvmOptions();

    @Mixin
    private CompareEffort effort = new CompareEffort();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(
            names = "--metric",
            paramLabel = "WHAT",
            defaultValue = "round-trips",
            converter = LowerCaseConverter.class,
            description = "round-trips, statements, commits (and rollbacks), or time (default: ${DEFAULT-VALUE})")
    private String metric = "round-trips";

    @Option(
            names = "--fail-above",
            paramLabel = "PERCENT",
            defaultValue = "5%",
            description = "with --metric time: how much slower or faster a version has to be (default: 5%%)")
    private String failAbove = "5%";

    BisectCommand(CommandContext around) {
        this.around = around;
    }

    /** The range of versions as the user wrote it. */
    private record Range(DriverSpec driver, String from, String to) {}

    @Override
    public Integer call() throws IOException {
        Hosts hosts = where.hosts(around);
        Range range = range(hosts);
        Metric chosen = metric();
        List<String> problems = new ArrayList<>();
        double limit = Effort.limit("--fail-above", failAbove, problems).orElse(0.0);
        if (what.scenarios.isEmpty() && !what.ofTheUser()) {
            problems.add("--scenario is missing: name what differs, like PoolReadOnly or Select1Row:text");
        }
        refuse(problems);
        selection(
                hosts,
                range.driver().label(),
                range.from(),
                range.to(),
                chosen,
                limit); // reports mistakes before any download
        return HostCommand.carryOut(around, spec, common, where.clean(), (console, log) -> {
            List<String> versions = Releases.of(range.driver(), range.from(), range.to(), console);
            return new Search(console, log, hosts, range.driver(), chosen, limit).of(versions);
        });
    }

    private Range range(Hosts hosts) {
        List<String> words = where.drivers();
        String word = words.size() == 1 ? words.get(0) : "";
        int at = word.indexOf('@');
        int dots = word.indexOf(DOTS);
        if (at < 1 || dots < at + 2 || dots + DOTS.length() >= word.length()) {
            refuse(List.of("--driver needs one driver with a range of versions, like mariadb@3.5.0..3.5.11, not "
                    + (words.isEmpty() ? "nothing" : String.join(",", words))));
        }
        String label = word.substring(0, at);
        DriverSpec spec = Optional.ofNullable(hosts.drivers().get(label))
                .or(() -> DriverCatalogue.all().stream()
                        .filter(kind -> kind.id().equals(label))
                        .findFirst()
                        .map(DriverSpec::of))
                .orElseThrow(() -> new Failure.Input(
                        "the command line has a problem",
                        List.of("--driver: no driver is called " + label),
                        "./bench list drivers shows those that are known."));
        return new Range(spec, word.substring(at + 1, dots), word.substring(dots + DOTS.length()));
    }

    private Metric metric() {
        for (Metric known : Metric.values()) {
            if (known.toString().equals(metric)) {
                return known;
            }
        }
        refuse(List.of(
                "--metric: nothing is called " + metric + "; there are round-trips, statements, commits and time"));
        throw new IllegalStateException(metric);
    }

    private static void refuse(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new Failure.Input("the command line has a problem", problems, "See ./bench bisect --help.");
        }
    }

    private Selection selection(Hosts hosts, String driver, String base, String candidate, Metric by, double limit)
            throws IOException {
        where.take(List.of(driver + "@" + base, driver + "@" + candidate));
        Selection selection = Planner.select(new Request(
                hosts,
                where.request(hosts),
                what.what(jvm.threads, jvm.threadKinds, Path.of("")),
                effort.effort(false, by != Metric.TIME),
                jvm.seed(),
                jvm.args()));
        return selection.failingAbove(limit);
    }

    /** The steps of one search. */
    private final class Search {
        private final Console console;
        private final PairRuns runs;
        private final Hosts hosts;
        private final DriverSpec driver;
        private final Metric by;
        private final double limit;

        /** The results of the last comparison, for the report. */
        private @Nullable Results results;

        /** Whether the newest version is faster than the oldest. Then versions differ if the oldest is slower than they. */
        private boolean faster;

        Search(Console console, DeveloperLog log, Hosts hosts, DriverSpec driver, Metric by, double limit) {
            this.console = console;
            this.runs = new PairRuns(around, spec, common, where.on().file(), console, log);
            this.hosts = hosts;
            this.driver = driver;
            this.by = by;
            this.limit = limit;
        }

        ExitCode of(List<String> versions) {
            String label = driver.label();
            console.say(versions.size() + " versions of " + label + " from " + versions.get(0) + " to "
                    + versions.get(versions.size() - 1) + ", at most " + most(versions.size()) + " comparisons");
            Bisection search = new Bisection(versions);
            Optional<String> next = search.next();
            Optional<Judged> different = Optional.empty();
            while (next.isPresent()) {
                String version = next.get();
                Judged last =
                        search.steps().isEmpty() ? newest(versions.get(0), version) : judge(versions.get(0), version);
                search.judged(version, last.outcome(), last.why());
                if (last.outcome() == Outcome.DIFFERENT) {
                    different = Optional.of(last);
                }
                console.say("step " + search.steps().size() + ": " + label + " " + version + " "
                        + last.outcome().toString().toLowerCase(Locale.ROOT) + " (" + last.why() + ")");
                next = search.next();
            }
            Optional<Bisection.Step> neighbours = Optional.empty();
            if (search.first().isPresent() && !search.last().equals(versions.get(0))) {
                // Compare the neighbours directly: they may differ less from each other than from the oldest version.
                String first = search.first().get();
                Judged judged = judge(search.last(), first);
                neighbours = Optional.of(new Bisection.Step(first, judged.outcome(), judged.why()));
                if (judged.outcome() == Outcome.DIFFERENT) {
                    different = Optional.of(judged);
                }
            }
            BisectReport report = BisectReport.of(
                    label,
                    by.toString(),
                    by == Metric.TIME ? Optional.of(new BisectReport.Limit(limit, faster)) : Optional.empty(),
                    search,
                    neighbours,
                    different.map(Judged::diff).orElse(null),
                    different.map(Judged::compared).orElse(null),
                    results,
                    List.copyOf(spec.root().commandLine().getParseResult().originalArgs()));
            output.print(spec, output.json() ? Json.pretty(report) : report.markdown());
            boolean judgedNewest = search.steps().get(0).outcome() != Outcome.SKIPPED;
            if (!judgedNewest) {
                throw new Failure.Incomplete(
                        "the newest version could not be judged",
                        search.steps().get(0).why(),
                        by == Metric.TIME
                                ? "Choose another range, or give it more time with --budget."
                                : "Choose another range, scenario or mode.");
            }
            return ExitCode.OK;
        }

        private int most(int versions) {
            return (by == Metric.TIME ? 3 : 2) + (int) Math.ceil(Math.log(versions) / Math.log(2));
        }

        /** The judgement of the newest version, which decides in which direction times are compared. */
        private Judged newest(String oldest, String version) {
            Judged judged = judge(oldest, version).ofNewest();
            if (judged.compared() == null || judged.outcome() == Outcome.DIFFERENT) {
                return judged;
            }
            faster = true;
            Judged turned = judge(oldest, version);
            faster = turned.outcome() == Outcome.DIFFERENT;
            return faster || judged.outcome() == Outcome.SAME ? turned : judged;
        }

        private Judged judge(String base, String version) {
            List<String> missing = Releases.missing(driver, version, console);
            if (!missing.isEmpty()) {
                return Judged.skipped("no Maven repository has " + String.join(", ", missing));
            }
            try {
                return by == Metric.TIME ? byTime(base, version) : byCounts(selected(base, version));
            } catch (Failure.Incomplete e) {
                return Judged.skipped(e.getMessage() + ": " + e.why());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private Selection selected(String base, String candidate) throws IOException {
            return selection(hosts, driver.label(), base, candidate, by, limit);
        }

        private Judged byCounts(Selection selection) {
            ExchangeDiff diff = runs.count(selection);
            results = runs.last();
            return Judged.of(
                    diff,
                    switch (by) {
                        case ROUND_TRIPS -> Judged.Counted.ROUND_TRIPS;
                        case STATEMENTS -> Judged.Counted.STATEMENTS;
                        case COMMITS -> Judged.Counted.ENDS;
                        case TIME -> throw new IllegalStateException("times are no counts");
                    });
        }

        private Judged byTime(String base, String version) throws IOException {
            Ended ended = runs.run(faster ? selected(version, base) : selected(base, version));
            if (ended.failure().isPresent()) {
                throw ended.failure().get();
            }
            results = ended.fold().results();
            return Judged.of(Compared.of(ended.fold(), limit, false));
        }
    }
}
