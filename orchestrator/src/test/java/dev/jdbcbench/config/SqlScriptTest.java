package dev.jdbcbench.config;

import static dev.jdbcbench.failure.Failing.assertText;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlScriptTest {
    @TempDir
    private Path directory = Path.of("");

    private SetUp read(String text) throws IOException {
        return SqlScript.read(Files.writeString(directory.resolve("shop.sql"), text));
    }

    private List<String> problems(String text) {
        return Problems.of(directory, () -> read(text));
    }

    /** A dump as written by mariadb-dump, with a trigger. */
    @Test
    void dumpIsReadLikeTheClientDoes() throws IOException {
        SetUp setUp = read("""
                /*M!999999\\- enable the sandbox mode */
                -- MariaDB dump 10.19; Host: localhost
                /*!40101 SET @OLD_SQL_MODE=@@SQL_MODE */;
                /*M!100616 SET @OLD_NOTE_VERBOSITY=@@NOTE_VERBOSITY */;

                DROP TABLE IF EXISTS `a;b`;
                CREATE TABLE `a;b` (
                  `id` int(11) NOT NULL, -- the key; it counts
                  `t` text # no more
                );
                INSERT INTO `a;b` VALUES (1,'it''s; \\'; "'),(2,"x;"); select 1; select/*;*/2
                ;
                DELIMITER ;;
                /*!50003 CREATE*/ /*!50003 TRIGGER tr BEFORE INSERT ON `a;b` FOR EACH ROW BEGIN
                  SET NEW.t = 'a';
                  SET NEW.id = 2;
                END */;;
                DELIMITER ;
                UNLOCK TABLES""");
        assertThat(setUp.source()).isEqualTo("shop.sql");
        assertThat(setUp.statements())
                .containsExactly(
                        new Line("/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE */", 3),
                        new Line("/*M!100616 SET @OLD_NOTE_VERBOSITY=@@NOTE_VERBOSITY */", 4),
                        new Line("DROP TABLE IF EXISTS `a;b`", 6),
                        new Line("CREATE TABLE `a;b` (\n  `id` int(11) NOT NULL, \n  `t` text \n)", 7),
                        new Line("INSERT INTO `a;b` VALUES (1,'it''s; \\'; \"'),(2,\"x;\")", 11),
                        new Line("select 1", 11),
                        new Line("select 2", 11),
                        new Line(
                                "/*!50003 CREATE*/ /*!50003 TRIGGER tr BEFORE INSERT ON `a;b` FOR EACH ROW BEGIN\n"
                                        + "  SET NEW.t = 'a';\n  SET NEW.id = 2;\nEND */",
                                14),
                        new Line("UNLOCK TABLES", 19));
    }

    /** What mariadb-dump writes first, for any server and, in older releases, for all. */
    @ParameterizedTest
    @ValueSource(strings = {"/*M!999999\\- enable the sandbox mode */", "/*!999999\\- enable the sandbox mode */"})
    void sandboxLineOfADumpIsNoStatement(String line) throws IOException {
        assertThat(read(line + "\n-- MariaDB dump\nDROP TABLE IF EXISTS `a`;\n").statements())
                .containsExactly(new Line("DROP TABLE IF EXISTS `a`", 3));
    }

    @Test
    void minusIsNotAComment() throws IOException {
        assertThat(read("select 5--3;").statements()).containsExactly(new Line("select 5--3", 1));
    }

    /** A dump switches the mode for each trigger. */
    @Test
    void modesThatTheScriptSetsAreFollowed() throws IOException {
        assertThat(read("""
                        set names utf8mb4, sql_mode = 'NO_BACKSLASH_ESCAPES';
                        select '\\'; select 1;
                        /*!50003 SET sql_mode = 'ANSI_QUOTES' */ ;
                        select 1 as "\\"; select '\\'; ';
                        SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES';
                        SET sql_mode = @saved;
                        select '\\'; ';
                        """).statements())
                .extracting(Line::sql)
                .containsExactly(
                        "set names utf8mb4, sql_mode = 'NO_BACKSLASH_ESCAPES'",
                        "select '\\'",
                        "select 1",
                        "/*!50003 SET sql_mode = 'ANSI_QUOTES' */",
                        "select 1 as \"\\\"",
                        "select '\\'; '",
                        "SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES'",
                        "SET sql_mode = @saved",
                        "select '\\'; '");
    }

    @Test
    void delimiterMayBeOfLettersAndHaveAComment() throws IOException {
        assertThat(
                        read("delimiter $$ -- of this routine\ncreate procedure p() begin select 1; end$$\nDELIMITER ;\nselect 1;")
                                .statements())
                .containsExactly(new Line("create procedure p() begin select 1; end", 2), new Line("select 1", 4));
        assertThat(problems("select 1;\nDELIMITER\n;create procedure p() begin select 1; end;"))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("shop.sql:2:1: this is a command of the client"),
                        second -> assertThat(second).startsWith("shop.sql:3:1: this is the end of a body"));
    }

    @Test
    void delimiterIsKnownInFilesOfWindowsAndBehindAComment() throws IOException {
        assertThat(
                        read("/* a routine */\r\nDELIMITER //\r\ncreate procedure p() begin select 1; end//\r\nDELIMITER ;\r\nselect 1;\r\n")
                                .statements())
                .extracting(Line::sql)
                .containsExactly("create procedure p() begin select 1; end", "select 1");
    }

    @Test
    void modesOfOtherSessionsAreNotFollowed() throws IOException {
        for (String other :
                List.of("@@global.sql_mode", "global sql_mode", "persist sql_mode", "@@persist_only.sql_mode")) {
            assertThat(read("set " + other + " = 'NO_BACKSLASH_ESCAPES'; select 'a\\'; b';")
                            .statements())
                    .as(other)
                    .hasSize(2);
        }
    }

    @Test
    void allProblemsAreListedWithTheirLines() {
        assertThat(problems("""
                        CREATE DATABASE /*!32312 IF NOT EXISTS*/ `shop`;

                        USE `shop`;
                        source other.sql
                        ;
                        delete from `shop`.orders;
                        create user a identified by 'secret';
                        """))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("shop.sql:1:1: CREATE DATABASE: the run has a schema of its own"),
                        second -> assertThat(second).startsWith("shop.sql:3:1: USE: the run has a schema of its own"),
                        third -> assertThat(third).startsWith("shop.sql:4:1: this is a command of the client"),
                        fourth -> assertThat(fourth).startsWith("shop.sql:6:1: it changes the schema shop"),
                        fifth -> assertThat(fifth)
                                .startsWith("shop.sql:7:1: the password of an account must not be here"));
        assertThat(problems("-- nothing\n")).containsExactly("shop.sql:1:1: it has no statement");
    }

    /** The account of a run has no privileges beyond its schema. */
    @Test
    void whatNeedsMorePrivilegesIsRefusedWithARemedy() throws IOException {
        assertThat(problems("""
                        CREATE TABLE orders (id int primary key, definer int);
                        /*!50013 CREATE DEFINER=`app`@`%` VIEW v AS select id from orders */;
                        /*!50001 CREATE ALGORITHM=UNDEFINED */
                        /*!50013 DEFINER=`root`@`localhost` SQL SECURITY DEFINER */
                        /*!50001 VIEW `w` AS SELECT 1 */;
                        SET @@SESSION.SQL_LOG_BIN= 0;
                        """))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("shop.sql:2:1: DEFINER is another account"),
                        second -> assertThat(second).startsWith("shop.sql:3:1: DEFINER is another account"),
                        third -> assertThat(third)
                                .isEqualTo("shop.sql:6:1: the run's account may not set SQL_LOG_BIN: dump with"
                                        + " --set-gtid-purged=OFF, or remove it"));
        assertThat(read("""
                        create definer = current_user view v as select 1;
                        insert into t values ('CREATE DEFINER=x, sql_log_bin=0');
                        create table t (a text default 'definer=x');
                        set @log = @@sql_log_bin;
                        """).statements()).hasSize(4);
    }

    @Test
    void binaryAndTooLargeFilesAreRefused() throws IOException {
        Path binary = Files.write(directory.resolve("binary.sql"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertText(Failure.Input.class, () -> SqlScript.read(binary)).contains("it is not text in UTF-8", "--hex-blob");
        Path large = Files.write(directory.resolve("large.sql"), new byte[SqlScript.LARGEST + 1]);
        assertText(Failure.Input.class, () -> SqlScript.read(large)).contains("at most 8388608 are read");
    }
}
