package dev.jdbcbench.sql;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How a server reads the statements of a connection, as far as it decides where a literal ends. A part that is not known
 * is unsure; bench then reads a statement only if all ways to read it agree.
 *
 * @param escapes whether a backslash in a literal escapes the next byte
 * @param names whether text in double quotes is a name (ANSI_QUOTES), in which a backslash is an ordinary character
 * @param plain whether bytes below 0x80 are always characters of their own. In sjis and others, the second byte of a
 *     character may look like a backslash
 */
public record Syntax(Known escapes, Known names, boolean plain) {
    /** Of a connection of which nothing is known. */
    public static final Syntax UNSURE = new Syntax(Known.UNSURE, Known.UNSURE, false);

    /** Modes that set others, ANSI_QUOTES among them. */
    private static final Set<String> QUOTING_MODES =
            Set.of("ANSI_QUOTES", "ANSI", "DB2", "MAXDB", "MSSQL", "ORACLE", "POSTGRESQL");

    /** Of a server that has the default mode, for text in UTF-8. */
    public static final Syntax DEFAULT = ofMode("");

    private static final Set<String> PLAIN_CHARACTER_SETS = Set.of(
            ("utf8 utf8mb3 utf8mb4 ascii binary latin1 latin2 latin5 latin7 cp850 cp852 cp866 cp1250 cp1251 cp1256"
                            + " cp1257 armscii8 dec8 eucjpms euckr gb2312 geostd8 greek hebrew hp8 keybcs2 koi8r koi8u macce"
                            + " macroman swe7 tis620 ujis")
                    .split(" "));

    /** Whether something is so. */
    public enum Known {
        YES,
        NO,
        UNSURE;

        private static Known of(boolean is) {
            return is ? YES : NO;
        }
    }

    /** What a statement does to the client's character set. */
    public enum Characters {
        KEPT,
        PLAIN,
        UNSURE
    }

    /**
     * What a statement may change for those after it.
     *
     * @param switches whether it may change anything: until it is answered, nothing is sure
     * @param setsMode whether it is a SET of sql_mode, so the server's next report is right
     */
    public record Effect(boolean switches, boolean setsMode, Characters characters) {
        public static final Effect NONE = new Effect(false, false, Characters.KEPT);

        /** A statement that bench does not know. */
        public static final Effect UNKNOWN = new Effect(true, false, Characters.UNSURE);

        /** Another user, or a reset: the server reports its mode, and its character set is not known. */
        public static final Effect RESTART = new Effect(true, true, Characters.UNSURE);
    }

    /** Of a server with this sql_mode, for text in UTF-8. */
    public static Syntax ofMode(String mode) {
        List<String> names = Arrays.asList(mode.toUpperCase(Locale.ROOT).split("[,\\s]+"));
        return new Syntax(
                Known.of(!names.contains("NO_BACKSLASH_ESCAPES")),
                Known.of(names.stream().anyMatch(QUOTING_MODES::contains)),
                true);
    }

    /** Whether all characters of a character set, by name, are plain. */
    public static boolean plain(String characterSet) {
        return PLAIN_CHARACTER_SETS.contains(characterSet.toLowerCase(Locale.ROOT));
    }

    /** For text in a character set of which that is known. */
    public Syntax withPlain(boolean now) {
        return new Syntax(escapes, names, now);
    }

    /**
     * After a server has reported whether backslashes escape (NO_BACKSLASH_ESCAPES). It sets its flag with the mode, but not when a procedure
     * that changed the mode ends. So a change is believed only after a statement that is for that.
     */
    public Syntax reported(boolean escape, boolean believed) {
        Known now = Known.of(escape);
        return new Syntax(believed || now == escapes ? now : Known.UNSURE, names, plain);
    }

    /** After a statement was answered. */
    public Syntax after(Effect effect, boolean failed) {
        return switch (effect.characters()) {
            case KEPT -> this;
            case PLAIN -> withPlain(plain || !failed);
            case UNSURE -> withPlain(false);
        };
    }

    /** Whether text in these quotes is certainly a name. */
    boolean quotesNames(char quote) {
        return quote == '`' || (quote == '"' && names == Known.YES);
    }

    /** Whether a backslash may escape within these quotes. */
    boolean mayEscape(char quote) {
        return !quotesNames(quote) && escapes != Known.NO;
    }

    /** Whether a backslash may be an ordinary character within these quotes. */
    boolean mayNotEscape(char quote) {
        return quote == '`' || escapes != Known.YES || (quote == '"' && names != Known.NO);
    }
}
