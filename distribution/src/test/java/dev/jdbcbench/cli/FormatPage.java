package dev.jdbcbench.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.run.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Generates the description of a JSON format from its records: a table of keys for each record, with the comments from
 * its source.
 */
final class FormatPage {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> MODULES = List.of("scenarios", "orchestrator");
    private static final String HEAD = "\n| key | value | meaning |\n|---|---|---|\n";

    private static final Pattern LINK = Pattern.compile("\\{@link (?:[a-z]+\\.)*([A-Za-z]*)(?:#([A-Za-z]+))?[^}]*}");
    private static final Pattern CODE = Pattern.compile("\\{@code ([^}]*)}");
    private static final Pattern LINE_START = Pattern.compile("(?m)^ *\\* ?");
    private static final Pattern PARAM = Pattern.compile("(?s)^param (\\w+) (.*)$");

    private static final Map<Class<?>, String> SIMPLE = Map.ofEntries(
            Map.entry(String.class, "text"),
            Map.entry(int.class, "whole number"),
            Map.entry(Integer.class, "whole number"),
            Map.entry(long.class, "whole number"),
            Map.entry(Long.class, "whole number"),
            Map.entry(double.class, "number"),
            Map.entry(Double.class, "number"),
            Map.entry(boolean.class, "true or false"),
            Map.entry(Boolean.class, "true or false"),
            Map.entry(Instant.class, "time, like `2026-11-21T09:15:00Z`"),
            Map.entry(Duration.class, "duration, like `PT3M18S`"));

    private final StringBuilder page;
    private final Deque<Class<?>> waiting = new ArrayDeque<>();
    private final Set<Class<?>> described = new LinkedHashSet<>();

    /**
     * Starts a page.
     *
     * @param beginning heading and introduction
     */
    FormatPage(String beginning) {
        page = new StringBuilder(beginning);
    }

    /** A comment: its text, and the description of each part. */
    private record Comment(String text, Map<String, String> parts) {
        static final Comment NONE = new Comment("", Map.of());
    }

    /** Adds a section with this text. */
    FormatPage section(String heading, String text, List<String> rows) {
        page.append("\n## ")
                .append(heading)
                .append("\n\n")
                .append(text)
                .append("\n")
                .append(HEAD)
                .append(String.join("", rows));
        return this;
    }

    /** Adds a section for each of these types. */
    FormatPage types(Class<?>... types) {
        Arrays.stream(types).forEach(this::describe);
        return this;
    }

    /** The page, including a section for each further type that earlier sections mention. */
    String text() {
        while (!waiting.isEmpty()) {
            describe(waiting.remove());
        }
        return page.toString();
    }

    /** A row of a table. */
    static String row(String key, String value, String meaning) {
        return "| `" + key + "` | " + value + " | " + meaning.replace("|", "\\|") + " |\n";
    }

    private void describe(Class<?> type) {
        if (described.add(type)) {
            page.append("\n## ").append(type.getSimpleName()).append("\n");
            String text = comment(type).text();
            if (!text.isEmpty()) {
                page.append("\n").append(text).append("\n");
            }
            page.append(HEAD).append(rows(type));
        }
    }

    private String rows(Class<?> type) {
        Comment comment = comment(type);
        StringBuilder rows = new StringBuilder();
        for (RecordComponent part : type.getRecordComponents()) {
            if (part.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
                rows.append(rows(part.getType()));
            } else {
                rows.append(row(
                        part.getName(),
                        type(part.getAnnotatedType()) + absence(type, part),
                        comment.parts().getOrDefault(part.getName(), "")));
            }
        }
        Stream.of(type.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(JsonProperty.class) && method.getParameterCount() == 0)
                .filter(method -> Arrays.stream(type.getRecordComponents())
                        .noneMatch(part -> part.getAccessor().equals(method)))
                .sorted(Comparator.comparing(Method::getName))
                .forEach(method -> rows.append(row(
                        method.getAnnotation(JsonProperty.class).value(),
                        type(method.getAnnotatedReturnType())
                                + (method.isAnnotationPresent(JsonInclude.class) ? ", or missing" : ""),
                        comment(type, Pattern.quote(method.getName() + "() {")).text())));
        return rows.toString();
    }

    private static String absence(Class<?> type, RecordComponent part) {
        if (!part.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            return "";
        }
        Method accessor = part.getAccessor();
        boolean missing = Stream.<AnnotatedElement>of(type, part, accessor)
                .anyMatch(where ->
                        where.isAnnotationPresent(JsonInclude.class) || where.isAnnotationPresent(MayBeMissing.class));
        return missing ? ", or missing" : ", or null";
    }

    private String type(AnnotatedType annotated) {
        if (annotated instanceof AnnotatedParameterizedType generic
                && annotated.getType() instanceof ParameterizedType type) {
            AnnotatedType[] arguments = generic.getAnnotatedActualTypeArguments();
            String last = type(arguments[arguments.length - 1]);
            return Map.class.equals(type.getRawType()) ? "names → " + last : "list of " + last;
        }
        Class<?> type = (Class<?>) annotated.getType();
        if (type.isRecord()) {
            if (!waiting.contains(type)) {
                waiting.add(type);
            }
            return "[" + type.getSimpleName() + "](#" + type.getSimpleName().toLowerCase(Locale.ROOT) + ")";
        }
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> "`" + Json.line(constant).replace("\"", "") + "`")
                    .collect(Collectors.joining(", "));
        }
        return SIMPLE.getOrDefault(type, "text");
    }

    private static Comment comment(Class<?> type) {
        return comment(type, "record " + type.getSimpleName() + "\\(");
    }

    /** The comment before the first declaration of this form in the source of a class. */
    private static Comment comment(Class<?> type, String declaration) {
        String source = source(type);
        Matcher declared = Pattern.compile(declaration).matcher(source);
        if (!declared.find()) {
            throw new IllegalStateException("the source of " + type + " does not declare it");
        }
        int end = source.lastIndexOf("*/", declared.start());
        int begin = source.lastIndexOf("/**", end);
        // Only annotations and modifiers may stand between a comment and its declaration.
        if (begin < 0 || source.substring(end, declared.start()).matches("(?s).*(;|\\) \\{|\\n *}\\n).*")) {
            return Comment.NONE;
        }
        String[] tags = LINE_START
                .matcher(source.substring(begin + "/**".length(), end))
                .replaceAll("")
                .split("(?m)^@", -1);
        Map<String, String> parts = new LinkedHashMap<>();
        for (String tag : tags) {
            Matcher param = PARAM.matcher(tag);
            if (param.matches()) {
                parts.put(param.group(1), plain(param.group(2)));
            }
        }
        return new Comment(plain(tags[0]), parts);
    }

    private static String plain(String comment) {
        String text = LINK.matcher(comment).replaceAll(FormatPage::label);
        return CODE.matcher(text).replaceAll("`$1`").replaceAll("\\s+", " ").strip();
    }

    private static String label(MatchResult link) {
        String part = link.group(2);
        return Matcher.quoteReplacement(part == null ? link.group(1) : part);
    }

    private static String source(Class<?> type) {
        Class<?> outermost = type;
        while (outermost.getEnclosingClass() != null) {
            outermost = outermost.getEnclosingClass();
        }
        String file = outermost.getName().replace('.', '/') + ".java";
        try {
            for (String module : MODULES) {
                Path source = ROOT.resolve(module).resolve("src/main/java").resolve(file);
                if (Files.exists(source)) {
                    return Files.readString(source);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException(file + " is in no module");
    }
}
