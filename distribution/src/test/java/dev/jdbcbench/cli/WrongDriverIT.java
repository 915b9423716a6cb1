package dev.jdbcbench.cli;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.driver.DriverCatalogue;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Drivers that do less than the operation needs, and are faster for it: each fails its check. */
@OnThisMachine
class WrongDriverIT {
    private static final String RIGHT = "none";
    private static final String EVEN_LATER = ", even after 3 s, through that address";
    private static final String NO_ROWS =
            "wrong result: after commit, another session sees 0 rows instead of 100" + EVEN_LATER;
    private static final String INSERT = "insert into orders (customer, number, kind, version) values (?, ?, 7, 1)";
    private static final String CANCELLED = "insert into orders (customer, number) values ('Grace', 5)";

    @TempDir
    private Path directory = Path.of("");

    private Path real = Path.of("");

    @BeforeEach
    void resolveTheRealDriver() {
        String version = DriverCatalogue.MARIADB.defaultVersion();
        real = new Artifacts((name, bytes, total) -> {})
                .resolve(DriverCatalogue.MARIADB.coordinates(version) + ":" + version);
    }

    private String driver(String fault) {
        return "mariadb@"
                + DriverJar.of(
                        directory, fault, "/wrong/Driver.java.txt", Map.of("@FAULT@", fault), Map.of("real.jar", real));
    }

    private Ended explain(List<String> faults, String... words) {
        String drivers = faults.stream().map(this::driver).collect(Collectors.joining(","));
        List<String> all = new ArrayList<>(List.of(
                "explain",
                "--no-own",
                "--topology",
                "local",
                "--install",
                "portable",
                "--driver",
                drivers,
                "--format",
                "json",
                "--results",
                directory.resolve("results").toString()));
        all.addAll(List.of(words));
        return bench(all.toArray(String[]::new));
    }

    /** The reason by driver, scenario and mode; ok without one. */
    private static Map<String, String> reasons(Ended ended) {
        Map<String, String> reasons = new TreeMap<>();
        for (JsonNode cell : Json.read(ended.out(), JsonNode.class).get("cells")) {
            reasons.put(
                    cell.get("driverVersion").asString().replace("+jar", "") + " "
                            + cell.get("scenario").asString() + " "
                            + cell.get("mode").asString(),
                    cell.get("reason").isNull()
                            ? "ok"
                            : cell.get("reason").asString().replace(" (logs/agent.log)", ""));
        }
        return reasons;
    }

    private Map<String, String> builtIn(String... faults) {
        Ended ended =
                explain(List.of(faults), "--scenario", "TransactionBatch100,InsertBatch100", "--mode", "text,rewrite");
        assertThat(ended.code()).as(ended.err()).isEqualTo(5);
        return reasons(ended);
    }

    @Test
    void builtInScenariosAreJudgedByAnotherSession() {
        Map<String, String> reasons = builtIn(RIGHT, "skip-commit", "lose-rows", "lose-literals", "swallow", "no-info");
        String rowMissing = "wrong result: the rows added to bench_insert_batch_100 should be 100 but is 99";
        String swallowed =
                "wrong result: inserting rows with duplicate keys ends without an error: the driver swallows it";
        assertThat(reasons)
                .containsEntry("none TransactionBatch100 text", "ok")
                .containsEntry("none TransactionBatch100 rewrite", "ok")
                .containsEntry("none InsertBatch100 text", "ok")
                .containsEntry("skip-commit TransactionBatch100 text", NO_ROWS)
                .containsEntry("skip-commit TransactionBatch100 rewrite", NO_ROWS)
                .containsEntry("lose-rows InsertBatch100 text", rowMissing)
                .containsEntry("lose-rows InsertBatch100 rewrite", rowMissing)
                .containsEntry("lose-literals TransactionBatch100 text", "ok")
                .containsEntry("swallow TransactionBatch100 text", swallowed)
                .containsEntry("swallow InsertBatch100 rewrite", swallowed)
                .containsEntry(
                        "no-info TransactionBatch100 text", "wrong result: an update count should be 1 but is -2")
                .containsEntry("no-info TransactionBatch100 rewrite", "ok");
        assertThat(reasons.get("lose-literals TransactionBatch100 rewrite"))
                .matches("wrong result: after commit, row 1 for another session .* should be \\w+\\|0\\|7\\|1"
                        + " but is \\w+\\|0\\|0\\|0" + EVEN_LATER);
    }

    @Test
    @Full
    void endsOfBuiltInTransactionsAreJudgedByAnotherSession() {
        String tooMany = "wrong result: after rollback, another session sees 200 rows instead of 100" + EVEN_LATER;
        assertThat(builtIn("rollback-for-commit", "skip-rollback", "commit-for-rollback"))
                .containsEntry("rollback-for-commit TransactionBatch100 text", NO_ROWS)
                .containsEntry("skip-rollback TransactionBatch100 text", tooMany)
                .containsEntry("commit-for-rollback TransactionBatch100 text", tooMany);
    }

