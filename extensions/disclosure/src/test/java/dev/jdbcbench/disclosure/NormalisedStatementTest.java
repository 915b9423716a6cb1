package dev.jdbcbench.disclosure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.sql.Syntax;
import dev.jdbcbench.sql.Syntax.Characters;
import dev.jdbcbench.sql.Syntax.Effect;
import dev.jdbcbench.sql.Syntax.Known;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormalisedStatementTest {
    private static final Syntax USUAL = syntax(Known.YES);

    private static Syntax syntax(Known escapes) {
        return new Syntax(escapes, Known.UNSURE, true);
    }

    private static String shape(String sql, boolean cut) {
        return shape(sql, cut, USUAL);
    }

    private static String shape(String sql, boolean cut, Syntax syntax) {
        return NormalisedStatement.of(sql.getBytes(StandardCharsets.UTF_8), cut, syntax)
                .text();
    }

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
                "SELECT straße, `größe` FROM t WHERE n = 'ü' | SELECT straße, `größe` FROM t WHERE n = ?",
                "select 5 from t limit 10, 20 | select ? from t limit ?, ?",
                "SELECT a*/*it's*/'SECRET' /*it's*/ FROM t | SELECT a* ? FROM t",
                "SELECT /*! a*/*'SECRET' /*it's*/ FROM t | SELECT a *? FROM t",
                "select count(*), max(a) from t | select count(*), max(a) from t"
            })
    void literalsAreRemovedAndListsFolded(String sql, String shape) {
        assertThat(shape(sql, false)).isEqualTo(shape);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "YES | select 'a\\' b', c | select ?, c",
                "YES | select 'a\\\\', c | select ?, c",
                "YES | select \"a\\n\", c | select ?, c",
                "NO | select 'a\\', c | select ?, c",
                "NO | select \"a\\\", c | select ?, c",
                "UNSURE | select 'a''b', 'c\\n', c | select ?, ?, c",
            })
    void backslashesEscapeAsTheServerReports(Known escapes, String sql, String shape) {
        assertThat(shape(sql, false, syntax(escapes))).isEqualTo(shape);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "YES | select 'unterminated",
                "YES | select `unterminated",
                "YES | select 'O'Brien SECRET'",
                "YES | select \"a\\\" SECRET\", c",
                "NO | select 'a\\' SECRET'",
                "UNSURE | select 'a\\', SECRET'",
                "YES | set sql_mode = 'x'; select 'a\\', SECRET'",
                "YES | /*!99999 it's one */ select 'SECRET'",
                "YES | /*!99999 a /* SECRET */ b */ select 1",
                "YES | select 1 /*! x -- */ SECRET",
                "YES | create function f() returns int language javascript as $$ return 'SECRET' $$",
            })
    void uncertainTextIsNotShownAtAll(Known escapes, String sql) {
        assertThat(shape(sql, false, syntax(escapes))).isEqualTo(NormalisedStatement.UNSAFE);
    }

    /** For servers, a byte 0 ends such a comment. */
    @ParameterizedTest
    @ValueSource(strings = {"select 1 -- \0'\n, SECRET -- '", "select 1 # it\0s' \n, SECRET # '"})
    void commentWithAByteZeroIsUncertain(String sql) {
        assertThat(shape(sql, false)).isEqualTo(NormalisedStatement.UNSAFE);
    }

    /** In sjis, 0x83 0x5c is one character, and 0x83 0x60 another. */
    @Test
    void secondByteMayLookLikeASign() {
        byte[] literal = {'\'', (byte) 0x83, 0x5c, '\'', ',', '\'', 'S', '\''};
        byte[] name = {(byte) 0x83, 0x60, '=', '\'', '`', 'S', '\''};
        byte[] harmless = {'\'', (byte) 0x83, 0x5c, 'a', '\'', ',', '\'', 'S', '\''};
        Syntax unsure = syntax(Known.YES).withPlain(false);
        assertThat(NormalisedStatement.of(literal, false, unsure).text()).isEqualTo(NormalisedStatement.UNSAFE);
        assertThat(NormalisedStatement.of(name, false, unsure).text()).isEqualTo(NormalisedStatement.UNSAFE);
        assertThat(NormalisedStatement.of(harmless, false, unsure).text()).isEqualTo("?, ?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "SET NAMES utf8mb4 | true | false | PLAIN",
                "set names 'latin1' collate latin1_bin; | true | false | PLAIN",
                "SET NAMES gbk | true | false | UNSURE",
                "SET character_set_client = @old | true | false | UNSURE",
                "SET @@session.character_set_client=utf8mb4, character_set_results = NULL | true | false | PLAIN",
                "SET CHARACTER SET big5 | true | false | UNSURE",
                "/*!99999 SET NAMES utf8 */ | true | false | KEPT",
                "SET @a = 'NAMES utf8' | true | false | KEPT",
                "EXECUTE s | true | false | UNSURE",
                "CALL p() | true | false | UNSURE",
                "SELECT 1; call p() | true | false | UNSURE",
                "SELECT 1; SET NAMES sjis | true | false | UNSURE",
                "SET sql_mode = '' | true | true | KEPT",
                "SET STATEMENT sql_mode = '' FOR SELECT 1 | false | false | KEPT",
                "CREATE TABLE names (a int) CHARSET gbk | false | false | KEPT",
                "SELECT 1 | false | false | KEPT",
            })
    void statementsMayChangeHowTheNextAreRead(String sql, boolean switches, boolean setsMode, Characters characters) {
        assertThat(NormalisedStatement.of(sql.getBytes(StandardCharsets.UTF_8), false, USUAL)
                        .effect(true))
                .isEqualTo(new Effect(switches, setsMode, characters));
    }

    /**
     * Eight times the text may take about eight times as long. If something were quadratic, it would take 64 times as
     * long. CPU time, the shortest of several, after warming up.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a in (",
                "a in ((1,2),(",
                "values (",
                "values (1),",
                "(",
                ")",
                ";",
                "a;",
                "'",
                "''",
                "'a' ",
                "`",
                "\"a\\",
                "_a'x'",
                "/*!",
                "/*! a */",
                "/*",
                "-- ",
                "#\n",
                "1e",
                ".",
                "$a",
                "x",
                "\\",
                "@",
                " ",
                "in (1,2,(3)) and "
            })
    void timeIsProportionalToLength(String part) {
        int length = 100_000;
        nanos(part, length / 8, 10);
        double ratio = nanos(part, length, 5) / Math.max(50_000.0, nanos(part, length / 8, 5));
        assertThat(ratio).as(part).isLessThan(25);
    }

    private static long nanos(String part, int length, int times) {
        byte[] sql = part.repeat(length / part.length()).getBytes(StandardCharsets.UTF_8);
        ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < times; i++) {
            long start = cpu.getCurrentThreadCpuTime();
            assertThat(NormalisedStatement.of(sql, true, USUAL).text()).isNotNull();
            shortest = Math.min(shortest, cpu.getCurrentThreadCpuTime() - start);
        }
        return shortest;
    }

    @Test
    void cutTextEndsWithAMark() {
        assertThat(shape("INSERT INTO t VALUES (1,'a'),(2,'b'),(3,'sec", true))
                .isEqualTo("INSERT INTO t VALUES (?, ?), …");
        assertThat(shape("INSERT INTO t VALUES (1,'a'),", true)).isEqualTo("INSERT INTO t VALUES (?, ?), …");
        assertThat(shape("SELECT * FROM t WHERE a = 'sec", true)).isEqualTo("SELECT * FROM t WHERE a = ? …");
    }

    @Test
    void shapeLengthIsBounded() {
        assertThat(shape("SELECT " + "a, ".repeat(10_000) + "b", false))
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
                "*",
                "/",
                "/*it's*/",
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
            String shape = shape(sql.toString(), false);
            assertThat(shape)
                    .as(sql.toString())
                    .doesNotContain("SECRET")
                    .doesNotContain("987")
                    .doesNotContain("98");
        }
    }
}
