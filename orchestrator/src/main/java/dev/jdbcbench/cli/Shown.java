package dev.jdbcbench.cli;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;

/** Where a dry run prints commands: on stdout, for they are what was asked for. */
final class Shown {
    private Shown() {}

    static Optional<Consumer<String>> commands(CommandSpec spec, boolean dryRun) {
        PrintWriter out = spec.commandLine().getOut();
        return dryRun ? Optional.of(out::println) : Optional.empty();
    }
}
