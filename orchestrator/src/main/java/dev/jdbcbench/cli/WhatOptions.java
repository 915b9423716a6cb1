package dev.jdbcbench.cli;

import dev.jdbcbench.config.SqlFile;
import dev.jdbcbench.config.SqlScript;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Request;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that select the operations. */
final class WhatOptions {
    private static final int DEFAULT_TOP = 5;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "GLOB[:MODE]",
            description =
                    "scenarios by name, * for any letters, each in one mode if you say so (InsertBatch100:rewrite); core or"
                            + " all (default: core, or what --sql and --recording name)")
    List<String> scenarios = List.of();

    @Option(
            names = "--mode",
            split = ",",
            paramLabel = "MODE",
            converter = LowerCaseConverter.class,
            description = "modes (default: all that a scenario has; of core, those that belong to it)")
    List<String> modes = List.of();

    @Option(
            names = "--transport",
            split = ",",
            paramLabel = "TRANSPORT",
            converter = LowerCaseConverter.class,
            description = "transports between client and server, each with cells of its own: tcp, tls, socket; memory:"
                    + " the driver against recorded answers, by CPU time; floor: the recorded bytes without the driver"
                    + " (default: tcp)")
    List<String> transports = List.of();

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

    /** The data of the OLTP scenarios. */
    private Request.Tables data() {
        return new Request.Tables(
                Optional.ofNullable(tables), Optional.ofNullable(tableSize), Optional.ofNullable(distribution));
    }

    /**
     * What to measure.
     *
     * @param threads the values of {@code --threads}
     * @param threadKinds the values of {@code --thread-kind}
     * @param directory the directory that file names are relative to
     */
    Request.What what(List<String> threads, List<String> threadKinds, Path directory) {
        List<SqlScenario> own = new ArrayList<>(
                sql.stream().map(directory::resolve).map(SqlFile::read).toList());
        Optional<SetUp> created =
                Optional.ofNullable(setup).map(directory::resolve).map(SqlScript::read);
        own.addAll(recorded(directory, created));
        return new Request.What(scenarios, modes, transports, threads, own, data(), threadKinds).on(created);
    }

    /** The transactions of the recording. Prints which ones are measured and which are left out. */
    private List<SqlScenario> recorded(Path directory, Optional<SetUp> created) {
        int top = top();
        if (recording == null) {
            return List.of();
        }
        Path file = directory.resolve(recording);
        RecordingReader.Transactions found =
                RecordingReader.forFile(file).transactions(file, top, created, sql.isEmpty());
        if (found.scenarios().isEmpty()) {
            throw new Failure.Input(
                    "no transaction of the recording " + recording + " can be measured",
                    found.leftOut().isEmpty()
                            ? List.of("it has only logins and what pools and drivers send")
                            : found.leftOut(),
                    "Record with values: bench watch --to HOST:PORT --record FILE --with-values");
        }
        PrintWriter err = spec.commandLine().getErr();
        List<Mode> asked = modes.stream().flatMap(id -> Mode.of(id).stream()).toList();
        Stream.concat(
                        found.leftOut().stream(),
                        found.scenarios().stream()
                                .filter(sql -> !asked.isEmpty())
                                .flatMap(sql -> sql.whyNotIn(asked).stream()))
                .forEach(line -> err.println("warning: left out: " + line));
        if (setup == null) {
            err.println("warning: there is no --setup, so the recorded statements run in an empty schema."
                    + " If they need tables, dump them first: --setup FILE");
        }
        if (!spec.commandLine().getParseResult().hasMatchedOption("--quiet")) {
            found.said().forEach(err::println);
        }
        err.flush();
        return found.scenarios();
    }

    private int top() {
        String digits = recordingTop;
        if (digits == null) {
            return DEFAULT_TOP;
        }
        boolean number = digits.matches("[0-9]{1,4}")
                && Integer.parseInt(digits) >= 1
                && Integer.parseInt(digits) <= RecordingReader.MOST;
        if (recording == null || !number) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of(
                            recording == null
                                    ? "--recording-top needs --recording"
                                    : "--recording-top needs a number from 1 to " + RecordingReader.MOST + ", not "
                                            + digits),
                    "For instance: --recording shop.json --recording-top 3");
        }
        return Integer.parseInt(digits);
    }

    /** Whether the user supplied SQL files or a recording. */
    boolean ofTheUser() {
        return !sql.isEmpty() || recording != null;
    }
}