    @Test
    void transactionsAreJudgedByAnotherSession() {
        Ended ended = explain(
                List.of(RIGHT, "skip-commit", "skip-rollback", "commit-for-rollback"),
                "--scenario",
                "Transaction,PoolAutoCommit",
                "--mode",
                "text");
        assertThat(ended.code()).as(ended.err()).isEqualTo(5);
        Map<String, String> reasons = reasons(ended);
        assertThat(reasons)
                .containsEntry("none Transaction text", "ok")
                .containsEntry("none PoolAutoCommit text", "ok")
                .containsEntry(
                        "skip-commit PoolAutoCommit text", "per operation, the server sees 0 commits instead of 1");
        assertThat(reasons.get("skip-commit Transaction text"))
                .startsWith("wrong result: after commit, the balance for another session");
        assertThat(reasons.get("skip-rollback Transaction text"))
                .startsWith("wrong result: after rollback, the balance for another session");
        assertThat(reasons.get("commit-for-rollback Transaction text"))
                .startsWith("wrong result: after rollback, the balance for another session");
    }

    private static Step step(int statement, @Nullable String text, @Nullable List<List<String>> values, int rows) {
        return new Step(statement, 0, 1, 10, 20, 30, 20, 5, rows, false, text, values);
    }

    private Path recording() throws IOException {
        List<Statement> statements = List.of(
                new Statement("set autocommit=0", CommandPurpose.CHECK),
                new Statement(INSERT.replace("7, 1", "?, ?"), CommandPurpose.WRITE),
                new Statement("COMMIT", CommandPurpose.END),
                new Statement("set autocommit=1", CommandPurpose.CHECK),
                new Statement("insert into orders (customer, number) values (?, ?)", CommandPurpose.WRITE),
                new Statement("ROLLBACK", CommandPurpose.END));
        List<List<String>> rows = IntStream.range(0, 10)
                .mapToObj(row -> List.of("text Ada " + row, "long " + row))
                .toList();
        Transaction batch = new Transaction(
                0,
                End.ENDED,
                List.of(
                        step(0, null, null, 0),
                        step(1, INSERT, rows, 10),
                        step(2, null, null, 0),
                        step(3, null, null, 0)));
        Transaction cancelled = new Transaction(
                0,
                End.ENDED,
                List.of(
                        step(0, null, null, 0),
                        step(4, CANCELLED, null, 1),
                        step(5, null, null, 0),
                        step(3, null, null, 0)));
        Recording recording = new Recording(
                "recording/1",
                Instant.parse("2026-11-25T10:00:00Z"),
                true,
                0,
                List.of(batch, batch, cancelled),
                statements,
                10,
                100,
                1,
                0,
                false,
                null);
        return Files.writeString(directory.resolve("shop.json"), Json.pretty(recording));
    }

    private Map<String, String> recorded(String... faults) throws IOException {
        Path dump = Files.writeString(directory.resolve("shop.sql"), """
            create table orders (
              id int auto_increment primary key, customer varchar(50), number int, kind int, version int,
              at datetime default current_timestamp
            ) engine = InnoDB;
            """);
        Ended ended = explain(
                List.of(faults),
                "--recording",
                recording().toString(),
                "--setup",
                dump.toString(),
                "--mode",
                "text,hit");
        assertThat(ended.code()).as(ended.err()).isEqualTo(5);
        return reasons(ended);
    }

    private static void assertRowsAreMissed(Map<String, String> reasons, String... cells) {
        for (String cell : cells) {
            assertThat(reasons.get(cell))
                    .as(cell)
                    .matches("wrong result: another session sees the number of rows of orders as \\d+ instead of \\d+"
                            + EVEN_LATER);
        }
    }

    @Test
    void recordingsAreJudgedByAnotherSession() throws IOException {
        Map<String, String> reasons = recorded(RIGHT, "skip-commit", "skip-rollback", "lose-rows", "no-info");
        assertThat(reasons)
                .containsEntry("none recorded-1 hit", "ok")
                .containsEntry("none recorded-2 text", "ok")
                .containsEntry("no-info recorded-1 hit", "ok")
                .containsEntry("skip-rollback recorded-1 hit", "ok")
                .containsEntry(
                        "skip-rollback recorded-2 text", "per operation, the server sees 0 rollbacks instead of 1");
        assertRowsAreMissed(reasons, "skip-commit recorded-1 hit", "lose-rows recorded-1 hit");
    }

    @Test
    @Full
    void endsOfRecordedTransactionsAreJudgedByAnotherSession() throws IOException {
        assertRowsAreMissed(
                recorded("rollback-for-commit", "commit-for-rollback"),
                "rollback-for-commit recorded-1 hit",
                "commit-for-rollback recorded-2 text");
    }

