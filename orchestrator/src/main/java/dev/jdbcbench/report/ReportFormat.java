package dev.jdbcbench.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * A format of a report. A class that implements it and is annotated with {@code @AutoService(ReportFormat.class)} is a value of {@code --format} of
 * every command that shows results; nothing else has to know of it.
 */
public interface ReportFormat {
    /** What it is called on the command line, in small letters. */
    String id();

    /**
     * Renders a report: local and distant side by side where it has both, else its runs.
     *
     * @param wide whether lines may be as long as it takes; where lines have no end, it means nothing
     * @param columns of the terminal; where lines have no end, it means nothing
     */
    String render(Report report, boolean wide, int columns);

    /** All that there are, by their ids. */
    static Map<String, ReportFormat> all() {
        Map<String, ReportFormat> all = new LinkedHashMap<>();
        ServiceLoader.load(ReportFormat.class, ReportFormat.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .forEach(format -> all.put(format.id(), format));
        return all;
    }
}
