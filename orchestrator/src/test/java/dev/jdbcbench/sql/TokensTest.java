package dev.jdbcbench.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.sql.Tokens.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TokensTest {
    static Stream<SqlText> texts() {
        return SqlText.all();
    }

    /** The statements of a text in a mode. */
    static List<String> statements(SqlText text) {
        List<String> found = new ArrayList<>();
        String sets = "set sql_mode = '" + text.mode() + "';\n";
        new Script(sets + text.sql(), true, (line, number) -> false, (sql, line) -> found.add(sql)).read();
        return found.subList(1, found.size());
    }

    @ParameterizedTest
    @MethodSource("texts")
    void questionMarksAreCountedAsServersDo(SqlText text) {
        assertThat(QuestionMarks.in(text.sql(), Syntax.ofMode(text.mode())))
                .isEqualTo(new QuestionMarks(text.fewest(), text.most()));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void statementsEndWhereServersEndThem(SqlText text) {
        assertThat(statements(text)).hasSize(text.statements());
    }

    @ParameterizedTest
    @MethodSource("texts")
    void eachCharacterBelongsToOneToken(SqlText text) {
        Tokens tokens = new Tokens(text.sql(), Syntax.ofMode(text.mode()));
        StringBuilder whole = new StringBuilder();
        while (tokens.next()) {
            assertThat(tokens.text()).isNotEmpty();
            whole.append(tokens.text());
        }
        assertThat(whole).hasToString(text.sql());
        assertThat(tokens.safe()).isTrue();
    }

    /** What is safe in a syntax that is not known is read in the same way in each mode. */
    @Test
    void textsThatAreSafeReadTheSameInAllModes() {
        List<String> parts =
                List.of("'", "''", "\"", "`", "\\", "\\'", "a", "?", " ", "-- ", "#", "\n", "/*", "*/", ";");
        int safe = 0;
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            StringBuilder sql = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                sql.append(parts.get(random.nextInt(parts.size())));
            }
            Tokens unsure = new Tokens(sql.toString(), Syntax.UNSURE);
            List<Integer> ends = ends(unsure);
            if (unsure.safe()) {
                safe++;
                for (String mode : List.of("", "ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "ANSI,NO_BACKSLASH_ESCAPES")) {
                    assertThat(ends(new Tokens(sql.toString(), Syntax.ofMode(mode))))
                            .as(sql + " in mode " + mode)
                            .isEqualTo(ends);
                }
            }
        }
        assertThat(safe).isGreaterThan(1000);
    }

    private static List<Integer> ends(Tokens tokens) {
        List<Integer> ends = new ArrayList<>();
        while (tokens.next()) {
            ends.add(tokens.to());
        }
        return ends;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "select 'a', \"b\", `c` | WORD STRING SIGN STRING SIGN NAME",
                "a<=1.5e3-b | WORD SIGN NUMBER SIGN WORD",
                "a.5 | WORD SIGN NUMBER",
                "/*!50000 a */ /* b */ /*+ c */ # d | MARK WORD MARK COMMENT MARK WORD MARK COMMENT",
                "/*!17 */ | MARK NUMBER MARK",
                "/*M!999999\\- x */ a | COMMENT WORD",
                "a */ b | WORD SIGN SIGN WORD",
            })
    void tokensHaveKinds(String sql, String kinds) {
        List<String> found = new ArrayList<>();
        Tokens tokens = new Tokens(sql, Syntax.DEFAULT);
        while (tokens.next()) {
            if (tokens.kind() != Kind.BLANK) {
                found.add(tokens.kind().name());
            }
        }
        assertThat(String.join(" ", found)).isEqualTo(kinds);
    }

    @Test
    void modesSayWhatQuotesAndBackslashesMean() {
        assertThat(Syntax.ofMode("STRICT_TRANS_TABLES")).isEqualTo(Syntax.DEFAULT);
        assertThat(Syntax.ofMode("ansi").quotesNames('"')).isTrue();
        assertThat(Syntax.ofMode("NO_BACKSLASH_ESCAPES, ORACLE"))
                .isEqualTo(Syntax.ofMode("ANSI_QUOTES,NO_BACKSLASH_ESCAPES"));
    }
}
