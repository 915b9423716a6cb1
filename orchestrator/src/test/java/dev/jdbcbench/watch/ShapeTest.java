package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "SELECT * FROM t WHERE id = 42 | SELECT * FROM t WHERE id = ?",
                "select  a ,b from t1\twhere x='it''s' and y=\"q\" | select a, b from t1 where x=? and y=?",
                "SELECT 'a\\'b', 1.5e-3, 0xFF, x'41', _utf8mb4'z', N'n' | SELECT ?, ?, ?, ?, ?, ?",
                "SELECT a-1, b -2, -3 FROM t | SELECT a-?, b -?, ? FROM t",
                "SELECT * FROM t WHERE id IN (1,2, 3) | SELECT * FROM t WHERE id IN (?…)",
                "SELECT * FROM t WHERE id in (7) | SELECT * FROM t WHERE id in (?…)",
                "SELECT * FROM t WHERE id IN (?, ?, ?) | SELECT * FROM t WHERE id IN (?…)",
                "SELECT * FROM t WHERE (a,b) IN ((1,'x'),(2,'y')) | SELECT * FROM t WHERE (a, b) IN ((?, ?)…)",
                "SELECT * FROM t WHERE id IN (SELECT 1 FROM u) | SELECT * FROM t WHERE id IN (SELECT ? FROM u)",
                "INSERT INTO t VALUES (1, 'a') | INSERT INTO t VALUES (?, ?)",
                "INSERT INTO t (a,b) VALUES (1, 'a'),(2,NULL) , (3, now()) | INSERT INTO t (a, b) VALUES (?, ?), …",
                "INSERT INTO t VALUES (1),(2) ON DUPLICATE KEY UPDATE a=VALUES(a), b=3 | INSERT INTO t VALUES (?), … ON DUPLICATE KEY UPDATE a=VALUES(a), b=?",
                "UPDATE t SET a = NULL WHERE b IS NULL AND c = TRUE | UPDATE t SET a = ? WHERE b IS NULL AND c = ?",
                "UPDATE t SET a=1 WHERE id=1;UPDATE t SET a=2 WHERE id=2;UPDATE t SET a=3 WHERE id=3 | UPDATE t SET a=? WHERE id=?; …",
                "SELECT 1; DELETE FROM t | SELECT ?; DELETE FROM t",
                "/* user 17 */ SELECT /* x */ 1 -- bye | SELECT ?",
                "/*!40101 SET NAMES utf8 */ | SET NAMES utf8",
                "SELECT `a b`, t2.`c``d` FROM `t` | SELECT `a b`, t2.`c``d` FROM `t`",
                "SET autocommit=0 | SET autocommit=0",
                "set  session autocommit = 1 | set session autocommit = 1",
                "SET @secret = 'x' | SET @secret = ?",
                "CREATE USER u@'h' IDENTIFIED BY 'secret' | CREATE USER u@? IDENTIFIED BY ?",
                "SELECT @@session.transaction_read_only | SELECT @@session.transaction_read_only",
                "select 'unterminated | select ?",
                "select 5 from t limit 10, 20 | select ? from t limit ?, ?",
                "select count(*), max(a) from t | select count(*), max(a) from t"
            })
    void literalsAreRemovedAndListsFolded(String sql, String shape) {
        assertThat(Shape.of(sql, false)).isEqualTo(shape);
    }

    @Test
    void cutTextEndsWithAMark() {
        assertThat(Shape.of("INSERT INTO t VALUES (1,'a'),(2,'b'),(3,'sec", true))
                .isEqualTo("INSERT INTO t VALUES (?, ?), …");
        assertThat(Shape.of("INSERT INTO t VALUES (1,'a'),", true)).isEqualTo("INSERT INTO t VALUES (?, ?), …");
        assertThat(Shape.of("SELECT * FROM t WHERE a = 'sec", true)).isEqualTo("SELECT * FROM t WHERE a = ? …");
    }

    @Test
    void shapeLengthIsBounded() {
        assertThat(Shape.of("SELECT " + "a, ".repeat(10_000) + "b", false))
                .hasSizeLessThan(1010)
                .endsWith("…");
    }

    /** A shape never contains the text of a literal, in any context, and the shape of a shape is the shape itself. */
    @Test
    void shapesContainNoData() {
        List<String> parts = List.of(
                "SELECT ",
                "INSERT INTO t VALUES ",
                "(",
                ")",
                ", ",
                "'SECRET'",
                "\"SECRET\"",
                "'SE\\'CRET'",
                "987654",
                "9.87654e3",
                "-987654",
                " IN ",
                " = ",
                "; ",
                " WHERE a ",
                "/* SECRET */",
                " -- SECRET\n",
                "# SECRET\n",
                "`name`",
                "@v",
                "?",
                " VALUES ",
                "x'98'",
                "\n",
                "NULL",
                "'SECRET''SECRET'");
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            StringBuilder sql = new StringBuilder();
            for (int i = random.nextInt(20); i >= 0; i--) {
                sql.append(parts.get(random.nextInt(parts.size()))).append(' ');
            }
            String shape = Shape.of(sql.toString(), false);
            assertThat(shape)
                    .as(sql.toString())
                    .doesNotContain("SECRET")
                    .doesNotContain("987")
                    .doesNotContain("98");
        }
    }
}
