package dev.jdbcbench.sharing;

import dev.jdbcbench.disclosure.JvmOption;
import dev.jdbcbench.disclosure.NormalisedStatement;
import dev.jdbcbench.disclosure.Whereabouts;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.sharing.SharedFields.Form;
import dev.jdbcbench.untrusted.SecretWords;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Copies of runs for others. Of plan and events, it copies what {@link SharedFields} lists, in the form that it lists: hosts are
 * replaced by their roles, and words that say where something is by what they are. Reports of a copy are computed from the copy,
 * so they contain nothing else. Not thread safe.
 */
final class Shared {
    /** Words that identify no person or host and must stay, or results would be unreadable: bench's own, and those of every machine. */
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
                            "unknown",
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
    private static final String DOMAIN_REST = "(?:\\.\\p{L}[\\p{L}\\p{N}_-]*+)*+";

    /**
     * Data that a server's message quotes, up to the last quote that can end it; and a statement that a driver appends. Data may contain
     * quotes itself.
     */
    private static final Pattern QUOTED_DATA = Pattern.compile("(?is)(\\bnear )['\"](?:.*['\"](?= at line)|.*['\"]|.*)"
            + "|(\\b(?:entry|values?|string|literal|argument|date|time|datetime|timestamp|number):? )"
            + "['\"](?:.*['\"](?= for )|.*['\"]|.*)|(\\bquery is: ).*");

    private static final Pattern VERSION =
            Pattern.compile("(?:[A-Z][A-Za-z]{1,40}[ -])?[0-9]{1,20}(?:[._+~:-][0-9A-Za-z]{1,80}){0,40}");
    private static final Pattern LABEL = Pattern.compile("[\\p{L}\\p{N} ._+~:$@()<>=,#-]{1,200}");

    /** Class and method of a benchmark, with or without packages. */
    private static final Pattern JAVA_NAME = Pattern.compile("(?:[a-z_][\\w.]{0,300}\\.)?[A-Z][\\w$.]{0,300}");

