package dev.jdbcbench.expected;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The changes that are accepted, in the order of their file. */
public record Expected(List<Entry> entries) {
    /** Nothing is accepted. */
    public static final Expected NOTHING = new Expected(List.of());

    public Expected {
        entries = List.copyOf(entries);
    }

    /** The entry that accepts a deviation, if there is one. */
    public Optional<Accepted> accepting(Deviation found) {
        return entries.stream()
                .filter(entry -> entry.accepts(found))
                .findFirst()
                .map(entry -> new Accepted(found.row(), entry.since(), entry.reason()));
    }

    /** A copy that accepts these deviations, too. */
    public Expected with(List<Deviation> deviations, String reason) {
        List<Entry> all = new ArrayList<>(entries);
        for (Deviation found : deviations) {
            Optional<Entry> before =
                    all.stream().filter(entry -> entry.concerns(found.row())).findFirst();
            Entry entry = Entry.of(found, before, reason);
            if (before.isPresent()) {
                all.set(all.indexOf(before.get()), entry);
            } else {
                all.add(entry);
            }
        }
        return new Expected(all);
    }
}
