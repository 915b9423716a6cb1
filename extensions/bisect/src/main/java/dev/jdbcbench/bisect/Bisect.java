package dev.jdbcbench.bisect;

import dev.jdbcbench.bisect.Bisection.Outcome;
import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Limits;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.execution.RunOutcome;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.usecase.Compare;
import dev.jdbcbench.usecase.Here;
import dev.jdbcbench.usecase.Invoker;
import dev.jdbcbench.usecase.Pair;
import dev.jdbcbench.usecase.StartRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code bisect}: searches the first version of a driver that differs. */
public final class Bisect {
    private static final String DOTS = "..";

    /** Their JVMs are alive one after the other. */
    private static final int COUNTED_AT_ONCE = 10;

    /** The quantity to compare. */
    public enum Metric {
        /** Round trips of an operation. */
        ROUND_TRIPS("round-trips"),
        /** Commands of an operation. */
        STATEMENTS("statements"),
        /** Commits and rollbacks of an operation, as the server counts them. */
        COMMITS("commits"),
        /** Bytes of an operation in either direction. */
        BYTES("bytes"),
        /** CPU time of the driver's own code. */
        OWN("own"),
        /** Time of an operation. */
        TIME("time");

        private final String id;

        Metric(String id) {
            this.id = id;
        }

        /**
         * The metric that a user names.
         *
         * @throws Failure.Input if there is none
         */
        static Metric of(String word) {
            return Stream.of(values())
                    .filter(known -> known.id.equals(word))
                    .findFirst()
                    .orElseThrow(() -> refused(List.of("--metric: nothing is called " + word
                            + "; there are round-trips, statements, bytes, commits, own and time")));
        }

        /** Whether it is measured, and not counted. */
        public boolean measured() {
            return this == OWN || this == TIME;
        }

        @Override
        public String toString() {
            return id;
        }
    }

    private static Failure.Input refused(List<String> problems) {
        return new Failure.Input("the command line has a problem", problems, "See ./bench bisect --help.");
    }

    private final Inputs inputs;
    private final DriverSpec driver;
    private final String from;
    private final String to;
    private final Metric by;
    private final double limit;
    private final Here here;

    private Bisect(Inputs inputs, DriverSpec driver, String from, String to, Metric by, double limit, Here here) {
        this.inputs = inputs;
        this.driver = driver;
        this.from = from;
        this.to = to;
        this.by = by;
        this.limit = limit;
        this.here = here;
    }

    /**
     * The search that a request asks for, whose driver has a range of versions.
     *
     * @param limit how much slower or faster a version has to be, 0.05 for 5 %
     * @param problems those that are known already
     * @throws Failure.Input with all problems of the request
     */
    static Bisect of(Request request, Metric by, double limit, Here here, List<String> problems) {
        if (request.what().scenarios().isEmpty() && !request.what().own().any()) {
            problems.add("--scenario is missing: name what differs, like PoolReadOnly or Select1Row:text");
        }
        if (!problems.isEmpty()) {
            throw refused(problems);
        }
        List<String> words = request.where().drivers();
        String word = words.size() == 1 ? words.get(0) : "";
        int at = word.indexOf('@');
        int dots = word.indexOf(DOTS);
        if (at < 1 || dots < at + 2 || dots + DOTS.length() >= word.length()) {
            throw refused(List.of("--driver needs one driver with a range of versions, like mariadb@3.5.0..3.5.11, not "
                    + (words.isEmpty() ? "nothing" : String.join(",", words))));
        }
        String label = word.substring(0, at);
        Inputs inputs = Inputs.read(request.withWhere(request.where().withDrivers(List.of())), here.reading());
        DriverSpec driver = Optional.ofNullable(inputs.hosts().drivers().get(label))
                .or(() -> DriverCatalogue.all().stream()
                        .filter(kind -> kind.id().equals(label))
                        .findFirst()
                        .map(DriverSpec::of))
                .orElseThrow(() -> new Failure.Input(
                        "the command line has a problem",
                        List.of("--driver: unknown driver: " + label),
                        "./bench list drivers shows those that are known."));
        Bisect bisect = new Bisect(
                inputs, driver, word.substring(at + 1, dots), word.substring(dots + DOTS.length()), by, limit, here);
        bisect.run(bisect.from, bisect.to); // reports mistakes before any download
        return bisect;
    }

    private StartRun run(String base, String candidate) {
        return run(List.of(base, candidate)).changed(selection -> selection.failingAbove(limit));
    }

