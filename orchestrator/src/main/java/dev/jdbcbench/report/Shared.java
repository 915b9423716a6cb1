package dev.jdbcbench.report;

import dev.jdbcbench.comparison.Collected;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Naming;
import dev.jdbcbench.run.Topology;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Removes private names from results before they are shared: names of hosts, addresses, users and paths are replaced by
 * their roles. It visits every string of a result by reflection, so new parts of a result are covered, too.
 */
public final class Shared {
    /**
     * Words that identify nobody and must stay, or results would be unreadable: bench's own terms, and names that every
     * machine has.
     */
    private static final Set<String> PUBLIC_WORDS = Stream.of(
                    DriverCatalogue.all().stream().map(DriverKind::id),
                    Arrays.stream(ServerKind.values()).map(ServerKind::id),
                    Arrays.stream(Mode.values()).map(Mode::id),
                    Arrays.stream(Transport.values()).map(Transport::id),
                    Arrays.stream(Topology.values()).map(Topology::id),
                    Stream.of(
                            "client",
                            "database",
                            "server",
                            "driver",
                            "host",
                            "user",
                            "bench",
                            "root",
                            "localhost",
                            "127.0.0.1",
                            "127.0.1.1",
                            "0.0.0.0",
                            "::1",
                            "::",
                            "/"))
            .flatMap(names -> names)
            .collect(Collectors.toUnmodifiableSet());

    /** A boundary before a name. An option such as {@code --db-host} does not contain the name {@code db-host}. */
    private static final String WORD_START = "(?<![\\p{L}\\p{N}_]|--)";

    private static final String WORD_END = "(?![\\p{L}\\p{N}_])";

    /** The domain that may follow a host name. */
    private static final String DOMAIN_REST = "(?:\\.\\p{L}[\\p{L}\\p{N}-]*)*";

    private static final String PATH = "path";
    private static final String ADDRESS = "address";

    /** The rest of a path. */
    private static final String PATH_REST = "[^\\s'\"<>(),;]*";

    /**
     * Absolute paths, including Windows paths, that are not among the known names. A lone slash is punctuation, and
     * cell keys do not begin with a slash.
     */
    private static final String ANY_PATH = "(?:file:/+|(?<![\\p{L}\\p{N}_/.)])~?/(?![/\\s*])|" + WORD_START
            + "[A-Za-z]:\\\\)" + PATH_REST + "(?<![.:])";

    /**
     * Private addresses, and public ones in places where only an address makes sense: some version numbers have four
     * parts, too.
     */
    private static final String ANY_ADDRESS = "(?<![\\p{L}\\p{N}.])(?!127\\.|0\\.0\\.0\\.0)"
            + "(?:10(?:\\.[0-9]{1,3}){3}|(?:192\\.168|172\\.(?:1[6-9]|2[0-9]|3[01]))(?:\\.[0-9]{1,3}){2}"
            + "|(?<=[/=(])[0-9]{1,3}(?:\\.[0-9]{1,3}){3}|[0-9]{1,3}(?:\\.[0-9]{1,3}){3}(?=:[0-9]))(?![\\p{N}+]|\\.\\p{N})";

    private final Map<String, String> roles = new HashMap<>();
    private final Pattern pattern;

