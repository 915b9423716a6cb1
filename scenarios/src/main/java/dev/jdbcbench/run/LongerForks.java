package dev.jdbcbench.run;

import dev.jdbcbench.statistics.WarmupCut;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which rows get longer forks, because they did not settle in their first blocks, and begin anew with them. */
final class LongerForks {
    /** After so many blocks it is decided for the rest of the run how long the forks of a row are. */
    static final int TRIAL_BLOCKS = WarmupCut.FEWEST_TO_SETTLE;

    private final Plan plan;
    private final History history;
    private final ForkTimes times;

    private LongerForks(Plan plan, History history, ForkTimes times) {
        this.plan = plan;
        this.history = history;
        this.times = times;
    }

    /**
     * The keys of the rows that begin anew: where one of the rows that are compared with each other did not settle in the first
     * {@value #TRIAL_BLOCKS} blocks, all of them do. Where the time is limited, those for which it suffices to get as many longer forks as a
     * cell must have, in the plan's order, when all rows have got what they must have: otherwise short forks are better than too few.
     */
    static Set<String> rows(Plan plan, History history, ForkTimes times) {
        return new LongerForks(plan, history, times).rows();
    }

    private Set<String> rows() {
        Set<String> anew = new LinkedHashSet<>();
        if (!mayGetLonger()) {
            return anew;
        }
        Duration budget = plan.goal().budget();
        int percentiles = plan.goal().percentiles() ? 1 : 0;
        int fewest = plan.profile().fewestForks() + percentiles;
        int toCome = Math.max(0, plan.profile().fewestForks() - TRIAL_BLOCKS) + percentiles;
        Duration left = budget == null ? Duration.ZERO : budget.minus(times.spent());
        List<List<String>> groups = history.groups().all();
        for (List<String> group : groups) {
            left = left.minus(history.cost(history.groups().cells(group), false).multipliedBy(toCome));
        }
        for (List<String> group : groups) {
            List<Cell> cells = history.groups().cells(group);
            Duration more = history.cost(cells, true)
                    .multipliedBy(fewest)
                    .minus(history.cost(cells, false).multipliedBy(toCome));
            boolean affordable = budget == null || more.compareTo(left) <= 0;
            if (affordable && !settleAtFirst(cells)) {
                anew.addAll(group);
                left = left.minus(more);
            }
        }
        return anew;
    }

    private boolean mayGetLonger() {
        Profile profile = plan.profile();
        return profile.interleaved()
                && profile.claims()
                && profile.warmup() == null
                && !profile.turns()
                && profile.mostForks() > TRIAL_BLOCKS;
    }

    /** Whether those settle for which longer forks would change anything. */
    private boolean settleAtFirst(List<Cell> cells) {
        return cells.stream()
                .filter(times::mayGetLonger)
                .allMatch(cell -> History.settled(history.kept(cell.key()).stream()
                        .filter(fork -> fork.block() <= TRIAL_BLOCKS)
                        .toList()));
    }
}
