package dev.jdbcbench.disclosure;

import dev.jdbcbench.untrusted.IpAddress;
import dev.jdbcbench.untrusted.SecretWords;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Text that says where something is or whose it is: addresses, names with a domain, paths, URLs, identifiers of machines; also
 * secrets with their keys. It finds them by their form, so it needs no list of names, but it cannot recognise a host or a user
 * by a plain word.
 */
public final class Whereabouts {
    /** What a piece of text is. */
    public enum Kind {
        SECRET("***", "secret"),
        URL("address", "URL"),
        ACCOUNT("user@host", "account"),
        IDENTIFIER("identifier", "machine identifier"),
        ADDRESS("address", "address"),
        PATH("path", "path"),
        NAME("name", "host name");

        private final String replacement;
        private final String title;

        Kind(String replacement, String title) {
            this.replacement = replacement;
            this.title = title;
        }

        /** Its name in messages, singular. */
        public String title() {
            return title;
        }
    }

    private static final String HEX = "[0-9A-Fa-f]";
    private static final String START = "(?<![\\p{L}\\p{N}_])";
    private static final String END = "(?![\\p{L}\\p{N}_])";

    /** The rest of a path or a URL. */
    private static final String REST = "[^\\s'\"<>(),;]*";

    /** A part of a path that follows a blank. */
    private static final String PART = "[^\\s'\"<>(),;:/\\\\]";

    /** The rest of a path; with words after blanks if a slash follows them, as far as that can be told. */
    public static final String PATH_REST = REST + "(?:(?<![:.]) (?:(?!(?:and|or|logs|local|distant)/)" + PART
            + "++|\\p{Lu}" + PART + "*+(?: \\p{Lu}" + PART + "*+){1,2})[/\\\\]" + REST + ")*+";

    private static final String IDENTIFIER = START + "(?:" + HEX + "{8}(?:-" + HEX + "{4}){3}-" + HEX + "{12}|" + HEX
            + "{32}|" + HEX + "{2}(?::" + HEX + "{2}){5}|" + HEX + "{2}(?:-" + HEX + "{2}){5})" + END;

    private static final String IP6 = "(?<![\\p{L}\\p{N}:.])" + HEX + "{0,4}(?::" + HEX
            + "{0,4}){2,8}(?:(?:\\.[0-9]{1,3}){3})?(?![\\p{L}\\p{N}:])(?:%[\\w.-]+)?";

    /** Four numbers after {@code JDK} or before a plus sign are a version. */
    private static final String IP4 = "(?<![\\p{N}.]|JDK )[0-9]{1,3}(?:\\.[0-9]{1,3}){3}(?![\\p{N}+]|\\.\\p{N})";

    /** A slash after a letter separates the parts of a cell's key, unless a usual directory of a root follows. */
    private static final String PATH = "file:/+" + PATH_REST
            + "|(?<![\\p{L}\\p{N}\\p{Co}_/.)])/(?![/\\s*])" + PATH_REST
            + "|/(?:home|Users|root|var|opt|etc|usr|srv|tmp|mnt|media|proc|sys)/" + PATH_REST
            + "|" + START + "~[\\w.-]*[/\\\\]" + PATH_REST
            + "|(?<![\\p{L}\\p{N}_/.])\\.\\./" + PATH_REST
            + "|(?<![:\\p{L}\\p{N}/])//[\\w.-]+/" + PATH_REST
            + "|\\\\\\\\[\\w.$?-]+\\\\" + PATH_REST
            + "|" + START + "[A-Za-z]:(?:\\\\|/(?!/))" + PATH_REST;

    private static final String LABEL = "[\\p{L}\\p{N}][\\p{L}\\p{N}_-]{0,62}+";

