package dev.jdbcbench.cli;

import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.compare.ExchangeDiff;
import dev.jdbcbench.report.compare.ExchangeText;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.run.Json;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options for the output of {@code compare}. */
final class CompareOutput {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            completionCandidates = Formats.Ids.class,
            converter = Formats.Known.class,
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private String format = "text";

    @Option(names = "--out", paramLabel = "FILE", description = "write to this file instead of stdout")
    private @Nullable Path out;

    /** What both drivers exchange with the server. */
    void print(CommandSpec spec, ExchangeDiff diff) {
        switch (format) {
            case "json" -> print(spec, Json.pretty(diff));
            case "markdown" -> print(spec, diff.markdown());
            default -> print(spec, ExchangeText.of(diff));
        }
    }

    void print(CommandSpec spec, List<Block> document) {
        print(spec, OutputOptions.text(spec, out, true, document));
    }

    void print(CommandSpec spec, Report report) {
        print(spec, Formats.rendered(Formats.of(format), report, false, spec, out));
    }

    void print(CommandSpec spec, String text) {
        OutputOptions.print(spec, out, text);
    }
}
