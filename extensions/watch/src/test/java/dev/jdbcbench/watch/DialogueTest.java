package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.disclosure.NormalisedStatement;
import dev.jdbcbench.watch.AnsweredCommand.State;
import dev.jdbcbench.watch.Observer.Unreadable;
import dev.jdbcbench.wire.Command;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DialogueTest {
    private static final int STATUS = Bytes.AUTOCOMMIT;

    private final AnsweredCommands calls = new AnsweredCommands();
    private Dialogue dialogue = new Dialogue(0, calls, new DelayedPath(0, 100), false, false, Budget.ofHeap(), 0);
    private long now;
    /** The size of the pieces in which the network delivers data, in bytes. */
    private int piece = Integer.MAX_VALUE;

    private void up(byte[] bytes) {
        pieces(bytes).forEach(part -> dialogue.up(part, now, 0));
    }

    private void down(byte[] bytes) {
        pieces(bytes).forEach(part -> dialogue.down(part, now, 0));
    }

    private List<ByteBuffer> pieces(byte[] bytes) {
        int size = Math.min(piece, bytes.length);
        return IntStream.range(0, (bytes.length + size - 1) / size)
                .mapToObj(i -> ByteBuffer.wrap(bytes, i * size, Math.min(size, bytes.length - i * size))
                        .slice())
                .toList();
    }

    private void login(int flags) {
        now = 1000;
        down(Bytes.greeting(flags | Bytes.PROTOCOL_41));
        now = 6000; // the client's own time
        up(Bytes.login(flags));
        now = 7000;
        down(Bytes.ok(0, STATUS));
    }

    /** A command and its response, after this many ns in the server. */
    private AnsweredCommand call(byte[] command, byte[] answer, long nanos) {
        up(command);
        now += nanos;
        down(answer);
        return calls.last();
    }

    @ParameterizedTest
    @CsvSource({"false, 1000000", "true, 1000000", "false, 1", "true, 1", "false, 3", "true, 7"})
    void commandsMatchResponsesDespiteFragmentation(boolean newer, int size) {
        piece = size;
        login(newer ? Bytes.DEPRECATE_EOF : 0);
        assertThat(calls.last().purpose()).isEqualTo(CommandPurpose.CONNECT);
        assertThat(calls.last().roundTrips()).as("for TCP, greeting and login").isEqualTo(3);
        assertThat(calls.last().waited()).as("without the client's own time").isEqualTo(2000);
        AnsweredCommand read = call(Bytes.query("SELECT a FROM t WHERE b = 'x'"), Bytes.rows(3, newer, STATUS), 500);
        assertThat(read.statement()).isEqualTo("SELECT a FROM t WHERE b = ?");
        assertThat(read.text()).isNull();
        assertThat(read.rows()).isEqualTo(3);
        assertThat(read.roundTrips()).isEqualTo(1);
        assertThat(read.waited()).isEqualTo(500);
        assertThat(read.network()).isEqualTo(100);
        assertThat(read.server()).isEqualTo(400);
        AnsweredCommand write = call(Bytes.query("UPDATE t SET a = 1"), Bytes.ok(7, Bytes.IN_TRANSACTION), 50);
        assertThat(write.rows()).isEqualTo(7);
        assertThat(write.state()).isEqualTo(new State(true, false));
        assertThat(write.network()).as("at most the waiting time").isEqualTo(50);
        AnsweredCommand failed = call(Bytes.query("SELECT nosuch"), Bytes.error("no such column"), 10);
        assertThat(failed.failed()).isTrue();
        call(Bytes.command(Command.PING, ""), Bytes.ok(0, STATUS), 10);
        assertThat(calls.statements())
                .containsExactly(
                        "(connect)", "SELECT a FROM t WHERE b = ?", "UPDATE t SET a = ?", "SELECT nosuch", "COM_PING");
        assertThat(calls.unreadable).isEmpty();
    }

    @Test
    void pipelinedCommandsWaitOnce() {
        login(0);
        for (int i = 0; i < 10; i++) {
            up(Bytes.query("INSERT INTO t VALUES (" + i + ")"));
        }
        now += 300;
        for (int i = 0; i < 10; i++) {
            now += 10;
            down(Bytes.ok(1, STATUS));
        }
        List<AnsweredCommand> inserts = calls.all.subList(1, 11);
        assertThat(inserts.stream().mapToInt(AnsweredCommand::roundTrips).sum()).isEqualTo(1);
        assertThat(inserts.stream().mapToLong(AnsweredCommand::waited).sum()).isEqualTo(400);
        assertThat(inserts.stream().mapToLong(AnsweredCommand::server).sum()).isEqualTo(300);
    }

    @Test
    void delayedResponseCountsOnArrival() {
        dialogue = new Dialogue(0, calls, new DelayedPath(1000, 100), false, false, Budget.ofHeap(), 0);
        login(0);
        now = 100_000;
        up(Bytes.query("SELECT 1"));
        now += 1000 + 700; // the path to the server, and the server's work
        down(Bytes.rows(1, false, STATUS));
        assertThat(calls.last().waited()).isEqualTo(2700);
        assertThat(calls.last().network()).isEqualTo(2100);
        assertThat(calls.last().server()).isEqualTo(600);
        now += 500; // the response is still in transit
        up(Bytes.query("SELECT 2"));
        now += 5000;
        down(Bytes.rows(1, false, STATUS));
        assertThat(calls.last().roundTrips()).isZero();
        up(Bytes.query("SELECT 3"));
        now += 5000;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void preparedStatementsAreTrackedUntilClosed(boolean newer) {
        login(newer ? Bytes.DEPRECATE_EOF : 0);
        AnsweredCommand prepare =
                call(Bytes.command(Command.STMT_PREPARE, "SELECT a FROM t WHERE b = ?"), Bytes.prepared(7, newer), 10);
        assertThat(prepare.statement()).isEqualTo("PREPARE SELECT a FROM t WHERE b = ?");
        for (int i = 0; i < 2; i++) {
            AnsweredCommand execute = call(Bytes.execute(7), Bytes.rows(1, newer, STATUS), 10);
            assertThat(execute.statement()).isEqualTo("SELECT a FROM t WHERE b = ?");
            assertThat(execute.purpose()).isEqualTo(CommandPurpose.READ);
        }
        up(Bytes.close(7));
        assertThat(calls.last().roundTrips()).isZero();
        call(Bytes.command(Command.STMT_PREPARE, "SELECT 2"), Bytes.prepared(8, newer), 10);
        dialogue.end();
        assertThat(calls.unprepared).containsExactly("SELECT a FROM t WHERE b = ? 2 1", "SELECT ? 0 1");
        assertThat(calls.closed).isEqualTo(1);
    }

    /** MariaDB Connector/J does this. */
    @Test
    void statementMayBeExecutedBeforeItsIdIsKnown() {
        login(Bytes.DEPRECATE_EOF);
        up(Bytes.command(Command.STMT_PREPARE, "SELECT a FROM t WHERE b = ?"));
        up(Bytes.execute(-1));
        now += 100;
        down(Bytes.prepared(3, true));
        down(Bytes.rows(1, true, STATUS));
        assertThat(calls.last().statement()).isEqualTo("SELECT a FROM t WHERE b = ?");
        assertThat(calls.last().roundTrips()).isZero();
    }

    @Test
    void severalResultsAreOneResponse() {
        login(0);
        AnsweredCommand two = call(
                Bytes.query("CALL p()"),
                new Bytes()
                        .raw(Bytes.rows(2, false, STATUS | Bytes.MORE_RESULTS))
                        .raw(Bytes.rows(1, false, STATUS | Bytes.MORE_RESULTS))
                        .raw(Bytes.ok(0, STATUS))
                        .array(),
                10);
        assertThat(two.statement()).isEqualTo("CALL p()");
        assertThat(two.rows()).isEqualTo(3);
        assertThat(call(Bytes.query("SELECT 1"), Bytes.rows(1, false, STATUS), 10)
                        .rows())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void executedProcedureMayReturnSeveralResults(boolean newer) {
        login(newer ? Bytes.DEPRECATE_EOF : 0);
        call(Bytes.command(Command.STMT_PREPARE, "CALL p(?)"), Bytes.prepared(7, newer), 10);
        byte[] answer = new Bytes()
                .raw(Bytes.rows(2, newer, STATUS | Bytes.MORE_RESULTS))
                .raw(Bytes.ok(4, STATUS | Bytes.MORE_RESULTS))
                .raw(Bytes.rows(1, newer, STATUS | Bytes.MORE_RESULTS | Bytes.OUT_PARAMETERS))
                .raw(Bytes.ok(0, STATUS))
                .array();
        assertThat(call(Bytes.execute(7), answer, 10).rows()).isEqualTo(7);
        byte[] failing = new Bytes()
                .raw(Bytes.rows(2, newer, STATUS | Bytes.MORE_RESULTS))
                .raw(Bytes.error("no such table"))
                .array();
        assertThat(call(Bytes.query("SELECT 1; SELECT 2 FROM nosuch"), failing, 10)
                        .failed())
                .isTrue();
        assertThat(call(Bytes.query("SELECT 3"), Bytes.rows(1, newer, STATUS), 10)
                        .rows())
                .isEqualTo(1);
        assertThat(calls.statements())
                .containsExactly(
                        "(connect)", "PREPARE CALL p(?)", "CALL p(?)", "SELECT ?; SELECT ? FROM nosuch", "SELECT ?");
        assertThat(calls.unreadable).isEmpty();
    }

    /** The packets of a file are numbered, too: the 255th has number 0, like a command. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 253, 254, 255, 256, 1000})
    void fileOfTheClientIsNoCommand(int packets) {
        login(0);
        up(Bytes.query("LOAD DATA LOCAL INFILE 'x' INTO TABLE t; SELECT 1"));
        down(Bytes.packet(1, new Bytes().number(0xfb, 1).text("x").array()));
        for (int i = 0; i < packets; i++) {
            up(Bytes.packet((2 + i) & 0xff, "\3SECRET".getBytes(StandardCharsets.US_ASCII)));
        }
        up(Bytes.packet((2 + packets) & 0xff, new byte[0]));
        down(Bytes.ok(9, STATUS | Bytes.MORE_RESULTS));
        down(Bytes.rows(1, false, STATUS));
        assertThat(calls.last().rows()).isEqualTo(10);
        assertThat(calls.last().roundTrips()).isEqualTo(2);
        call(Bytes.query("SELECT 2"), Bytes.rows(1, false, STATUS), 10);
        assertThat(calls.statements())
                .containsExactly("(connect)", "LOAD DATA LOCAL INFILE ? INTO TABLE t; SELECT ?", "SELECT ?");
        assertThat(calls.unreadable).isEmpty();
    }

    /** The server may refuse a file before the client has sent all of it. */
    @Test
    void fileGoesOnAfterAnError() {
        login(0);
        up(Bytes.query("LOAD DATA LOCAL INFILE 'x' INTO TABLE t"));
        down(Bytes.packet(1, new Bytes().number(0xfb, 1).text("x").array()));
        down(Bytes.error("table is full"));
        up(Bytes.packet(0, "\3SECRET".getBytes(StandardCharsets.US_ASCII)));
        up(Bytes.packet(1, new byte[0]));
        call(Bytes.query("SELECT 2"), Bytes.rows(1, false, STATUS), 10);
        assertThat(calls.statements())
                .containsExactly("(connect)", "LOAD DATA LOCAL INFILE ? INTO TABLE t", "SELECT ?");
    }

    @Test
    void modeAndCharacterSetAreFollowed() {
        login(0);
        String escaped = "SELECT 'é\\', SECRET'";
        assertThat(call(Bytes.query(escaped), Bytes.ok(0, STATUS), 1).statement())
                .as("init_connect may have set names")
                .isEqualTo(NormalisedStatement.UNSAFE);
        call(Bytes.query("SET NAMES utf8mb4"), Bytes.ok(0, STATUS), 1);
        assertThat(call(Bytes.query(escaped), Bytes.ok(0, STATUS), 1).statement())
                .isEqualTo("SELECT ?");
        call(Bytes.query("SET sql_mode='x'"), Bytes.ok(0, STATUS | Bytes.NO_BACKSLASH_ESCAPES), 1);
        assertThat(call(Bytes.query("SELECT 'a\\', b"), Bytes.ok(0, STATUS | Bytes.NO_BACKSLASH_ESCAPES), 1)
                        .statement())
                .isEqualTo("SELECT ?, b");
        call(Bytes.query("CALL p()"), Bytes.ok(0, STATUS), 1);
        assertThat(call(Bytes.query(escaped), Bytes.ok(0, STATUS), 1).statement())
                .as("a procedure seems to have changed the mode")
                .isEqualTo(NormalisedStatement.UNSAFE);
        call(Bytes.query("SET sql_mode=''"), Bytes.ok(0, STATUS), 1);
        call(Bytes.query("SET NAMES gbk"), Bytes.ok(0, STATUS), 1);
        assertThat(call(Bytes.query(escaped), Bytes.ok(0, STATUS), 1).statement())
                .isEqualTo(NormalisedStatement.UNSAFE);
        assertThat(calls.last().purpose()).isEqualTo(CommandPurpose.OTHER);
        up(Bytes.query("SET NAMES utf8mb4"));
        up(Bytes.query(escaped));
        down(Bytes.ok(0, STATUS));
        down(Bytes.ok(0, STATUS));
        assertThat(calls.last().statement()).as("sent before the answer").isEqualTo(NormalisedStatement.UNSAFE);
        assertThat(call(Bytes.query(escaped), Bytes.ok(0, STATUS), 1).statement())
                .isEqualTo("SELECT ?");
    }

    @Test
    void serverMayReportTheCharacterSet() {
        login(Bytes.SESSION_TRACK);
        String escaped = "SELECT 'é\\', SECRET'";
        call(Bytes.query("SELECT 1"), Bytes.ok(0, STATUS), 1);
        call(Bytes.query("EXECUTE s"), Bytes.okWithVariable(STATUS, "character_set_client", "sjis"), 1);
        assertThat(call(Bytes.query(escaped), Bytes.ok(0, STATUS), 1).statement())
                .isEqualTo(NormalisedStatement.UNSAFE);
        call(Bytes.query("EXECUTE s"), Bytes.okWithVariable(STATUS, "character_set_client", "latin1"), 1);
        assertThat(call(Bytes.query(escaped), Bytes.ok(0, STATUS), 1).statement())
                .isEqualTo("SELECT ?");
    }

    /** Concatenated without escaping, data looks like words. */
    @Test
    void statementWithASyntaxErrorIsNotShown() {
        login(0);
        AnsweredCommand wrong =
                call(Bytes.query("SELECT a FROM t WHERE b = 'x' SECRET ''"), Bytes.error(1064, "near SECRET"), 1);
        assertThat(wrong.statement()).isEqualTo(NormalisedStatement.UNSAFE);
        up(Bytes.command(Command.STMT_PREPARE, "SELECT a FROM t WHERE b = 'x' SECRET ''"));
        up(Bytes.execute(-1));
        down(Bytes.error(1064, "near SECRET"));
        down(Bytes.error(1243, "unknown statement"));
        dialogue.end();
        assertThat(calls.all.toString() + calls.unprepared).doesNotContain("SECRET");
    }

    @Test
    void memoryOfUnansweredCommandsIsBounded() {
        Budget budget = new Budget(1 << 20);
        dialogue = new Dialogue(0, calls, new DelayedPath(0, 100), true, false, budget, 0);
        login(0);
        for (int i = 0; i < 2000; i++) {
            up(Bytes.query("SELECT '" + "x".repeat(1000) + "'"));
            assertThat(budget.taken()).isLessThanOrEqualTo(budget.most());
        }
        assertThat(calls.unreadable).containsExactly(Unreadable.TOO_MUCH);
        assertThat(budget.taken()).isZero();
    }

    @Test
    void memoryOfPreparedStatementsIsBoundedAndGivenBack() {
        Budget budget = new Budget(1 << 20);
        dialogue = new Dialogue(0, calls, new DelayedPath(0, 100), true, false, budget, 0);
        login(0);
        for (int i = 0; i < 4000; i++) {
            call(Bytes.command(Command.STMT_PREPARE, "SELECT " + "x".repeat(500)), Bytes.prepared(i, false), 1);
            up(Bytes.close(i));
        }
        assertThat(budget.taken()).isZero();
        assertThat(calls.unreadable).isEmpty();
        for (int i = 0; i < 4000; i++) {
            call(Bytes.command(Command.STMT_PREPARE, "SELECT " + "x".repeat(500)), Bytes.prepared(i, false), 1);
            assertThat(budget.taken()).isLessThanOrEqualTo(budget.most());
        }
        assertThat(calls.unreadable).containsExactly(Unreadable.TOO_MUCH);
        assertThat(budget.taken()).isZero();
    }

    /** An error while reading must not reach the relay, which serves all connections. */
    @ParameterizedTest
    @ValueSource(classes = {OutOfMemoryError.class, StackOverflowError.class, IllegalStateException.class})
    void errorEndsReadingButNotCounting(Class<? extends Throwable> kind) {
        List<String> failing = new ArrayList<>();
        AnsweredCommands unable = new AnsweredCommands() {
            @Override
            public void called(AnsweredCommand call) {
                if (call.command() == Command.QUERY) {
                    failing.add(call.statement());
                    raise(kind);
                }
                super.called(call);
            }
        };
        dialogue = new Dialogue(0, unable, new DelayedPath(0, 100), false, false, Budget.ofHeap(), 0);
        login(0);
        up(Bytes.query("SELECT 1"));
        down(Bytes.ok(0, STATUS));
        up(Bytes.query("SELECT 2"));
        down(Bytes.ok(0, STATUS));
        dialogue.end();
        assertThat(failing).hasSize(1);
        assertThat(unable.unreadable).containsExactly(Unreadable.FAILED);
        assertThat(unable.closed).isEqualTo(1);
        assertThat(unable.last().purpose()).isEqualTo(CommandPurpose.UNREADABLE);
        assertThat(unable.up).isGreaterThan(2 * Bytes.query("SELECT 1").length);
    }

    private static void raise(Class<? extends Throwable> kind) {
        if (kind == OutOfMemoryError.class) {
            throw new OutOfMemoryError("test");
        } else if (kind == StackOverflowError.class) {
            throw new StackOverflowError("test");
        }
        throw new IllegalStateException("test");
    }

    @Test
    void onlyBurstsAreCountedThroughTls() {
        now = 1000;
        down(Bytes.greeting(Bytes.PROTOCOL_41 | Bytes.SSL));
        up(Bytes.packet(1, new byte[32]));
        down(new byte[500]);
        for (int i = 0; i < 4; i++) {
            now += 100;
            up(new byte[77]);
            up(new byte[77]);
            now += 300;
            down(new byte[1000]);
        }
        dialogue.end();
        assertThat(calls.unreadable).containsExactly(Unreadable.ENCRYPTED);
        assertThat(calls.all.stream()
                        .filter(call -> call.purpose() == CommandPurpose.UNREADABLE)
                        .mapToInt(AnsweredCommand::roundTrips)
                        .sum())
                .isEqualTo(4);
        assertThat(calls.last().waited()).isEqualTo(300);
        assertThat(calls.last().bytesDown()).isEqualTo(1000);
    }

    @ParameterizedTest
    @ValueSource(ints = {Bytes.COMPRESS, Bytes.ZSTD, Bytes.COMPRESS | Bytes.ZSTD})
    void compressedTrafficIsNotRead(int flags) {
        login(flags);
        up(Bytes.query("SELECT SECRET")); // as a short compressed packet may look
        down(Bytes.ok(0, STATUS));
        up(Bytes.query("SELECT SECRET"));
        dialogue.end();
        assertThat(calls.unreadable).containsExactly(Unreadable.COMPRESSED);
        assertThat(calls.statements()).containsExactly("(connect)", "(unreadable)");
    }

    @Test
    void compressionThatTheServerDoesNotOfferIsNotUsed() {
        down(Bytes.greeting(Bytes.PROTOCOL_41));
        up(Bytes.login(Bytes.COMPRESS));
        down(Bytes.ok(0, STATUS));
        assertThat(call(Bytes.query("SELECT 1"), Bytes.ok(0, STATUS), 1).statement())
                .isEqualTo("SELECT ?");
        assertThat(calls.unreadable).isEmpty();
    }

    @Test
    void unknownCommandEndsParsingButNotCounting() {
        login(0);
        up(Bytes.packet(0, new byte[] {0x12, 0, 0}));
        up(new byte[10]);
        down(new byte[10]);
        dialogue.end();
        assertThat(calls.unreadable).containsExactly(Unreadable.UNKNOWN);
        assertThat(calls.up).isGreaterThan(10);
    }

    @Test
    void fullServerRespondsWithAnError() {
        now = 500;
        down(Bytes.packet(
                0,
                new Bytes()
                        .number(0xff, 1)
                        .number(1040, 2)
                        .text("Too many connections")
                        .array()));
        assertThat(calls.last().purpose()).isEqualTo(CommandPurpose.CONNECT);
        assertThat(calls.last().failed()).isTrue();
        dialogue.end();
    }

    @Test
    void valuesAreKeptOnlyOnRequest() {
        dialogue = new Dialogue(0, calls, new DelayedPath(0, 100), true, false, Budget.ofHeap(), 0);
        login(0);
        AnsweredCommand read = call(Bytes.query("SELECT 'x'"), Bytes.rows(1, false, STATUS), 1);
        assertThat(read.text()).isEqualTo("SELECT 'x'");
    }

    private static byte[] executeWith(int id, int value) {
        return Bytes.packet(
                0,
                new Bytes()
                        .number(23, 1)
                        .number(id, 4)
                        .number(0, 1)
                        .number(1, 4)
                        .number(0, 1)
                        .number(1, 1)
                        .number(0x03, 2)
                        .number(value, 4)
                        .array());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void boundValuesAreKeptOnlyOnRequest(boolean kept) {
        dialogue = new Dialogue(0, calls, new DelayedPath(0, 100), kept, false, Budget.ofHeap(), 0);
        login(0);
        up(Bytes.command(Command.STMT_PREPARE, "SELECT a FROM t WHERE b = ?"));
        up(executeWith(-1, 4711)); // before the server has sent the number of parameters
        now += 10;
        down(Bytes.prepared(7, false));
        down(Bytes.rows(1, false, STATUS));
        assertThat(calls.last().values()).isEqualTo(kept ? List.of(List.of("long 4711")) : null);
        up(Bytes.packet(
                0, new Bytes().number(24, 1).number(7, 4).number(0, 2).text("x").array()));
        AnsweredCommand apart = call(executeWith(7, 4712), Bytes.rows(1, false, STATUS), 10);
        assertThat(apart.values()).as("a value was sent in a separate packet").isNull();
        AnsweredCommand again = call(executeWith(7, 4713), Bytes.rows(1, false, STATUS), 10);
        assertThat(again.values()).isEqualTo(kept ? List.of(List.of("long 4713")) : null);
    }

    @Test
    void noPasswordIsKept() {
        dialogue = new Dialogue(0, calls, new DelayedPath(0, 100), true, false, Budget.ofHeap(), 0);
        login(0);
        call(Bytes.command(Command.CHANGE_USER, "SECRETUSER\0SECRETPASSWORD\0"), Bytes.ok(0, STATUS), 1);
        assertThat(calls.all.toString()).doesNotContain("SECRET").contains("COM_CHANGE_USER");
    }

    @Test
    void hugeStatementIsOneCall() {
        login(0);
        String rows = ",(1,'SECRET')".repeat(1_500_000);
        byte[] sql = Bytes.query("INSERT INTO t VALUES (1,'a')" + rows);
        byte[] payload = new byte[sql.length - 4];
        System.arraycopy(sql, 4, payload, 0, payload.length);
        Bytes packets = new Bytes();
        int most = 0xffffff;
        int sequence = 0;
        for (int from = 0; from <= payload.length; from += most) {
            byte[] part = new byte[Math.min(most, payload.length - from)];
            System.arraycopy(payload, from, part, 0, part.length);
            packets.raw(Bytes.packet(sequence++, part));
        }
        piece = 100_000;
        AnsweredCommand insert = call(packets.array(), Bytes.ok(100, STATUS), 10);
        assertThat(insert.statement()).isEqualTo("INSERT INTO t VALUES (?, ?), …");
        assertThat(insert.roundTrips()).isEqualTo(1);
        assertThat(insert.bytesUp()).isGreaterThan(most);
        assertThat(Objects.requireNonNull(insert.command())).isEqualTo(Command.QUERY);
    }
}
