package dev.jdbcbench.scenario.witness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WitnessTest {
    private final List<String> calls = new ArrayList<>();
    private final Witness witness = new Witness(() -> proxy(Connection.class, (proxy, method, args) -> {
        if (method.getName().equals("createStatement")) {
            return proxy(Statement.class, (statement, executed, words) -> {
                if (words != null) {
                    calls.add(String.valueOf(words[0]));
                }
                return executed.getReturnType() == boolean.class ? false : null;
            });
        }
        calls.add(method.getName());
        return null;
    }));

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(WitnessTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private int looks;

    /** A proxy sends the reads of a transaction to the primary. */
    @Test
    void replicaThatLagsIsNoLostRow() throws SQLException {
        SQLException unknownTable = new SQLException("Table 'bench_kept_5' doesn't exist", "42S02", 1146);
        witness.connection();
        calls.clear();
        witness.agree(() -> {
            calls.add("look");
            looks++;
            if (looks == 1) {
                throw unknownTable;
            }
            WrongResultException.unlessEqual("the rows", 100, looks == 2 ? 0 : 100);
        });
        assertThat(calls)
                .containsExactly(
                        "START TRANSACTION",
                        "look",
                        "ROLLBACK",
                        "START TRANSACTION",
                        "look",
                        "ROLLBACK",
                        "START TRANSACTION",
                        "look",
                        "ROLLBACK");
    }

    @Test
    void whatStaysWrongIsSaidWithTheTimeAndTheAddress() {
        assertThatThrownBy(() -> witness.agree(() -> WrongResultException.unlessEqual("the rows", 100, 0)))
                .isInstanceOf(WrongResultException.class)
                .hasMessage("wrong result: the rows should be 100 but is 0, even after 3 s, through that address");
    }

    @Test
    void otherErrorsAreNotWaitedFor() {
        SQLException locked = new SQLException("Lock wait timeout exceeded", "HY000", 1205);
        assertThatThrownBy(() -> witness.agree(() -> {
                    looks++;
                    throw locked;
                }))
                .isSameAs(locked);
        assertThat(looks).isEqualTo(1);
    }

    @Test
    void hangingWitnessIsAborted() throws SQLException {
        witness.abort();
        assertThat(calls).as("not yet connected").isEmpty();
        witness.connection();
        calls.clear();
        witness.abort();
        assertThat(calls).containsExactly("abort");
    }
}
