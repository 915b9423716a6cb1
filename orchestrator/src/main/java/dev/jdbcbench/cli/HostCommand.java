package dev.jdbcbench.cli;

import dev.jdbcbench.execution.FullDisk;
import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.run.EventLog;
import dev.jdbcbench.store.Invocation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;

/** What the commands that work on hosts have in common: a console, and the developer's log. */
final class HostCommand {
    private static final Logger LOG = LoggerFactory.getLogger(HostCommand.class);

    private HostCommand() {}

    /** What such a command does. */
    interface Work {
        ExitCode on(Console console, DeveloperLog log);
    }

    /** How bench was called. */
    static Invocation invocation(CommandSpec spec) {
        return new Invocation(
                spec.root().commandLine().getParseResult().originalArgs(),
                Path.of("").toAbsolutePath().toString());
    }

    /**
     * Carries it out.
     *
     * @param clean the command that removes what it would leave if it was ended at once
     */
    static int carryOut(CommandSpec spec, CommonOptions common, String clean, Work work) throws IOException {
        Signals signals = Bench.signals(spec);
        Console console = new Console(
                spec.commandLine().getErr(),
                Bench.onTerminal() ? Console.Display.terminal(Bench.columns()) : Console.Display.LINES,
                common.quiet,
                signals);
        signals.begin(new Signals.Work() {
            @Override
            public void asked(String signal) {
                console.asked(signal);
            }

            @Override
            public void left() {
                console.leaving(clean);
            }
        });
        try (DeveloperLog log = DeveloperLog.start(
                common.verbose ? Optional.of(spec.commandLine().getErr()) : Optional.empty())) {
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
