package dev.jdbcbench.imported;

import dev.jdbcbench.imported.ImportedCells.Imported;
import dev.jdbcbench.run.JmhParams;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Notes on what imported numbers mean, where it differs from what bench measures, and on what has no row. */
final class ImportedMeanings {
    private final ImportedCells cells;
    private final JmhLog log;
    private final List<String> notes = new ArrayList<>();

    private ImportedMeanings(ImportedCells cells, JmhLog log) {
        this.cells = cells;
        this.log = log;
    }

    static List<String> of(ImportedCells cells, JmhLog log) {
        return new ImportedMeanings(cells, log).all();
    }

    /** What the numbers mean, where it differs from what bench measures. */
    private List<String> all() {
        note(
                part -> part.benchmark().unit().filter(JmhText::isRate).isPresent(),
                "measured as throughput. Each iteration was inverted: its time per operation is the number of threads divided by"
                        + " its throughput. Scores and intervals come from the inverted forks, not from JMH's score and error.");
        note(
                Measured::contradicts,
                "in a unit that contradicts the mode in the file. The unit decides whether they are times or throughputs.");
        note(
                part -> part.benchmark()
                        .settings()
                        .forks()
                        .filter(forks -> forks == 0)
                        .isPresent(),
                "measured in JMH's own JVM (forks: 0): no interval.");
        note(Measured::pooled, "one mean of the samples of all forks: no interval.");
        note(
                part -> part.mode().equals(JmhParams.SAMPLE) && !part.pooled(),
                "sampled: within a fork, iterations count by their numbers of samples.");
        note(
                part -> part.mode().equals(JmhParams.SAMPLE)
                        && part.percentiles().isPresent(),
                "sampled: of the percentiles of all samples, p50, p90, p95 and p99 are kept.");
        note(
                part -> part.mode().equals(JmhParams.SAMPLE)
                        && part.percentiles().isEmpty(),
                "sampled, but without percentiles that are of all samples.");
        if (!cells.groups().isEmpty()) {
            notes.add("Groups of methods that ran at the same time: " + String.join(", ", cells.groups())
                    + ". The row of a group is a mean of different operations, so it has no throughput. Members have rows of"
                    + " their own.");
        }
        List<String> further = cells.cells().stream()
                .flatMap(cell -> cell.forks().stream())
                .flatMap(fork -> fork.secondary().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        if (!further.isEmpty()) {
            notes.add("Further figures are kept in jmh.json: " + String.join(", ", further) + ".");
        }
        if (!log.leftOut().isEmpty()) {
            notes.add("Left out: " + String.join("; ", log.leftOut()) + ".");
        }
        return notes;
    }

    private void note(Predicate<Measured> which, String text) {
        long number = cells.cells().stream()
                .map(Imported::part)
                .filter(part -> part.unusable().isEmpty())
                .filter(which)
                .count();
        int all = cells.cells().size();
        String rows = number < all
                ? number + " of " + all + " rows"
                : all == 1 ? "Its only row" : all == 2 ? "Both rows" : "All " + all + " rows";
        if (number > 0) {
            notes.add(rows + (number == 1 ? " was " : " were ") + text);
        }
    }
}
