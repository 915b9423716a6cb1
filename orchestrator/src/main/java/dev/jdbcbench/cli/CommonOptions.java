package dev.jdbcbench.cli;

import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.untrusted.ShellWord;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of all commands. */
public final class CommonOptions {
    /** The option that shows the origin of a failure. */
    static final String VERBOSE = "-v";

    private static final String RESULTS = "results";

    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = RESULTS,
            description = "where the run directories are (default: ${DEFAULT-VALUE})")
    public Path results = Path.of(RESULTS);

    @Option(
            names = {"-q", "--quiet"},
            description = "warnings and errors only")
    public boolean quiet;

    /** May be repeated, as in -vv. */
    @Option(
            names = {VERBOSE, "--verbose"},
            description = "also print every command that bench runs, and where a failure comes from")
    private boolean[] verbose = {};

    /** A suggested command that finds a run, also in another directory than the default one. */
    static String withResults(String command, RunDirectory run) {
        Path all = run.path().toAbsolutePath().normalize().getParent();
        return all == null || all.equals(Path.of(RESULTS).toAbsolutePath())
                ? command
                : command + " --results " + ShellWord.quoted(all.toString());
    }

    public boolean verbose() {
        return verbose.length > 0;
    }
}
