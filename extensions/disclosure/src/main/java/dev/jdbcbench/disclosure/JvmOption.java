package dev.jdbcbench.disclosure;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Options of a JVM that may be shown to others. Only forms that hold numbers, switches and words of the JVM are harmless; any
 * other option may hold paths, commands, hosts or passwords.
 */
public final class JvmOption {
    private static final String SIZE = "[0-9]+(?:\\.[0-9]+)?[kKmMgGtT]?";

    private static final Pattern HARMLESS = Pattern.compile("-X(?:ms|mx|mn|ss|maxjitcodesize|codecache)" + SIZE
            + "|-X(?:int|comp|mixed|batch|rs|noclassgc|future|debug|incgc|concgc|prof)"
            + "|-X(?:share|verify):[a-z]{2,8}"
            + "|-Xlog:[a-z+,*=]+"
            + "|-verbose(?::[a-z]{2,8})?|-showversion|-server|-client|-d32|-d64|-(?:ea|da|esa|dsa)"
            + "|-XX:[+-][A-Z]\\w{2,80}"
            + "|-XX:[A-Z]\\w{2,80}=-?" + SIZE
            + "|--enable-preview|--(?:add-modules|illegal-access)=(?:ALL-[A-Z-]+|(?:jdk|java)\\.[a-z.]+|permit|warn|deny)"
            + "|--add-(?:opens|exports|reads)=(?:jdk|java)\\.[\\w.]+(?:/[\\w.]+)?=ALL-UNNAMED"
            + "|--enable-native-access=ALL-UNNAMED"
            + "|-D(?:user\\.(?:country|language|timezone)|file\\.encoding|java\\.net\\.preferIPv[46](?:Stack|Addresses))"
            + "=[\\w+/-]{0,40}");

    /** The part of an option that is not its value. */
    private static final Pattern NAME = Pattern.compile(
            "(-D[A-Za-z][\\w.-]{0,100}|-XX:\\w{1,80}|-(?:java)?agent\\w*|-X(?:log|bootclasspath|run|share|verify)[a-z]{0,10}|-cp|-classpath|--(?:class|module)-path|--add-[a-z]{1,20})(?![\\w.])(?=[=: ].*|$)(?s:.*)");

    private JvmOption() {}

    /** Whether an option holds nothing but numbers, switches and words of the JVM. */
    public static boolean isHarmless(String option) {
        return HARMLESS.matcher(option).matches();
    }

    /** The name of an option without its value; {@code others} where the two cannot be told apart. */
    public static String name(String option) {
        Matcher name = NAME.matcher(option);
        return name.matches() ? name.group(1) : "others";
    }
}
