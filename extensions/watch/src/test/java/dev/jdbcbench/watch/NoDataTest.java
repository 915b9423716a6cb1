package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.wire.Command;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random sessions in all character sets and modes of a client. Their literals contain j, q, z and characters outside of
 * ASCII, which nothing else contains. None of them may reach a recording or a report.
 */
class NoDataTest {
    private static final int CONNECTIONS = 150;
    private static final int COMMANDS = 40;
    private static final int FILE_PACKETS = 600;

    private static final Pattern DATA = Pattern.compile("[jqz]|[^\\x00-\\x7f…]");

    @TempDir
    private Path directory = Path.of("");

    /** The characters of some have a second byte that looks like a backslash, a backquote or a letter. */
    private enum Characters {
        UTF8MB4(45, StandardCharsets.UTF_8, "é€表😀"),
        LATIN1(8, StandardCharsets.ISO_8859_1, "é§ÿ"),
        SJIS(13, Charset.forName("Shift_JIS"), "表ソ能チ"),
        CP932(95, Charset.forName("windows-31j"), "表ソ能チ"),
        GBK(28, Charset.forName("GBK"), "縗絓誠郳乗"),
        BIG5(1, Charset.forName("Big5"), "功許蓋"),
        GB18030(248, Charset.forName("GB18030"), "縗絓éȨ"),
        EUCKR(19, Charset.forName("EUC-KR"), "가똠힝");

        private final int collation;
        private final Charset charset;
        private final List<String> special;

        Characters(int collation, Charset charset, String special) {
            this.collation = collation;
            this.charset = charset;
            this.special = special.codePoints().mapToObj(Character::toString).toList();
        }
    }

    static Stream<Characters> characters() {
        return Stream.of(Characters.values());
    }

    @ParameterizedTest
    @MethodSource("characters")
    void noLiteralReachesRecordingOrReport(Characters first) throws IOException {
        Path file = directory.resolve("shop.json");
        Recorder recorder = new Recorder(file, false, 1 << 28, Instant.EPOCH, 0, 0, List.of());
        TrafficCounts tally = new TrafficCounts(() -> 1, Optional.of(recorder));
        for (int seed = 0; seed < CONNECTIONS; seed++) {
            new Session(seed, tally, first).play();
        }
        WatchReport report = tally.report("db", "11", new DelayedPath(0, 100));
        assertThat(report.connections().unreadable()).isZero();
        recorder.finish(report);
        List<String> texts = new ArrayList<>(Recording.read(file).statements().stream()
                .map(Recording.Statement::text)
                .toList());
        report.top().forEach(line -> texts.add(line.statement()));
        report.findings().forEach(finding -> texts.add(finding.statement()));
        assertThat(texts)
                .noneMatch(text -> DATA.matcher(text).find())
                .as("some can be read")
                .anyMatch(text -> text.startsWith("insert into t values (?"));
        assertThat(DATA.matcher(Files.readString(file)).find()).isFalse();
    }

    /** Client and server of one connection. The server's real state may differ from what it reports. */
    private static final class Session {
        private final Random random;
        private final Dialogue dialogue;
        private Characters characters;
        private boolean escapes;
        private boolean reportsEscapes;

        Session(int seed, TrafficCounts tally, Characters first) {
            random = new Random(seed);
            dialogue = new Dialogue(seed, tally, new DelayedPath(0, 100), false, false, Budget.ofHeap(), 0);
            tally.opened(1);
            characters = first;
            escapes = random.nextInt(3) > 0;
            reportsEscapes = escapes;
        }

        void play() {
            int flags = Bytes.PROTOCOL_41 | Bytes.SESSION_TRACK;
            down(Bytes.greeting(flags, random.nextBoolean() ? Bytes.UTF8MB4 : characters.collation));
            up(Bytes.login(flags, characters.collation));
            down(ok());
            if (random.nextBoolean()) { // init_connect, which the server executes after the login
                characters = any();
                mode();
            }
            for (int i = 0; i < COMMANDS; i++) {
                command(random.nextInt(14));
            }
            dialogue.end();
        }

