package dev.jdbcbench.usecase;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.Invocation;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.untrusted.SecretWords;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builds reports from run directories. */
public final class Reports {
    private Reports() {}

    /**
     * A run with the fold of its events.
     *
     * @param words the command line that started it; empty if it was not recorded
     */
    public record Read(RunDirectory directory, Fold fold, List<String> words) {
        public static Read of(RunDirectory directory) {
            return of(directory, directory.read());
        }

        public static Read of(RunDirectory directory, Fold fold) {
            return new Read(directory, fold, Reports.words(directory));
        }
    }

    /** A report of one run, complete or not; local and distant side by side if it has both. */
    public static Report of(RunDirectory directory, Fold fold) {
        SideBySide.Question question = SideBySide.Question.of(fold.plan().goal());
        return of(List.of(Read.of(directory, fold)), question);
    }

    /**
     * A report of runs. It shows local and distant side by side if both were measured and only the distance differs.
     */
    public static Report of(List<Read> runs, SideBySide.Question question) {
        return of(
                runs,
                question,
                sides(runs, question)
                        .filter(collected -> collected.comparable() || question.forced())
                        .orElse(null));
    }

    /** A report of runs, with their sides collected already. */
    public static Report of(List<Read> runs, SideBySide.Question question, @Nullable Collected collected) {
        return new Report(
                runs.stream()
                        .map(run -> Report.Run.of(
                                collected == null ? run.fold() : run.fold().comparing(question.axis(), question.base()),
                                run.words()))
                        .toList(),
                collected);
    }

    /** A report of runs shown one by one. */
    public static Report ofEach(List<RunDirectory> directories) {
        return new Report(
                directories.stream()
                        .map(directory -> Report.Run.of(directory.read(), words(directory)))
                        .toList(),
                null);
    }

    /** Local and distant side by side; empty if one side has no measurements. */
    public static Optional<Collected> sides(List<Read> runs, SideBySide.Question question) {
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
