package dev.jdbcbench.sharing;

import com.google.auto.service.AutoService;
import dev.jdbcbench.cli.Sharing;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.usecase.Copies;
import dev.jdbcbench.usecase.NamedRun;
import dev.jdbcbench.usecase.Reports;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The option {@code --share} of {@code collect} and {@code report}. */
@AutoService(Sharing.class)
public final class SharingOptions implements Sharing {
    @Option(
            names = "--share",
            description =
                    "replace host names, addresses, users and paths by roles; --out of a page then names a directory for copies of"
                            + " the runs and the page")
    private boolean share;

    @Override
    public boolean asked() {
        return share;
    }

    @Override
    public Copies of(List<Reports.Read> runs, Function<String, NamedRun> known, PrintWriter err) {
        List<Fold> folds = runs.stream().map(Reports.Read::fold).toList();
        Shared shared = new Shared(
                new SharedNames(known, err).of(folds),
                folds.stream().map(Fold::plan).toList());
        List<Reports.Read> copies = runs.stream()
                .map(run -> new Reports.Read(run.directory(), shared.of(run.fold()), shared.command(run.words())))
                .toList();
        return new Copied(runs, copies, shared);
    }

    private record Copied(List<Reports.Read> originals, List<Reports.Read> runs, Shared shared) implements Copies {
        /** Its base names the same cells in the copies, or another base would be used silently. */
        @Override
        public SideBySide.Question question(SideBySide.Question question) {
            Optional<String> base = question.base().map(shared::glob);
            if (!based(originals, question.base()).equals(based(runs, base))) {
                throw new Failure.Input(
                        "the base of the comparisons cannot be shared",
                        List.of(question.base().orElseThrow()
                                + " matches other cells in a copy, because the copy replaces names"),
                        "Name the base by whole labels, or make the report without --share.");
            }
            return new SideBySide.Question(
                    question.axis(), base, question.rttMicros(), question.forced(), question.published());
        }

        /** For each cell of the runs, whether the base names it. */
        private static List<Boolean> based(List<Reports.Read> runs, Optional<String> base) {
            return base.stream()
                    .flatMap(glob -> runs.stream()
                            .flatMap(run -> run.fold().plan().cells().stream())
                            .map(cell -> Axis.matches(glob, cell)))
                    .toList();
        }

        @Override
        public void write(Path out, String page, String html) {
            SharedRuns.write(out, runs, page, html);
        }

        @Override
        public String leftOut() {
            String summary = shared.summary();
            return (summary.isEmpty() ? "nothing was left out or replaced" : "left out or replaced: " + summary)
                    + ". bench knows names by your hosts file and by their form: a plain word in a text may still be one, so"
                    + " read the copy before you publish it.";
        }
    }
}
