package dev.jdbcbench.scenario.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.Feature;
import dev.jdbcbench.driver.Mode;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExpectedCommandsTest {
    private static final Set<Feature> BATCH = Set.of(Feature.BATCH);

    private static Map<String, Double> sees(double prepares, double executes, double inserts) {
        return Map.of("Com_stmt_prepare", prepares, "Com_stmt_execute", executes, "Com_insert", inserts);
    }

    @Test
    void textIsNotPrepared() {
        assertThat(ExpectedCommands.broken(Mode.TEXT, BATCH, sees(0, 0, 100))).isEmpty();
        assertThat(ExpectedCommands.broken(Mode.TEXT, BATCH, sees(1, 1, 1)))
                .contains(
                        "mode text did not take effect: per operation the server sees 1 prepares, 1 executes and 1 inserts");
    }

    @Test
    void hitNeverPreparesAndMissAlwaysPrepares() {
        assertThat(ExpectedCommands.broken(Mode.HIT, Set.of(), sees(0, 1, 0))).isEmpty();
        assertThat(ExpectedCommands.broken(Mode.HIT, Set.of(), sees(1, 1, 0))).isPresent();
        assertThat(ExpectedCommands.broken(Mode.HIT, Set.of(), sees(0, 0, 0))).isPresent();
        assertThat(ExpectedCommands.broken(Mode.MISS, Set.of(), sees(1, 1, 0))).isEmpty();
        assertThat(ExpectedCommands.broken(Mode.MISS, Set.of(), sees(0, 1, 0))).isPresent();
    }

    @Test
    void batchOfHitsExecutesEachRowAndBulkOnce() {
        assertThat(ExpectedCommands.broken(Mode.HIT, BATCH, sees(0, 100, 100))).isEmpty();
        assertThat(ExpectedCommands.broken(Mode.HIT, BATCH, sees(0, 1, 1))).isPresent();
        assertThat(ExpectedCommands.broken(Mode.BULK, BATCH, sees(0, 1, 1))).isEmpty();
        assertThat(ExpectedCommands.broken(Mode.BULK, BATCH, sees(0, 100, 100))).isPresent();
    }

    @Test
    void rewrittenBatchIsOneInsert() {
        assertThat(ExpectedCommands.broken(Mode.REWRITE, BATCH, sees(0, 0, 1))).isEmpty();
        assertThat(ExpectedCommands.broken(Mode.REWRITE, BATCH, sees(0, 0, 100)))
                .isPresent();
        assertThat(ExpectedCommands.broken(Mode.REWRITE, Set.of(Feature.BATCH, Feature.UPSERT), sees(0, 0, 100)))
                .isEmpty();
    }

    @Test
    void callsOfRoutinesAreNotRestricted() {
        assertThat(ExpectedCommands.broken(Mode.TEXT, Set.of(Feature.CALL), sees(1, 1, 0)))
                .isEmpty();
    }
}
