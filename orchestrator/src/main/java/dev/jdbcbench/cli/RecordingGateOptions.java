package dev.jdbcbench.cli;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.RecordingReader;
import dev.jdbcbench.report.RecordingReport;
import dev.jdbcbench.untrusted.ShellWord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Options of {@code explain} for recordings, which are only read: how much they may need, and where their verdict is written. */
final class RecordingGateOptions {
    private static final Set<String> WITH_RECORDING =
            Set.of("--format", "--out", "--results", "--quiet", "--verbose", "--fail-above", "--summary", "--junit");

    @Option(
            names = "--fail-above",
            paramLabel = "LIMITS",
            description =
                    "of a recording: end with 7 if a transaction needs more, like '10 round trips,64K bytes'; with"
                            + " --compare, if a kind of transactions needs more than before by this, also like 5%%")
    private @Nullable String failAbove;

    @Mixin
    private GateFiles files = new GateFiles();

    GateFiles files() {
        return files;
    }

    /** Whether a word is a recording, and no driver. */
    static boolean isRecording(String word) {
        return word.endsWith(".json") || (!word.endsWith(".jar") && Files.isRegularFile(Path.of(word)));
    }

    /**
     * Refuses those options where no recording is named.
     *
     * @param compared whether two drivers are compared, so their verdict has files
     */
    void refuse(boolean compared, ExplainOutput output) {
        if (output.format() == RecordingReport.Format.HTML) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--format html is a page of a recording, and none is named"),
                    "For instance: bench explain shop.json --format html --out shop.html");
        }
        if (failAbove != null || (!compared && files.wanted())) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of(
                            failAbove == null
                                    ? "--summary and --junit need --compare, or --fail-above with a recording"
                                    : "--fail-above needs a recording"),
                    "Drivers: --compare BASE CANDIDATE; with limits, bench compare BASE CANDIDATE --fail-above 5%.");
        }
    }

    /**
     * Prints what a recording says, or judges it.
     *
     * @param base the recording to compare with, which --compare names; empty for none
     * @param file the recording
     * @param named whether --compare names it, too
     * @throws Failure.Regression if it needs more than it may
     */
    void explain(Optional<Path> base, Path file, boolean named, CommandSpec spec, ExplainOutput output) {
        List<String> others = spec.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !WITH_RECORDING.contains(name) && !(name.equals("--compare") && named))
                .toList();
        if (!others.isEmpty()) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of(String.join(", ", others) + " does not fit a recording, which is only read"),
                    "For instance: bench explain " + ShellWord.quoted(file.toString()) + " --format json");
        }
        if (Files.notExists(file)) {
            NotUnderstood.option(spec.commandLine(), file.toString()).ifPresent(option -> {
                throw new Failure.Input(
                        "cannot read the recording " + file,
                        List.of(file + ": no such file; did you mean " + option + "?"),
                        "bench watch --record FILE makes a recording. Without one, bench explain counts what drivers exchange.");
            });
        }
        RecordingReport reader = RecordingReader.provided(RecordingReport.class, file);
        if (base.isEmpty() && failAbove == null && !files.wanted()) {
            output.print(spec, reader.explained(file, output.format(), output.page(spec)));
            return;
        }
        RecordingReport.Judged judged = reader.judged(
                base,
                file,
                Optional.ofNullable(failAbove),
                output.format(),
                GateFiles.command(spec),
                output.page(spec));
        output.print(spec, judged.report());
        files.write(judged.markdown(), judged.junit());
        judged.failure().ifPresent(failure -> {
            throw failure;
        });
    }
}
