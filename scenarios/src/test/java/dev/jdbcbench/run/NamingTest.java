package dev.jdbcbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

class NamingTest {
    private static List<String> problemsOfTag(String tag) {
        return Naming.problems(Optional.empty(), List.of(tag));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nightly", "feature/a-b_c.1", "4.0.0", "-"})
    void tagMayHaveTheCharactersOfABranch(String tag) {
        assertThat(problemsOfTag(tag)).isEmpty();
        assertThat(problemsOfTag(tag.repeat(65))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a,b", "ä", "a\n", "#1"})
    void invalidTagsAreRefused(String tag) {
        assertThat(problemsOfTag(tag)).hasSize(1);
        assertThatThrownBy(() -> new Naming(null, List.of(tag))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nameIsOneLineOfUpToAHundredCharacters() {
        assertThat(Naming.problems(Optional.of("der nächtliche Lauf 🐬, main"), List.of()))
                .isEmpty();
        assertThat(Naming.problems(Optional.of("🐬".repeat(100)), List.of())).isEmpty();
        assertThat(Naming.problems(Optional.of("x".repeat(101)), List.of()))
                .containsExactly("--name has 101 characters; at most 100 are allowed");
        for (String name : List.of("", "  ", "two\nlines", "\u001b[31m", "right to \u202eleft")) {
            assertThat(Naming.problems(Optional.of(name), List.of())).as(name).hasSize(1);
        }
    }

    @Test
    void allProblemsAreListed() {
        assertThat(Naming.problems(Optional.of(""), List.of("a b", "good", "c d")))
                .hasSize(3);
        assertThat(Naming.problems(Optional.empty(), Collections.nCopies(101, "a")))
                .hasSize(1);
    }

    @Test
    void nameAndTagsAreKeptInThePlan() {
        Plan plan = PlanExample.plan().with(new Naming("nightly of main", List.of("nightly", "b", "nightly")));
        String json = Json.line(plan);
        assertThat(json).contains("\"name\":\"nightly of main\",\"tags\":[\"nightly\",\"b\"]");
        assertThat(Json.read(json, Plan.class)).isEqualTo(plan);
        assertThat(plan.with(Goal.DEFAULT).naming()).isEqualTo(plan.naming());
    }

    /** Older plans have no name and no tags, and plans without them are written as before. */
    @Test
    void planWithoutNameAndTagsIsUnchanged() {
        String json = Json.line(PlanExample.plan());
        assertThat(json).doesNotContain("\"name\":null").doesNotContain("\"tags\"");
        assertThat(Json.read(json, Plan.class).naming()).isEqualTo(Naming.NONE);
    }

    @Test
    void foreignPlanWithImpossibleTagsIsRefused() {
        String json = Json.line(PlanExample.plan().with(new Naming("x", List.of("nightly"))));
        assertThatThrownBy(() -> Json.read(json.replace("nightly", "a b"), Plan.class))
                .isInstanceOf(JacksonException.class)
                .hasMessageContaining("--tag");
    }

    @Test
    void namingIsRemovedFromACommandLine() {
        assertThat(Naming.removedFrom(List.of(
                        "run", "--name", "for Globex", "--driver", "mariadb", "--tag=a", "--tag", "b,c", "--name=x")))
                .containsExactly("run", "--driver", "mariadb");
        assertThat(Naming.removedFrom(List.of("run", "--name"))).containsExactly("run");
    }
}
