package dev.jdbcbench.driver;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The leading numbers of a version, which determine behaviour. {@code 3.5.12-SNAPSHOT} is 3.5.12 here. */
public record Version(int major, int minor, int patch) implements Comparable<Version> {
    private static final Pattern NUMBERS =
            Pattern.compile("([0-9]+)(?:\\.([0-9]+))?(?:\\.([0-9]+))?.*", Pattern.DOTALL);

    private static final int MOST_DIGITS = 9;

    /** Parses the leading numbers; empty when the text does not start with one. */
    public static Optional<Version> of(String text) {
        Matcher numbers = NUMBERS.matcher(text);
        if (!numbers.matches()) {
            return Optional.empty();
        }
        return Optional.of(new Version(number(numbers.group(1)), number(numbers.group(2)), number(numbers.group(3))));
    }

    private static int number(@org.jspecify.annotations.Nullable String digits) {
        // A number with more digits is not a real version; treat it as later than all others.
        return digits == null ? 0 : digits.length() > MOST_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    /** Whether this version is equal or later. */
    public boolean atLeast(int otherMajor, int otherMinor, int otherPatch) {
        return compareTo(new Version(otherMajor, otherMinor, otherPatch)) >= 0;
    }

    @Override
    public int compareTo(Version other) {
        return Comparator.comparingInt(Version::major)
                .thenComparingInt(Version::minor)
                .thenComparingInt(Version::patch)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
