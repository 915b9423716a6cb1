package dev.jdbcbench.cli;

import dev.jdbcbench.report.compare.GateDocument;
import dev.jdbcbench.report.compare.GateReport;
import dev.jdbcbench.report.compare.JUnitXml;
import dev.jdbcbench.untrusted.SecretWords;
import dev.jdbcbench.untrusted.ShellWord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The files in which a gate leaves its verdict for others. */
public final class GateFiles {
    private static final Set<String> FILES = Set.of("--summary", "--junit");
    private static final Set<String> MEASURED = Set.of("--summary", "--junit", "--results");

    @Option(
            names = "--summary",
            paramLabel = "FILE",
            description = "also append the table as Markdown to this file: $GITHUB_STEP_SUMMARY")
    private @Nullable Path summary;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "also write a test case for each row, in the XML of JUnit")
    private @Nullable Path junit;

    /** For picocli, which sets the fields. */
    public GateFiles() {}

    /** Whether at least one is wanted. */
    public boolean wanted() {
        return summary != null || junit != null;
    }

    /** Writes those that are wanted. */
    public void write(String markdown, String xml) {
        if (summary != null) {
            OutputOptions.append(summary, markdown, "--summary");
        }
        if (junit != null) {
            OutputOptions.write(junit, xml, "--junit");
        }
    }

    /**
     * Writes those that are wanted, of two drivers or runs.
     *
     * @param took how long it took to compare them
     */
    void write(GateReport report, CommandSpec spec, Duration took) {
        // What was counted was measured here, so the command needs no runs.
        boolean measured = report.counts().isPresent();
        write(GateDocument.of(report, measured ? command(spec, MEASURED) : command(spec)), JUnitXml.of(report, took));
    }

    /** The command line, without secrets and the files of the job, to be repeated. */
    public static String command(CommandSpec spec) {
        return command(spec, FILES);
    }

    private static String command(CommandSpec spec, Set<String> left) {
        List<String> words = new ArrayList<>();
        for (String word : spec.root().commandLine().getParseResult().originalArgs()) {
            boolean value = !words.isEmpty() && left.contains(words.get(words.size() - 1));
            if (value) {
                words.remove(words.size() - 1);
            } else if (left.stream().noneMatch(file -> word.startsWith(file + "="))) {
                words.add(word);
            }
        }
        return "bench "
                + SecretWords.masked(words).stream().map(ShellWord::quoted).collect(Collectors.joining(" "));
    }
}
