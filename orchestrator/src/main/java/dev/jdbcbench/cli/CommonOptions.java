package dev.jdbcbench.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options that every command has. */
final class CommonOptions {
    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = "results",
            description = "where the run directories are (default: ${DEFAULT-VALUE})")
    Path results = Path.of("results");

    @Option(names = "-q", description = "warnings and errors only")
    boolean quiet;

    @Option(names = "-v", description = "every command that is run, and where a failure comes from")
    boolean verbose;
}
