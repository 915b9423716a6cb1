package dev.jdbcbench.cli;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.ReportFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.TypeConversionException;

/** The formats of reports, as values of {@code --format}. */
public final class Formats {
    private static final String TEXT = "text";
    private static final String PICTURE = "picture";

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

    /**
     * Refuses a file whose name says that it has another format, because what opens it could not read it.
     *
     * @throws Failure.Input if the extension is that of another format, or of a picture
     */
    public static void requireName(@Nullable Path out, String format) {
        String name = out == null ? "" : String.valueOf(out.getFileName()).toLowerCase(Locale.ROOT);
        String extension = name.substring(name.lastIndexOf('.') + 1);
        String named = formatOf(extension);
        if (named.isEmpty() || !name.contains(".") || named.equals(format)) {
            return;
        }
        boolean picture = named.equals(PICTURE);
        throw new Failure.Input(
                "--out " + out + " is not a name for " + format,
                List.of("." + extension + " is the extension of " + (picture ? "a picture" : named)),
                picture
                        ? "For a figure as SVG or PNG: ./bench report RUN --figure NAME --out " + out
                        : "Write --format " + named + ", or another name.");
    }

    /** The format that the extension of a file's name stands for; empty if it stands for none. */
    private static String formatOf(String extension) {
        return switch (extension) {
            case "htm", "html" -> "html";
            case "md", "markdown" -> "markdown";
            case "csv", "json" -> extension;
            case "svg", "png", "pdf" -> PICTURE;
            default -> "";
        };
    }

    /** A report in a format, in lines that fit where it goes: to a file, or stdout if there is none. */
    public static String rendered(
            ReportFormat format, Report report, boolean wide, CommandSpec spec, @Nullable Path file) {
        String text = format.render(report, OutputOptions.page(spec, file, wide));
        return format.id().equals(TEXT) ? OutputOptions.fitted(spec, file, text) : text;
    }

    /** The format of a name that {@link Known} accepted. */
    public static ReportFormat of(String name) {
        return Objects.requireNonNull(ALL.get(name), name);
    }
}