    /** Words with dots between them; also a plain one where only a host or a user can be. */
    private static final String NAME = START + "(?<dotted>" + LABEL + "(?:\\." + LABEL + ")++)"
            + "|" + START + LABEL + "(?=/(?:" + IP4 + "|\\[?" + IP6 + "))"
            + "|(?<=[hH]ost )" + LABEL + "(?= port )"
            + "|(?<=[hH]ostname )" + LABEL + "(?=:)"
            + "|" + START + LABEL + "(?=: (?:Name or service not known|Temporary failure in name resolution))"
            + "|" + START + "ip-[0-9]{1,3}(?:-[0-9]{1,3}){3}" + END
            + "|(?<=UnknownHostException: )[^\\s:]+"
            + "|(?<=(?:[uU]ser|[hH]ost) ')[^'\\s]+(?=')"
            + "|" + START + "\\p{L}[\\w-]{0,62}+(?=:[0-9]{4,5}(?![\\w:]|\\.\\w))";

    private static final Pattern ANY = Pattern.compile("(?<url>(?<scheme>" + START
            + "(?:jdbc:)?[A-Za-z][A-Za-z0-9+.:-]{0,40}?://)[^\\s'\"<>]+)"
            + "|(?<opaque>" + START + "jdbc:[A-Za-z][^\\s'\"<>]+)"
            + "|(?<account>'[^'\\s]*'@'[^'\\s]*'|" + "(?<![\\w.+-])[\\w.+-]++@\\p{L}[\\w.-]*)"
            + "|(?<login>(?<![\\p{L}\\p{N}_.+-])[\\p{L}\\p{N}_.+-]++(?=@(?:\\p{Co}|" + IP4 + "|\\[?" + IP6 + ")))"
            + "|(?<identifier>" + IDENTIFIER + ")"
            + "|(?<ip>" + IP6 + "|" + IP4 + ")"
            + "|(?<path>" + PATH + ")"
            + "|(?<name>" + NAME + ")");

    private static final String ASSIGNED = "(?<![A-Za-z0-9_.-])(?<key>[A-Za-z0-9_.-]++)[\"']?";

    /** A value that may be secret may contain any sign. */
    private static final Pattern SECRET =
            Pattern.compile(ASSIGNED + "(?:\\s*=\\s*|:\\s+|:)(?<value>\"[^\"]*+\"?+|'[^']*+'?+|\\S*[^\\s,;.)\\]}\"'])");

    private static final Pattern PLACE = Pattern.compile(ASSIGNED + "\\s*=\\s*[\"']?(?<value>[^&;,\\s\"'()]+)");

    /** The end of a key, without its separators, whose value is a place or an account. */
    private static final Pattern KEY = Pattern.compile(
            ".*(host|hostname|hosts|url|urls|uri|user|username|login|account|address|addresses|endpoint|endpoints|dsn"
                    + "|connectionstring|principal|email|datasource|nodename|machineid)[0-9]*");

    /** Numbers and switches say nothing of a place. */
    private static final Pattern NO_PLACE =
            Pattern.compile("(?i)[-+0-9.,%]*[kmgt]?|true|false|on|off|yes|no|none|null");

    /** Values that are the same everywhere, and the words that replace others. */
    private static final Set<String> PUBLIC_VALUES = Stream.concat(
                    Stream.of("root", "localhost", "client", "database", "server", "user", "host", "unknown"),
                    Stream.of(Kind.values()).map(kind -> kind.replacement))
            .collect(Collectors.toUnmodifiableSet());

    /** Names with dots that everybody has: of the JDK, of the drivers that bench knows, and of bench's own files. */
    private static final Pattern PUBLIC_NAME = Pattern.compile(
            "(?:java|javax|jdk|sun|com\\.sun|org\\.mariadb\\.jdbc|com\\.mysql|org\\.drizzle|org\\.openjdk|dev\\.jdbcbench)\\..*"
                    + "|(?:events\\.ndjson|(?:plan|hosts|results|command|jmh|ping)\\.json|hosts\\.yaml|report\\.html)"
                    + "|(?:agent|bench|out|noise|error|gc|reference|fork-[0-9]++)\\.log"
                    + "|(?:local|distant)-[\\w@~+-]++(?:\\.[0-9]++)*+(?:\\.noise)?+\\.log");

    /** The last part of a name with a domain: no number, and no variable of a server or a kernel. */
    private static final Pattern DOMAIN = Pattern.compile("\\p{L}[\\p{L}\\p{N}-]+");

