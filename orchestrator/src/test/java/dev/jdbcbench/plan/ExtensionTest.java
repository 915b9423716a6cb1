package dev.jdbcbench.plan;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExtensionTest {
    private static final Duration SPENT = Duration.ofMinutes(7);

    private static Plan plan(Profile profile) {
        return new RunExample("run-1", Topology.LOCAL, 3, true)
                .profile(profile)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB)
                .measured("Do1", Mode.TEXT, DriverCatalogue.MYSQL)
                .plan();
    }

    private static Extension extension(@Nullable String target, @Nullable String groups, @Nullable String budget) {
        return new Extension(Optional.ofNullable(target), Optional.ofNullable(groups), Optional.ofNullable(budget));
    }

    @Test
    void targetContinuesAFirstLookUntilDecided() {
        Plan plan = extension("2%", null, null).of(plan(Profile.QUICK), SPENT);
        assertThat(plan.profile().forks()).isEqualTo("3–20");
        assertThat(plan.profile().target()).isEqualTo(0.02);
        assertThat(plan.goal().budget()).isNull();
        assertThat(plan.effort()).isEqualTo("3–20 groups, ±2.0 %");
    }

    @Test
    void numberOfGroupsIncludesExistingOnes() {
        Plan plan = extension(null, "8", null).of(plan(Profile.QUICK), SPENT);
        assertThat(plan.profile().forks()).isEqualTo("8");
    }

    @Test
    void budgetIsAddedToTheTimeAlreadyTaken() {
        Plan plan = extension(null, null, "10m").of(plan(Profile.QUICK), SPENT);
        assertThat(plan.goal().budget()).isEqualTo(Duration.ofMinutes(17));
        assertThat(plan.profile()).isEqualTo(Profile.QUICK.untilDecided());
    }

    @Test
    void cellsAreUnchanged() {
        Plan before = plan(Profile.THOROUGH);
        Plan after = extension("1%", "6-30", "1h").of(before, SPENT);
        assertThat(Changes.between(before.with(after.profile(), after.goal()), after))
                .isEmpty();
        assertThat(after.profile().forks()).isEqualTo("6–30");
    }

    @Test
    void allBadValuesAreRefusedAtOnce() {
        assertWhy(Failure.Input.class, () -> extension("3", "two", "10").of(plan(Profile.QUICK), SPENT))
                .contains("--target needs ", "--groups needs ", "--budget needs ");
        assertWhy(Failure.Input.class, () -> extension(null, "2", null).of(plan(Profile.QUICK), SPENT))
                .contains("the run already plans 3;");
    }
}
