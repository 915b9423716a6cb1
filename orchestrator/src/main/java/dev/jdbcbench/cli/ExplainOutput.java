package dev.jdbcbench.cli;

import dev.jdbcbench.report.RecordingReport.Format;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Page;
import java.nio.file.Path;
import java.util.List;
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

    /** A document as text. */
    String text(CommandSpec spec, List<Block> document) {
        return OutputOptions.text(spec, out, true, document);
    }

    /** The page for text. */
    Page page(CommandSpec spec) {
        return OutputOptions.page(spec, out, true);
    }
}
