package dev.jdbcbench.page;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text with places, <code>{{name}}</code>, for what is known only when it is filled. What fills a place is not searched for places. */
final class Template {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]{1,20})\\}\\}");

    private final String text;
    private final Map<String, String> parts = new HashMap<>();

    public Template(String text) {
        this.text = text;
    }

    /** Fills all places of that name. */
    public Template with(String name, String part) {
        parts.put(name, part);
        return this;
    }

    /**
     * The filled text.
     *
     * @throws IllegalStateException if a place is not filled
     */
    public String filled() {
        return PLACE.matcher(text).replaceAll(place -> {
            String part = parts.get(place.group(1));
            if (part == null) {
                throw new IllegalStateException("the place " + place.group(1) + " is not filled");
            }
            return Matcher.quoteReplacement(part);
        });
    }
}
