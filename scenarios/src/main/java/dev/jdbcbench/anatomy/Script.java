package dev.jdbcbench.anatomy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The turns that a connection replays, and the shape of each request.
 *
 * <p>A connection that stays open repeats the recorded operations for ever. In a pool, a connection may take part in any number
 * of them; then all its turns must be alike. A connection that an operation opens replays one recorded connection to its end.
 */
final class Script {
    /** The most turns of one part of an operation that a connection of a pool repeats. */
    private static final int MOST_IN_A_POOL = 16;

    /** The script of a connection that must not be used. */
    static final Script SILENT =
            new Script(List.of(new RecordedTurn(new byte[0], new byte[0])), List.of(Shape.NONE), new byte[0], true);

    private final Shape[] shapes;
    private final byte[][] answers;
    private final byte[] pending;
    private final boolean repeats;

    private Script(List<RecordedTurn> turns, List<Shape> shapes, byte[] pending, boolean repeats) {
        this.shapes = shapes.toArray(Shape[]::new);
        this.answers = new byte[turns.size()][];
        this.pending = pending;
        this.repeats = repeats;
        int period = period();
        for (int i = 0; i < answers.length; i++) {
            byte[] answer = turns.get(i).answer();
            byte[] before = i < period ? answer : answers[i - period];
            answers[i] = Arrays.equals(answer, before) ? before : answer; // equal ones share the caches
        }
    }

    /** Turns of the same place in the operation have the same shape. */
    private int period() {
        int period = 1;
        while (period < shapes.length && shapes[period] != shapes[0]) {
            period++;
        }
        return period;
    }

    /**
     * The script of a connection that was open before the operations.
     *
     * @param ends number of turns at the end of each operation
     * @param pending what was written after the last turn
     */
    static Script ofOpen(List<RecordedTurn> turns, List<Integer> ends, byte[] pending) throws RefusedException {
        int each = ends.get(0);
        boolean same = true;
        for (int i = 0; i < ends.size(); i++) {
            same &= ends.get(i) == each * (i + 1);
        }
        if (same && repeats(turns, each)) {
            return new Script(turns, shapes(turns, each), pending, true);
        }
        for (int period = 1; period <= MOST_IN_A_POOL; period++) {
            int part = period;
            if (ends.stream().allMatch(end -> end % part == 0) && repeats(turns, period)) {
                return new Script(turns, shapes(turns, period), pending, true);
            }
        }
        throw new RefusedException(difference(turns, ends));
    }

    /**
     * The scripts of connections that were opened at the same place of each operation.
     *
     * @param recorded the turns of each
     */
    static List<Script> ofOpened(List<Recorder> recorded) throws RefusedException {
        List<List<RecordedTurn>> all = new ArrayList<>();
        int fewest = Integer.MAX_VALUE;
        int most = 0;
        for (Recorder one : recorded) {
            List<RecordedTurn> turns = new ArrayList<>(one.turns());
            turns.add(new RecordedTurn(one.pending(), new byte[0])); // the farewell
            all.add(turns);
            fewest = Math.min(fewest, turns.size());
            most = Math.max(most, turns.size());
        }
        if (fewest != most) {
            throw new RefusedException("the operation does not repeat itself: a connection that it opens has " + fewest
                    + " turns, then " + most);
        }
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; i < fewest; i++) {
            List<RecordedTurn> same = new ArrayList<>();
            for (List<RecordedTurn> turns : all) {
                if (!Shape.alike(all.get(0).get(i), turns.get(i))) {
                    throw new RefusedException(varies(i, all.get(0).get(i), turns.get(i)));
                }
                same.add(turns.get(i));
            }
            shapes.add(Shape.of(same));
        }
        List<Script> scripts = new ArrayList<>();
        all.forEach(turns -> scripts.add(new Script(turns, shapes, new byte[0], false)));
        return scripts;
    }

    private static boolean repeats(List<RecordedTurn> turns, int period) {
        for (int i = period; i < turns.size(); i++) {
            if (!Shape.alike(turns.get(i - period), turns.get(i))) {
                return false;
            }
        }
        return period > 0;
    }

    private static List<Shape> shapes(List<RecordedTurn> turns, int period) {
        List<Shape> ofPeriod = new ArrayList<>();
        for (int phase = 0; phase < period; phase++) {
            List<RecordedTurn> same = new ArrayList<>();
            for (int i = phase; i < turns.size(); i += period) {
                same.add(turns.get(i));
            }
            ofPeriod.add(Shape.of(same));
        }
        List<Shape> shapes = new ArrayList<>();
        for (int i = 0; i < turns.size(); i++) {
            shapes.add(ofPeriod.get(i % period));
        }
        return shapes;
    }

    /** The first difference between two operations. */
    private static String difference(List<RecordedTurn> turns, List<Integer> ends) {
        List<RecordedTurn> first = turns.subList(0, ends.get(0));
        for (int i = 1; i < ends.size(); i++) {
            List<RecordedTurn> other = turns.subList(ends.get(i - 1), ends.get(i));
            for (int turn = 0; turn < Math.min(first.size(), other.size()); turn++) {
                if (!Shape.alike(first.get(turn), other.get(turn))) {
                    return varies(turn, first.get(turn), other.get(turn));
                }
            }
            if (first.size() != other.size()) {
                return "the operation does not repeat itself: " + first.size() + " turns, then " + other.size();
            }
        }
        return "the operation does not repeat itself";
    }

    private static String varies(int turn, RecordedTurn one, RecordedTurn other) {
        return "the operation does not repeat itself: its turn " + (turn + 1) + " sends " + one.head() + ", then "
                + other.head();
    }

    Shape[] shapes() {
        return shapes;
    }

    byte[][] answers() {
        return answers;
    }

    byte[] pending() {
        return pending;
    }

    boolean repeats() {
        return repeats;
    }
}
