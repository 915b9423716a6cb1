package dev.jdbcbench.cli;

import dev.jdbcbench.config.SqlFile;
import dev.jdbcbench.scenario.SqlScenario;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Options that select the operations. */
final class WhatOptions {
    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "GLOB[:MODE]",
            description =
                    "scenarios by name, * for any letters, each in one mode if you say so (InsertBatch100:rewrite); core or"
                            + " all (default: core, or what --sql names)")
    List<String> scenarios = List.of();

    @Option(
            names = "--mode",
            split = ",",
            paramLabel = "MODE",
            converter = SmallLetters.class,
            description = "modes (default: all that a scenario has; of core, those that belong to it)")
    List<String> modes = List.of();

    @Option(
            names = "--transport",
            split = ",",
            paramLabel = "tcp|tls|socket",
            converter = SmallLetters.class,
            description = "how client and server talk; each makes cells of its own (default: tcp)")
    List<String> transports = List.of();

    @Option(
            names = "--sql",
            paramLabel = "FILE",
            description = "a statement of your own to measure; may be given several times")
    private List<Path> sql = List.of();

    /** The user's own statements; file names are relative to that directory. */
    List<SqlScenario> sql(Path directory) {
        return sql.stream().map(directory::resolve).map(SqlFile::read).toList();
    }

    /** The user's own statements; file names are relative to the current directory. */
    List<SqlScenario> sql() {
        return sql(Path.of(""));
    }
}
