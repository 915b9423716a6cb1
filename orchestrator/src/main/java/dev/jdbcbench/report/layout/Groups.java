package dev.jdbcbench.report.layout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Notes that each apply to several things: the note once, followed by what it applies to, wrapped. */
public final class Groups {
    private static final String INDENT = "    ";

    private final Map<String, Set<String>> members = new LinkedHashMap<>();

    /** Says that a note applies to a member. */
    public void add(String note, String member) {
        members.computeIfAbsent(note, key -> new LinkedHashSet<>()).add(member);
    }

    /** Each note with its members, wrapped. */
    public List<String> notes(int width) {
        List<String> notes = new ArrayList<>();
        members.forEach((note, holdsFor) -> {
            String list = String.join(", ", holdsFor);
            if (note.length() + list.length() + 3 <= width) {
                notes.add(note + " (" + list + ")");
                return;
            }
            List<String> lines = new ArrayList<>(
                    List.of(note.contains("\n") ? note + ":" : Page.wrapped(note + ":", INDENT, width)));
            StringBuilder line = new StringBuilder(INDENT);
            for (String member : holdsFor) {
                if (line.length() + member.length() > width && line.length() > INDENT.length()) {
                    lines.add(line.toString().stripTrailing());
                    line.setLength(INDENT.length());
                }
                line.append(member).append(", ");
            }
            lines.add(line.substring(0, line.length() - 2));
            notes.add(String.join("\n", lines));
        });
        return notes;
    }
}
