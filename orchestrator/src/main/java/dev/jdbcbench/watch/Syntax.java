package dev.jdbcbench.watch;

import java.util.Locale;
import java.util.Set;

/**
 * How a server reads the statements of a connection, as far as it decides where a literal ends. A part that is not known
 * is unsure; bench then reads a statement only if all ways to read it agree.
 *
 * @param escapes whether a backslash in a literal escapes the next byte
 * @param plain whether bytes below 0x80 are always characters of their own. In sjis and others, the second byte of a
 *     character may look like a backslash
 */
record Syntax(Escapes escapes, boolean plain) {
    static final Syntax UNSURE = new Syntax(Escapes.UNSURE, false);

    private static final Set<String> PLAIN_CHARACTER_SETS = Set.of(
            ("utf8 utf8mb3 utf8mb4 ascii binary latin1 latin2 latin5 latin7 cp850 cp852 cp866 cp1250 cp1251 cp1256"
                            + " cp1257 armscii8 dec8 eucjpms euckr gb2312 geostd8 greek hebrew hp8 keybcs2 koi8r koi8u macce"
                            + " macroman swe7 tis620 ujis")
                    .split(" "));

    /** Whether a backslash escapes. The server reports it with each answer (NO_BACKSLASH_ESCAPES). */
    enum Escapes {
        YES,
        NO,
        UNSURE
    }

    /** What a statement does to the client's character set. */
    enum Characters {
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
    record Effect(boolean switches, boolean setsMode, Characters characters) {
        static final Effect NONE = new Effect(false, false, Characters.KEPT);

        /** A statement that bench does not know. */
        static final Effect UNKNOWN = new Effect(true, false, Characters.UNSURE);

        /** Another user, or a reset: the server reports its mode, and its character set is not known. */
        static final Effect RESTART = new Effect(true, true, Characters.UNSURE);
    }

    /** Whether all characters of a character set, by name, are plain. */
    static boolean plain(String characterSet) {
        return PLAIN_CHARACTER_SETS.contains(characterSet.toLowerCase(Locale.ROOT));
    }

    Syntax withPlain(boolean now) {
        return new Syntax(escapes, now);
    }

    /**
     * After a server has reported whether backslashes escape. It sets its flag with the mode, but not when a procedure
     * that changed the mode ends. So a change is believed only after a statement that is for that.
     */
    Syntax reported(boolean escape, boolean believed) {
        Escapes now = escape ? Escapes.YES : Escapes.NO;
        return new Syntax(believed || now == escapes ? now : Escapes.UNSURE, plain);
    }

    /** After a statement was answered. */
    Syntax after(Effect effect, boolean failed) {
        return switch (effect.characters()) {
            case KEPT -> this;
            case PLAIN -> withPlain(plain || !failed);
            case UNSURE -> withPlain(false);
        };
    }

    /** Whether a backslash may escape within these quotes. */
    boolean mayEscape(char quote) {
        return quote != '`' && escapes != Escapes.NO;
    }

    /** Whether a backslash may be an ordinary character within these quotes. With ANSI_QUOTES, "x" is a name. */
    boolean mayNotEscape(char quote) {
        return quote != '\'' || escapes != Escapes.YES;
    }
}