    private Shared(Map<String, String> roles) {
        roles.forEach((name, role) -> {
            if (isPrivate(name)) {
                this.roles.put(name.toLowerCase(Locale.ROOT), role);
            }
        });
        this.pattern = Pattern.compile(
                WORD_START + "(?<below>" + alternatives(true) + ")" + PATH_REST + "|" + WORD_START + "(?<name>"
                        + alternatives(false) + ")" + DOMAIN_REST + WORD_END + "|(?<path>" + ANY_PATH + ")|(?<address>"
                        + ANY_ADDRESS + ")",
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    private static boolean isPrivate(String name) {
        return name.length() > 1
                && !PUBLIC_WORDS.contains(name.toLowerCase(Locale.ROOT))
                && name.chars().anyMatch(letter -> !Character.isDigit(letter));
    }

    /**
     * A regular expression that matches the known paths, or the other known names, longest first; without any it never
     * matches.
     */
    private String alternatives(boolean paths) {
        return this.roles.keySet().stream()
                .filter(name -> paths == (name.indexOf('/') >= 0 || name.indexOf('\\') >= 0))
                .sorted(Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                .map(Pattern::quote)
                .reduce((one, other) -> one + "|" + other)
                .orElse("(?!)");
    }

    /**
     * Replaces these names wherever they are whole words, ignoring case; paths and private addresses that are not among
     * them are replaced as well.
     *
     * @param roles the role of each name: {@code db1} and its address have the role {@code database}, {@code alice} has
     *     {@code user}. A path covers everything below it. A role contains no slash. Bench's own terms, names of a
     *     single character, and numbers stay.
     */
    public static Shared hiding(Map<String, String> roles) {
        return new Shared(roles);
    }

    /** A copy of the collection without private names: see {@link #hiding}. */
    public static Collected of(Collected collected, Map<String, String> roles) {
        return (Collected) hiding(roles).record(collected);
    }

    /**
     * A copy of the report without private names: see {@link #hiding}. The user's own name and tags of a run are
     * dropped, because they could contain anything.
     */
    public static Report of(Report report, Map<String, String> roles) {
        Report without = new Report(
                report.runs().stream()
                        .map(run -> new Report.Run(
                                run.results(),
                                Naming.removedFrom(run.command()),
                                run.hosts(),
                                run.options(),
                                run.forks()))
                        .toList(),
                report.collected());
        return (Report) hiding(roles).record(without);
    }

    /** The JSON without private names, in values and in member names: see {@link #hiding}. */
    public String json(String json) {
        return Json.pretty(tree(Json.read(json, Object.class)));
    }

    /** The JSON of {@link #json} in one line, without a line break. */
    public String jsonLine(String json) {
        return Json.line(tree(Json.read(json, Object.class)));
    }

    private Object tree(Object json) {
        return Objects.requireNonNull(value(json));
    }

    /** A copy of the results without private names: see {@link #hiding}. */
    public static Results of(Results results, Map<String, String> roles) {
        return (Results) hiding(roles).record(results);
    }

    /** The text without private names. */
    public String text(String text) {
        Matcher match = pattern.matcher(text);
        StringBuilder shared = new StringBuilder();
        while (match.find()) {
            match.appendReplacement(shared, Matcher.quoteReplacement(role(match)));
        }
        return match.appendTail(shared).toString();
    }

    private String role(Matcher match) {
        if (match.group("path") != null) {
            return PATH;
        }
        if (match.group("address") != null) {
            return ADDRESS;
        }
        String name = Objects.requireNonNullElse(match.group("below"), match.group("name"));
        return roles.getOrDefault(name.toLowerCase(Locale.ROOT), "host");
    }

    private @Nullable Object value(@Nullable Object value) {
        if (value instanceof String text) {
            return text(text);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(this::value).toList();
        }
        if (value instanceof Map<?, ?> map) {
            return map(map);
        }
        return value instanceof Record record ? record(record) : value;
    }

    /** Keys that become equal get a number, so no entry is lost. */
    private Map<Object, Object> map(Map<?, ?> map) {
        Map<Object, Object> shared = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            Object name = value(key);
            for (int other = 2; shared.containsKey(name); other++) {
                name = value(key) + " " + other;
            }
            shared.put(name, value(value));
        });
        return shared;
    }

    private Object record(Record record) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        try {
            Object[] parts = new Object[components.length];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = value(components[i].getAccessor().invoke(record));
            }
            Constructor<?> constructor = record.getClass()
                    .getDeclaredConstructor(
                            Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            return constructor.newInstance(parts);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot copy record " + record.getClass(), e);
        }
    }
}
