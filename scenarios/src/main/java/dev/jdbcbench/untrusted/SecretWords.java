package dev.jdbcbench.untrusted;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Detects text that looks like a secret. User input becomes part of the plan, the results and command lines on hosts, and is
 * shared with them. Return values never contain the secret itself.
 */
public final class SecretWords {
    /** The end of a key without its separators; a number may follow, as in {@code password2}. */
    private static final Pattern KEY = Pattern.compile(
            ".*(password|passwords|passwd|passphrase|passcode|passwort|pwd|secret|secrets|token|apikey|accesskey|secretkey|privatekey"
                    + "|signingkey|encryptionkey|credential|credentials|keypass|storepass|filekey)[0-9]*");

    /** Values that are not secret although the key looks like a secret's: switches, and 0 or 1 as a number of days. */
    private static final Pattern SWITCH = Pattern.compile("(?i)true|false|on|off|yes|no|0|1");

    /**
     * A user with a password before the host of a URL; for http and https also a user alone, which may be a token. A port is
     * not a password.
     */
    private static final Pattern USER_INFO = Pattern.compile(
            "(?i)(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,40}+://[^/\\s:@\\[]*+:(?![0-9]+/)[^\\s@]+@|https?://[^/\\s@]++@");

    /** Secrets recognised by their form, whatever their key. */
    public static final Pattern FORM = Pattern.compile(
            "-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z ]*PRIVATE KEY-----|\\z)|\\bAKIA[0-9A-Z]{16}\\b"
                    + "|\\b(?:ghp|gho|ghs|github_pat|glpat|xox[abp])[_-][A-Za-z0-9_-]{16,}|\\beyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}");

    /** The key and its value must be within this many characters of the sign between them. */
    private static final int NEAR = 200;

    private static final Pattern ASSIGNMENT = Pattern.compile("[=:]");
    private static final Pattern KEY_BEFORE = Pattern.compile("([A-Za-z0-9_.-]+)[\"']?\\s*$");
    private static final Pattern VALUE_AFTER = Pattern.compile("^\\s*[\"']?([^&;,\\s\"']+)");

    private static final Pattern PLAIN_COMMENT = Pattern.compile("/\\*(?![!M]).*?(?:\\*/|\\z)", Pattern.DOTALL);
    private static final Pattern EXECUTED_COMMENT = Pattern.compile("/\\*M?!\\d*|\\*/");
    /** A literal in quotation marks, which may be doubled inside another literal, or in hexadecimal. */
    private static final String LITERAL = "\\(?\\s*(?:[nN]|_[a-z0-9]+\\s+)?(?:\\\\?[\"']|0x|[xX]')";

    private static final Pattern SQL = Pattern.compile(
            "\\bIDENTIFIED\\s+(?:(?:WITH|VIA)\\s+\\S+\\s+)?(?:BY|AS|USING)\\s+(?:PASSWORD\\s*)?" + LITERAL
                    + "|\\b(?:IDENTIFIED|OR)\\s+(?:WITH|VIA)?\\s*\\S+\\s+(?:AS|USING)\\s+(?:PASSWORD\\s*)?" + LITERAL
                    + "|\\b(?:OLD_)?PASSWORD\\s*\\(\\s*" + LITERAL
                    + "|\\bSET\\s+PASSWORD\\b[^;]{0,1000}?(?:=|\\bTO)\\s*" + LITERAL
                    + "|\\b[A-Z]+_PASSWORD\\s*=\\s*" + LITERAL
                    + "|\\bOPTIONS\\s*\\([^)]{0,1000}\\bPASSWORD\\s+" + LITERAL,
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private SecretWords() {}

    /**
     * Whether a key names a secret: {@code trustStorePassword}, {@code api-key}, {@code auth.token}; not {@code passwordFile}.
     */
    public static boolean isKey(String key) {
        String plain = key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
        return KEY.matcher(plain).matches();
    }

    /** Describes what looks secret in a key with its value; empty when nothing does. */
    public static Optional<String> inOption(String key, String value) {
        if (isKey(key) && !value.isBlank() && !SWITCH.matcher(value.strip()).matches()) {
            return Optional.of("the value of " + key);
        }
        return inText(value);
    }

    /**
     * Describes what looks secret in a JVM argument or similar text, such as a key with a value or a URL with a
     * password; empty when nothing does.
     */
    public static Optional<String> inText(String text) {
        if (USER_INFO.matcher(text).find()) {
            return Optional.of("the password in a URL");
        }
        if (FORM.matcher(text).find()) {
            return Optional.of("a key or a token");
        }
        Matcher at = ASSIGNMENT.matcher(text);
        while (at.find()) {
            Matcher key = KEY_BEFORE.matcher(text.substring(Math.max(0, at.start() - NEAR), at.start()));
            Matcher value = VALUE_AFTER.matcher(text.substring(at.end(), Math.min(text.length(), at.end() + NEAR)));
            if (key.find() && value.find()) {
                String name = key.group(1).replaceFirst("^-D", "");
                if (isKey(name) && !SWITCH.matcher(value.group(1)).matches()) {
                    return Optional.of("the value of " + name);
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Describes what looks secret in an SQL statement, such as the password of an account or in a URL; empty when
     * nothing does.
     */
    public static Optional<String> inSql(String sql) {
        String statement = withoutComments(sql);
        if (SQL.matcher(statement).find()) {
            return Optional.of("the password of an account");
        }
        if (USER_INFO.matcher(statement).find()) {
            return Optional.of("the password in a URL");
        }
        return FORM.matcher(statement).find() ? Optional.of("a key or a token") : Optional.empty();
    }

    /** Whether a text contains a part of a statement with the password of an account. */
    public static boolean setsPassword(String text) {
        return SQL.matcher(text).find() || SQL.matcher(withoutComments(text)).find();
    }

    private static String withoutComments(String sql) {
        return EXECUTED_COMMENT
                .matcher(PLAIN_COMMENT.matcher(sql).replaceAll(" "))
                .replaceAll(" ");
    }

    /** The words of a command line for display, with {@code ***} in place of those that look secret. */
    public static List<String> masked(List<String> words) {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            boolean value = i > 0 && words.get(i - 1).startsWith("--") && isKey(words.get(i - 1));
            shown.add(value || inText(words.get(i)).isPresent() ? "***" : words.get(i));
        }
        return List.copyOf(shown);
    }
}
