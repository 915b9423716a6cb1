package dev.jdbcbench.report;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Medium;
import dev.jdbcbench.result.Results;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** What an extension says about the parts of an operation's time. Without one, they are not looked at, and reports leave them out. */
public interface Parts {
    /** A table for {@code explain}: what each driver's own code costs, and the time at several distances; may be empty. */
    List<Block> explained(Results results);

    /** A line for each driver of a run: what part of its difference is its own code; may be empty. */
    List<String> compared(Results results);

    /** Sentences on the parts of operations near and far; may be empty. */
    List<String> bottomLine(Collected collected);

    /** The parts of each operation near and far; has no rows if they are not known. */
    Grid collected(Collected collected, Medium medium);

    /** That on the class path. */
    static Optional<Parts> provided() {
        return ServiceLoader.load(Parts.class, Parts.class.getClassLoader()).findFirst();
    }
}
