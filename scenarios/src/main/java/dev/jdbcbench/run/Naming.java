package dev.jdbcbench.run;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.untrusted.Printable;
import dev.jdbcbench.untrusted.SecretWords;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The user's own words for a run. They help people and commands to choose runs, and do not affect the measurement.
 *
 * @param name null when the run has none
 * @param tags each once, in the order in which they were given
 */
public record Naming(@Nullable String name, List<String> tags) {
    /** A run without a name or tags. */
    public static final Naming NONE = new Naming(null, List.of());

    private static final String NAME_OPTION = "--name";
    private static final String TAG_OPTION = "--tag";

    /** In characters. A name has to fit on a line. */
    private static final int LONGEST_NAME = 100;

    private static final int LONGEST_TAG = 64;
    private static final int MOST_TAGS = 100;

    /** Characters that need no quoting in a shell, a spreadsheet or a URL, and suffice for branch names. */
    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9._/-]{1," + LONGEST_TAG + "}");

    public Naming {
        List<String> problems = problems(Optional.ofNullable(name), PartCheck.list(tags, MOST_TAGS, "tags"));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
        tags = tags.stream().distinct().toList();
    }

    /** Why a name and tags are not valid, one line each; empty when they are. */
    public static List<String> problems(Optional<String> name, List<String> tags) {
        List<String> problems = new ArrayList<>();
        name.flatMap(Naming::nameProblem).ifPresent(problem -> problems.add(NAME_OPTION + " " + problem));
        tags.stream()
                .filter(tag -> !TAG.matcher(tag).matches())
                .map(tag -> TAG_OPTION + " needs 1 to " + LONGEST_TAG + " letters, digits or . _ / -, not "
                        + (tag.isEmpty()
                                ? "an empty text"
                                : Printable.line(
                                        SecretWords.masked(List.of(tag)).get(0))))
                .forEach(problems::add);
        if (tags.size() > MOST_TAGS) {
            problems.add(TAG_OPTION + ": " + tags.size() + " tags are too many; at most " + MOST_TAGS + " are allowed");
        }
        return problems;
    }

    private static Optional<String> nameProblem(String name) {
        int characters = name.codePointCount(0, name.length());
        if (name.isBlank()) {
            return Optional.of("is empty; leave it out for a run without a name");
        }
        if (characters > LONGEST_NAME) {
            return Optional.of("has " + characters + " characters; at most " + LONGEST_NAME + " are allowed");
        }
        String shown = Printable.line(name);
        return shown.equals(name)
                ? Optional.empty()
                : Optional.of("has characters that cannot be printed on one line: " + shown);
    }

    /** Whether the run has all of these tags. */
    public boolean hasAll(List<String> wanted) {
        return tags.containsAll(wanted);
    }

    /** The words of a command line without the options for name and tags, for showing it to others. */
    public static List<String> removedFrom(List<String> words) {
        List<String> kept = new ArrayList<>();
        Iterator<String> rest = words.iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            if (word.equals(NAME_OPTION) || word.equals(TAG_OPTION)) {
                if (rest.hasNext()) {
                    rest.next(); // its value
                }
            } else if (!word.startsWith(NAME_OPTION + "=") && !word.startsWith(TAG_OPTION + "=")) {
                kept.add(word);
            }
        }
        return kept;
    }
}
