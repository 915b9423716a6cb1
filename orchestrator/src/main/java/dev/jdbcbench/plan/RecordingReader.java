package dev.jdbcbench.plan;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.IntFunction;

/** Reads recordings of {@code watch}: a service that its extension provides. */
public interface RecordingReader {
    /** The largest number of transaction kinds to measure. */
    int MOST = 100;

    /** The forms of a report. */
    enum Format {
        TEXT,
        JSON,
        /** A page. */
        HTML
    }

    /**
     * What a recording says, as a report.
     *
     * @param columns the longest line of text
     * @throws Failure.Input if the file is not a recording
     */
    String explained(Path file, Format format, int columns);

    /**
     * Judges the transactions of a recording.
     *
     * @param base the recording to compare with; empty to judge by the limits alone
     * @param limits how much a transaction may need, or need more than in the base, as typed; empty for the usual ones
     * @param command what repeats it
     * @throws Failure.Input if a file is not a recording, or the limits are malformed
     */
    Judged judged(Optional<Path> base, Path file, Optional<String> limits, Format format, String command);

    /**
     * A recording that was judged.
     *
     * @param inColumns the report in the format that was wanted, of which lines of text are at most so long
     * @param markdown for a pull request
     * @param junit the kinds of transactions as test cases
     * @param failure why it does not pass; empty if it passes
     */
    record Judged(IntFunction<String> inColumns, String markdown, String junit, Optional<Failure> failure) {
        /** The report. */
        public String report(int columns) {
            return inColumns.apply(columns);
        }
    }

    /**
     * The most frequent transactions of a recording, as scenarios.
     *
     * @param top how many to take
     * @param data creates what they read, if anything does
     * @param alone whether nothing else is measured that could change that data
     * @throws Failure.Input if the file is not a recording
     */
    Transactions transactions(Path file, int top, Optional<SetUp> data, boolean alone);

    /**
     * Transactions of a recording.
     *
     * @param scenarios most frequent first
     * @param said descriptions of them, one line each
     * @param leftOut kinds that cannot be measured, with reasons, one line each
     */
    record Transactions(List<SqlScenario> scenarios, List<String> said, List<String> leftOut) {
        public Transactions {
            scenarios = List.copyOf(scenarios);
            said = List.copyOf(said);
            leftOut = List.copyOf(leftOut);
        }
    }

    /**
     * The reader on the class path.
     *
     * @throws Failure.Input if there is none
     */
    static RecordingReader forFile(Path file) {
        return ServiceLoader.load(RecordingReader.class)
                .findFirst()
                .orElseThrow(() -> new Failure.Input(
                        "cannot read the recording " + file,
                        List.of("this bench lacks the extension watch, which reads recordings"),
                        "Add the jar of that extension to the class path, or use a bench whose help has watch."));
    }
}
