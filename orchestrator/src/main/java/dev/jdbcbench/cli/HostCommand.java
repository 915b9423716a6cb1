package dev.jdbcbench.cli;

import dev.jdbcbench.failure.ExitCode;
import java.io.IOException;
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

    static int carryOut(CommandSpec spec, CommonOptions common, Work work) throws IOException {
        Console console = new Console(
                spec.commandLine().getErr(), Bench.clock(), Bench.onTerminal(), common.quiet, Bench::undoing);
        try (DeveloperLog log = DeveloperLog.start(
                common.verbose ? Optional.of(spec.commandLine().getErr()) : Optional.empty())) {
            try {
                return work.on(console, log).number();
            } catch (RuntimeException e) {
                LOG.error("the command ended", e);
                throw e;
            }
        } finally {
            console.close();
        }
    }
}
