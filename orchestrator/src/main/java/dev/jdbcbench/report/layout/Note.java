package dev.jdbcbench.report.layout;

import java.util.ArrayList;
import java.util.List;

/**
 * A note that applies to several things.
 *
 * @param members what it applies to; none if it says so itself
 */
public record Note(String text, List<String> members) {
    private static final String INDENT = "    ";

    public Note {
        members = List.copyOf(members);
    }

    /** A note that says itself what it applies to. */
    public Note(String text) {
        this(text, List.of());
    }

    /** The note in one line. */
    public String line() {
        return members.isEmpty() || inBrackets().length() <= Page.WIDTH ? inBrackets() : text + ": " + list();
    }

    private String list() {
        return String.join(", ", members);
    }

    private String inBrackets() {
        return members.isEmpty() ? text : text + " (" + list() + ")";
    }

    /** The note followed by what it applies to, wrapped. */
    public String lines(int width) {
        if (members.isEmpty() || inBrackets().length() <= width) {
            return Page.wrapped(inBrackets(), INDENT, width);
        }
        List<String> lines = new ArrayList<>(List.of(Page.wrapped(text + ":", INDENT, width)));
        StringBuilder line = new StringBuilder(INDENT);
        for (String member : members) {
            if (line.length() + member.length() > width && line.length() > INDENT.length()) {
                lines.add(line.toString().stripTrailing());
                line.setLength(INDENT.length());
            }
            line.append(member).append(", ");
        }
        lines.add(line.substring(0, line.length() - 2));
        return String.join("\n", lines);
    }
}
