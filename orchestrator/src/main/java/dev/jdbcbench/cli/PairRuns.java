package dev.jdbcbench.cli;

import dev.jdbcbench.execution.Ended;
import dev.jdbcbench.execution.RunExecution;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Profile;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Executes several runs within one command, one after the other, each of two drivers. */
final class PairRuns {
    private final CommandContext around;
    private final CommandSpec spec;
    private final CommonOptions common;
    private final Optional<Path> hostsFile;
    private final Console console;
    private final DeveloperLog log;
    private boolean begun;
    private @Nullable Results last;

    /**
     * A sequence of runs.
     *
     * @param hostsFile the hosts file that the command uses; empty if there is none
     */
    PairRuns(
            CommandContext around,
            CommandSpec spec,
            CommonOptions common,
            Optional<Path> hostsFile,
            Console console,
            DeveloperLog log) {
        this.around = around;
        this.spec = spec;
        this.common = common;
        this.hostsFile = hostsFile;
        this.console = console;
        this.log = log;
    }

    /**
     * Executes a run and writes its files.
     *
     * @throws Failure.Interrupted if the command was asked to stop after the previous run
     */
    Ended run(Selection selection) {
        if (begun) {
            console.continueWork();
        }
        begun = true;
        RunExecution execution = new RunExecution(common.results, around.clock(), console, Optional.empty());
        Ended ended = execution.run(selection, HostCommand.caller(spec, hostsFile, false, console, log));
        Optional<Failure> unwritten = RunFiles.tryToWrite(ended.directory());
        console.close();
        console.say("run: " + ended.directory().path());
        if (ended.failure().isEmpty() && unwritten.isPresent()) {
            throw unwritten.get();
        }
        return ended;
    }

    /** Counts what both drivers exchange with the server. */
    ExchangeDiff count(Selection selection) {
        Goal goal = selection.goal();
        Ended ended = run(selection.with(copy -> copy.profile(Profile.SMOKE.withForks(1, 1))
                .goal(goal.withFailAbove(null).withBudget(null).explaining(true, Goal.Extent.EXPLAIN))));
        if (ended.failure().isPresent()) {
            throw ended.failure().get();
        }
        last = ended.fold().results();
        return ExchangeDiff.of(last);
    }

    /** The results of the last {@link #count}; null before the first one. */
    @Nullable
    Results last() {
        return last;
    }
}
