package dev.jdbcbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.scenario.witness.Witness;
import dev.jdbcbench.scenario.witness.WrongResultException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class EffectsTest {
    private final List<String> calls = new ArrayList<>();
    private boolean locked = true;
    private boolean endOfTheSessionReleases;

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(EffectsTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** A table of InnoDB with one column. */
    private static ResultSet answer(String sql) {
        List<String> row = sql.contains("COLUMNS")
                ? List.of("int", "stock", "n")
                : sql.contains("information_schema.TABLES")
                        ? List.of("InnoDB", "1", "stock")
                        : sql.contains("TRIGGERS") ? List.of() : List.of("1", "7");
        Iterator<Boolean> rows = List.of(!row.isEmpty(), false).iterator();
        return proxy(ResultSet.class, (proxy, method, args) -> switch (method.getName()) {
            case "next" -> rows.next();
            case "getString" -> row.get((Integer) args[0] - 1);
            case "getMetaData" -> proxy(ResultSetMetaData.class, (data, called, words) -> row.size());
            default -> null;
        });
    }

    private Connection connection(String name) {
        return proxy(
                Connection.class,
                (proxy, method, args) -> proxy(Statement.class, (statement, called, words) -> {
                    if (called.getName().equals("executeQuery")) {
                        return answer(String.valueOf(words[0]));
                    }
                    if (words != null) {
                        calls.add(name + " " + words[0]);
                        locked &= !(name.equals("session") && endOfTheSessionReleases);
                    }
                    return called.getReturnType() == boolean.class ? false : null;
                }));
    }

    private String judged() throws SQLException {
        Witness witness = new Witness(() -> connection("witness"));
        Effects effects =
                new Effects(witness, connection("session"), List.of("UPDATE stock SET n = n + 1 WHERE id = 1"));
        return effects.judge(
                () -> {
                    if (locked) {
                        throw new SQLException("Lock wait timeout exceeded", "HY000", 1205);
                    }
                },
                () -> calls.add("tested"));
    }

    @Test
    void lockOfTheSessionUnderTestIsItsFault() {
        endOfTheSessionReleases = true;
        assertThatThrownBy(this::judged)
                .isInstanceOf(WrongResultException.class)
                .hasMessage(
                        "wrong result: a transaction that should have ended still holds locks: Lock wait timeout exceeded");
    }

    @Test
    void lockOfAnotherSessionIsNotTheDriversFault() {
        assertThatThrownBy(this::judged)
                .isInstanceOf(SQLException.class)
                .hasMessage(
                        "a session that is not of this check holds a lock on what it changes: Lock wait timeout exceeded");
        assertThat(calls).contains("session ROLLBACK").doesNotContain("tested");
    }

    @Test
    void withoutALockTheEffectsAreCompared() throws SQLException {
        locked = false;
        assertThat(judged()).isEmpty();
        assertThat(calls).contains("tested").doesNotContain("session ROLLBACK");
    }
}
