package dev.jdbcbench.cli;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.request.Request;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.ProfileKind;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for how much to measure when comparing two drivers. */
public final class CompareEffort {
    private static final String DEFAULT_PROFILE = "thorough";
    private static final String DEFAULT_BUDGET = "20m";

    @Option(
            names = EffortOptions.PROFILE,
            paramLabel = "NAME",
            defaultValue = DEFAULT_PROFILE,
            converter = LowerCaseConverter.class,
            description = "how much is measured: quick, thorough or publish (default: ${DEFAULT-VALUE})")
    private String profile = DEFAULT_PROFILE;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            defaultValue = DEFAULT_BUDGET,
            description = "measure no longer than this; a gate may take as long again to confirm slower rows"
                    + " (default: ${DEFAULT-VALUE})")
    private String budget = DEFAULT_BUDGET;

    @Option(
            names = {"--groups", "--forks"},
            paramLabel = "N|N-M",
            description =
                    "groups of each row, each with fresh JVMs of both drivers (default: until each row is decided)")
    private @Nullable String forks;

    @Option(names = "--iterations", paramLabel = "N", description = "counted rounds of each group")
    private @Nullable String iterations;

    @Option(names = "--iteration-time", paramLabel = "TIME", description = "length of one turn: 100ms, 1s")
    private @Nullable String iterationTime;

    @Option(
            names = "--fork-limit",
            paramLabel = "TIME",
            description = "kill a JVM whose start or turn takes longer, e.g. 5m (default: 3m plus 60 operations)")
    private @Nullable String forkLimit;

    @Option(
            names = "--force",
            description = "measure even if host checks fail, and compare runs that differ in hosts or settings")
    private boolean force;

    boolean force() {
        return force;
    }

    /**
     * The effort.
     *
     * @param once whether each row gets only the minimum number of groups
     * @param countsOnly whether no time is measured, so none is needed
     * @throws Failure.Input for a profile that measures no times
     */
    public Request.Effort effort(boolean once, boolean countsOnly) {
        if (!ProfileKind.ofName(profile).showsTimes()) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--profile smoke measures no times that can be compared"),
                    "Leave it out, or choose quick.");
        }
        Optional<String> groups = Optional.ofNullable(forks);
        if (once && groups.isEmpty()) {
            groups = Profile.of(profile).map(known -> String.valueOf(known.fewestForks()));
        }
        return new Request.Effort(
                profile,
                groups,
                Optional.ofNullable(iterations),
                Optional.ofNullable(iterationTime),
                Optional.empty(),
                countsOnly ? Optional.empty() : Optional.of(budget),
                Optional.ofNullable(forkLimit),
                true);
    }

    public Request.Question question() {
        return Request.Question.OF_DRIVERS.with(
                copy -> copy.contrast(Optional.of(Axis.DRIVER.id())).force(force));
    }
}
