package dev.jdbcbench.cli;

import dev.jdbcbench.plan.RecordingReader.Format;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options for the output of {@code explain}, which has a format of its own for recordings. */
public final class ExplainOutput {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "TEXT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); HTML is a page of a recording")
    private Format format = Format.TEXT;

    @Option(names = "--out", paramLabel = "FILE", description = "write to this file instead of stdout")
    private @Nullable Path out;

    Format format() {
        return format;
    }

    boolean json() {
        return format == Format.JSON;
    }

    void print(CommandSpec spec, String text) {
        OutputOptions.print(spec, out, format == Format.TEXT ? OutputOptions.fitted(spec, out, text) : text);
    }

    /** The longest line of text. */
    int columns(CommandSpec spec) {
        return OutputOptions.columns(spec, out, true);
    }
}
