package dev.jdbcbench.cli;

import dev.jdbcbench.request.Request;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that select the operations. */
public final class WhatOptions {
    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "GLOB[:MODE]",
            description =
                    "scenarios by name, * for any letters, each in one mode if you say so (InsertBatch100:rewrite);"
                            + " core or all (default: core, or what --sql and --recording name)")
    private List<String> scenarios = List.of();

    @Option(
            names = "--mode",
            split = ",",
            paramLabel = "MODE",
            converter = LowerCaseConverter.class,
            description = "modes (default: all that a scenario has; of core, those that belong to it)")
    private List<String> modes = List.of();

    @Option(
            names = "--transport",
            split = ",",
            paramLabel = "TRANSPORT",
            converter = LowerCaseConverter.class,
            description = "transports between client and server, each with cells of its own: tcp, tls, socket; memory:"
                    + " the driver against recorded answers, by CPU time; floor: the recorded bytes without the driver"
                    + " (default: tcp)")
    private List<String> transports = List.of();

    @Option(
            names = "--sql",
            paramLabel = "FILE",
            description = "a statement of your own to measure; may be given several times")
    private List<Path> sql = List.of();

    @Option(
            names = "--recording",
            paramLabel = "FILE",
            description = "a recording of bench watch --record --with-values: measures its most frequent transactions")
    private @Nullable Path recording;

    @Option(
            names = "--recording-top",
            paramLabel = "NUMBER",
            description = "number of transaction kinds to take from a recording (default: 5)")
    private @Nullable String recordingTop;

    @Option(
            names = "--setup",
            paramLabel = "FILE",
            description =
                    "SQL that creates the data of --recording or --sql, like a dump of one schema; it runs once on each server")
    private @Nullable Path setup;

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
            converter = LowerCaseConverter.class,
            description =
                    "which keys the scenarios Oltp* choose. uniform: each equally often; special: as sysbench 1.0 by"
                            + " default, three quarters from 1 %% of the rows (default: uniform)")
    private @Nullable String distribution;

    /** What to measure. */
    public Request.What what(JvmOptions jvm, Request.Load load) {
        return new Request.What(
                scenarios,
                modes,
                transports,
                jvm.threads,
                jvm.threadKinds,
                new Request.Own(
                        sql.stream().map(Path::toString).toList(),
                        Optional.ofNullable(recording).map(Path::toString),
                        Optional.ofNullable(recordingTop),
                        Optional.ofNullable(setup).map(Path::toString)),
                new Request.Tables(
                        Optional.ofNullable(tables), Optional.ofNullable(tableSize), Optional.ofNullable(distribution)),
                load);
    }
}
