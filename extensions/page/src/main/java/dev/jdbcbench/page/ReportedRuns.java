package dev.jdbcbench.page;

import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import dev.jdbcbench.untrusted.SafeFile;
import dev.jdbcbench.usecase.Reports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The runs that a report is about.
 *
 * @param question what is compared if they are put side by side
 * @param force whether they are, even if they differ in more than the distance
 */
record ReportedRuns(
        List<RunDirectory> directories, List<Reports.Read> read, SideBySide.Question question, boolean force) {
    private static final String NEWEST = "latest";

    /** The name of the page in a directory of shared runs, and of a page of several runs. */
    static final String FILE = "report.html";

    /**
     * Reads them.
     *
     * @param names empty for the newest
     */
    static ReportedRuns of(RunStore store, List<String> names, boolean force) {
        List<RunDirectory> directories = (names.isEmpty() ? List.of(NEWEST) : names)
                .stream().map(store::named).toList();
        List<Reports.Read> read = directories.stream().map(Reports.Read::of).toList();
        return new ReportedRuns(directories, read, question(read, force), force);
    }

    /** The question that the first run was planned to answer. */
    private static SideBySide.Question question(List<Reports.Read> read, boolean force) {
        Fold first = read.get(0).fold();
        SideBySide.Question planned = SideBySide.Question.of(first.plan().goal());
        return new SideBySide.Question(planned.axis(), planned.base(), planned.rttMicros(), force, planned.published());
    }

    /** Why they are not put side by side, for the user; empty if they are, or if there is only one side. */
    Optional<String> differences() {
        return force
                ? Optional.empty()
                : Reports.sides(read, question)
                        .filter(both -> !both.comparable())
                        .map(both ->
                                "note: the runs are not put side by side, because more than the distance differs (--force does it anyway): "
                                        + String.join("; ", both.differences()));
    }

    /** Writes the page where no option names a file. A shared page does not stay in the run's directory. */
    Path write(String html, boolean shared) {
        if (directories.size() == 1 && !shared) {
            return directories.get(0).writeReport(html);
        }
        try {
            // The name is a default, and the directory may come from anyone, so a link is replaced.
            SafeFile.write(Path.of(FILE).toAbsolutePath(), html.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw FileTrouble.failure(
                    "cannot write " + FILE, e, "Name a file in a directory where you may write: --out FILE.");
        }
        return Path.of(FILE);
    }
}
