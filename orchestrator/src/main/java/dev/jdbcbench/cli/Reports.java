package dev.jdbcbench.cli;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.Shared;
import dev.jdbcbench.result.Fold;
import dev.jdbcbench.run.Axis;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.untrusted.SecretWords;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builds reports from run directories. */
final class Reports {
    private Reports() {}

    /**
     * A run with the fold of its events.
     *
     * @param words the command line that started it; empty if it was not recorded
     */
    record Read(RunDirectory directory, Fold fold, List<String> words) {
        static Read of(RunDirectory directory) {
            return of(directory, directory.read());
        }

        static Read of(RunDirectory directory, Fold fold) {
            return new Read(directory, fold, Reports.words(directory));
        }

        /** A copy for others. */
        Read shared(Shared shared) {
            return new Read(directory, shared.of(fold), shared.command(words));
        }
    }

    /** Copies of these runs for others, which may be shown together. */
    static Shared shared(List<Read> runs, SharedNames names) {
        List<Fold> folds = runs.stream().map(Read::fold).toList();
        return new Shared(names.of(folds), folds.stream().map(Fold::plan).toList());
    }

    /** A question for copies of these runs. Its base names the same cells in them, or another base would be used silently. */
    static SideBySide.Question shared(SideBySide.Question question, List<Read> runs, List<Read> copies, Shared shared) {
        Optional<String> base = question.base().map(shared::glob);
        if (!based(runs, question.base()).equals(based(copies, base))) {
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
    private static List<Boolean> based(List<Read> runs, Optional<String> base) {
        return base.stream()
                .flatMap(glob -> runs.stream()
                        .flatMap(run -> run.fold().plan().cells().stream())
                        .map(cell -> Axis.matches(glob, cell)))
                .toList();
    }

    /** What a shared copy lacks, and what bench cannot promise about it. */
    static String leftOut(Shared shared) {
        String summary = shared.summary();
        return (summary.isEmpty() ? "nothing was left out or replaced" : "left out or replaced: " + summary)
                + ". bench knows names by your hosts file and by their form: a plain word in a text may still be one, so read the"
                + " copy before you publish it.";
    }

    /** A report of one run, complete or not; local and distant side by side if it has both. */
    static Report of(RunDirectory directory, Fold fold) {
        SideBySide.Question question = SideBySide.Question.of(fold.plan().goal());
        return of(List.of(Read.of(directory, fold)), question);
    }

    /**
     * A report of runs. It shows local and distant side by side if both were measured and only the distance differs.
     */
    static Report of(List<Read> runs, SideBySide.Question question) {
        return of(
                runs,
                question,
                sides(runs, question)
                        .filter(collected -> collected.comparable() || question.forced())
                        .orElse(null));
    }

    /** A report of runs, with their sides collected already. */
    static Report of(List<Read> runs, SideBySide.Question question, @Nullable Collected collected) {
        return new Report(
                runs.stream()
                        .map(run -> Report.Run.of(
                                collected == null ? run.fold() : run.fold().comparing(question.axis(), question.base()),
                                run.words()))
                        .toList(),
                collected);
    }

    /** A report of runs shown one by one. */
    static Report ofEach(List<RunDirectory> directories) {
        return new Report(
                directories.stream()
                        .map(directory -> Report.Run.of(directory.read(), words(directory)))
                        .toList(),
                null);
    }

    /** Local and distant side by side; empty if one side has no measurements. */
    static Optional<Collected> sides(List<Read> runs, SideBySide.Question question) {
        List<Fold> folds = runs.stream().map(Read::fold).toList();
        boolean both = folds.stream().anyMatch(fold -> fold.measured(Topology.LOCAL))
                && folds.stream().anyMatch(fold -> fold.measured(Topology.DISTANT));
        return both ? Optional.of(SideBySide.of(folds, question)) : Optional.empty();
    }

    /** The command line of a run, for display only. An unreadable one is left out; the numbers do not depend on it. */
    private static List<String> words(RunDirectory directory) {
        try {
            return directory
                    .invocation()
                    .map(Invocation::words)
                    .map(SecretWords::masked)
                    .orElse(List.of());
        } catch (Failure.Input e) {
            return List.of();
        }
    }
}
