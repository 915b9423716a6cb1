package dev.jdbcbench.scenario.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtherSchemaTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a FROM shop.orders WHERE b = ?",
                "SELECT a FROM t JOIN `shop` . `orders` o ON o.id = t.id",
                "UPDATE shop.orders SET a = ?",
                "INSERT INTO shop.orders VALUES (?)",
                "DELETE FROM shop.orders",
                "CALL shop.pay(?)",
                "TRUNCATE TABLE shop.orders"
            })
    void schemaOfAStatementIsFound(String shape) {
        assertThat(OtherSchema.usedBy(shape)).contains("shop");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT o.a, t.b FROM orders o JOIN t ON t.id = o.id WHERE o.a > ?",
                "SELECT EXTRACT(YEAR FROM o.day) FROM orders o",
                "INSERT INTO orders VALUES (?) ON DUPLICATE KEY UPDATE orders.a = ?",
                "SELECT a FROM information_schema.tables",
                "SELECT a FROM t WHERE b > 1.5",
                "UPDATE orders SET orders.a = ?"
            })
    void tableQualifierOfAColumnIsNotASchema(String shape) {
        assertThat(OtherSchema.usedBy(shape)).isEmpty();
    }

    @Test
    void onlyTheStartOfADumpedStatementIsChecked() {
        assertThat(OtherSchema.changedBy("DROP TABLE IF EXISTS `shop`.`orders`"))
                .contains("shop");
        assertThat(OtherSchema.changedBy("insert into shop.orders values (1)")).contains("shop");
        assertThat(OtherSchema.changedBy("INSERT INTO orders VALUES ('insert into shop.orders')"))
                .isEmpty();
        assertThat(OtherSchema.changedBy("CREATE TABLE orders (a decimal(10.2))"))
                .isEmpty();
    }
}
