package dev.jdbcbench.report;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.layout.Page;
import java.nio.file.Path;
import java.util.Optional;

/** What a recording of {@code watch} says: a service that its extension provides. */
public interface RecordingReport {
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
     * @param page where text is shown
     * @throws Failure.Input if the file is not a recording
     */
    String explained(Path file, Format format, Page page);

    /**
     * Judges the transactions of a recording.
     *
     * @param base the recording to compare with; empty to judge by the limits alone
     * @param limits how much a transaction may need, or need more than in the base, as typed; empty for the usual ones
     * @param command what repeats it
     * @param page where text is shown
     * @throws Failure.Input if a file is not a recording, or the limits are malformed
     */
    Judged judged(Optional<Path> base, Path file, Optional<String> limits, Format format, String command, Page page);

    /**
     * A recording that was judged.
     *
     * @param report in the format that was wanted
     * @param markdown for a pull request
     * @param junit the kinds of transactions as test cases
     * @param failure why it does not pass; empty if it passes
     */
    record Judged(String report, String markdown, String junit, Optional<Failure> failure) {}
}
