package dev.jdbcbench.report.layout;

import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Grid.Column;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The columns of a table in all media, in order. A new column is one line where they are listed. */
public final class Columns<T> {
    private record Part<T>(Column column, boolean always, Set<Medium> media, Function<T, Cell> cell) {}

    private final List<Part<T>> parts = new ArrayList<>();
    private Set<Medium> media = EnumSet.allOf(Medium.class);

    /** Sets the media of the columns that follow. */
    public Columns<T> in(Set<Medium> others) {
        media = Set.copyOf(others);
        return this;
    }

    /** Sets the medium of the columns that follow. */
    public Columns<T> in(Medium other) {
        return in(Set.of(other));
    }

    /** Empties the columns so far in rows that are not as {@code which} says. */
    public Columns<T> onlyIf(Predicate<T> which) {
        parts.replaceAll(part -> new Part<>(
                part.column(),
                part.always(),
                part.media(),
                thing -> which.test(thing) ? part.cell().apply(thing) : Cell.of("")));
        return this;
    }

    private Columns<T> add(String id, String heading, boolean number, boolean always, Function<T, Cell> cell) {
        parts.add(new Part<>(new Column(id, heading, number), always, media, cell));
        return this;
    }

    /** Names, aligned left. */
    public Columns<T> name(String id, String heading, Function<T, String> text) {
        return add(id, heading, false, true, thing -> Cell.of(text.apply(thing)));
    }

    /** Texts, left out if all are empty. */
    public Columns<T> text(String id, String heading, Function<T, String> text) {
        return add(id, heading, false, false, thing -> Cell.known(text.apply(thing)));
    }

    /** Numbers, aligned right. */
    public Columns<T> number(String id, String heading, Function<T, Cell> cell) {
        return add(id, heading, true, true, cell);
    }

    /** Numbers, aligned right. */
    public Columns<T> number(
            String id, String heading, Function<T, @Nullable Double> value, Function<Double, String> look) {
        return number(id, heading, thing -> Cell.of(value.apply(thing), look));
    }

    /** Numbers, left out if there is none. */
    public Columns<T> known(String id, String heading, Function<T, Cell> cell) {
        return add(id, heading, true, false, cell);
    }

    /** Numbers, left out if there is none. */
    public Columns<T> known(
            String id, String heading, Function<T, @Nullable Double> value, Function<Double, String> look) {
        return known(id, heading, thing -> Cell.of(value.apply(thing), look));
    }

    /** For programs only, whatever the media of the others: numbers with all digits; null, NaN and infinity are empty. */
    public Columns<T> exact(String id, Function<T, @Nullable Object> value) {
        parts.add(new Part<>(
                new Column(id, id, false), true, Set.of(Medium.CSV), thing -> Cell.exact(value.apply(thing))));
        return this;
    }

    /** A row for each thing, with the columns of a medium that have something to show. */
    public Grid grid(Medium medium, List<T> things) {
        return grid(parts.stream().filter(part -> part.media().contains(medium)).toList(), things);
    }

    /** A row for each thing, with all columns that have something to show. */
    public Grid grid(List<T> things) {
        return grid(parts, things);
    }

    private static <T> Grid grid(List<Part<T>> parts, List<T> things) {
        List<Part<T>> shown = parts.stream()
                .filter(part -> part.always()
                        || things.stream()
                                .anyMatch(thing -> !part.cell().apply(thing).isNothing()))
                .toList();
        return new Grid(
                shown.stream().map(Part::column).toList(),
                things.stream()
                        .map(thing -> shown.stream()
                                .map(part -> part.cell().apply(thing))
                                .toList())
                        .toList());
    }
}
