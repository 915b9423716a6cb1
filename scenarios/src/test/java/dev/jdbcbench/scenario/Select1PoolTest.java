package dev.jdbcbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.scenario.jvm.ThreadKind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class Select1PoolTest {
    private final Select1Pool pool = new Select1Pool();

    @Test
    void threadKindIsAParameter() {
        assertThat(pool.threadKind).isEqualTo("platform");
        pool.parameters(ThreadKind.VIRTUAL.params());
        assertThat(pool.threadKind).isEqualTo("virtual");
        pool.parameters(ThreadKind.PLATFORM.params());
        assertThat(pool.threadKind).isEqualTo("platform");
    }

    @Test
    void thereAreNoOtherParameters() {
        assertThatThrownBy(() -> pool.parameters(Map.of("threadKind", "virtual", "tasks", "7")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Select1Pool has no parameters: {tasks=7}");
    }
}
