package dev.jdbcbench.cli.console;

import dev.jdbcbench.report.document.Block;
import java.util.List;

/** Lines for a person: some stay, one is redrawn. */
interface Lines {
    void say(String line);

    void warn(String line);

    /** A step begins: said where lines stay, otherwise replaced by what comes next. */
    void step(String line);

    /** Whether it redraws its progress line. */
    boolean redraws();

    /** The longest progress line. */
    int columns();

    /** A document in lines, which may still be too long. */
    List<String> lines(List<Block> document);

    /** Shows progress: replaces the previous line on a terminal, prints a new line elsewhere. */
    void redraw(String line);

    /** Shows progress with a table above the line, if there is room for it. */
    void redraw(List<String> table, String line);
}
