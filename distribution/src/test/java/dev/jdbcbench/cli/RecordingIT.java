package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.watch.CommandPurpose;
import dev.jdbcbench.watch.Recording;
import dev.jdbcbench.watch.Recording.End;
import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays recorded transactions with real drivers on a real server. */
@OnThisMachine
@Full
class RecordingIT {
    private static final String SELECT = "select total from orders where id = ? and customer = ?";

    private static final List<Statement> STATEMENTS = List.of(
            new Statement("set autocommit=0", CommandPurpose.CHECK),
            new Statement(SELECT, CommandPurpose.READ),
            new Statement("update orders set total = ? where id = ?", CommandPurpose.WRITE),
            new Statement("COMMIT", CommandPurpose.END),
            new Statement("set autocommit=1", CommandPurpose.CHECK),
            new Statement("insert into orders values (?, ?, ?, now())", CommandPurpose.WRITE),
            new Statement("select count(*) from orders where id > ?", CommandPurpose.READ));

    @TempDir
    private Path directory = Path.of("");

    private static Step step(int statement, @Nullable String text, @Nullable List<List<String>> values, int rows) {
        return new Step(statement, 0, 1, 10, 20, 30, 20, 5, rows, false, text, values);
    }

    @Test
    void everyDriverReplaysTransactionsOnADump() throws IOException {
        Transaction order = new Transaction(
                0,
                End.ENDED,
                List.of(
                        step(0, null, null, 0),
                        step(1, SELECT, List.of(List.of("long 2", "text Grace")), 1),
                        step(2, "update orders set total = 7.50 where id = 2", null, 1),
                        step(3, "COMMIT", null, 0),
                        step(4, null, null, 0)));
        Transaction insert = new Transaction(
                0, End.AUTOCOMMIT, List.of(step(5, "insert into orders values (9, 'Ada', 1, now())", null, 1)));
        Transaction unknown = new Transaction(0, End.AUTOCOMMIT, List.of(step(6, null, null, 1)));
        Recording recording = new Recording(
                "recording/1",
                Instant.parse("2026-11-25T10:00:00Z"),
                true,
                0,
                List.of(order, order, order, insert, insert, unknown),
                STATEMENTS,
                10,
                100,
                1,
                0,
                false,
                null);
        Path file = Files.writeString(directory.resolve("shop.json"), Json.pretty(recording));
        Path dump = Files.writeString(directory.resolve("shop.sql"), """
            /*!40101 SET NAMES utf8mb4 */;
            DROP TABLE IF EXISTS `orders`;
            CREATE TABLE `orders` (
              `id` int PRIMARY KEY, `customer` varchar(50), `total` decimal(10,2), `at` datetime
            );
            INSERT INTO `orders` VALUES (1,'Ada; Lovelace',9.50,now()),(2,'Grace',20.00,now());
            DELIMITER ;;
            CREATE TRIGGER tr BEFORE INSERT ON orders FOR EACH ROW BEGIN SET NEW.at = now(); SET NEW.total = 1; END ;;
            DELIMITER ;
            """);
        Ended ended = BenchTest.bench(Words.of(
                "explain --topology local --install portable --recording {} --setup {} --driver mariadb,mysql "
                        + "--results {}",
                file,
                dump,
                directory.resolve("results")));
        assertThat(ended.err())
                .contains(
                        "warning: left out: 1 of 6 transactions: select count(*) from orders where id > ?: its text"
                                + " was not kept",
                        "recorded-1: 3 of 6 transactions, as recorded in mode hit",
                        "recorded-2: 2 of 6 transactions, as recorded in mode text",
                        "shop.json, step 1 (insert into orders values (9, 'Ada', 1, now())) cannot be repeated",
                        "Duplicate entry '9'");
        assertThat(ended.code()).isEqualTo(5);
        assertThat(ended.out())
                .containsPattern("recorded-1 +hit +mariadb .* 5 ")
                .containsPattern("mysql .* 5 ");
    }
}
