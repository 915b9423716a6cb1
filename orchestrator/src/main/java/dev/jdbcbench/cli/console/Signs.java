package dev.jdbcbench.cli.console;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Replacements for characters that some terminals lack, and colours for some characters.
 *
 * @param ascii whether the terminal's charset is limited to ASCII
 * @param colours whether to colour the marks for slower and faster
 */
public record Signs(boolean ascii, boolean colours) {
    /** Leaves all characters unchanged. */
    public static final Signs PLAIN = new Signs(false, false);

    private static final String RED = "\033[31m";
    private static final String GREEN = "\033[32m";
    private static final String END = "\033[0m";

    private static final Map<String, String> ASCII_SIGNS = asciiSigns();

    private static Map<String, String> asciiSigns() {
        Map<String, String> signs = new LinkedHashMap<>();
        signs.put("▲", "^");
        signs.put("▼", "v");
        signs.put("↑", "?^");
        signs.put("↓", "?v");
        signs.put("µ", "u");
        signs.put("·", "|");
        signs.put("–", "-");
        signs.put("−", "-");
        signs.put("…", "...");
        signs.put("±", "+-");
        signs.put("×", "x");
        signs.put("→", "->");
        signs.put("≈", "~");
        signs.put("≤", "<=");
        signs.put("≥", ">=");
        signs.put("²", "^2");
        signs.put("¹", "(1)");
        signs.put("Δ", "delta");
        signs.put("█", "#");
        signs.put("░", ".");
        signs.put("†", "+");
        signs.put("‡", "++");
        return signs;
    }

    /** The signs for a stream of this process, which uses the locale's charset. */
    public static Signs ofLocale(boolean colours) {
        return new Signs(!unicode(System.getProperty("native.encoding", "UTF-8")), colours);
    }

    /** Whether a charset has all the characters. */
    static boolean unicode(String charset) {
        try {
            return Charset.forName(charset).newEncoder().canEncode('▲');
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return true; // unknown charset: assume UTF-8
        }
    }

    /** Replaces or colours the characters of a text. */
    public String in(String text) {
        String shown = text;
        if (ascii) {
            for (Map.Entry<String, String> sign : ASCII_SIGNS.entrySet()) {
                shown = shown.replace(sign.getKey(), sign.getValue());
            }
        } else if (colours) {
            shown = shown.replace("▲", RED + "▲" + END).replace("▼", GREEN + "▼" + END);
        }
        return shown;
    }
}
