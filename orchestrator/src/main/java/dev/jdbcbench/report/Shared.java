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
 * What may be shown to others: names of hosts, addresses, users and paths give way to what they are for. Every text in a result is
 * looked through, whichever part of it that is, so a part that comes later is not forgotten.
 */
public final class Shared {
    /** Words of bench itself, and names that every machine has: they tell nobody's, and without them a result could not be read. */
    private static final Set<String> EVERYBODYS = Stream.of(
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

    /** What a name ends at; an option such as {@code --db-host} is none of its parts. */
    private static final String BEGIN = "(?<![\\p{L}\\p{N}_]|--)";

    private static final String END = "(?![\\p{L}\\p{N}_])";

    /** The rest of a name that was known without its domain. */
    private static final String DOMAIN = "(?:\\.\\p{L}[\\p{L}\\p{N}-]*)*";

    private static final String PATH = "path";
    private static final String ADDRESS = "address";

    /** What a path goes on with. */
    private static final String REST = "[^\\s'\"<>(),;]*";

    /** Absolute paths, Windows' too, that nobody named. A slash alone is punctuation, and a key does not begin with one. */
    private static final String ANY_PATH =
            "(?:file:/+|(?<![\\p{L}\\p{N}_/.)])~?/(?![/\\s*])|" + BEGIN + "[A-Za-z]:\\\\)" + REST + "(?<![.:])";

    /** Private addresses, and others where nothing but an address can be: some versions have four numbers, too. */
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
                BEGIN + "(?<below>" + alternatives(true) + ")" + REST + "|" + BEGIN + "(?<name>" + alternatives(false)
                        + ")" + DOMAIN + END + "|(?<path>" + ANY_PATH + ")|(?<address>" + ANY_ADDRESS + ")",
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    private static boolean isPrivate(String name) {
        return name.length() > 1
                && !EVERYBODYS.contains(name.toLowerCase(Locale.ROOT))
                && name.chars().anyMatch(letter -> !Character.isDigit(letter));
    }

    /** The names that are paths, or the others, the longest first; nothing matches when there are none. */
    private String alternatives(boolean paths) {
        return this.roles.keySet().stream()
                .filter(name -> paths == (name.indexOf('/') >= 0 || name.indexOf('\\') >= 0))
                .sorted(Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                .map(Pattern::quote)
                .reduce((one, other) -> one + "|" + other)
                .orElse("(?!)");
    }

    /**
     * Hides these names, in whatever case they are written, where they are words of their own, and paths and private addresses that are
     * not among them.
     *
     * @param roles what each name is for, by the name: {@code db1} is a {@code database}, and so is its address; {@code alice} is a
     *     {@code user}; a path hides whatever is below it, too. A role holds no slash. Names that are bench's own words, or less than two
     *     characters, or a number, are not hidden: they tell nobody's.
     */
    public static Shared hiding(Map<String, String> roles) {
        return new Shared(roles);
    }

    /** The same collection, in which no text tells whose hosts it is from: see {@link #hiding}. */
    public static Collected of(Collected collected, Map<String, String> roles) {
        return (Collected) hiding(roles).record(collected);
    }

    /**
     * The same report, in which no text tells whose hosts it is from: see {@link #hiding}. The user's own words for a run, its name
     * and tags, are left out, for nobody knows what they tell.
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

    /** The same JSON, in which no text and no name of a member tells whose hosts it is from: see {@link #hiding}. */
    public String json(String json) {
        return Json.pretty(tree(Json.read(json, Object.class)));
    }

    /** The same as {@link #json} in one line, without a line break. */
    public String jsonLine(String json) {
        return Json.line(tree(Json.read(json, Object.class)));
    }

    private Object tree(Object json) {
        return Objects.requireNonNull(value(json));
    }

    /** The same results, in which no text tells whose hosts they are from: see {@link #hiding}. */
    public static Results of(Results results, Map<String, String> roles) {
        return (Results) hiding(roles).record(results);
    }

    /** A text that tells nobody's. */
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

    /** Two names may become one; neither's part is lost. */
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
            throw new IllegalStateException(
                    "every record can be taken apart and put together: " + record.getClass(), e);
        }
    }
}
