package dev.jdbcbench.plan;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.failure.Synonyms;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a driver is named by people who know it from Maven, docker or a file manager. */
public final class DriverWords {
    private static final String VERSION = "[0-9][A-Za-z0-9._-]{0,99}";
    private static final Pattern WITH_VERSION =
            Pattern.compile("([A-Za-z][A-Za-z0-9_-]{0,99}?)[:=/-](" + VERSION + ")");
    private static final Pattern COORDINATES =
            Pattern.compile("([A-Za-z0-9_.-]{1,99}:[A-Za-z0-9_.-]{1,99})(?::(" + VERSION + "))?(?::jar)?");

    private DriverWords() {}

    /** What is probably meant by a word that names no driver, and how to write it; empty if nothing comes to mind. */
    public static Optional<String> meant(String word, Collection<String> known) {
        String id = word.split("@", 2)[0];
        if (word.toLowerCase(Locale.ROOT).endsWith(".jar")) {
            String driver = id.toLowerCase(Locale.ROOT).contains("mysql") ? "mysql" : "mariadb";
            return Optional.of("a file follows the name of the driver that it is a build of: " + driver + "@"
                    + word.substring(word.indexOf('@') + 1));
        }
        Matcher versioned = WITH_VERSION.matcher(word);
        if (versioned.matches() && known.contains(versioned.group(1))) {
            return Optional.of(write(versioned.group(1), versioned.group(2)));
        }
        Matcher coordinates = COORDINATES.matcher(word);
        if (coordinates.matches()
                && (word.startsWith("mysql:")
                        || word.substring(0, word.indexOf(':')).contains("."))) {
            return Optional.of(ofCatalogue(coordinates.group(1))
                    .map(driver ->
                            coordinates.group(2) == null ? "write " + driver : write(driver, coordinates.group(2)))
                    .orElse(
                            "a driver that bench does not know is described in a hosts file, with `coordinates`, `class`"
                                    + " and `url`; see docs/how-to/own-jar.md"));
        }
        return Synonyms.ofDriver(versioned.matches() ? versioned.group(1) : id)
                .map(answer -> known.contains(answer) ? "write " + answer + word.substring(id.length()) : answer);
    }

    /** What to say about a word that names no driver. Begins with a colon or a space. */
    static String hint(String word, Collection<String> known) {
        return meant(word, known)
                .map(answer -> "; " + answer)
                .orElseGet(() -> Suggestion.of(word.split("@", 2)[0], known));
    }

    private static Optional<String> ofCatalogue(String groupAndArtifact) {
        return DriverCatalogue.all().stream()
                .filter(kind -> kind.coordinates(kind.defaultVersion()).equals(groupAndArtifact)
                        || (groupAndArtifact.equals("mysql:mysql-connector-java")
                                && kind.id().equals("mysql")))
                .map(DriverKind::id)
                .findFirst();
    }

    private static String write(String driver, String version) {
        return "a version follows @: " + driver + "@" + version;
    }
}
