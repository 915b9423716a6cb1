package dev.jdbcbench.plan;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.request.Quantity;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How much more to measure in a run, as the user wrote it: the same cells, in further groups.
 *
 * @param target a percentage: {@code 3%}; rows continue until their comparisons are decided or their intervals are that narrow
 * @param groups {@code 8} or {@code 4-20}, including the groups that the rows already have
 * @param budget a duration, in addition to the time that the run has taken so far
 */
public record Extension(Optional<String> target, Optional<String> groups, Optional<String> budget) {
    private static final int USUAL_MOST = 20;

    /** Whether nothing more is requested. */
    public boolean isEmpty() {
        return target.isEmpty() && groups.isEmpty() && budget.isEmpty();
    }

    /**
     * The extended plan.
     *
     * @param spent time that the run has taken so far
     * @throws Failure.Input when a value is malformed, or the run already has the requested number of groups
     */
    public Plan of(Plan plan, Duration spent) {
        List<String> problems = new ArrayList<>();
        Profile profile = plan.profile();
        if (target.isPresent()) {
            profile = Efforts.withTarget(profile, target.get(), problems);
        } else if (groups.isEmpty()) {
            profile = profile.untilDecided(); // like a run with a budget and no target
        }
        if (groups.isPresent()) {
            profile = Efforts.withForks(profile, groups.get(), problems);
            if (profile.mostForks() < plan.profile().fewestForks()) {
                problems.add("--groups " + groups.get() + ": the run already plans "
                        + plan.profile().forks() + "; give a larger number");
            }
        } else if (!profile.adaptive()) {
            profile = profile.withForks(profile.fewestForks(), Math.max(USUAL_MOST, profile.mostForks()));
        }
        Optional<Duration> more = budget.flatMap(text -> Quantity.duration("--budget", text, problems));
        if (!problems.isEmpty()) {
            throw new Failure.Input(
                    "the command line has " + (problems.size() == 1 ? "a problem" : problems.size() + " problems"),
                    problems,
                    "See ./bench resume --help.");
        }
        Goal goal = plan.goal();
        return plan.with(profile, goal.withBudget(more.map(spent::plus).orElse(null)));
    }
}
