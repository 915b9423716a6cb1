package dev.jdbcbench.watch;

import com.google.auto.service.AutoService;
import dev.jdbcbench.plan.RecordingReader;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Agreement;
import java.nio.file.Path;
import java.util.Optional;

/** Reads recordings for {@code explain FILE} and {@code --recording}. */
@AutoService(RecordingReader.class)
public final class RecordingFiles implements RecordingReader {
    @Override
    public String explained(Path file, Format format) {
        RecordingExplained explained = RecordingExplained.of(Recording.read(file));
        return switch (format) {
            case TEXT -> RecordingText.of(explained);
            case JSON -> Json.pretty(explained);
            case HTML -> RecordingPage.of("Recording " + file.getFileName(), explained);
        };
    }

    @Override
    public Transactions transactions(Path file, int top, Optional<SetUp> data, boolean alone) {
        Agreement most = alone ? data.map(RecordedScenarios::agreement).orElse(Agreement.VALUES) : Agreement.NOTHING;
        return RecordedScenarios.of(Recording.read(file), String.valueOf(file.getFileName()), top, most);
    }
}
