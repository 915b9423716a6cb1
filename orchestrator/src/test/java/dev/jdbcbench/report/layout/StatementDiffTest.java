package dev.jdbcbench.report.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementDiffTest {
    @Test
    void statementsOfBothSidesHaveNoSign() {
        assertThat(StatementDiff.of(
                        List.of("begin", "SELECT 1", "commit"),
                        List.of("SET a", "SELECT 1", "SET b", "commit", "ping")))
                .isEqualTo("""
                        - begin
                        + SET a
                          SELECT 1
                        + SET b
                          commit
                        + ping""");
        assertThat(StatementDiff.of(List.of("SELECT 1"), List.of("SELECT 1"))).isEqualTo("  SELECT 1");
        assertThat(StatementDiff.of(List.of(), List.of("a\nb"))).isEqualTo("+ a b");
    }

    @Test
    void manyWithOneSignAreCut() {
        assertThat(StatementDiff.of(Collections.nCopies(100, "INSERT"), List.of("INSERT", "SHOW WARNINGS"))
                        .lines())
                .hasSize(10)
                .startsWith("  INSERT", "- INSERT")
                .contains("- … 92 more")
                .endsWith("+ SHOW WARNINGS");
    }
}
