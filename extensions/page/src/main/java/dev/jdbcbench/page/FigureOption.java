package dev.jdbcbench.page;

import dev.jdbcbench.cli.OutputOptions;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.Report;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option for one figure of the page as a picture. */
final class FigureOption {
    private static final String PNG = ".png";

    /** The names of the figures, for help and completion. */
    static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Names() {
            super(Figures.names());
        }
    }

    @Option(
            names = "--figure",
            paramLabel = "NAME",
            completionCandidates = Names.class,
            description =
                    "one figure of the page: ${COMPLETION-CANDIDATES}; as SVG on stdout, or with --out as .svg or, if a"
                            + " browser is installed, .png")
    private @Nullable String figure;

    boolean asked() {
        return figure != null;
    }

    /**
     * Checks the words of the command line before anything is read.
     *
     * @throws Failure.Input if the file cannot have a figure in it
     */
    void require(CommandSpec spec, @Nullable Path out) {
        if (spec.commandLine().getParseResult().hasMatchedOption("--format")) {
            throw new Failure.Input(
                    "--figure and --format",
                    List.of("a figure is SVG or PNG, by the extension of its file"),
                    "Leave out --format.");
        }
        if (out != null && !name(out).endsWith(".svg") && !name(out).endsWith(PNG)) {
            throw new Failure.Input(
                    "--out " + out + " is not a name for a figure",
                    List.of("a figure is SVG or PNG"),
                    "Let the name end with .svg or .png.");
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    }

    /** Writes the figure, or prints it. */
    void write(CommandSpec spec, @Nullable Path out, Report report, Map<String, String> environment) {
        String svg = Figures.svg(report, String.valueOf(figure).toLowerCase(Locale.ROOT), Figures.RTT_MICROS);
        if (out != null && name(out).endsWith(PNG)) {
            OutputOptions.write(out, Browser.on(environment, out).png(svg, out), "--out");
        } else {
            OutputOptions.print(spec, out, svg);
        }
    }
}
