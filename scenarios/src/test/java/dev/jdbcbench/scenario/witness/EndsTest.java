package dev.jdbcbench.scenario.witness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EndsTest {
    private static Map<String, Double> counted(double commits, double rollbacks) {
        return Map.of(Ends.COMMITS, commits, Ends.ROLLBACKS, rollbacks);
    }

    @Test
    void fewerCommitsOrRollbacksThanAskedForAreMissing() {
        Ends asked = new Ends(2, 1);
        assertThat(asked.missing(counted(2, 1))).isEmpty();
        assertThat(asked.missing(counted(3, 1))).isEmpty();
        assertThat(asked.missing(counted(1.5, 1))).contains("per operation, the server sees 1.5 commits instead of 2");
        assertThat(asked.missing(counted(2, 0))).contains("per operation, the server sees 0 rollbacks instead of 1");
    }

    @Test
    void operationWithoutTransactionsNeedsNoEnds() {
        assertThat(Ends.NONE.missing(counted(0, 0))).isEmpty();
    }

    @Test
    void serverWithoutTheseCountersIsNotJudgedByThem() {
        assertThat(new Ends(1, 1).missing(Map.of())).isEmpty();
    }
}
