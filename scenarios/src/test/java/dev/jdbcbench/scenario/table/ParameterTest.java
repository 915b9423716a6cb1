package dev.jdbcbench.scenario.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterTest {
    private final List<Object> set = new ArrayList<>();
    private final PreparedStatement statement = (PreparedStatement) Proxy.newProxyInstance(
            ParameterTest.class.getClassLoader(), new Class<?>[] {PreparedStatement.class}, (proxy, method, args) -> {
                set.add(Objects.requireNonNull(args)[1]);
                return null;
            });

    private List<Object> values(String text, int count) throws SQLException {
        Parameter parameter = Parameter.of(text, 1).orElseThrow();
        set.clear();
        for (int i = 0; i < count; i++) {
            parameter.set(statement, 1);
        }
        return List.copyOf(set);
    }

    @Test
    void constantIsANumberOrText() throws SQLException {
        assertThat(values("const 42", 1)).containsExactly(42L);
        assertThat(values("const \"42\"", 1)).containsExactly("42");
        assertThat(values("const it's open", 1)).containsExactly("it's open");
    }

    @Test
    void counterStartsBeyondEarlierJvms() throws SQLException {
        List<Object> first = values("counter 7", 3);
        long start = (Long) first.get(0);
        assertThat(first).containsExactly(start, start + 1, start + 2);
        assertThat(start).as("microseconds since 2026").isGreaterThan(1_000_000_000_000L);
        assertThat(values("counter 7", 1)).containsExactly(start + 3);
    }

    @Test
    void randomNumbersStayInTheirRangeAndReachBothEnds() throws SQLException {
        assertThat(values("int -1..1", 200)).containsOnly(-1L, 0L, 1L).contains(-1L, 1L);
        assertThat(values("int 5..5", 2)).containsExactly(5L, 5L);
        assertThat(values("int 1..1000000", 20)).isEqualTo(values("int 1..1000000", 20));
    }

    @Test
    void randomTextsHaveTheirLength() throws SQLException {
        assertThat(values("text 20", 3))
                .allSatisfy(text -> assertThat((String) text).matches("[A-Za-z0-9]{20}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "int", "int 5", "int 9..1", "text 0", "text x", "counter", "random 5", "text 99999999"})
    void malformedParameterIsRefused(String text) {
        assertThat(Parameter.of(text, 1)).isEmpty();
    }
}