    /** What text and binary protocol write differently is equal in value; what differs in value is found. */
    @Test
    void valuesAreComparedAndNotTheirForm() throws IOException {
        Path dump = Files.writeString(directory.resolve("bill.sql"), """
                create table bill (
                  id int auto_increment primary key, label char(20), code varchar(60), doc json,
                  amount decimal(20, 10), paid timestamp null, at datetime(3), due date, moved datetime default current_timestamp
                ) engine = InnoDB;
                """);
        String insert = "insert into bill (label, code, doc, amount, paid, at, due) values (?, ?, ?, ?, ?, ?, ?)";
        List<Statement> statements = List.of(
                new Statement("set autocommit=0", CommandPurpose.CHECK),
                new Statement(insert, CommandPurpose.WRITE),
                new Statement("COMMIT", CommandPurpose.END),
                new Statement("set autocommit=1", CommandPurpose.CHECK));
        String time = "datetime 2026-03-04T05:06:07";
        List<List<String>> rows = List.of(
                List.of("text Ada ", "double 1.0", "text {\"a\": 1.50}", "decimal 1.50", time, time + ".25", time),
                List.of("double 0.1", time, "text [1, 2]", "double 0.1", time, time, "date 2026-03-04"),
                List.of("decimal 2.500", time + ".5", "text 1", "decimal 7", time, time + ".250", "text 2026-03-04"),
                List.of("long 7", "double 1234567.125", "text null", "double 3.0", time, time, time));
        Transaction batch = new Transaction(
                0,
                End.ENDED,
                List.of(
                        step(0, null, null, 0),
                        step(1, insert, rows, 4),
                        step(2, null, null, 0),
                        step(3, null, null, 0)));
        Recording recording = new Recording(
                "recording/1",
                Instant.parse("2026-11-25T10:00:00Z"),
                true,
                0,
                List.of(batch, batch),
                statements,
                10,
                100,
                1,
                0,
                false,
                null);
        Ended ended = bench(
                "explain",
                "--no-own",
                "--topology",
                "local",
                "--install",
                "portable",
                "--driver",
                driver(RIGHT) + "," + driver("cut-decimals") + "," + driver("shift-times") + ",mysql",
                "--format",
                "json",
                "--results",
                directory.resolve("results").toString(),
                "--recording",
                Files.writeString(directory.resolve("bill.json"), Json.pretty(recording))
                        .toString(),
                "--setup",
                dump.toString(),
                "--mode",
                "text,hit");
        Map<String, String> reasons = reasons(ended);
        assertThat(reasons)
                .containsEntry("none recorded-1 hit", "ok")
                .containsEntry("26.10.0 recorded-1 text", "ok")
                .containsEntry("26.10.0 recorded-1 hit", "ok");
        assertThat(reasons.get("cut-decimals recorded-1 hit"))
                .startsWith("wrong result: another session sees the checksum of bill.");
        assertThat(reasons.get("shift-times recorded-1 hit"))
                .startsWith("wrong result: another session sees the checksum of bill.");
    }

    /** Without a transaction, each statement is kept at once. */
    @Test
    void ownStatementsThatWriteAreJudgedByAnotherSession() throws IOException {
        Ended ended = explain(
                List.of(RIGHT, "lose-writes"),
                "--sql",
                Files.writeString(directory.resolve("stock.sql"), "UPDATE stock SET n = n + 1 WHERE id = 1;\n")
                        .toString(),
                "--setup",
                Files.writeString(directory.resolve("data.sql"), """
                        CREATE TABLE stock (id INT PRIMARY KEY, n INT) ENGINE = InnoDB;
                        INSERT INTO stock VALUES (1, 1);
                        """).toString(),
                "--mode",
                "text,hit");
        Map<String, String> reasons = reasons(ended);
        assertThat(reasons)
                .containsEntry("none stock text", "ok")
                .containsEntry("none stock hit", "ok")
                .containsEntry("lose-writes stock text", "ok");
        assertThat(reasons.get("lose-writes stock hit"))
                .startsWith("wrong result: another session sees the checksum of stock.n as ");
    }

    @Test
    void fewerRoundTripsOfAWrongDriverFailTheGate() {
        Path junit = directory.resolve("junit.xml");
        Ended ended = bench(Words.of(
                "compare {} {} --install portable --scenario TransactionBatch100 --mode text --fail-above 5% "
                        + "--counts-only --junit {} --results {}",
                driver(RIGHT), driver("skip-commit"), junit, directory.resolve("results")));
        assertThat(ended.code()).as(ended.err()).isEqualTo(7);
        assertThat(ended.err()).contains("skip-commit+jar does not do all that mariadb none+jar does");
        assertThat(ended.out()).containsPattern("another\\s+session sees 0 rows instead of 100");
        assertThat(junit).content().contains("failures=\"1\"");
    }
}
