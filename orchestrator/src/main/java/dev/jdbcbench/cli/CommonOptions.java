package dev.jdbcbench.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of all commands. */
public final class CommonOptions {
    /** The option that shows the origin of a failure. */
    static final String VERBOSE = "-v";

    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = "results",
            description = "where the run directories are (default: ${DEFAULT-VALUE})")
    public Path results = Path.of("results");

    @Option(
            names = {"-q", "--quiet"},
            description = "warnings and errors only")
    public boolean quiet;

    /** May be repeated, as in -vv. */
    @Option(
            names = {VERBOSE, "--verbose"},
            description = "also print every command that bench runs, and where a failure comes from")
    private boolean[] verbose = {};

    public boolean verbose() {
        return verbose.length > 0;
    }
}