    private StartRun run(List<String> versions) {
        Request request = inputs.request();
        return StartRun.of(
                "bisect",
                inputs.withRequest(request.withWhere(request.where()
                        .withDrivers(versions.stream()
                                .map(version -> driver.label() + "@" + version)
                                .toList()))),
                here);
    }

    /**
     * Searches.
     *
     * @param words the command line, for the report
     * @param report receives the result, whether it is a verdict or not
     */
    public void carryOut(List<String> words, Consumer<? super BisectReport> report, Invoker invoker) {
        List<String> versions = Releases.of(driver, from, to, invoker);
        new Search(invoker).of(versions, words, report);
    }

    /**
     * Looks at each version, instead of searching.
     *
     * @param own whether also at what its own code costs
     * @param shown receives the table
     */
    public void each(boolean own, List<String> words, Consumer<? super ReleaseTable> shown, Invoker invoker) {
        List<String> versions = Releases.of(driver, from, to, invoker);
        Pair pair = new Pair(invoker);
        List<Results> counted = new ArrayList<>();
        for (int i = 0; i < versions.size(); i += COUNTED_AT_ONCE) {
            StartRun some = run(versions.subList(i, Math.min(versions.size(), i + COUNTED_AT_ONCE)));
            counted.add(pair.counts(some.changed(selection ->
                    selection.with(copy -> copy.goal(selection.goal().withOwn(own))))));
        }
        shown.accept(ReleaseTable.of(driver.label(), counted, words));
    }

    /** The table of versions that runs have counted already. */
    ReleaseTable ofRuns(List<String> runs, List<String> words) {
        RunStore store = new RunStore(here.results());
        return ReleaseTable.of(
                driver.label(),
                runs.stream().map(run -> store.named(run).read().results()).toList(),
                words);
    }

    /** The steps of one search. */
    private final class Search {
        private final Invoker invoker;
        private final Pair pair;

        /** The results of the last comparison, for the report. */
        private @Nullable Results results;

        /** Whether the newest version is faster than the oldest. Then versions differ if the oldest is slower than they. */
        private boolean faster;

        Search(Invoker invoker) {
            this.invoker = invoker;
            this.pair = new Pair(invoker);
        }

        void of(List<String> versions, List<String> words, Consumer<? super BisectReport> shown) {
            String label = driver.label();
            invoker.say(versions.size() + " versions of " + label + " from " + versions.get(0) + " to "
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
                invoker.say("step " + search.steps().size() + ": " + label + " " + version + " "
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
            shown.accept(BisectReport.of(
                    label,
                    by.toString(),
                    by.measured() ? Optional.of(new BisectReport.Limit(limit, faster)) : Optional.empty(),
                    search,
                    neighbours,
                    different.map(Judged::diff).orElse(null),
                    different.map(Judged::compared).orElse(null),
                    results,
                    words));
            if (search.steps().get(0).outcome() == Outcome.SKIPPED) {
                throw new Failure.Incomplete(
                        "the newest version could not be judged",
                        search.steps().get(0).why(),
                        by.measured()
                                ? "Choose another range, or give it more time with --budget."
                                : "Choose another range, scenario or mode.");
            }
        }

        private int most(int versions) {
            return (by.measured() ? 3 : 2) + (int) Math.ceil(Math.log(versions) / Math.log(2));
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
            List<String> missing = Releases.missing(driver, version, invoker);
            if (!missing.isEmpty()) {
                return Judged.skipped("no Maven repository has " + String.join(", ", missing));
            }
            try {
                return by.measured() ? byTime(base, version) : byCounts(run(base, version));
            } catch (Failure.Incomplete e) {
                return Judged.skipped(e.getMessage() + ": " + e.why());
            }
        }

        private Judged byCounts(StartRun run) {
            ExchangeDiff diff = pair.count(run);
            results = pair.last();
            return Judged.of(
                    diff,
                    switch (by) {
                        case ROUND_TRIPS -> Judged.Counted.ROUND_TRIPS;
                        case STATEMENTS -> Judged.Counted.STATEMENTS;
                        case COMMITS -> Judged.Counted.ENDS;
                        case BYTES -> Judged.Counted.BYTES;
                        case OWN, TIME -> throw new IllegalStateException("times are no counts");
                    });
        }

        private Judged byTime(String base, String version) {
            StartRun run = faster ? run(version, base) : run(base, version);
            RunOutcome ended = pair.run(by == Metric.OWN ? run.changed(Compare::own) : run);
            if (ended.failure().isPresent()) {
                throw ended.failure().get();
            }
            results = ended.fold().results();
            return Judged.of(Compared.of(ended.fold(), Limits.of(limit), false));
        }
    }
}
