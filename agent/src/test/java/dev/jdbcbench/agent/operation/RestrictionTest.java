package dev.jdbcbench.agent.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class RestrictionTest {
    @Test
    void reasonNamesTheVariableAndNoConnection() {
        SQLException first =
                new SQLException("(conn=79) Unable to create or change a table without a primary key", "HY000", 3750);
        SQLException second =
                new SQLException("(conn=85) Unable to create or change a table without a primary key", "HY000", 3750);
        assertThat(Restriction.of(new SQLException("cannot prepare", first), ""))
                .contains(
                        "the server's sql_require_primary_key: Unable to create or change a table without a primary key")
                .isEqualTo(Restriction.of(second, ""));
        assertThat(CellWork.reason(first)).isEqualTo(CellWork.reason(second)).doesNotContain("conn=");
    }

    @Test
    void driverThatRefusesByItselfIsUnderstood() {
        assertThat(Restriction.of(new SQLException("Connection is read-only. Queries are not allowed.", "S1009"), ""))
                .contains("the server's transaction_read_only: Connection is read-only. Queries are not allowed.");
    }

    @Test
    void reasonNamesTheVariableOfALimit() {
        SQLException full = new SQLException("Too many connections", "08004", 1040);
        assertThat(CellWork.reason(new SQLException("no connection from the pool", full)))
                .isEqualTo("no connection from the pool (Too many connections): the server's max_connections");
        assertThat(Restriction.of(full, "")).as("a failure, no restriction").isEmpty();
    }

    @Test
    void grammarOfTheServerIsARestriction() {
        SQLException syntax = new SQLException("You have an error in your SQL syntax", "42000", 1064);
        assertThat(Restriction.of(syntax, "PIPES_AS_CONCAT,ORACLE"))
                .contains("the server's sql_mode (ORACLE): You have an error in your SQL syntax");
        assertThat(Restriction.of(syntax, "ANSI_QUOTES")).isEmpty();
    }

    @Test
    void tableThatIsFullIsAFailureThatNamesTheLimit() {
        assertThat(CellWork.reason(new SQLException("The table 'bench_upsert' is full", "HY000", 1114)))
                .isEqualTo("The table 'bench_upsert' is full: the server's max_heap_table_size, or a full disk");
    }

    @Test
    void otherFailuresAreNoRestriction() {
        assertThat(Restriction.of(new SQLException("Table 'x' doesn't exist", "42S02", 1146), ""))
                .isEmpty();
        assertThat(Restriction.of(new IllegalStateException("no code"), "")).isEmpty();
    }

    @Test
    void timeThatAPoolWaitedIsNoDifference() {
        String first = CellWork.reason(
                new SQLException(
                        "bench - Connection is not available, request timed out after 30000ms (total=5, active=5, idle=0, waiting=0)"));
        String second = CellWork.reason(
                new SQLException(
                        "bench - Connection is not available, request timed out after 30008ms (total=5, active=5, idle=0, waiting=0)"));
        assertThat(first).isEqualTo(second).contains("request timed out after 30 s (total=5");
    }
}