    /** Addresses and accounts that every machine has. */
    private static final Pattern OF_EVERY_MACHINE =
            Pattern.compile("127(?:\\.[0-9]+){3}|0\\.0\\.0\\.0|::1?|'?root'?@'?localhost'?|localhost");

    private Whereabouts() {}

    /** Whether a key names a place or an account: {@code jdbcUrl}, {@code DB_HOST}, {@code user}. */
    public static boolean isKey(String key) {
        return KEY.matcher(key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", ""))
                .matches();
    }

    /** Whether a text contains any of it. */
    public static boolean in(String text) {
        return !replaced(text, (kind, found) -> {}).equals(text);
    }

    /** Whether an option is secret or says where something is, by its key or by its value. */
    public static boolean inOption(String key, String value) {
        return SecretWords.inOption(key, value).isPresent() || isPlace(key, value) || in(value);
    }

    private static boolean isPlace(String key, String value) {
        return isKey(key) && !NO_PLACE.matcher(value.strip()).matches() && !PUBLIC_VALUES.contains(value);
    }

    /**
     * The text with a word in place of each.
     *
     * @param found receives what was replaced
     */
    public static String replaced(String text, BiConsumer<Kind, String> found) {
        if (SecretWords.setsPassword(text)) {
            return with(Kind.SECRET, text, found);
        }
        String shown = each(SecretWords.FORM, text, token -> with(Kind.SECRET, token.group(), found));
        shown = each(
                SECRET,
                shown,
                option -> SecretWords.isKey(option.group("key"))
                                && SecretWords.inOption(option.group("key"), option.group("value"))
                                        .isPresent()
                        ? changed(option, Kind.SECRET, found)
                        : option.group());
        shown = each(ANY, shown, match -> shown(match, found));
        return each(
                PLACE,
                shown,
                option -> isPlace(option.group("key"), option.group("value"))
                        ? changed(option, Kind.NAME, found)
                        : option.group());
    }

    private static String each(Pattern pattern, String text, Function<Matcher, String> replacement) {
        Matcher match = pattern.matcher(text);
        StringBuilder shown = new StringBuilder();
        while (match.find()) {
            match.appendReplacement(shown, Matcher.quoteReplacement(replacement.apply(match)));
        }
        return match.appendTail(shown).toString();
    }

    private static String with(Kind kind, String text, BiConsumer<Kind, String> found) {
        found.accept(kind, text);
        return kind.replacement;
    }

    /** An option with another value. */
    private static String changed(Matcher option, Kind kind, BiConsumer<Kind, String> found) {
        return option.group().substring(0, option.start("value") - option.start())
                + with(kind, option.group("value"), found);
    }

    private static String shown(Matcher match, BiConsumer<Kind, String> found) {
        String text = match.group();
        if (match.group("url") != null) {
            return match.group("scheme") + with(Kind.URL, text, found);
        }
        if (match.group("opaque") != null) {
            return "jdbc:" + with(Kind.URL, text, found);
        }
        if (OF_EVERY_MACHINE.matcher(text).matches() || PUBLIC_VALUES.contains(text)) {
            return text;
        }
        if (match.group("login") != null) {
            found.accept(Kind.ACCOUNT, text);
            return "user";
        }
        if (match.group("ip") != null) {
            return IpAddress.parse(text.replaceFirst("%.*", "")).isPresent()
                    ? with(Kind.ADDRESS, text, found)
                    : text; // a time, or a version
        }
        if (match.group("path") != null) {
            int dots = text.length() - text.replaceFirst("[.:]+$", "").length();
            return with(Kind.PATH, text, found) + text.substring(text.length() - dots);
        }
        boolean domain = match.group("dotted") == null
                || DOMAIN.matcher(text.substring(text.lastIndexOf('.') + 1)).matches();
        if (!domain || PUBLIC_NAME.matcher(text).matches()) {
            return text;
        }
        Kind kind = match.group("account") != null
                ? Kind.ACCOUNT
                : match.group("identifier") != null ? Kind.IDENTIFIER : Kind.NAME;
        return with(kind, text, found);
    }
}
