package dev.jdbcbench.cli;

import dev.jdbcbench.expected.Expected;
import dev.jdbcbench.expected.ExpectedFile;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.request.Quantity;
import dev.jdbcbench.usecase.Acceptance;
import dev.jdbcbench.usecase.Compare;
import dev.jdbcbench.usecase.Gate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a gate: when a comparison fails, and where to write its result. */
final class GateOptions {
    private static final String LIMIT = "--fail-above";
    private static final String OWN_LIMIT = "--own-above";

    /** Of equal drivers, 0 of 2000 simulated gates of 8 rows fail at it; with one row 5 % worse, 8 of 10. */
    private static final double OWN = 0.01;

    private static final int LONGEST_REASON = 300;

    /** How the gate treats rows that stay undecided. */
    enum Undecided {
        /** They pass, after the minimum number of groups. */
        PASS,
        /** They fail, once the budget is used up. */
        FAIL,
        /** They pass with a warning, once the budget is used up. */
        MEASURE
    }

    @Option(
            names = {LIMIT, "--gate"},
            paramLabel = "PERCENT",
            description = {
                "a gate: end with 7 if a row of the candidate is slower by more than this with its whole interval, and"
                        + " fresh JVMs confirm it: 5%%.",
                "It also fails if the candidate exchanges more with the server, or allocates over 1 %% more"
            })
    private @Nullable String failAbove;

    @Option(
            names = OWN_LIMIT,
            paramLabel = "PERCENT",
            description = "where own is judged instead of times: fail if it is higher by more than this (default: 1%%)")
    private @Nullable String ownAbove;

    @Option(
            names = "--undecided",
            paramLabel = "WHAT",
            defaultValue = "MEASURE",
            description =
                    "rows that may be above or below the limit: pass after few groups, or measure until the budget"
                            + " ends; then pass with a warning, or fail. ${COMPLETION-CANDIDATES} (default:"
                            + " ${DEFAULT-VALUE})")
    private Undecided undecided = Undecided.MEASURE;

    @Mixin
    private GateFiles files = new GateFiles();

    @Option(
            names = "--expected",
            paramLabel = "FILE",
            description =
                    "a file of accepted changes, one row in a line: bench-expected.yaml (the default, if it exists)")
    private @Nullable Path expected;

    @Option(
            names = "--accept",
            paramLabel = "REASON",
            description =
                    "accept what fails: add it to the file of --expected, with this reason and the candidate's version")
    private @Nullable String reason;

    @Option(
            names = "--counts-only",
            description = "with --fail-above, judge round trips, statements and bytes only, and measure no times")
    private boolean countsOnly;

    @Option(
            names = "--no-counts",
            description =
                    "with --fail-above, judge times only: do not fail because of round trips, statements, bytes or allocations")
    private boolean noCounts;

    @Option(
            names = "--own",
            description =
                    "with --fail-above, judge counts, allocations and own (the CPU time of the driver's code, against recorded"
                            + " answers) instead of times, also on a suitable host")
    private boolean own;

    /** Whether an option about accepted changes is given. */
    private boolean accepts() {
        return expected != null || reason != null;
    }

    /**
     * What is accepted.
     *
     * @param say tells the user what was accepted
     * @throws Failure.Input if the file or the reason is malformed
     */
    Acceptance acceptance(Consumer<String> say) {
        Path file = expected == null ? Path.of(ExpectedFile.NAME) : expected;
        if (reason != null && (reason.isBlank() || reason.length() > LONGEST_REASON)) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--accept: expected a reason of at most " + LONGEST_REASON + " characters"),
                    "For instance: --accept 'tells the server that a connection is read-only'");
        }
        boolean needed = failAbove != null && (Files.exists(file) || (expected != null && reason == null));
        return new Acceptance(needed ? ExpectedFile.read(file) : Expected.NOTHING, Optional.ofNullable(reason), all -> {
            OutputOptions.write(file, ExpectedFile.text(all), "--expected");
            say.accept("accepted in " + file + ": " + all.entries().size()
                    + (all.entries().size() == 1 ? " row" : " rows"));
        });
    }

    /**
     * What is judged.
     *
     * @throws Failure.Input if options exclude each other, or need a gate
     */
    Compare.Judged judged() {
        refuseUnsuitable();
        return countsOnly
                ? Compare.Judged.COUNTS
                : noCounts ? Compare.Judged.TIMES : own ? Compare.Judged.OWN : Compare.Judged.ALL;
    }

    private void refuseUnsuitable() {
        if ((countsOnly || noCounts || own || accepts()) && failAbove == null) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--counts-only, --no-counts, --own, --expected and --accept need --fail-above"),
                    "Add --fail-above 5%.");
        }
        if ((countsOnly ? 1 : 0) + (noCounts ? 1 : 0) + (own ? 1 : 0) > 1) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--counts-only, --no-counts and --own exclude each other"),
                    "Leave out all but one.");
        }
    }

    /** Whether rows get only the minimum number of groups. */
    boolean once() {
        return failAbove != null && undecided == Undecided.PASS;
    }

    /**
     * The gate.
     *
     * @throws Failure.Input if a limit is malformed
     */
    Gate gate() {
        List<String> problems = new ArrayList<>();
        Optional<Double> limit = limit(LIMIT, failAbove, problems);
        Optional<Double> own = limit(OWN_LIMIT, ownAbove, problems).or(() -> limit.map(any -> OWN));
        if (ownAbove != null && failAbove == null) {
            problems.add(OWN_LIMIT + " needs " + LIMIT);
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input("the command line has a problem", problems, "See ./bench compare --help.");
        }
        return new Gate(limit, own, undecided == Undecided.FAIL);
    }

    private static Optional<Double> limit(String option, @Nullable String text, List<String> problems) {
        return text == null ? Optional.empty() : Quantity.limit(option, text, problems);
    }

    /** The additional files. */
    GateFiles files() {
        return files;
    }
}
