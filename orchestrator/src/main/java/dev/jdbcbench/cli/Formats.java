package dev.jdbcbench.cli;

import dev.jdbcbench.report.ReportFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The formats of reports, as values of {@code --format}. */
final class Formats {
    private static final String TEXT = "text";

    private Formats() {}

    /** The available formats, text first. */
    static final class Ids extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Ids() {
            super(ReportFormat.all().keySet().stream()
                    .sorted(Comparator.comparing((String id) -> !id.equals(TEXT))
                            .thenComparing(id -> id))
                    .toList());
        }
    }

    /**
     * The format of that name, in whatever case.
     *
     * @throws ParameterException when there is none
     */
    static ReportFormat of(CommandSpec spec, String name) {
        return Optional.ofNullable(ReportFormat.all().get(name.toLowerCase(Locale.ROOT)))
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "Invalid value for option '--format': expected one of [" + String.join(", ", new Ids())
                                + "] (case-insensitive) but was '" + name + "'"));
    }
}