    private static final Pattern COUNTER = Pattern.compile("[\\p{L}·][\\p{L}\\p{N}_ .:+-]{0,80}");
    /** A figure of a profiler, whose name looks like that of a host. */
    private static final Pattern METRIC = Pattern.compile("(?:gc|cpu|compiler)\\.[\\w.]{1,80}");

    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9+/=,-]*");
    private static final Pattern RUN = Pattern.compile("[0-9]{8}-[0-9]{6}(?:-[a-z]{1,12}){0,3}-[0-9a-f]{4}");
    private static final Pattern JAR =
            Pattern.compile("(?:mariadb-java-client|mysql-connector-j(?:ava)?|drizzle-jdbc)-[0-9][\\w.]*\\.jar");
    /** The end of the label of an A/A control. */
    private static final String TWIN = "~twin";

    private static final String HOST = "host";

    private final Map<String, String> roles = new HashMap<>();
    private final Choice choice = new Choice();
    /** Texts that were copied already; most repeat in many events. */
    private final Map<String, String> texts = new HashMap<>();

    private final Map<String, String> keys = new HashMap<>();
    private final Map<String, Set<String>> leftOut = new TreeMap<>();
    private Pattern names;

    /**
     * Prepares copies of these runs, which may be shown together.
     *
     * @param roles the role of each name: {@code db1} and its address have the role {@code database}, {@code alice} has
     *     {@code user}. A path covers everything below it. A role contains no slash. Bench's own terms, names of a
     *     single character, and numbers stay.
     */
    public Shared(Map<String, String> roles, List<Plan> plans) {
        roles.forEach((name, role) -> {
            if (isPrivate(name)) {
                this.roles.put(name.toLowerCase(Locale.ROOT), role);
            }
        });
        this.names = pattern();
        // Hosts and labels are chosen first, so that texts and keys have the same words.
        plans.forEach(plan -> Stream.concat(
                        plan.clientHosts().stream(), plan.servers().stream().map(Plan.Server::database))
                .forEach(this::host));
        this.names = pattern();
        plans.forEach(plan -> Stream.concat(
                        plan.entries().stream().map(Plan.Entry::cell),
                        plan.twins().stream().map(Plan.Twin::cell))
                .forEach(cell -> {
                    Cell copy = (Cell) record(cell);
                    keys.put(cell.key(), copy.key());
                    keys.put(cell.rowKey(), copy.rowKey());
                }));
        this.names = pattern();
        texts.clear();
    }

    /** Whether a name may identify a person or a host. */
    private static boolean isPrivate(String name) {
        return name.length() > 1
                && !PUBLIC_WORDS.contains(name.toLowerCase(Locale.ROOT))
                && name.chars().anyMatch(letter -> !Character.isDigit(letter));
    }

    private Pattern pattern() {
        return Pattern.compile(
                WORD_START + "(?<below>" + alternatives(true) + ")" + Whereabouts.PATH_REST + "|" + WORD_START
                        + "(?<name>" + alternatives(false) + ")" + DOMAIN_REST + WORD_END,
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
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

    /** The copy of a run. */
    public Fold of(Fold fold) {
        return fold.copied(this::record, facts()::of, this::text);
    }

    /**
     * The words of a command line without the options for name, tags and results; empty if it would not work for others,
     * because it needs a host or a file.
     */
    public List<String> command(List<String> words) {
        List<String> kept = new SharedCommand(this::text).of(words);
        if (kept.isEmpty() && !words.isEmpty()) {
            leaveOut("command line", String.join(" ", words));
        }
        return kept;
    }

    /**
     * What is left out or replaced so far, by kind, with the number of different texts: {@code 2 addresses, 1 path}; empty if nothing
     * is.
     */
    public String summary() {
        return leftOut.entrySet().stream()
                .map(kind -> kind.getValue().size() + " " + kind.getKey()
                        + (kind.getValue().size() == 1 ? "" : kind.getKey().endsWith("s") ? "es" : "s"))
                .collect(Collectors.joining(", "));
    }

    private void leaveOut(String kind, String text) {
        leftOut.computeIfAbsent(kind, other -> new HashSet<>()).add(text);
    }

    /** The text with words in place of names, addresses, paths and the like. */
    public String text(String text) {
        return texts.computeIfAbsent(text, this::replaced);
    }

    /** A pattern of keys of cells, with words in place of names. Its slashes separate the parts of a key. */
    public String glob(String glob) {
        return Stream.of(glob.split("/", -1)).map(this::text).collect(Collectors.joining("/"));
    }

    private String replaced(String text) {
        return marked(text).shown(words -> Whereabouts.replaced(words, (kind, found) -> leaveOut(kind.title(), found)));
    }

    private Marked marked(String text) {
        StringBuilder marked = new StringBuilder();
        List<String> words = new ArrayList<>();
        Matcher match = names.matcher(text.replaceAll("[\\ue000-\\uf8ff]", "?"));
        while (match.find()) {
            String name = Objects.requireNonNullElse(match.group("below"), match.group("name"))
                    .toLowerCase(Locale.ROOT);
            String word = roles.getOrDefault(name, HOST);
            if (!word.toLowerCase(Locale.ROOT).equals(name)) {
                leaveOut("known name", name);
            }
            if (!words.contains(word)) {
                words.add(word);
            }
            match.appendReplacement(marked, Marked.mark(words.indexOf(word)));
        }
        return new Marked(match.appendTail(marked).toString(), words);
    }

    private String host(String name) {
        if (!isPrivate(name)) {
            return choice.chosen(HOST, name, name);
        }
        String role = choice.chosen(HOST, name, roles.getOrDefault(name.toLowerCase(Locale.ROOT), HOST));
        roles.put(name.toLowerCase(Locale.ROOT), role);
        leaveOut("known name", name.toLowerCase(Locale.ROOT));
        return role;
    }

    private String label(Form form, String text) {
        String kind = form.name().toLowerCase(Locale.ROOT);
        if (text.endsWith(TWIN)) {
            return label(form, text.substring(0, text.length() - TWIN.length())) + TWIN;
        }
        if (PUBLIC_WORDS.contains(text)) {
            return choice.chosen(kind, text, text);
        }
        boolean java = form == Form.SCENARIO && JAVA_NAME.matcher(text).matches();
        String shown = java ? text : text(text);
        boolean stays =
                LABEL.matcher(text).matches() && SecretWords.inText(text).isEmpty() && (java || !Whereabouts.in(text));
        if (!stays) {
            leaveOut(kind + " label", text);
            shown = choice.numbered(kind, text);
        }
        shown = choice.chosen(kind, text, shown);
        if (text.length() > 2 && (java || !shown.equals(text))) {
            roles.putIfAbsent(text.toLowerCase(Locale.ROOT), shown);
        }
        return shown;
    }

    private SharedFacts facts() {
        return new SharedFacts(this::host, server -> label(Form.SERVER, server), this::text, this::leaveOut);
    }

    private String version(String text) {
        boolean stays = text.equals("unknown")
                || (VERSION.matcher(text).matches()
                        && !Whereabouts.in(text.replaceFirst("^[0-9.]+", ""))
                        && !names.matcher(text).find());
        if (!stays) {
            leaveOut("version", text);
        }
        return stays ? choice.chosen("version", text, text) : choice.numbered("version", text);
    }

    private Map<String, String> options(Map<?, ?> options) {
        Map<String, String> shown = new LinkedHashMap<>();
        options.forEach((key, value) -> {
            String name = String.valueOf(key);
            String text = String.valueOf(value);
            String shownName =
                    COUNTER.matcher(name).matches() && !Whereabouts.in(name) ? name : choice.numbered("option", name);
            if (Whereabouts.inOption(name, text)) {
                leaveOut("option value", name + "=" + text);
                shown.put(shownName, choice.numbered(shownName, text));
            } else {
                shown.put(shownName, choice.chosen(shownName, text, text(text)));
            }
        });
        return shown;
    }

    private Map<String, Object> numbers(Map<?, ?> numbers) {
        Map<String, Object> shown = new LinkedHashMap<>();
        numbers.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (METRIC.matcher(name).matches() || (COUNTER.matcher(name).matches() && !Whereabouts.in(name))) {
                shown.put(name, plain(value));
            } else {
                leaveOut("counter", name);
            }
        });
        return shown;
    }

    private @Nullable Object shared(Form form, @Nullable Object value, AnnotatedType type) {
        if (form == Form.LEFT_OUT) {
            return nothing(value, type);
        }
        if (value instanceof List<?> list && form == Form.JVM) {
            return list.stream().map(String::valueOf).filter(this::isHarmless).toList();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(text -> shared(form, String.valueOf(text))).toList();
        }
        if (value instanceof Map<?, ?> map) {
            return form == Form.NUMBERS ? numbers(map) : options(map);
        }
        return value == null ? null : shared(form, (String) value);
    }

    private boolean isHarmless(String option) {
        boolean harmless = JvmOption.isHarmless(option);
        if (!harmless) {
            leaveOut("JVM option", option);
        }
        return harmless;
    }

    private @Nullable Object nothing(@Nullable Object value, AnnotatedType type) {
        boolean empty = value == null || value.equals("") || value.equals(List.of());
        if (!empty) {
            leaveOut("other text", String.valueOf(value));
        }
        if (value == null || type.isAnnotationPresent(Nullable.class)) {
            return null;
        }
        return value instanceof List<?> ? List.of() : "";
    }

    private String shared(Form form, String text) {
        return switch (form) {
            case VERSION -> version(text);
            case DRIVER, SERVER, SCENARIO -> label(form, text);
            case HOST -> host(text);
            case KEY -> keys.getOrDefault(text, text(text));
            case SQL -> statement(text);
            case RUN -> known(RUN, "run", text);
            case JAR -> known(JAR, "jar", text);
            case CODE -> known(CODE, "checksum", text);
            case GLOB -> glob(text);
            case TEXT -> text(withoutData(text));
            case OPTIONS, NUMBERS, JVM, LEFT_OUT -> throw new IllegalStateException(form + " is no form of a text");
        };
    }

    private String withoutData(String text) {
        String shown = QUOTED_DATA.matcher(text).replaceAll("$1$2$3'…'");
        if (!shown.equals(text)) {
            leaveOut("quoted text", text);
        }
        return shown;
    }

    private String known(Pattern form, String kind, String text) {
        if (form.matcher(text).matches()) {
            return choice.chosen(kind, text, text);
        }
        leaveOut(kind + " name", text);
        return choice.numbered(kind, text);
    }

    private String statement(String sql) {
        String shape = NormalisedStatement.of(sql);
        if (!shape.equals(sql)) {
            leaveOut("statement", sql);
        }
        return marked(shape).shown(words -> words); // names of columns look like names of hosts
    }

    /** A part of a record that has no text itself. */
    private @Nullable Object plain(@Nullable Object value) {
        if (value instanceof Record record) {
            return record(record);
        }
        if (value instanceof List<?> list) {
            return list.stream().map(this::plain).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> shown = new LinkedHashMap<>();
            map.forEach((key, one) -> shown.put(Objects.requireNonNull(plain(key)), plain(one)));
            return shown;
        }
        if (value == null
                || value instanceof Enum<?>
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Instant
                || value instanceof Duration
                || value instanceof DriverKind) {
            return value;
        }
        throw new IllegalStateException("not classified for sharing: " + value.getClass());
    }

    private Record record(Record record) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        try {
            Object[] parts = new Object[components.length];
            for (int i = 0; i < parts.length; i++) {
                Object part = components[i].getAccessor().invoke(record);
                Optional<Form> form = SharedFields.form(components[i]);
                parts[i] = form.isPresent() ? shared(form.get(), part, components[i].getAnnotatedType()) : plain(part);
            }
            Constructor<?> constructor = record.getClass()
                    .getDeclaredConstructor(
                            Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            return (Record) constructor.newInstance(parts);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot copy record " + record.getClass(), e);
        }
    }
}
