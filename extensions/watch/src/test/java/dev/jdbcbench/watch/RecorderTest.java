package dev.jdbcbench.watch;

import static dev.jdbcbench.failure.Failing.assertText;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.watch.AnsweredCommand.State;
import dev.jdbcbench.watch.Recording.End;
import dev.jdbcbench.watch.Recording.Transaction;
import dev.jdbcbench.watch.RecordingExplained.Change;
import dev.jdbcbench.watch.RecordingExplained.TransactionKind;
import dev.jdbcbench.watch.WatchFinding.Kind;
import dev.jdbcbench.wire.Command;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecorderTest {
    private static final long MILLI = 1_000_000;
    private static final State OPEN = new State(true, true);
    private static final State MANUAL = new State(false, false);

    @TempDir
    private Path directory = Path.of("");

    private long now;

    private Path file() {
        return directory.resolve("shop.json");
    }

    private TrafficCounts tally(boolean values, long limit) {
        return tally(values, limit, List.of());
    }

    private TrafficCounts tally(boolean values, long limit, List<WakeUp> wakeUps) {
        recorder = new Recorder(file(), values, limit, Instant.parse("2026-11-25T10:00:00Z"), 0, 5000, wakeUps);
        return new TrafficCounts(() -> now, Optional.of(recorder));
    }

    private @Nullable Recorder recorder;

    private Recording finished(TrafficCounts tally) {
        if (recorder != null) {
            recorder.finish(tally.report("db:3306", "11", new DelayedPath(0, MILLI)));
        }
        return Recording.read(file());
    }

    private void call(
            TrafficCounts tally, int connection, String statement, @Nullable String text, State state, long rows) {
        AnsweredCommand made = TrafficCountsTest.made(connection, statement, rows, 1, now);
        tally.called(new AnsweredCommand(
                connection,
                made.command(),
                made.purpose(),
                statement,
                text,
                null,
                now,
                now + 2 * MILLI,
                1,
                2 * MILLI,
                MILLI,
                MILLI / 2,
                50,
                100,
                rows,
                false,
                state));
        now += 3 * MILLI;
    }

    private void order(TrafficCounts tally, int connection, int lines) {
        call(tally, connection, "COM_PING", null, State.INITIAL, 0);
        call(tally, connection, "SET autocommit=0", null, MANUAL, 0);
        for (int i = 0; i < lines; i++) {
            call(tally, connection, "INSERT INTO line VALUES (?)", "INSERT INTO line VALUES (4711)", OPEN, 1);
        }
        call(tally, connection, "COMMIT", "COMMIT", MANUAL, 0);
        call(tally, connection, "SET autocommit=1", null, State.INITIAL, 0);
    }

    @Test
    void interleavedTransactionsAreSeparated() throws IOException {
        TrafficCounts tally = tally(false, 1 << 20);
        order(tally, 0, 3);
        now += 50 * MILLI;
        call(tally, 1, "SELECT a FROM t", null, State.INITIAL, 4);
        call(tally, 0, "BEGIN", null, OPEN, 0);
        call(tally, 1, "SELECT b FROM t", null, State.INITIAL, 4);
        tally.closed(0);
        tally.closed(1);
        Recording recording = finished(tally);
        assertThat(recording.transactions())
                .extracting(
                        Transaction::connection,
                        Transaction::end,
                        transaction -> transaction.steps().size())
                .containsExactlyInAnyOrder(
                        tuple(0, End.ENDED, 7),
                        tuple(1, End.AUTOCOMMIT, 1),
                        tuple(1, End.AUTOCOMMIT, 1),
                        tuple(0, End.OPEN, 1));
        assertThat(recording.limitReached()).isFalse();
        assertThat(recording.rttAddedMicros()).isEqualTo(5000);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file())).doesNotContain("4711");
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(file());
        }
    }

    @Test
    void valuesAreRecordedOnlyOnRequest() throws IOException {
        TrafficCounts tally = tally(true, 1 << 20);
        order(tally, 0, 3);
        tally.closed(0);
        Recording recording = finished(tally);
        assertThat(recording.values()).isTrue();
        assertThat(Files.readString(file())).contains("INSERT INTO line VALUES (4711)");
    }

    @Test
    void sizeLimitIsKeptAndReported() throws IOException {
        TrafficCounts tally = tally(false, 1 << 16);
        for (int i = 0; i < 1000; i++) {
            order(tally, 0, 3);
            now += 50 * MILLI;
        }
        tally.closed(0);
        assertThat(tally.report("db:3306", "11", new DelayedPath(0, MILLI)).notes())
                .singleElement()
                .asString()
                .contains("--record-limit");
        Recording recording = finished(tally);
        assertThat(recording.limitReached()).isTrue();
        assertThat(recording.transactions()).hasSizeBetween(20, 900);
        assertThat(Files.size(file())).isLessThanOrEqualTo(1 << 16);
        assertThat(RecordingExplained.of(recording).notes()).hasSize(1);
    }

    /** Forty applications that begin transactions and never end them. */
    @Test
    void openTransactionsShareABudgetOfMemory() throws IOException {
        Budget budget = new Budget(1 << 20);
        recorder = new Recorder(file(), true, 1 << 26, budget, Instant.EPOCH, 0, 0, List.of());
        TrafficCounts tally = new TrafficCounts(() -> now, Optional.of(recorder));
        String text = "INSERT INTO line VALUES ('" + "x".repeat(1000) + "')";
        int calls = 0;
        for (int i = 0; i < 200; i++) {
            for (int connection = 0; connection < 40; connection++) {
                call(tally, connection, "INSERT INTO line VALUES (?)", text, OPEN, 1);
                calls++;
                assertThat(budget.taken()).isBetween(0L, budget.most());
            }
        }
        assertThat(tally.report("db:3306", "11", new DelayedPath(0, MILLI)).notes())
                .singleElement()
                .asString()
                .contains("transactions in parts");
        Recording recording = finished(tally);
        assertThat(budget.taken()).isZero();
        assertThat(recording.limitReached()).isFalse();
        assertThat(recording.transactions().stream()
                        .mapToInt(transaction -> transaction.steps().size())
                        .sum())
                .as("no step is lost")
                .isEqualTo(calls);
        assertThat(recording.transactions()).extracting(Transaction::end).contains(End.CUT, End.OPEN);
        assertThat(RecordingExplained.of(recording).notes())
                .singleElement()
                .asString()
                .contains("were cut while it was recorded");
    }

    /** A transaction is written as one line, so its size is limited, too. */
    @Test
    void largeTransactionIsCut() throws IOException {
        TrafficCounts tally = tally(true, 1 << 28);
        String text = "x".repeat(2000);
        for (int i = 0; i < 5000; i++) {
            call(tally, 0, "INSERT INTO line VALUES (?)", text, OPEN, 1);
        }
        Recording recording = finished(tally);
        assertThat(recording.transactions()).hasSizeBetween(2, 5);
        assertThat(recording.transactions().get(0).end()).isEqualTo(End.CUT);
    }

    @Test
    void recordingThatIsFullKeepsNothingMore() throws IOException {
        Budget budget = new Budget(1 << 20);
        recorder = new Recorder(file(), true, 1 << 16, budget, Instant.EPOCH, 0, 0, List.of());
        TrafficCounts tally = new TrafficCounts(() -> now, Optional.of(recorder));
        for (int i = 0; i < 20_000; i++) {
            call(tally, i % 40, "INSERT INTO line VALUES (?)", "x".repeat(1000), OPEN, 1);
        }
        assertThat(budget.taken()).isLessThan(1 << 14);
        assertThat(finished(tally).limitReached()).isTrue();
    }

    @Test
    void furtherStatementsAreCountedTogether() throws IOException {
        TrafficCounts tally = tally(false, 1 << 28);
        int distinct = 200_000;
        for (int i = 0; i < distinct; i++) {
            call(tally, 0, "SELECT a FROM t" + i, null, State.INITIAL, 0);
        }
        assertThat(tally.kept()).isLessThanOrEqualTo(5001);
        assertThat(tally.report("db:3306", "11", new DelayedPath(0, MILLI)).notes())
                .containsExactly(
                        "more than 5000 different statements: 195000 calls of further ones were not kept apart and"
                                + " count as (other statements)",
                        "the recording distinguishes 10000 statements; 190000 calls of further ones count as"
                                + " (other statements)");
        Recording recording = finished(tally);
        assertThat(recording.statements()).hasSizeLessThanOrEqualTo(10_001);
        assertThat(recording.transactions()).hasSize(distinct);
    }

    @Test
    void transactionKindsHavePredictionsAndAdvice() {
        TrafficCounts tally = tally(false, 1 << 20);
        for (int i = 0; i < 10; i++) {
            order(tally, 0, 3 + i % 2);
            now += 50 * MILLI;
        }
        tally.closed(0);
        RecordingExplained explained = RecordingExplained.of(finished(tally));
        assertThat(explained.kinds()).hasSize(1);
        TransactionKind kind = explained.kinds().get(0);
        assertThat(kind.count()).isEqualTo(10);
        assertThat(kind.steps())
                .containsExactly(
                        "COM_PING", "SET autocommit=0", "INSERT INTO line VALUES (?) …", "COMMIT", "SET autocommit=1");
        assertThat(kind.statements()).isEqualTo(4.5);
        assertThat(kind.roundTrips()).isEqualTo(7.5);
        // Per call: 1 ms network, 0.5 ms server, 0.5 ms rest, and 1 ms in the client before the next.
        assertThat(kind.predictedMillis().get(0)).isCloseTo(7.5 * 0.1 + 7.5 + 6.5, within(1e-6));
        assertThat(kind.predictedMillis().get(4)).isCloseTo(7.5 * 50 + 7.5 + 6.5, within(1e-6));
        assertThat(kind.changes())
                .extracting(Change::kind, Change::roundTripsSaved)
                .containsExactly(
                        tuple(Kind.ROW_BY_ROW, 2.5),
                        tuple(Kind.CHECKS, 1.0),
                        tuple(Kind.CHECKS, 1.0),
                        tuple(Kind.CHECKS, 1.0));
        assertThat(kind.changes().get(0).savedMillis()).isEqualTo(List.of(0.25, 2.5, 12.5, 50.0, 125.0));
    }

    /** Recorded at 6 ms, where a round trip contains 150 µs of waking up. */
    @Test
    void predictionsIncludeLateWakeUps() {
        TrafficCounts tally =
                tally(false, 1 << 20, List.of(new WakeUp(1000, 50), new WakeUp(5000, 140), new WakeUp(15_000, 240)));
        order(tally, 0, 3);
        tally.closed(0);
        RecordingExplained explained = RecordingExplained.of(finished(tally));
        assertThat(explained.wakeUpMicros()).containsExactly(0.0, 0.0, 0.0, 90.0, 90.0);
        TransactionKind kind = explained.kinds().get(0);
        assertThat(kind.predictedMillis().get(3)).isCloseTo(7 * 20.09 + 7 + 6, within(1e-6));
        assertThat(kind.changes().get(0).savedMillis().get(3)).isCloseTo(2 * 20.09, within(1e-6));
    }

    @Test
    void loopWithACommitPerRowIsOneKind() {
        TrafficCounts tally = tally(false, 1 << 20);
        for (int i = 0; i < 8; i++) {
            call(tally, 0, "SELECT name FROM customers WHERE id = ?", null, State.INITIAL, 1);
        }
        tally.closed(0);
        RecordingExplained explained = RecordingExplained.of(finished(tally));
        assertThat(explained.transactions()).isEqualTo(1);
        assertThat(explained.kinds().get(0).changes())
                .extracting(Change::kind, Change::roundTripsSaved)
                .containsExactly(tuple(Kind.N_PLUS_1, 7.0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "{\"schema\":\"plan/1\"}",
                "nothing",
                "{\"schema\":\"recording/1\",\"transactions\":[{}]}"
            })
    void damagedRecordingIsRefused(String text) throws IOException {
        Files.writeString(file(), text);
        assertThatThrownBy(() -> Recording.read(file())).isInstanceOf(Failure.Input.class);
    }

    @Test
    void unwritableFileIsReportedAtOnce() {
        assertThatThrownBy(() -> new Recorder(
                        directory.resolve("nosuch/shop.json"), false, 1 << 20, Instant.EPOCH, 0, 0, List.of()))
                .isInstanceOf(Failure.Command.class)
                .hasMessageContaining("cannot write the recording");
    }

    @Test
    void loginIsItsOwnKind() {
        TrafficCounts tally = tally(false, 1 << 20);
        tally.called(new AnsweredCommand(
                0,
                null,
                CommandPurpose.CONNECT,
                "(connect)",
                null,
                null,
                0,
                MILLI,
                3,
                MILLI,
                MILLI,
                0,
                1,
                1,
                0,
                false,
                State.INITIAL));
        now = 2 * MILLI;
        call(tally, 0, "SELECT @@version", null, State.INITIAL, 1);
        call(tally, 0, "SELECT a FROM t", null, State.INITIAL, 9);
        tally.closed(0);
        RecordingExplained explained = RecordingExplained.of(finished(tally));
        assertThat(explained.kinds())
                .flatExtracting(TransactionKind::changes)
                .as("what happens once per connection belongs to the login")
                .extracting(Change::kind, Change::statement, Change::roundTripsSaved)
                .containsExactly(tuple(Kind.CONNECTING, "(connect)", 4.0));
        assertThat(Rendered.text(RecordingText.of(explained), 200))
                .contains("connecting saves up to 4 round trips, about ");
        assertThat(explained.kinds())
                .extracting(TransactionKind::steps)
                .containsExactlyInAnyOrder(List.of("(connect)", "SELECT @@version"), List.of("SELECT a FROM t"));
        assertThat(CommandPurpose.of(Command.QUERY, "SELECT @@version")).isEqualTo(CommandPurpose.CHECK);
    }

    @Test
    void savingsHaveTheRttOfTheRecording() {
        TrafficCounts tally = tally(false, 1 << 20);
        for (int i = 0; i < 5; i++) {
            call(tally, 0, "SELECT a FROM t WHERE b = ?", null, MANUAL, 1);
            call(tally, 0, "COMMIT", null, MANUAL, 0);
        }
        tally.closed(0);
        RecordingExplained explained = RecordingExplained.of(finished(tally));
        assertThat(explained.kinds())
                .singleElement()
                .satisfies(kind -> assertThat(kind.changes())
                        .extracting(
                                Change::kind, Change::statement, Change::roundTripsSaved, Change::savedAsRecordedMillis)
                        .containsExactly(tuple(Kind.NEEDLESS_TRANSACTION, "COMMIT", 1.0, 6.0)));
        TerminalLines.assertFit(columns -> Rendered.text(RecordingText.of(explained), columns));
        assertThat(Rendered.text(RecordingText.of(explained), 100))
                .contains("5 transactions of 1 kind in 0 s, recorded at an RTT of 6.00 ms")
                .contains("- needless-transaction saves 1 round trip, 6.00 ms of ");
    }

    @Test
    void savingsOfTransactionsThatAreNotCompleteAreOnlyAboutRight() {
        TrafficCounts tally = tally(false, 1 << 24);
        for (int i = 0; i < Recording.MOST_STEPS + 5; i++) {
            call(tally, 0, "INSERT INTO t VALUES (?)", null, OPEN, 1);
        }
        tally.closed(0);
        assertThat(Rendered.text(RecordingText.of(RecordingExplained.of(finished(tally))), 200))
                .contains("about 2 transactions of 1 kind", "row-by-row saves about 5001.5 round trips, about ");
    }

    /** The end of a transaction whose statements are in the part before it. */
    @Test
    void partOfATransactionIsNotCalledNeedless() {
        TrafficCounts tally = tally(false, 1 << 24);
        for (int i = 0; i < Recording.MOST_STEPS; i++) {
            call(tally, 0, "INSERT INTO t VALUES (?)", null, OPEN, 1);
        }
        call(tally, 0, "COMMIT", null, State.INITIAL, 0);
        tally.closed(0);
        assertThat(RecordingExplained.of(finished(tally)).kinds())
                .filteredOn(kind -> kind.steps().equals(List.of("COMMIT")))
                .singleElement()
                .satisfies(kind -> assertThat(kind.changes()).isEmpty());
    }

    @Test
    void incompleteFileOfAnotherRecordingIsNotTouched() throws IOException {
        Path part = Files.writeString(Recording.part(file()), "kept");
        assertThatThrownBy(() -> tally(false, 1 << 20))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure ->
                                assertThat(failure.text()).contains(part.toString(), "still writes it, or was killed"));
        assertThat(part).hasContent("kept");
    }

    @Test
    void recordingThatIsLargeForTheHeapIsNotRead() throws IOException {
        long largest = Math.min(Recording.LARGEST, Runtime.getRuntime().maxMemory() / 4);
        try (RandomAccessFile large = new RandomAccessFile(file().toFile(), "rw")) {
            large.setLength(largest + 1);
        }
        assertText(Failure.class, () -> Recording.read(file())).contains("at most " + largest + " are read");
    }
}
