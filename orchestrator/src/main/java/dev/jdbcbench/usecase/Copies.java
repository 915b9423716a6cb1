package dev.jdbcbench.usecase;

import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.failure.Failure;
import java.nio.file.Path;
import java.util.List;

/** Copies of runs for others, which may be shown together. */
public interface Copies {
    List<Reports.Read> runs();

    /**
     * The question for these copies.
     *
     * @throws Failure.Input if they cannot answer it
     */
    SideBySide.Question question(SideBySide.Question question);

    /** Writes them, with a page beside them, to a directory. */
    void write(Path out, String page, String html);

    /** What they lack, and what bench cannot promise about them. */
    String leftOut();
}
