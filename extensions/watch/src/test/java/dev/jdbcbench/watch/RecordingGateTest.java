package dev.jdbcbench.watch;

import static dev.jdbcbench.cli.BenchTest.bench;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.watch.Recording.End;
import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingGateTest {
    private static final String JOIN =
            "select c.id, o.total from customers c join orders o on o.customer = c.id where c.id < ?";

    private static final String CUSTOMERS = "select id from customers where id < ?";
    private static final String ORDERS = "select total from orders where customer = ?";
    private static final String INSERT = "insert into log values (?)";

    private static final Map<String, CommandPurpose> PURPOSES = Map.of(
            "COMMIT",
            CommandPurpose.END,
            "COM_PING",
            CommandPurpose.CHECK,
            "set autocommit=0",
            CommandPurpose.CHECK,
            INSERT,
            CommandPurpose.WRITE);

    @TempDir
    private Path directory = Path.of("");

    /** A recording of these transactions, or of what is outside of them; each step is a round trip of 100 bytes. */
    private String recording(String name, int unread, List<List<String>> transactions) throws IOException {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        transactions.stream().flatMap(List::stream).forEach(text -> numbers.putIfAbsent(text, numbers.size()));
        Recording recording = new Recording(
                "recording/1",
                Instant.parse("2026-11-25T10:00:00Z"),
                false,
                0,
                transactions.stream()
                        .map(one -> new Transaction(
                                0,
                                one.contains("COMMIT") ? End.ENDED : End.AUTOCOMMIT,
                                one.stream()
                                        .map(text -> new Step(
                                                numbers.getOrDefault(text, 0),
                                                0,
                                                1,
                                                40,
                                                60,
                                                30,
                                                20,
                                                5,
                                                1,
                                                false,
                                                null,
                                                null))
                                        .toList()))
                        .toList(),
                numbers.keySet().stream()
                        .map(text -> new Statement(text, PURPOSES.getOrDefault(text, CommandPurpose.READ)))
                        .toList(),
                10,
                100,
                1,
                unread,
                false,
                null);
        Path file = directory.resolve(name);
        return Files.writeString(file, Json.pretty(recording)).toString();
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private String recording(String name, List<String>... transactions) throws IOException {
        return recording(name, 0, Arrays.asList(transactions));
    }

    private static List<String> loop(int times) {
        return Stream.of(
                        List.of(CUSTOMERS),
                        IntStream.range(0, times).mapToObj(i -> ORDERS).toList(),
                        List.of("COMMIT"))
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void additionalStatementFailsWithBothSidesInEveryFile() throws IOException {
        String before = recording("before.json", List.of(INSERT, "COMMIT"), List.of(CUSTOMERS));
        String after = recording("after.json", List.of(INSERT, INSERT, "COMMIT"), List.of(CUSTOMERS));
        Path summary = directory.resolve("table.md");
        Path junit = directory.resolve("junit.xml");
        Ended ended = bench(
                "explain", "--compare", before, after, "--summary", summary.toString(), "--junit", junit.toString());
        ended.assertEnds(7)
                .contains("1 of 2 kinds of transactions needs more than in " + before)
                .contains(INSERT + ": round trips 2 → 3, statements 2 → 3, bytes 200 → 300");
        assertThat(ended.out()).startsWith("FAILED: " + before + " → " + after + "\n");
        assertThat(summary)
                .content()
                .startsWith("### FAILED: ")
                .contains("\n\n**insert into log values (?): round trips 2 → 3, statements 2 → 3, bytes 200 → 300.**\n")
                .contains("| ▲ insert into log values (?) | 1 | 2 → 3 | 2 → 3 | 200 → 300 |")
                .contains("- insert into log values (?)\n+ insert into log values (?) (2×)\n")
                .contains("Repeat it: `bench explain --compare ")
                .endsWith("<!-- bench: files -->\n");
        assertThat(junit)
                .content()
                .contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\"")
                .contains(
                        "<testcase classname=\"bench.transaction\" name=\"insert into log values (?)\"><failure message=")
                .contains("+ insert into log values (?) (2×)</failure>");
    }

    @Test
    void loopThatReplacesAJoinFails() throws IOException {
        String before = recording("before.json", List.of(JOIN, "COMMIT"), List.of(INSERT));
        Ended ended = bench("explain", "--compare", before, recording("after.json", loop(20), List.of(INSERT)));
        assertThat(ended.code()).as(ended.out()).isEqualTo(7);
        assertThat(ended.err()).contains("round trips 2 → 22");
        assertThat(ended.out()).contains("- " + JOIN, "+ " + ORDERS + " (20×)");
    }

    @Test
    void kindsThatResembleEachOtherMostAreCompared() throws IOException {
        String log = "insert into orders (customer, total) values (?, ?)";
        String before = recording("before.json", List.of(JOIN, "COMMIT"), List.of(log, "COMMIT"));
        String after =
                recording("after.json", List.of(log, "update customers set name = ? where id = ?", "COMMIT"), loop(20));
        bench("explain", "--compare", before, after)
                .assertEnds(7)
                .containsPattern("select c.id, o.total[^|]+: round trips 2 → 22")
                .contains(log + ": round trips 2 → 3");
    }

    @Test
    void longerLoopFailsAndAShorterOneDoesNot() throws IOException {
        String five = recording("five.json", loop(5));
        String twenty = recording("twenty.json", loop(20));
        assertThat(bench("explain", "--compare", five, twenty).code()).isEqualTo(7);
        Ended shorter = bench("explain", "--compare", twenty, five);
        assertThat(shorter.code()).isZero();
        assertThat(shorter.out())
                .startsWith("PASSED")
                .contains("▼ better " + CUSTOMERS)
                .contains("22 → 7");
    }

    /** Their number depends on how long connections were idle. */
    @Test
    void testsOfConnectionsAndNewTransactionsDoNotFail() throws IOException {
        String before = recording("before.json", List.of(INSERT, "COMMIT"));
        String after = recording("after.json", List.of("COM_PING", INSERT, "COMMIT"), loop(20), List.of("COM_PING"));
        Ended ended = bench("explain", "--compare", before, after);
        assertThat(ended.code()).as(ended.out()).isZero();
        assertThat(ended.out())
                .startsWith("PASSED")
                .contains("new " + CUSTOMERS)
                .doesNotContain("COM_PING");
        String session = recording("session.json", List.of("set autocommit=0", INSERT, "COMMIT"));
        assertThat(bench("explain", "--compare", before, session).code()).isEqualTo(7);
    }

    private static List<List<String>> alone(int times, String... statements) {
        return Stream.generate(() -> Arrays.stream(statements).map(List::of).toList())
                .limit(times)
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void statementAddedOutsideOfTransactionsFails() throws IOException {
        String before = recording("before.json", 0, alone(10, CUSTOMERS, INSERT));
        String after = recording("after.json", 0, alone(10, CUSTOMERS, ORDERS, INSERT));
        Path summary = directory.resolve("table.md");
        Ended ended = bench("explain", "--compare", before, after, "--summary", summary.toString());
        assertThat(ended.code()).as(ended.out()).isEqualTo(7);
        assertThat(ended.err())
                .contains("1 statement outside of transactions is new, compared with " + before)
                .contains(ORDERS + ": new outside of transactions, 10 times, 1 round trip, 1 statement, 100 bytes");
        assertThat(summary)
                .content()
                .startsWith("### FAILED: ")
                .contains("| ▲ " + ORDERS + " | 10 | 1 | 1 | 100 |", "+ " + ORDERS + "\n");
        assertThat(bench("explain", "--compare", before, after, "--fail-above", "1 round trip")
                        .code())
                .isZero();
        bench("explain", "--compare", before, recording("both.json", 0, alone(10, CUSTOMERS, ORDERS, INSERT, INSERT)))
                .assertEnds(7)
                .contains("1 of 2 kinds of transactions needs more, and 1 statement outside of transactions is new");
    }

    /** A loop of queries instead of a join; both recordings have other work in common. */
    @Test
    void statementThatIsSentMoreOftenOutsideOfTransactionsFails() throws IOException {
        String before = recording("before.json", 0, alone(10, CUSTOMERS, INSERT));
        String after = recording("after.json", 0, alone(10, CUSTOMERS, INSERT, CUSTOMERS));
        Ended ended = bench("explain", "--compare", before, after);
        assertThat(ended.code()).as(ended.out()).isEqualTo(7);
        assertThat(ended.err()).contains(CUSTOMERS + ": sent 10 → 20 times outside of transactions, round trips 1 → 2");
        assertThat(bench("explain", "--compare", after, before).code()).isZero();
    }

    /** A new test sends its statements a few times, and a longer recording sends everything more often. */
    @Test
    void fewNewStatementsAndMoreOfTheSameWorkPass() throws IOException {
        String before = recording("before.json", 0, alone(10, CUSTOMERS, INSERT));
        List<List<String>> tested = new ArrayList<>(alone(10, CUSTOMERS, INSERT));
        tested.addAll(alone(2, ORDERS, CUSTOMERS));
        Ended test = bench("explain", "--compare", before, recording("test.json", 0, tested));
        assertThat(test.code()).as(test.out()).isZero();
        assertThat(test.out()).startsWith("PASSED").contains("new " + ORDERS);
        Ended longer = bench("explain", "--compare", before, recording("longer.json", 0, alone(30, CUSTOMERS, INSERT)));
        assertThat(longer.code()).as(longer.out()).isZero();
    }

    @Test
    void moreBytesOfTheSameStatementsFail() throws IOException {
        String before = recording("before.json", List.of(INSERT, "COMMIT"));
        String after = Files.writeString(
                        directory.resolve("after.json"),
                        Files.readString(Path.of(before)).replace("\"bytesUp\" : 40", "\"bytesUp\" : 42"))
                .toString();
        Ended ended = bench("explain", "--compare", before, after);
        ended.assertEnds(7).contains("bytes 200 → 204");
        assertThat(ended.out()).contains("the statements are the same");
    }

    @Test
    void allowedIncreasePasses() throws IOException {
        String before = recording("before.json", loop(5));
        String after = recording("after.json", loop(7));
        assertThat(bench("explain", "--compare", before, after, "--fail-above", "2 round trips")
                        .code())
                .isZero();
        assertThat(bench("explain", "--compare", before, after, "--fail-above", "1 round trip")
                        .code())
                .isEqualTo(7);
        assertThat(bench("explain", "--compare", before, after, "--fail-above", "29%")
                        .code())
                .isZero();
        assertThat(bench("explain", "--compare", before, after, "--fail-above", "28%")
                        .code())
                .isEqualTo(7);
        assertThat(bench("explain", "--compare", before, after, "--fail-above", "1 K bytes, 2 round-trips")
                        .code())
                .isZero();
    }

    @Test
    void whatCannotBeJudgedEndsWith5UnlessSomethingFails() throws IOException {
        String before = recording("before.json", List.of(INSERT));
        Ended other = bench("explain", "--compare", before, recording("other.json", List.of(CUSTOMERS)));
        other.assertEnds(5).contains("no kind of transactions is in both recordings");
        assertThat(other.out()).startsWith("UNDECIDED");
        Path junit = directory.resolve("junit.xml");
        bench(
                        "explain",
                        "--compare",
                        before,
                        recording("unread.json", 1, List.of(List.of(INSERT))),
                        "--junit",
                        junit.toString())
                .assertEnds(5)
                .contains("1 of 1 connections could not be read");
        assertThat(junit).content().contains("errors=\"1\"");
        bench("explain", "--compare", before, recording("b.json", 1, List.of(List.of(INSERT, INSERT))))
                .assertEnds(7)
                .contains("round trips 1 → 2", "also not judged: ");
    }

    @Test
    void budgetIsForEachTransaction() throws IOException {
        String shop = recording("shop.json", loop(3), loop(3), loop(12), List.of(INSERT));
        Ended within = bench("explain", shop, "--fail-above", "14 round trips,14 statements,1400 bytes");
        assertThat(within.code()).as(within.err()).isZero();
        assertThat(within.out()).startsWith("PASSED: " + shop).contains("No transaction of 2 kinds needs more");
        Ended above = bench("explain", shop, "--fail-above", "10 round trips", "--format", "json");
        above.assertEnds(7)
                .contains("1 of 2 kinds of transactions needs more than 10 round trips")
                .contains("14 round trips in the largest of 3, 8 on average");
        assertThat(above.out()).contains("\"schema\" : \"recording-gate/1\"", "\"verdict\" : \"FAILED\"");
        bench("explain", recording("empty.json"), "--fail-above", "10 round trips")
                .assertEnds(5)
                .contains("the recording has no transaction: did the application connect to the relay");
    }

    @Test
    void summaryHasAtMost60Lines() throws IOException {
        List<List<String>> before = new ArrayList<>();
        List<List<String>> after = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            List<String> steps =
                    IntStream.range(0, 20).mapToObj(step -> "select " + step).toList();
            before.add(Stream.concat(Stream.of("select a from t" + i), steps.stream())
                    .toList());
            after.add(Stream.of(List.of("select a from t" + i), steps, List.of("select z", "COMMIT"))
                    .flatMap(List::stream)
                    .toList());
        }
        Path summary = directory.resolve("table.md");
        bench(
                        "explain",
                        "--compare",
                        recording("before.json", 0, before),
                        recording("after.json", 0, after),
                        "--summary",
                        summary.toString())
                .assertEnds(7)
                .contains("40 of 40 kinds of transactions need more", "and 30 more");
        assertThat(Files.readAllLines(summary)).hasSizeLessThanOrEqualTo(60);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10 | 10 does not say of what: round trips, statements or bytes",
                "ten round trips | ten round trips is no number of round trips, statements or bytes",
                "10 ms | 10 ms is a time, which depends on the machine",
                "10 statments | 10 statments is neither round trips, statements nor bytes (did you mean statements?)",
                "-1 statements | -1 statements is no number",
                "'' | an empty limit is no number",
                "1 statement,2 statements | limits statements twice",
                "5% | 5% is a share of a base, and there is none"
            })
    void malformedLimitEndsWith2AndSaysWhatIsWrong(String limit, String message) throws IOException {
        Ended ended = bench("explain", recording("shop.json", loop(3)), "--fail-above", limit);
        assertThat(ended.err())
                .contains(message, "For instance: --fail-above '10 round trips,20 statements,64K bytes'");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void optionsThatDoNotFitEndWith2() throws IOException {
        String shop = recording("shop.json", loop(3));
        assertThat(bench("explain", "--fail-above", "5 statements").err()).contains("--fail-above needs a recording");
        assertThat(bench("explain", "--junit", "x.xml").err())
                .contains("--summary and --junit need --compare, or --fail-above with a recording");
        assertThat(bench("explain", shop, "--junit", directory.resolve("x.xml").toString())
                        .err())
                .contains("no limit is given for a transaction");
        assertThat(bench("explain", "--compare", shop, shop, "--format", "html").err())
                .contains("--format html is a page of a recording, which judges nothing");
        assertThat(bench("explain", "--compare", shop, "mariadb").err())
                .contains("cannot read the recording mariadb", "no such file");
        assertThat(bench("explain", "--compare", shop, shop, "--driver", "mariadb")
                        .err())
                .contains("--driver does not fit a recording, which is only read");
        assertThat(bench("explain", shop, "--compare", shop, shop).err())
                .contains("--compare does not fit a recording, which is only read");
    }
}
