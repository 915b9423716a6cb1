package dev.jdbcbench.cli;

import dev.jdbcbench.config.SqlFile;
import dev.jdbcbench.plan.Request;
import dev.jdbcbench.scenario.SqlScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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

    @Option(
            names = "--tables",
            paramLabel = "NUMBER",
            description = "tables of the scenarios Oltp*; each statement takes a random one (default: 1)")
    private @Nullable String tables;

    @Option(
            names = "--table-size",
            paramLabel = "ROWS",
            description = "rows of each table of the scenarios Oltp* (default: 10000)")
    private @Nullable String tableSize;

    @Option(
            names = "--distribution",
            paramLabel = "uniform|special",
            converter = SmallLetters.class,
            description =
                    "which keys the scenarios Oltp* choose. uniform: each equally often; special: as sysbench 1.0 by"
                            + " default, three quarters from 1 %% of the rows (default: uniform)")
    private @Nullable String distribution;

    /** The data of the OLTP scenarios. */
    private Request.Tables data() {
        return new Request.Tables(
                Optional.ofNullable(tables), Optional.ofNullable(tableSize), Optional.ofNullable(distribution));
    }

    /**
     * What to measure.
     *
     * @param threads the words of --threads
     * @param threadKinds the words of --thread-kind
     * @param directory that file names are relative to
     */
    Request.What what(List<String> threads, List<String> threadKinds, Path directory) {
        return new Request.What(scenarios, modes, transports, threads, sql(directory), data(), threadKinds);
    }

    /** The user's own statements; file names are relative to that directory. */
    List<SqlScenario> sql(Path directory) {
        return sql.stream().map(directory::resolve).map(SqlFile::read).toList();
    }

    /** The user's own statements; file names are relative to the current directory. */
    List<SqlScenario> sql() {
        return sql(Path.of(""));
    }
}
