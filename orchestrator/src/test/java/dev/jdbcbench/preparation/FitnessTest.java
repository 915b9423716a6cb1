package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FitnessTest {
    private static final String BEFORE = "cpu  1000 0 500 90000 100 0 10 50 0 0";

    private static List<String> look(String governors, String after) {
        return Fitness.reasons(List.of(governors, BEFORE, after));
    }

    @Test
    void quietHostIsFit() {
        assertThat(look("", "cpu  1010 0 505 90180 100 0 10 50 0 0")).isEmpty();
        assertThat(look("performance ", "cpu  1010 0 505 90180 100 0 10 50 0 0"))
                .isEmpty();
        assertThat(look("", BEFORE)).as("no CPU time between the two readings").isEmpty();
    }

    @Test
    void loadStealAndGovernorMakeAHostUnfit() {
        assertThat(look("", "cpu  1060 0 500 90140 100 0 10 50 0 0"))
                .containsExactly("other processes use 30 % of all CPUs before this run starts anything there");
        assertThat(look("", "cpu  1000 0 500 90180 100 0 10 70 0 0"))
                .containsExactly("the hypervisor gives 10 % of the CPU time to others");
        assertThat(look("powersave performance ", "cpu  1010 0 505 90180 100 0 10 50 0 0"))
                .singleElement()
                .asString()
                .startsWith("the frequency governor is powersave: the clock changes");
    }
}
