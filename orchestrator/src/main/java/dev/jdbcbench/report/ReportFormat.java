package dev.jdbcbench.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * A format of a report. A class that implements it and has the annotation {@code @AutoService(ReportFormat.class)}
 * becomes a value of {@code --format} of every command that shows results; no further registration is needed.
 */
public interface ReportFormat {
    /** The format's name on the command line, in lower case. */
    String id();

    /**
     * Renders a report: local and distant side by side if it has both, else its runs.
     *
     * @param wide whether tables have all columns; ignored by formats without lines
     * @param columns the longest line; ignored by formats without lines
     */
    String render(Report report, boolean wide, int columns);

    /** All formats by ID. */
    static Map<String, ReportFormat> all() {
        Map<String, ReportFormat> all = new LinkedHashMap<>();
        ServiceLoader.load(ReportFormat.class, ReportFormat.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .forEach(format -> all.put(format.id(), format));
        return all;
    }
}
