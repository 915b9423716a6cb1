package dev.jdbcbench.agent;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether the JVMs of a group are warm, by what makes them cold: the compiler. They are when none of them compiled for more than 2 % of its
 * turns' time over its last {@value #QUIET_SECONDS} s, and each has worked for {@value #FEWEST_SECONDS} s, both without waiting; or when
 * each has worked for {@value #MOST_SECONDS} s.
 */
final class WarmUp {
    static final double FEWEST_SECONDS = 3;
    static final double QUIET_SECONDS = 1.5;
    static final double MOST_SECONDS = 12;
    private static final double COMPILING = 0.02;
    private static final double MICROS = 1e6;

    private final boolean needed;
    private final List<List<Rounds.Turn>> turns = new ArrayList<>();

    /**
     * Of so many members.
     *
     * @param needed whether anything is claimed by what comes after it
     */
    WarmUp(int members, boolean needed) {
        this.needed = needed;
        for (int i = 0; i < members; i++) {
            turns.add(new ArrayList<>());
        }
    }

    void took(int member, Rounds.Turn turn) {
        turns.get(member).add(turn);
    }

    /** Whether the rounds from now on count. */
    boolean over() {
        return !needed
                || turns.stream().allMatch(WarmUp::quiet)
                || turns.stream().allMatch(own -> seconds(own) >= MOST_SECONDS);
    }

    private static double seconds(List<Rounds.Turn> turns) {
        return turns.stream().mapToDouble(Rounds.Turn::lasted).sum() / MICROS;
    }

    private static boolean quiet(List<Rounds.Turn> own) {
        if (seconds(own) < FEWEST_SECONDS) {
            return false;
        }
        double worked = 0;
        double compiled = 0;
        for (int i = own.size() - 1; i >= 0 && worked < QUIET_SECONDS * MICROS; i--) {
            worked += own.get(i).lasted();
            compiled += own.get(i).compiledMillis() + own.get(i).compiledBeforeMillis();
        }
        return compiled * 1000 <= COMPILING * worked;
    }
}
