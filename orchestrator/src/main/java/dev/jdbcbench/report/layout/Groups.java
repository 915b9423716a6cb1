package dev.jdbcbench.report.layout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Notes that each apply to several things, once each. */
public final class Groups {
    private final Map<String, Set<String>> members = new LinkedHashMap<>();

    /** Says that a note applies to a member. */
    public void add(String note, String member) {
        members.computeIfAbsent(note, key -> new LinkedHashSet<>()).add(member);
    }

    /** Each note with its members. */
    public List<Note> notes() {
        List<Note> notes = new ArrayList<>();
        members.forEach((note, holdsFor) -> notes.add(new Note(note, List.copyOf(holdsFor))));
        return notes;
    }
}
