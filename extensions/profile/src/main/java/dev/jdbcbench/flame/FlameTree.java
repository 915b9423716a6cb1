package dev.jdbcbench.flame;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A frame and its callees: the stacks of one recording, or of two side by side, merged from the outermost frame on. */
public final class FlameTree {
    private final String name;
    private final Map<String, FlameTree> calls = new TreeMap<>();
    private double base;
    private double candidate;

    private FlameTree(String name) {
        this.name = name;
    }

    /** The stacks of one recording. */
    public static FlameTree of(Stacks stacks) {
        return of(new StackDiff(stacks, stacks));
    }

    /** The stacks of two recordings. */
    public static FlameTree of(StackDiff diff) {
        FlameTree root = new FlameTree("all");
        double before = diff.base().total();
        double after = diff.candidate().total();
        diff.base().samples().forEach((frames, number) -> root.add(frames, number / before, 0));
        diff.candidate().samples().forEach((frames, number) -> root.add(frames, 0, number / after));
        return root;
    }

    private void add(List<String> frames, double toBase, double toCandidate) {
        base += toBase;
        candidate += toCandidate;
        if (!frames.isEmpty()) {
            calls.computeIfAbsent(frames.get(0), FlameTree::new)
                    .add(frames.subList(1, frames.size()), toBase, toCandidate);
        }
    }

    /** The frame's name. */
    public String name() {
        return name;
    }

    /** The frame's share of the base's samples, including its callees. */
    public double base() {
        return base;
    }

    /**
     * The frame's share of the candidate's samples, including its callees; for one recording, equal to {@link #base}.
     */
    public double candidate() {
        return candidate;
    }

    /** The mean of both shares, so a frame that only one of them has also gets a width. */
    public double width() {
        return (base + candidate) / 2;
    }

    /** The callees, ordered by name. */
    public List<FlameTree> calls() {
        return List.copyOf(calls.values());
    }

    /** The depth of the tree from this frame on, in frames. */
    public int depth() {
        return 1 + calls.values().stream().mapToInt(FlameTree::depth).max().orElse(0);
    }
}
