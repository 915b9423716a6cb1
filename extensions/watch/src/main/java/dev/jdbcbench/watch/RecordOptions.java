package dev.jdbcbench.watch;

import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.failure.Failure;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code watch} for recording transactions. */
final class RecordOptions {
    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "write the transactions into this file (mode 0600), without literals and results")
    private @Nullable Path record;

    @Option(
            names = "--with-values",
            description = "with --record, also keep statements as they were sent: the file then contains your data")
    private boolean withValues;

    @Option(
            names = "--record-limit",
            paramLabel = "SIZE",
            defaultValue = "64M",
            description = "the largest recording, like 200M (default: ${DEFAULT-VALUE})")
    private String recordLimit = "64M";

    /**
     * What to record.
     *
     * @throws Failure.Input if nothing is, and an option is about it; or the file cannot be written
     */
    WatchInput.Recorded typed() {
        if (record == null && withValues) {
            throw new Failure.Input(
                    "the command line has a problem", List.of("--with-values needs --record"), "Add --record FILE.");
        }
        Optional.ofNullable(record).ifPresent(file -> OutputOptions.require(file, "--record"));
        return new WatchInput.Recorded(record, withValues);
    }

    String limit() {
        return recordLimit;
    }
}
