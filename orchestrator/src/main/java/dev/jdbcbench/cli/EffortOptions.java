package dev.jdbcbench.cli;

import dev.jdbcbench.report.Parts;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Goal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for how much to measure and which differences must be decided. */
final class EffortOptions {
    static final String PROFILE = "--profile";
    static final String DEFAULT_PROFILE = "quick";

    @Option(
            names = PROFILE,
            paramLabel = "NAME",
            defaultValue = DEFAULT_PROFILE,
            converter = LowerCaseConverter.class,
            description = "how much is measured: smoke, quick, thorough, publish or published-2016; bench list profiles"
                    + " (default: ${DEFAULT-VALUE})")
    private String profile = DEFAULT_PROFILE;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "measure no longer than this: 45m, 2h; rows closest to a decision come first")
    private @Nullable String budget;

    @Option(
            names = "--fork-limit",
            paramLabel = "TIME",
            description =
                    "kill a JVM whose start or turn, or without turns its fork, takes longer, e.g. 5m (default: 3m"
                            + " plus 60 operations; without turns 3 × its expected time + 2m; checks before the run: 2m)")
    private @Nullable String forkLimit;

    @Option(
            names = {"--groups", "--forks"},
            paramLabel = "N|N-M",
            description = "groups of each row, each with a fresh JVM per cell; with a range, until each comparison is"
                    + " decided")
    private @Nullable String forks;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "counted rounds of each group; without turns, measured iterations of each fork")
    private @Nullable String iterations;

    @Option(names = "--iteration-time", paramLabel = "TIME", description = "length of one turn or iteration: 100ms, 1s")
    private @Nullable String iterationTime;

    @Option(
            names = "--target",
            paramLabel = "PERCENT",
            description = "half width at which a comparison's interval is narrow enough: 3%%")
    private @Nullable String target;

    @Option(
            names = "--contrast",
            paramLabel = "AXIS",
            converter = LowerCaseConverter.class,
            description =
                    "what is compared: driver, version, mode, server, transport, threads, thread-kind, rate, topology;"
                            + " or scenario: all modes and drivers of a scenario, its first mariadb cell is 100 %%"
                            + " (default: driver)")
    private @Nullable String contrast;

    @Option(
            names = "--base",
            paramLabel = "CELL-GLOB",
            description =
                    "what others are compared with: a driver, driver@version, mode, server … or a cell's key, * for any"
                            + " letters (default: the first)")
    private @Nullable String base;

    @Option(
            names = "--percentiles",
            description =
                    "also time single operations, in one more JVM per cell: p50, p90, p95, p99 of the service time")
    private boolean percentiles;

    @Option(names = "--force", description = "measure even if host checks fail (recorded in the results)")
    private boolean force;

    @Option(names = "--no-explain", description = "do not count round trips or measure the bandwidth before the blocks")
    private boolean noExplain;

    @Option(
            names = "--turns",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "measure the cells of a row in turns of 25 ms, all alive at once (the default), or with"
                    + " --no-turns one JVM after the other")
    private boolean turns = true;

    Request.Effort effort() {
        return new Request.Effort(
                profile,
                Optional.ofNullable(forks),
                Optional.ofNullable(iterations),
                Optional.ofNullable(iterationTime),
                Optional.ofNullable(target),
                Optional.ofNullable(budget),
                Optional.ofNullable(forkLimit),
                turns);
    }

    Request.Question question() {
        return new Request.Question(
                Optional.ofNullable(contrast),
                Optional.ofNullable(base),
                percentiles,
                force,
                !noExplain,
                !noExplain && Parts.provided().isPresent(),
                Goal.Extent.MEASURE);
    }
}