        private void command(int kind) {
            switch (kind) {
                case 0 -> {
                    up(query("set SQL_MODE = 'x'"));
                    mode();
                    pipelined();
                    down(ok());
                }
                case 1 -> {
                    Characters next = any();
                    up(query("set names " + next.name()));
                    characters = next;
                    pipelined();
                    down(ok());
                }
                case 2 -> {
                    up(query("call p()")); // a procedure that sets the mode, which ends with it, and the names
                    characters = any();
                    reportsEscapes = random.nextBoolean();
                    down(ok());
                }
                case 3 -> {
                    byte[] begin = "set names gbk, SQL_MODE = 'x'; ".getBytes(StandardCharsets.US_ASCII);
                    characters = Characters.GBK;
                    mode();
                    up(query(new Bytes().raw(begin).raw(insert()).array()));
                    down(ok());
                }
                case 4 -> {
                    up(Bytes.command(Command.RESET_CONNECTION, ""));
                    characters = any();
                    mode();
                    down(ok());
                }
                case 5 -> {
                    up(query("execute s"));
                    characters = any();
                    boolean tracked = random.nextBoolean();
                    down(tracked ? Bytes.okWithVariable(status(), "character_set_client", characters.name()) : ok());
                }
                case 6 -> file();
                case 7 -> {
                    byte[] sql = insert();
                    up(Bytes.packet(0, new Bytes().number(22, 1).raw(sql).array()));
                    down(Bytes.prepared(7, false));
                    up(Bytes.execute(7));
                    down(ok());
                    up(Bytes.close(7));
                }
                case 8 -> {
                    byte[] wrong = new Bytes()
                            .raw(insert())
                            .text(" '")
                            .raw(literal('"'))
                            .array();
                    up(query(wrong));
                    down(Bytes.error(1064, "jqz"));
                }
                default -> {
                    up(query(insert()));
                    down(ok());
                }
            }
        }

        private Characters any() {
            return Characters.values()[random.nextInt(Characters.values().length)];
        }

        private void mode() {
            escapes = random.nextBoolean();
            reportsEscapes = escapes;
        }

        /** Statements that the client sends before it has the answer. */
        private void pipelined() {
            if (random.nextBoolean()) {
                up(query(insert()));
                down(ok());
            }
        }

        /** A file of many packets, some of which look like commands. */
        private void file() {
            up(query(new Bytes()
                    .text("load data local infile ")
                    .raw(literal('\''))
                    .text(" into table t")
                    .array()));
            down(Bytes.packet(1, new Bytes().number(0xfb, 1).text("jqz").array()));
            int packets = random.nextInt(FILE_PACKETS);
            for (int i = 0; i < packets; i++) {
                up(Bytes.packet(
                        (2 + i) & 0xff,
                        new Bytes().number(3, 1).text("jqz " + i).array()));
            }
            up(Bytes.packet((2 + packets) & 0xff, new byte[0]));
            down(ok());
        }

        private int status() {
            return Bytes.AUTOCOMMIT | (reportsEscapes ? 0 : Bytes.NO_BACKSLASH_ESCAPES);
        }

        private byte[] ok() {
            return Bytes.ok(0, status());
        }

        private byte[] insert() {
            Bytes sql = new Bytes().text("insert into t values (");
            for (int i = 0; i <= random.nextInt(3); i++) {
                sql.raw(literal(random.nextBoolean() ? '\'' : '"')).text(", ");
            }
            return sql.text("now())").array();
        }

        /** A literal as the server reads it. */
        private byte[] literal(char quote) {
            ByteArrayOutputStream literal = new ByteArrayOutputStream();
            literal.write(quote);
            for (int i = random.nextInt(10); i >= 0; i--) {
                switch (random.nextInt(6)) {
                    case 0 -> {
                        literal.write(escapes && random.nextBoolean() ? '\\' : quote);
                        literal.write(quote);
                    }
                    case 1 -> {
                        literal.write('\\');
                        if (escapes) {
                            literal.write(random.nextBoolean() ? '\\' : 'z');
                        }
                    }
                    case 2, 3 -> {
                        String character = characters.special.get(random.nextInt(characters.special.size()));
                        literal.writeBytes(character.getBytes(characters.charset));
                    }
                    case 4 -> literal.write(quote == '"' ? '\'' : '"');
                    default -> literal.writeBytes("jqz, qj zq".getBytes(StandardCharsets.US_ASCII));
                }
            }
            literal.write(quote);
            return literal.toByteArray();
        }

        private static byte[] query(String sql) {
            return query(sql.getBytes(StandardCharsets.US_ASCII));
        }

        private static byte[] query(byte[] sql) {
            return Bytes.packet(0, new Bytes().number(3, 1).raw(sql).array());
        }

        private void up(byte[] bytes) {
            dialogue.up(ByteBuffer.wrap(bytes), 1, 0);
        }

        private void down(byte[] bytes) {
            dialogue.down(ByteBuffer.wrap(bytes), 1, 0);
        }
    }
}
