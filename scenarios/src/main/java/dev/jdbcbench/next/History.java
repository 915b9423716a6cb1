package dev.jdbcbench.next;

import dev.jdbcbench.event.Event;
import dev.jdbcbench.run.Plan;
import java.util.List;

/** What the events say of a plan, each subject by itself. Pure: events in, answers out, and no question changes an answer. */
public final class History {
    private final Forks forks;
    private final Done done;
    private final Costs costs;
    private final Outside outside;
    private final Comparing comparing;

    /** Reads the events once, of whatever source they are. */
    public History(Plan plan, List<Event> events) {
        forks = new Forks(plan);
        done = new Done(plan, forks);
        costs = new Costs(plan, done);
        outside = new Outside(plan, done, forks);
        comparing = new Comparing(plan, forks);
        for (Event event : events) {
            done.hear(event);
            forks.hear(event);
            costs.hear(event);
            outside.hear(event);
        }
    }

    /** Which forks count, and what they measured. */
    public Forks forks() {
        return forks;
    }

    /** What is done. */
    public Done done() {
        return done;
    }

    /** What it costs. */
    public Costs costs() {
        return costs;
    }

    /** What disturbed. */
    public Outside outside() {
        return outside;
    }

    /** What the forks say of two cells. */
    public Comparing comparing() {
        return comparing;
    }
}
