package dev.jdbcbench.watch;

import com.google.auto.service.AutoService;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.RecordingReader;
import dev.jdbcbench.report.RecordingReport;
import dev.jdbcbench.report.document.TextDocument;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Agreement;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads recordings for {@code explain FILE} and {@code --recording}. */
@AutoService({RecordingReader.class, RecordingReport.class})
public final class RecordingFiles implements RecordingReader, RecordingReport {
    @Override
    public String explained(Path file, Format format, Page page) {
        RecordingExplained explained = RecordingExplained.of(Recording.read(file));
        return switch (format) {
            case TEXT -> TextDocument.of(RecordingText.of(explained), page);
            case JSON -> Json.pretty(explained);
            case HTML -> RecordingPage.of("Recording " + file.getFileName(), explained);
        };
    }

    @Override
    public Judged judged(
            Optional<Path> base, Path file, Optional<String> limits, Format format, String command, Page page) {
        Allowed allowed = limits.map(text -> Allowed.of(text, base.isPresent())).orElseGet(Allowed::nothingMore);
        if (base.isEmpty() && limits.isEmpty()) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("no limit is given for a transaction"),
                    "Add --fail-above '10 round trips', or compare two recordings.");
        }
        if (format == Format.HTML) {
            throw new Failure.Input(
                    "the command line has a problem",
                    List.of("--format html is a page of a recording, which judges nothing"),
                    "Leave out --fail-above and --compare, or use --format text or json.");
        }
        Recording recording = Recording.read(file);
        RecordingGate gate = base.map(other -> RecordingGate.of(
                        String.valueOf(other), Recording.read(other), String.valueOf(file), recording, allowed))
                .orElseGet(() -> RecordingGate.of(String.valueOf(file), recording, allowed));
        return new Judged(
                format == Format.JSON ? Json.pretty(gate) : TextDocument.of(RecordingGateText.text(gate), page),
                RecordingGateText.markdown(gate, command),
                RecordingGateText.junit(gate),
                gate.failure());
    }

    @Override
    public Transactions transactions(Path file, int top, Optional<SetUp> data, boolean alone) {
        Agreement most = alone ? data.map(RecordedScenarios::agreement).orElse(Agreement.VALUES) : Agreement.NOTHING;
        return RecordedScenarios.of(Recording.read(file), String.valueOf(file.getFileName()), top, most);
    }
}
