package dev.jdbcbench.anatomy;

import java.util.List;

/**
 * What the requests of one turn have in common in several operations. If all have the same length, so must every later one; if
 * they differ, later ones may differ a little more.
 */
final class Shape {
    /** Requests of one turn whose lengths differ more are not the same. Parameters of several hundred bytes are long. */
    private static final int VARYING_BYTES = 256;

    /** A number that varies may have some digits less, or more, than in any of the recorded operations. */
    private static final int DIGITS = 4;

    /** No request has this shape. */
    static final Shape NONE = new Shape(Head.of(new byte[0]), false, 1, 0);

    private final Head usual;
    private final boolean sameHead;
    private final int shortest;
    private final int longest;

    private Shape(Head usual, boolean sameHead, int shortest, int longest) {
        this.usual = usual;
        this.sameHead = sameHead;
        this.shortest = shortest;
        this.longest = longest;
    }

    /** The shape of the same turn in several operations. */
    static Shape of(List<RecordedTurn> turns) {
        Head usual = turns.get(0).head();
        boolean sameHead = true;
        int shortest = usual.length();
        int longest = usual.length();
        for (RecordedTurn turn : turns) {
            Head head = turn.head();
            sameHead &= head.first() == usual.first();
            shortest = Math.min(shortest, head.length());
            longest = Math.max(longest, head.length());
        }
        int varies = longest - shortest;
        int further = varies == 0 ? 0 : Math.max(varies, DIGITS);
        return new Shape(usual, sameHead && further == 0, Math.max(0, shortest - further), longest + further);
    }

    /** Whether two requests may be the same turn of two operations. */
    static boolean alike(RecordedTurn one, RecordedTurn other) {
        return one.head().sameCommand(other.head())
                && Math.abs(one.request().length - other.request().length)
                        <= Math.max(VARYING_BYTES, one.request().length / 2);
    }

    /** Whether a request has this shape; cheap, because it is asked for each turn. */
    boolean fits(long first, int known, int length) {
        return length >= shortest
                && length <= longest
                && (first == usual.first() || !sameHead && new Head(first, known, length).sameCommand(usual));
    }

    /** The shape in words. */
    @Override
    public String toString() {
        return shortest > longest
                ? "nothing"
                : shortest == longest ? usual.toString() : shortest + " to " + longest + " bytes, like " + usual;
    }
}
