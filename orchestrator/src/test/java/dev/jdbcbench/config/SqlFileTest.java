package dev.jdbcbench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.SqlScenario.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        return Problems.of(directory, () -> read(text));
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
                .startsWith("orders.sql:1:1: the statement has 2 question marks, and there is 1 parameter (");
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
    void questionMarksInLongTextsAreNotPlaceholders() throws IOException {
        String text = "select '" + "?".repeat(100_000) + "', 'it''s ?', `?`, ? /* ? */ # ?\n;\n-- param: int 1..2\n";
        assertThat(read(text).params()).hasSize(1);
    }

    @Test
    void minusIsNotAComment() throws IOException {
        assertThat(read("-- name: x\n-- measure\nselect 5--1, ?;\n-- param: int 1..2\n")
                        .statement())
                .isEqualTo(new Line("select 5--1, ?", 3));
    }

    /** It is understood as in a file for --setup. */
    @Test
    void delimiterIsUnderstood() throws IOException {
        SqlScenario x = read("""
                -- name: x
                -- setup
                create table t (a int); insert into t values (';'); -- two; and a comment
                DELIMITER //
                create procedure p() begin select 1; end//
                create procedure q() begin
                  select 2;
                end;
                //
                DELIMITER ;
                -- measure
                call p();
                """);
        assertThat(x.setup())
                .containsExactly(
                        new Line("create table t (a int)", 3),
                        new Line("insert into t values (';')", 3),
                        new Line("create procedure p() begin select 1; end", 5),
                        new Line("create procedure q() begin\n  select 2;\nend", 6));
        assertThat(x.statement()).isEqualTo(new Line("call p()", 12));
    }

    @Test
    void statementOfSeveralPartsIsRefusedBeforeAnythingRuns() {
        assertThat(problems("-- setup\ncreate procedure p() begin select 1; end;\n-- measure\ncall p()"))
                .singleElement()
                .asString()
                .startsWith("orders.sql:2:1: this is the end of a body with semicolons: write a line DELIMITER //");
        assertThat(problems("select 1; select 2;"))
                .containsExactly(
                        "orders.sql:1:1: only one statement can be measured; put the others under -- setup or -- teardown");
    }

    /** On some servers, it would have one parameter more. */
    @Test
    void questionMarkInACommentThatOnlySomeServersExecuteIsRefused() {
        assertThat(problems("select ? /*!80000 + ? */;\n-- param: int 1..9\n"))
                .singleElement()
                .asString()
                .contains("has question marks in a comment that only some servers execute");
    }

    @Test
    void remarksInTextsAndCommentsAreNoRemarks() throws IOException {
        assertThat(read("select '\n-- setup\n' /*\n-- measure\n*/;").statement().sql())
                .isEqualTo("select '\n-- setup\n' /*\n-- measure\n*/");
    }

    /** A tool or proxy may read them. */
    @Test
    void commentsOfTheMeasuredStatementStay() throws IOException {
        assertThat(read("-- why\n/* ping */ select 1 -- it; is\n;\n/* the end */")
                        .statement())
                .isEqualTo(new Line("/* ping */ select 1 -- it; is", 2));
    }

    @Test
    void namesIgnoreCase() {
        assertThat(problems("-- name: transaction\nselect 1"))
                .singleElement()
                .asString()
                .contains("'transaction' is already");
    }
}
