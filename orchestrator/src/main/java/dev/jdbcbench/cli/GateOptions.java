package dev.jdbcbench.cli;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Effort;
import dev.jdbcbench.report.compare.CompareWords;
import dev.jdbcbench.statistics.LimitTest.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a gate: when a comparison fails, and where to write its result. */
final class GateOptions {
    private static final String LIMIT = "--fail-above";

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
                "a gate: end with 7 if a row of the candidate is slower by more than this with its whole interval, and fresh JVMs confirm it:"
                        + " 5%%.",
                "It also fails if the candidate exchanges more with the server, or allocates over 1 %% more"
            })
    private @Nullable String failAbove;

    @Option(
            names = "--undecided",
            paramLabel = "WHAT",
            defaultValue = "MEASURE",
            description =
                    "rows that may be above or below the limit: pass after few groups, or measure until the budget ends; then pass with a"
                            + " warning, or fail. ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Undecided undecided = Undecided.MEASURE;

    @Option(
            names = "--summary",
            paramLabel = "FILE",
            description = "also append the table as Markdown to this file: $GITHUB_STEP_SUMMARY")
    private @Nullable Path summary;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "also write a test case for each row, in the XML of JUnit")
    private @Nullable Path junit;

    /**
     * The limit; empty without a gate.
     *
     * @throws Failure.Input if it is malformed
     */
    Optional<Double> limit() {
        List<String> problems = new ArrayList<>();
        Optional<Double> limit = failAbove == null ? Optional.empty() : Effort.limit(LIMIT, failAbove, problems);
        if (!problems.isEmpty()) {
            throw new Failure.Input("the command line has a problem", problems, "See ./bench compare --help.");
        }
        return limit;
    }

    /** Whether rows get only the minimum number of groups. */
    boolean once() {
        return failAbove != null && undecided == Undecided.PASS;
    }

    /** Writes the additional files. */
    void write(String markdown, String xml) {
        if (summary != null) {
            OutputOptions.append(summary, markdown, "--summary");
        }
        if (junit != null) {
            OutputOptions.write(junit, xml, "--junit");
        }
    }

    /**
     * The verdict of a comparison.
     *
     * @param warnings receives what a user must know although the gate passes
     * @throws Failure.Regression if the gate fails
     */
    ExitCode verdict(Compared compared, Consumer<String> warnings) {
        if (compared.failAbove() == null) {
            return ExitCode.OK;
        }
        String limit = CompareWords.percent(compared.failAbove());
        List<Compared.Row> failing = compared.failing();
        List<Compared.Row> open = compared.with(Outcome.OPEN);
        if (!failing.isEmpty()) {
            boolean slower = failing.stream().anyMatch(row -> row.outcome() == Outcome.ABOVE);
            throw new Failure.Regression(
                    compared.candidate()
                            + (slower
                                    ? " is slower than " + compared.base() + " by more than " + limit
                                    : " allocates more than " + compared.base())
                            + " in " + failing.size() + (failing.size() == 1 ? " row" : " rows"),
                    String.join("\n", CompareWords.lines(compared, failing)),
                    "bench explain --compare shows whether it sends other statements; report.html of the run has each fork.");
        }
        if (!open.isEmpty() && undecided == Undecided.FAIL) {
            throw new Failure.Regression(
                    "cannot decide whether " + compared.candidate() + " is slower than " + compared.base()
                            + " by more than " + limit,
                    String.join("\n", CompareWords.lines(compared, open)),
                    "Give it more time with --budget, or let such rows pass: --undecided measure.");
        }
        if (!open.isEmpty()) {
            warnings.accept("passed, but " + open.size() + (open.size() == 1 ? " row is" : " rows are")
                    + " not decided: "
                    + String.join("; ", CompareWords.lines(compared, open)));
        }
        return ExitCode.OK;
    }
}
