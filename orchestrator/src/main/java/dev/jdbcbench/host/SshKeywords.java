package dev.jdbcbench.host;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Keywords of an SSH configuration, in lower case, each with its values in their order. */
record SshKeywords(Map<String, List<String>> values) {
    SshKeywords {
        Map<String, List<String>> copy = new HashMap<>();
        values.forEach((keyword, list) -> copy.put(keyword, List.copyOf(list)));
        values = Map.copyOf(copy);
    }

    /** Parses lines of a keyword, a blank and a value. */
    static SshKeywords parse(String lines) {
        Map<String, List<String>> values = new HashMap<>();
        lines.lines().forEach(line -> {
            String[] words = line.strip().split("\\s+", 2);
            if (words.length == 2) {
                values.computeIfAbsent(words[0].toLowerCase(Locale.ROOT), keyword -> new ArrayList<>())
                        .add(words[1]);
            }
        });
        return new SshKeywords(values);
    }

    /** All values of a keyword that may be given several times. */
    List<String> values(String keyword) {
        return values.getOrDefault(keyword, List.of()).stream()
                .filter(value -> !value.equals("none"))
                .toList();
    }

    /** The first value, {@code none} included. */
    Optional<String> first(String keyword) {
        return values.getOrDefault(keyword, List.of()).stream().findFirst();
    }

    /** The first value; empty for {@code none}. */
    Optional<String> value(String keyword) {
        return first(keyword).filter(value -> !value.equals("none"));
    }

    /** A comma-separated value. */
    Optional<List<String>> list(String keyword) {
        return value(keyword).map(text -> Arrays.asList(text.split(",", -1)));
    }

    /** A numeric value; empty when it is not a number. */
    Optional<Integer> number(String keyword) {
        return value(keyword).filter(text -> text.matches("[0-9]{1,9}")).map(Integer::valueOf);
    }

    /** A yes/no value, which ssh may also print as true or false. */
    Optional<Boolean> yes(String keyword) {
        return value(keyword).map(text -> text.equals("yes") || text.equals("true"));
    }

    /**
     * A blank-separated list of files; empty when the keyword is missing, an empty list for {@code none}. ssh prints
     * the names without quotes, so a blank separates two files only if the next word begins like a path.
     */
    Optional<List<String>> files(String keyword) {
        return first(keyword)
                .map(text -> Arrays.stream(text.split("\\s+(?=[\"/~%$])", -1))
                        .map(file -> file.replaceAll("^\"(.*)\"$", "$1"))
                        .filter(file -> !file.equals("none"))
                        .toList());
    }
}
