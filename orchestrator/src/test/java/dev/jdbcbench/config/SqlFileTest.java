package dev.jdbcbench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.scenario.QuestionMarks;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.SqlScenario.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlFileTest {
    @TempDir
    private Path directory = Path.of("");

    private SqlScenario read(String text) throws IOException {
        return SqlFile.read(Files.writeString(directory.resolve("orders.sql"), text));
    }

    private List<String> problems(String text) {
        List<String> found = new ArrayList<>();
        assertThatThrownBy(() -> read(text))
                .asInstanceOf(type(Failure.Input.class))
                .satisfies(failure ->
                        failure.why().lines().forEach(line -> found.add(line.replace(directory + "/", ""))));
        return found;
    }

    @Test
    void plainStatementIsAValidFile() throws IOException {
        SqlScenario orders = read("select 1\n  + 1;\n");
        assertThat(orders.name()).isEqualTo("orders");
        assertThat(orders.source()).isEqualTo("orders.sql");
        assertThat(orders.statement()).isEqualTo(new Line("select 1\n  + 1", 1));
        assertThat(orders.params()).isEmpty();
    }

    @Test
    void remarksDescribeTheStatement() throws IOException {
        SqlScenario orders = read("""
                -- name: orders-of-day
                -- a comment: of no concern
                -- setup
                create table orders (id int, day date);
                insert into orders
                  values (1, '2026-11-21');
                -- begin
                create procedure p() begin
                  select 1;
                  select 2;
                end;
                -- end
                -- measure
                select * from orders -- why?
                where id = ? and day <> 'what? /* ? */';
                -- param: int 1..9
                -- teardown
                drop table orders;
                """);
        assertThat(orders.name()).isEqualTo("orders-of-day");
        assertThat(orders.setup())
                .containsExactly(
                        new Line("create table orders (id int, day date)", 4),
                        new Line("insert into orders\n  values (1, '2026-11-21')", 5),
                        new Line("create procedure p() begin\n  select 1;\n  select 2;\nend", 8));
        assertThat(orders.statement().line()).isEqualTo(14);
        assertThat(orders.params()).containsExactly("int 1..9");
        assertThat(orders.teardown()).containsExactly(new Line("drop table orders", 18));
    }

    @Test
    void allProblemsAreListedWithTheirLines() {
        assertThat(problems("""
                        -- name: 2nd
                        -- setp: create nothing
                        select ?;
                        select 2;
                        -- param: number 1
                        """))
                .containsExactly(
                        "orders.sql:1:1: the name '2nd' must begin with a letter and have letters, digits, - and _ only",
                        "orders.sql:2:1: unknown remark -- setp: (did you mean setup?)",
                        "orders.sql:4:1: only one statement can be measured; put the others under -- setup or -- teardown",
                        "orders.sql:5:1: -- param: number 1 is none of const VALUE, text LENGTH, int LOW..HIGH or counter START");
    }

    @Test
    void everyPlaceholderNeedsAParameter() {
        assertThat(problems("select ? + ?;\n-- param: int 1..9\n"))
                .singleElement()
                .asString()
                .startsWith("orders.sql:1:1: the statement has 2 question marks, and there are 1 parameters");
        assertThat(problems("-- setup\ncreate table t (a int);\n"))
                .containsExactly("orders.sql:1:1: there is no statement to measure: put -- measure before it");
    }

    @Test
    void builtInScenarioNamesAreReserved() {
        assertThat(problems("-- name: Select1Row\nselect 1"))
                .containsExactly("orders.sql:1:1: the name 'Select1Row' is already that of a built-in scenario");
    }

    @Test
    void missingFileIsNamed() {
        assertThatThrownBy(() -> SqlFile.read(directory.resolve("nosuch.sql")))
                .asInstanceOf(type(Failure.Input.class))
                .satisfies(failure -> assertThat(failure.getMessage()).contains("nosuch.sql"));
    }

    @Test
    void unclosedBodyIsNamed() {
        assertThat(problems("-- setup\n-- begin\ncreate procedure p() begin select 1; end;\n-- measure\ncall p();\n"))
                .containsExactly("orders.sql:4:1: the body after -- begin has no -- end before this");
    }

    @Test
    void questionMarksInLongTextsAreNotPlaceholders() {
        assertThat(QuestionMarks.in("select '" + "?".repeat(100_000) + "', 'it''s ?', `?`, ? /* ? */ # ?"))
                .isEqualTo(1);
    }

    @Test
    void namesIgnoreCase() {
        assertThat(problems("-- name: transaction\nselect 1"))
                .singleElement()
                .asString()
                .contains("'transaction' is already");
    }
}
