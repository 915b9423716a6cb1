package dev.jdbcbench.cli;

import dev.jdbcbench.cli.console.Console;
import dev.jdbcbench.cli.console.DeveloperLog;
import dev.jdbcbench.cli.console.Signals;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.session.FullDisk;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunOrigins;
import dev.jdbcbench.usecase.Here;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Shared by the commands that work on hosts: a console, and the developer log. */
public final class HostCommand {
    private static final Logger LOG = LoggerFactory.getLogger(HostCommand.class);

    private HostCommand() {}

    /** The work of such a command. */
    public interface Work {
        ExitCode on(Console console, DeveloperLog log);
    }

    /**
     * The command line. It includes a profile from the environment, because a later command may run in a different
     * environment.
     */
    private static Invocation invocation(CommandSpec spec) {
        List<String> words =
                new ArrayList<>(spec.root().commandLine().getParseResult().originalArgs());
        OptionSpec profile = spec.findOption(EffortOptions.PROFILE);
        if (profile != null && !spec.commandLine().getParseResult().hasMatchedOption(profile)) {
            Object value = profile.getValue();
            if (value != null && !value.equals(EffortOptions.DEFAULT_PROFILE)) {
                words.addAll(1, List.of(EffortOptions.PROFILE, value.toString()));
            }
        }
        return new Invocation(words, Path.of("").toAbsolutePath().toString());
    }

    /** What use cases of this command find on this machine. */
    public static Here here(CommandContext around, CommandSpec spec, CommonOptions common) {
        return new Here(
                common.results,
                around.clock(),
                RunOrigins.ofUser(words -> OldWords.read(words, around)),
                around.reading(spec.commandLine().getErr(), common.quiet));
    }

    /**
     * Executes the work.
     *
     * @param clean the command that would clean up if this one was killed
     */
    public static int carryOut(CommandContext around, CommandSpec spec, CommonOptions common, String clean, Work work)
            throws IOException {
        Signals signals = around.signals();
        Console console = new Console(spec.commandLine().getErr(), around.display(), common.quiet, signals);
        signals.begin(new Signals.Work() {
            @Override
            public void stopRequested(String signal) {
                console.stopRequested(signal);
            }

            @Override
            public void left() {
                console.leaving(clean);
            }
        });
        try (DeveloperLog log = DeveloperLog.start(
                common.verbose() ? Optional.of(spec.commandLine().getErr()) : Optional.empty())) {
            console.calledBy(invocation(spec), log);
            if (common.verbose()) {
                console.sayEachStep();
            }
            try {
                return work.on(console, log).number();
            } catch (EventLog.UnwritableException e) {
                throw FullDisk.failure(e);
            } catch (RuntimeException e) {
                LOG.error("the command ended", e);
                throw e;
            }
        } finally {
            signals.end();
            console.close();
        }
    }
}
