package dev.jdbcbench.cli;

import dev.jdbcbench.execution.Ended;
import dev.jdbcbench.execution.RunExecution;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.fold.Fold;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Shared by commands that examine hosts and drivers as a run does, but measure no operation. */
final class HostInspection {
    private HostInspection() {}

    /** How such a command shows its findings. */
    interface View {
        /** Whether there is anything to show if it ended early. */
        boolean something(Fold fold, Results results);

        String text(Fold fold, Results results);

        /** The exit code if it completed. */
        ExitCode verdict(Results results);
    }

    static int carryOut(
            CommandContext around,
            CommandSpec spec,
            CommonOptions common,
            String clean,
            OutputOptions output,
            Selection selection,
            Optional<Path> hostsFile,
            View shown)
            throws IOException {
        return HostCommand.carryOut(around, spec, common, clean, (console, log) -> {
            RunExecution execution = new RunExecution(common.results, around.clock(), console, Optional.empty());
            Ended ended = execution.run(selection, HostCommand.caller(spec, hostsFile, false, console, log));
            Results results = ended.fold().results();
            Optional<Failure> unwritten = RunFiles.tryToWrite(ended.directory());
            console.close();
            if (ended.failure().isEmpty() || shown.something(ended.fold(), results)) {
                output.print(spec, shown.text(ended.fold(), results));
            }
            console.say("run: " + ended.directory().path());
            Optional<Failure> failure = ended.failure().or(() -> unwritten);
            if (failure.isPresent()) {
                throw failure.get();
            }
            return shown.verdict(results);
        });
    }
}
