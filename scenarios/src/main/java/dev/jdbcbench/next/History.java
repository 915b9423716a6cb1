package dev.jdbcbench.next;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.run.Plan;
import java.util.List;

/** What the events mean for a plan, one object per subject. Pure: events in, answers out; queries have no side effects. */
public final class History {
    private final Forks forks;
    private final CompletedWork done;
    private final Costs costs;
    private final OutsideDisturbances outside;
    private final Comparing comparing;

    /** Reads the events of all sources, in one pass. */
    public History(Plan plan, List<Event> events) {
        forks = new Forks(plan);
        done = new CompletedWork(plan, forks);
        costs = new Costs(plan, done);
        outside = new OutsideDisturbances(plan, done, forks);
        comparing = new Comparing(plan, forks);
        for (Event event : events) {
            done.apply(event);
            forks.apply(event);
            costs.apply(event);
            outside.apply(event);
        }
    }

    /** Which forks count, and their measurements. */
    public Forks forks() {
        return forks;
    }

    /** What the run has done. */
    public CompletedWork done() {
        return done;
    }

    /** The time spent and still needed. */
    public Costs costs() {
        return costs;
    }

    /** Outside disturbances. */
    public OutsideDisturbances outside() {
        return outside;
    }

    /** Comparisons of two cells. */
    public Comparing comparing() {
        return comparing;
    }
}
