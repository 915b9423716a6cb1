package dev.jdbcbench.bisect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The search for the first version that differs from the oldest one, by halving, as {@code git bisect} does it. Versions that
 * cannot be judged are skipped. It assumes that versions differ from some version on; if they change back and forth, it finds
 * one of the changes.
 */
public final class Bisection {
    /** The judgement of a version. */
    public enum Outcome {
        /** The version does not differ from the oldest one. */
        SAME,
        DIFFERENT,
        /** The version could not be judged. */
        SKIPPED
    }

    /** One judged version. */
    public record Step(String version, Outcome outcome, String why) {}

    private final List<String> versions;
    private final Outcome[] outcomes;
    private final List<Step> steps = new ArrayList<>();

    /** @param versions at least two, oldest first */
    public Bisection(List<String> versions) {
        if (versions.size() < 2) {
            throw new IllegalArgumentException("two versions or more, not " + versions);
        }
        this.versions = List.copyOf(versions);
        this.outcomes = new Outcome[versions.size()];
        outcomes[0] = Outcome.SAME;
    }

    /** The version to judge next: first the newest one, then the middle of what is left; empty when the search is over. */
    public Optional<String> next() {
        int newest = versions.size() - 1;
        if (outcomes[newest] == null) {
            return Optional.of(versions.get(newest));
        }
        if (outcomes[newest] != Outcome.DIFFERENT) {
            return Optional.empty();
        }
        int same = lastSame();
        int different = firstDifferent();
        double middle = (same + different) / 2.0;
        OptionalInt nearest = IntStream.range(same + 1, different)
                .filter(i -> outcomes[i] == null)
                .boxed()
                .sorted((a, b) -> Double.compare(Math.abs(a - middle), Math.abs(b - middle)))
                .mapToInt(Integer::intValue)
                .findFirst();
        return nearest.isPresent() ? Optional.of(versions.get(nearest.getAsInt())) : Optional.empty();
    }

    /** Records the judgement of {@link #next}. */
    public void judged(String version, Outcome outcome, String why) {
        outcomes[versions.indexOf(version)] = outcome;
        steps.add(new Step(version, outcome, why));
    }

    /** The newest version before the first difference that is known to be the same as the oldest. */
    public String last() {
        return versions.get(lastSame());
    }

    /** The oldest version that is known to differ; empty if the newest one does not. */
    public Optional<String> first() {
        return outcomes[versions.size() - 1] == Outcome.DIFFERENT
                ? Optional.of(versions.get(firstDifferent()))
                : Optional.empty();
    }

    /**
     * Versions between {@link #last} and {@link #first}. All were skipped, and any of them may be the first that
     * differs.
     */
    public List<String> between() {
        return first().isEmpty() ? List.of() : versions.subList(lastSame() + 1, firstDifferent());
    }

    /** All versions, oldest first. */
    public List<String> versions() {
        return versions;
    }

    /** The judged versions, in the order in which they were judged. */
    public List<Step> steps() {
        return List.copyOf(steps);
    }

    private int firstDifferent() {
        return IntStream.range(0, versions.size())
                .filter(i -> outcomes[i] == Outcome.DIFFERENT)
                .findFirst()
                .orElse(versions.size() - 1);
    }

    private int lastSame() {
        int different = firstDifferent();
        return IntStream.range(0, different)
                .filter(i -> outcomes[i] == Outcome.SAME)
                .max()
                .orElse(0);
    }
}
