package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.scenario.recording.BoundValue;
import dev.jdbcbench.sql.Syntax.Effect;
import dev.jdbcbench.watch.Statements.Prepared;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BindingTest {
    private static final int MOST = 2000;
    private static final int UNSIGNED = 0x8000;

    private final Prepared statement = new Prepared("SELECT ?", null, Effect.NONE);

    private static Bytes header() {
        return new Bytes().number(23, 1).number(7, 4).number(0, 1).number(1, 4);
    }

    private static Bytes bulk(int flags) {
        return new Bytes().number(0xfa, 1).number(7, 4).number(flags, 2);
    }

    private List<String> row(Bytes packet) {
        List<List<String>> rows = Objects.requireNonNull(Binding.ofExecute(packet.array(), statement, false, MOST));
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    /** A value of a type, as the only parameter. */
    private String value(int type, Bytes value) {
        statement.setParameters(1);
        String notation = row(header().number(0, 1).number(1, 1).number(type, 2).raw(value.array()))
                .get(0);
        assertThat(BoundValue.of(notation)).as("the notation can be parsed").isNotNull();
        return notation;
    }

    @Test
    void eachTypeOfTheProtocolIsRead() {
        assertThat(value(0x01, new Bytes().number(-5, 1))).isEqualTo("long -5");
        assertThat(value(0x01 | UNSIGNED, new Bytes().number(251, 1))).isEqualTo("long 251");
        assertThat(value(0x02, new Bytes().number(-300, 2))).isEqualTo("long -300");
        assertThat(value(0x03, new Bytes().number(70_000, 4))).isEqualTo("long 70000");
        assertThat(value(0x08, new Bytes().number(Long.MIN_VALUE, 8))).isEqualTo("long " + Long.MIN_VALUE);
        assertThat(value(0x08 | UNSIGNED, new Bytes().number(-1, 8))).isEqualTo("decimal 18446744073709551615");
        assertThat(value(0x04, new Bytes().number(Float.floatToIntBits(1.5f), 4)))
                .isEqualTo("float 1.5");
        assertThat(value(0x05, new Bytes().number(Double.doubleToLongBits(0.1), 8)))
                .isEqualTo("double 0.1");
        assertThat(value(0xf6, new Bytes().number(5, 1).text("12.50"))).isEqualTo("decimal 12.50");
        assertThat(value(0xfd, new Bytes().number(5, 1).text("ü€"))).isEqualTo("text ü€");
        assertThat(value(0xfd, new Bytes().number(2, 1).raw(new byte[] {(byte) 0xff, 0})))
                .as("invalid UTF-8")
                .isEqualTo("bytes ff00");
        assertThat(value(0xfc, new Bytes().number(3, 1).raw(new byte[] {0, 1, (byte) 0xff})))
                .isEqualTo("bytes 0001ff");
        assertThat(value(0x06, new Bytes())).isEqualTo("null");
    }

    @Test
    void datesAndTimesHaveVariableLengths() {
        assertThat(value(
                        0x0a,
                        new Bytes().number(4, 1).number(2026, 2).number(11, 1).number(25, 1)))
                .isEqualTo("date 2026-11-25");
        assertThat(value(
                        0x0c,
                        new Bytes()
                                .number(7, 1)
                                .number(2026, 2)
                                .number(11, 1)
                                .number(25, 1)
                                .number(10, 1)
                                .number(5, 1)
                                .number(7, 1)))
                .isEqualTo("datetime 2026-11-25T10:05:07");
        assertThat(value(
                        0x07,
                        new Bytes()
                                .number(11, 1)
                                .number(2026, 2)
                                .number(11, 1)
                                .number(25, 1)
                                .number(10, 1)
                                .number(5, 1)
                                .number(7, 1)
                                .number(1500, 4)))
                .isEqualTo("datetime 2026-11-25T10:05:07.001500");
        assertThat(value(0x0c, new Bytes().number(0, 1))).isEqualTo("text 0000-00-00");
        assertThat(value(
                        0x0b,
                        new Bytes()
                                .number(8, 1)
                                .number(0, 1)
                                .number(0, 4)
                                .number(10, 1)
                                .number(5, 1)
                                .number(7, 1)))
                .isEqualTo("time 10:05:07");
        assertThat(value(
                        0x0b,
                        new Bytes()
                                .number(12, 1)
                                .number(1, 1)
                                .number(1, 4)
                                .number(2, 1)
                                .number(3, 1)
                                .number(4, 1)
                                .number(5, 4)))
                .isEqualTo("text -26:03:04.000005");
        assertThat(value(0x0b, new Bytes().number(0, 1))).isEqualTo("time 00:00:00");
    }

    @Test
    void parameterTypesAreRemembered() {
        statement.setParameters(2);
        Bytes first = header().number(0, 1)
                .number(1, 1)
                .number(0x03, 2)
                .number(0xfd, 2)
                .number(5, 4)
                .number(1, 1)
                .text("a");
        assertThat(row(first)).containsExactly("long 5", "text a");
        Bytes second = header().number(0b10, 1).number(0, 1).number(6, 4);
        assertThat(row(second)).containsExactly("long 6", "null");
        Bytes third = header().number(0, 1)
                .number(1, 1)
                .number(0x02, 2)
                .number(0x02, 2)
                .number(7, 2)
                .number(8, 2);
        assertThat(row(third)).containsExactly("long 7", "long 8");
    }

    @Test
    void withoutParametersThereIsOneEmptyRow() {
        statement.setParameters(0);
        assertThat(row(header())).isEmpty();
    }

    @Test
    void queryAttributesAreNotValues() {
        statement.setParameters(1);
        Bytes packet = header().number(2, 1)
                .number(0, 1)
                .number(1, 1)
                .number(0x03, 2)
                .number(0, 1)
                .number(0xfd, 2)
                .number(2, 1)
                .text("id")
                .number(5, 4)
                .number(3, 1)
                .text("abc");
        assertThat(Binding.ofExecute(packet.array(), statement, true, MOST)).isEqualTo(List.of(List.of("long 5")));
    }

    @Test
    void batchHasManyRows() {
        statement.setParameters(2);
        Bytes packet = bulk(0x80)
                .number(0x03, 2)
                .number(0xfd, 2)
                .number(0, 1)
                .number(5, 4)
                .number(0, 1)
                .number(1, 1)
                .text("a")
                .number(0, 1)
                .number(6, 4)
                .number(1, 1);
        assertThat(Binding.ofBulk(packet.array(), statement, MOST))
                .isEqualTo(List.of(List.of("long 5", "text a"), List.of("long 6", "null")));
        Bytes byDefault = bulk(0).number(2, 1).number(2, 1);
        assertThat(Binding.ofBulk(byDefault.array(), statement, MOST))
                .as("DEFAULT is not a value")
                .isNull();
    }

    @Test
    void nullsCountTowardsTheLimit() {
        statement.setParameters(1);
        Bytes many = bulk(0x80).number(0x03, 2).raw("\1".repeat(12_000).getBytes(StandardCharsets.US_ASCII));
        assertThat(Binding.ofBulk(many.array(), statement, MOST)).isNull();
    }

    @Test
    void typesOfValuesBelongToTheSizeOfAStatement() {
        Prepared kept = new Prepared("SELECT ?", "SELECT ?", Effect.NONE);
        long before = kept.bytes();
        kept.setParameters(1000);
        assertThat(kept.bytes()).isEqualTo(before + 4000);
    }

    @Test
    void unreadableValuesAreNotGuessed() {
        assertThat(Binding.ofExecute(header().array(), statement, false, MOST))
                .as("the number of parameters is unknown")
                .isNull();
        statement.setParameters(1);
        assertThat(Binding.ofExecute(
                        header().number(0, 1).number(0, 1).number(5, 4).array(), statement, false, MOST))
                .as("the types are unknown")
                .isNull();
        Bytes unknown = header().number(0, 1).number(1, 1).number(0x77, 2).number(5, 4);
        assertThat(Binding.ofExecute(unknown.array(), statement, false, MOST)).isNull();
        Bytes cut =
                header().number(0, 1).number(1, 1).number(0xfd, 2).number(9, 1).text("abc");
        assertThat(Binding.ofExecute(cut.array(), statement, false, MOST)).isNull();
        Bytes text =
                header().number(0, 1).number(1, 1).number(0xfd, 2).number(9, 1).text("123456789");
        assertThat(Binding.ofExecute(text.array(), statement, false, 5))
                .as("the value is too long")
                .isNull();
    }
}
