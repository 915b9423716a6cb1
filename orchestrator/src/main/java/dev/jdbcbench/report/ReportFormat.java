package dev.jdbcbench.report;

import dev.jdbcbench.report.layout.Page;
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
     * @param page where it is shown; its width does not matter to formats without lines
     */
    String render(Report report, Page page);

    /** Renders a report, for formats without lines. */
    default String render(Report report) {
        return render(report, new Page(false, Page.NARROW));
    }

    /** All formats by ID. */
    static Map<String, ReportFormat> all() {
        Map<String, ReportFormat> all = new LinkedHashMap<>();
        ServiceLoader.load(ReportFormat.class, ReportFormat.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .forEach(format -> all.put(format.id(), format));
        return all;
    }
}
