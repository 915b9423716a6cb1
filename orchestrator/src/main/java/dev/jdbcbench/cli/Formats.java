package dev.jdbcbench.cli;

import dev.jdbcbench.report.ReportFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The formats of reports, as values of {@code --format}. */
public final class Formats {
    private static final String TEXT = "text";
    private static final Map<String, ReportFormat> ALL = ReportFormat.all();

    private Formats() {}

    /** The available formats, text first. */
    public static final class Ids extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        public Ids() {
            super(ALL.keySet().stream()
                    .sorted(Comparator.comparing((String id) -> !id.equals(TEXT))
                            .thenComparing(id -> id))
                    .toList());
        }
    }

    /** Accepts the name of a format, ignoring case. */
    public static final class Known implements ITypeConverter<String> {
        @Override
        public String convert(String name) {
            String known = name.toLowerCase(Locale.ROOT);
            if (!ALL.containsKey(known)) {
                throw new TypeConversionException("expected one of [" + String.join(", ", new Ids())
                        + "] (case-insensitive) but was '" + name + "'");
            }
            return known;
        }
    }

    /** The format of a name that {@link Known} accepted. */
    public static ReportFormat of(String name) {
        return Objects.requireNonNull(ALL.get(name), name);
    }
}
