package dev.jdbcbench.bisect;

import dev.jdbcbench.cli.NotUnderstood;
import dev.jdbcbench.report.Parts;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options to look at each version instead of searching. */
final class EachVersion {
    @Option(
            names = "--all",
            description =
                    "look at each version, and print a table of what they exchange with the server, and of own and"
                            + " allocations as explain has them")
    private boolean all;

    @Option(names = "--no-own", description = "with --all, only count: do not look at own and allocations")
    private boolean withoutOwn;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..*",
            description = "with --all, make the table of runs that have counted versions already, and count nothing")
    private List<String> runs = List.of();

    /** Adds what does not fit together to the problems. */
    void refuse(CommandSpec spec, List<String> problems) {
        if (!runs.isEmpty() && !all) {
            problems.add(
                    runs.get(0)
                            + NotUnderstood.option(spec.commandLine(), runs.get(0))
                                    .map(meant -> ": " + meant)
                                    .orElse(
                                            ": runs are named only with --all; versions to search are --driver mariadb@3.5.0..3.5.11"));
        }
        if (withoutOwn && !all) {
            problems.add("--no-own needs --all: a search looks at own only with --metric own");
        }
    }

    boolean asked() {
        return all;
    }

    /** Whether to look at own, too. */
    boolean own() {
        return !withoutOwn && Parts.provided().isPresent();
    }

    /** The runs that have counted versions already. */
    List<String> runs() {
        return runs;
    }
}
