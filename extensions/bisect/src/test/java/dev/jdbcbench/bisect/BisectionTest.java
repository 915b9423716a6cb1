package dev.jdbcbench.bisect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.bisect.Bisection.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BisectionTest {
    private static List<String> versions(int number) {
        return IntStream.range(0, number).mapToObj(i -> "1." + i).toList();
    }

    /** Searches versions with a known truth: the first one that differs, and those that cannot be judged. */
    private static Bisection searched(int number, int first, Set<Integer> unknown) {
        Bisection search = new Bisection(versions(number));
        Optional<String> next = search.next();
        while (next.isPresent()) {
            int version = Integer.parseInt(next.get().substring(2));
            assertThat(search.steps())
                    .as("no version is judged twice")
                    .noneMatch(step -> step.version().equals("1." + version));
            Outcome outcome =
                    unknown.contains(version) ? Outcome.SKIPPED : version >= first ? Outcome.DIFFERENT : Outcome.SAME;
            search.judged(next.get(), outcome, "planted");
            next = search.next();
        }
        return search;
    }

    @Test
    void firstDifferingVersionIsFoundInFewSteps() {
        for (int number = 2; number <= 33; number++) {
            for (int first = 1; first < number; first++) {
                Bisection search = searched(number, first, Set.of());
                assertThat(search.first()).contains("1." + first);
                assertThat(search.last()).isEqualTo("1." + (first - 1));
                assertThat(search.between()).isEmpty();
                assertThat(search.steps())
                        .hasSizeLessThanOrEqualTo(1 + (int) Math.ceil(Math.log(number) / Math.log(2)));
            }
        }
    }

    @Test
    void searchEndsIfTheNewestDoesNotDiffer() {
        Bisection search = searched(12, 99, Set.of());
        assertThat(search.first()).isEmpty();
        assertThat(search.steps()).hasSize(1);
    }

    @Test
    void undecidedVersionsAreSkipped() {
        Bisection found = searched(12, 9, Set.of(5, 6));
        assertThat(found.first()).contains("1.9");
        assertThat(found.last()).isEqualTo("1.8");
        Bisection open = searched(12, 9, Set.of(8));
        assertThat(open.first()).contains("1.9");
        assertThat(open.between()).containsExactly("1.8");
        Bisection unknown = searched(12, 9, Set.of(11));
        assertThat(unknown.first()).isEmpty();
        assertThat(unknown.steps())
                .singleElement()
                .satisfies(step -> assertThat(step.outcome()).isEqualTo(Outcome.SKIPPED));
    }

    @Test
    void oneVersionIsNotARange() {
        assertThatThrownBy(() -> new Bisection(List.of("1.0"))).hasMessageContaining("two versions or more");
    }
}
