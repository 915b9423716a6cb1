package dev.jdbcbench.watch;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.untrusted.SafeFile;
import dev.jdbcbench.watch.Recording.End;
import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a recording while traffic passes, into a file that only its owner can read. The file gets its final name at
 * the end, so a file of that name is complete. Not thread safe: the tally calls it.
 */
public final class Recorder {
    /** A transaction with more bytes in memory is split, so it can be written. */
    private static final long LONGEST_TRANSACTION = 8 << 20;

    private static final int MOST_STATEMENTS = 10_000;

    /** Bytes reserved for the end of the document, excluding statements. */
    private static final int RESERVE = 4096;

    private static final String OTHERS = "(other statements)";
    private static final long NANOS_PER_MICRO = 1000;

    private final Path file;
    private final Path part;
    private final boolean values;
    private final long limit;
    private final Budget budget;
    private final long started;
    private final OutputStream out;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<Statement> statements = new ArrayList<>();
    private final Map<Integer, Unit> open = new LinkedHashMap<>();
    private long written;
    private boolean first = true;
    private boolean full;
    private long cuts;
    private long others;
    private @Nullable String trouble;

    /** A transaction that may continue. */
    private static final class Unit {
        private final List<Step> steps = new ArrayList<>();
        /** How it ended; null while it continues. */
        private @Nullable End end;

        private @Nullable AnsweredCommand last;
        private boolean connecting;
        private long bytes;

        /**
         * Whether the transaction ends before this call. A login, with the driver's first queries, is a transaction of
         * its own.
         */
        boolean endsBefore(AnsweredCommand call) {
            boolean ends = connecting && ends(call);
            connecting |= call.purpose() == CommandPurpose.CONNECT;
            if (ends) {
                end = End.AUTOCOMMIT;
            }
            return ends;
        }

        /**
         * Whether a call still belongs to the transaction although it has ended: a command that completes it, or the
         * next step of a loop that commits row by row.
         */
        boolean continues(AnsweredCommand call) {
            boolean loop = last != null
                    && end == End.AUTOCOMMIT
                    && !connecting
                    && (Repetitions.continues(last, call) || call.statement().equals("PREPARE " + last.statement()));
            return loop
                    || call.purpose() == CommandPurpose.UNANSWERED
                    || call.statement()
                            .toLowerCase(Locale.ROOT)
                            .replace(" ", "")
                            .endsWith("autocommit=1");
        }
    }

    /**
     * Begins a recording.
     *
     * @param values whether to keep statements and bound values as sent
     * @param limit maximum size of the file, bytes
     * @param rttAddedMicros round trip time that the relay adds
     * @param wakeUps of this host
     * @throws Failure.Command if the file cannot be written
     */
    public Recorder(
            Path file,
            boolean values,
            long limit,
            Instant startedAt,
            long started,
            double rttAddedMicros,
            List<WakeUp> wakeUps) {
        this(file, values, limit, Budget.ofHeap(), startedAt, started, rttAddedMicros, wakeUps);
    }

    /** A recording with its own budget for transactions that are not written yet. */
    Recorder(
            Path file,
            boolean values,
            long limit,
            Budget budget,
            Instant startedAt,
            long started,
            double rttAddedMicros,
            List<WakeUp> wakeUps) {
        this.budget = budget;
        this.file = file;
        this.values = values;
        this.limit = limit;
        this.started = started;
        this.part = Recording.part(file);
        warmUp();
        try {
            if (Files.isDirectory(file)) {
                throw new IOException(file + " is a directory");
            }
            if (SafeFile.exists(part)) {
                throw new FileAlreadyExistsException(
                        part.toString(),
                        null,
                        "bench watch still writes it, or was killed; if it was killed, remove that file");
            }
            this.out = new BufferedOutputStream(SafeFile.create(part), 1 << 16);
            write(String.format(
                    Locale.ROOT,
                    "{\"schema\":\"%s\",\"startedAt\":\"%s\",\"values\":%s,\"rttAddedMicros\":%s,\"wakeUps\":%s,\"transactions\":[",
                    Recording.SCHEMA,
                    startedAt,
                    values,
                    rttAddedMicros,
                    Json.line(wakeUps)));
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /**
     * Serializes what the relay will write while an application waits. The first time takes tens of milliseconds, which
     * would delay the application's second statement and separate it from the first.
     */
    private static void warmUp() {
        String unused = Json.line(new Statement(OTHERS, CommandPurpose.OTHER));
        unused = Json.line(
                new Transaction(0, End.OPEN, List.of(new Step(0, 0, 0, 0, 0, 0, 0, 0, 0, false, null, null))));
    }

    private Failure unwritable(IOException e) {
        return FileTrouble.failure(
                "cannot write the recording " + file,
                e,
                "Name a file in a directory where you may write: --record FILE.");
    }

    private void write(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write(bytes);
        written += bytes.length;
    }

    void called(AnsweredCommand call) {
        boolean alone = call.purpose() == CommandPurpose.UNANSWERED && !open.containsKey(call.connection());
        if (stopped() || alone || call.purpose() == CommandPurpose.UNREADABLE) {
            return;
        }
        Unit unit = open.computeIfAbsent(call.connection(), key -> new Unit());
        if (unit.end == null ? unit.endsBefore(call) : !unit.continues(call)) {
            flush(call.connection(), unit);
            unit = new Unit();
            open.put(call.connection(), unit);
        }
        keep(unit, step(call));
        if (ends(call)) {
            unit.last = call;
        }
        if (call.state().open(call.purpose())) {
            unit.end = null;
        } else if (ends(call)) {
            unit.end = call.purpose() == CommandPurpose.END ? End.ENDED : End.AUTOCOMMIT;
        }
        if (unit.steps.size() >= Recording.MOST_STEPS || unit.bytes >= LONGEST_TRANSACTION) {
            cut(call.connection(), unit);
        }
        while (budget.taken() > budget.most() && !open.isEmpty()) {
            Map.Entry<Integer, Unit> largest =
                    Collections.max(open.entrySet(), Comparator.comparingLong(entry -> entry.getValue().bytes));
            cut(largest.getKey(), largest.getValue());
        }
    }

    private void keep(Unit unit, Step step) {
        long bytes = Budget.OBJECT + Budget.of(step.text());
        for (List<String> row : step.values() == null ? List.<List<String>>of() : step.values()) {
            bytes += Budget.OBJECT + row.stream().mapToLong(Budget::of).sum();
        }
        unit.steps.add(step);
        unit.bytes += bytes;
        budget.add(bytes);
    }

    /** Writes the beginning of a transaction that continues. */
    private void cut(int connection, Unit unit) {
        cuts++;
        unit.end = End.CUT;
        flush(connection, unit);
        open.remove(connection);
    }

    /** Whether a call ends a login. Commands that pools and drivers send before a transaction do not. */
    static boolean ends(AnsweredCommand call) {
        return switch (call.purpose()) {
            case CHECK, PREPARE, UNANSWERED, CONNECT -> false;
            default -> true;
        };
    }

    private Step step(AnsweredCommand call) {
        return new Step(
                number(call),
                Math.max(0, micros(call.start() - started)),
                call.roundTrips(),
                call.bytesUp(),
                call.bytesDown(),
                micros(call.waited()),
                micros(call.network()),
                micros(call.server()),
                Math.max(0, call.rows()),
                call.failed(),
                values ? call.text() : null,
                values ? call.values() : null);
    }

    private static long micros(long nanos) {
        return nanos / NANOS_PER_MICRO;
    }

    private int number(AnsweredCommand call) {
        Integer known = numbers.get(call.statement());
        if (known != null) {
            return known;
        }
        boolean room = statements.size() < MOST_STATEMENTS;
        others += room ? 0 : 1;
        String text = room ? call.statement() : OTHERS;
        return numbers.computeIfAbsent(text, key -> {
            Statement statement = new Statement(text, room ? call.purpose() : CommandPurpose.OTHER);
            statements.add(statement);
            written += Json.line(statement).length() + 1L; // written at the end
            return statements.size() - 1;
        });
    }

    private void flush(int connection, Unit unit) {
        budget.give(unit.bytes);
        unit.bytes = 0;
        if (stopped() || unit.steps.isEmpty()) {
            return;
        }
        String line = Json.line(new Transaction(connection, unit.end == null ? End.OPEN : unit.end, unit.steps));
        if (written + line.length() + RESERVE > limit) {
            full = true;
            stop();
            return;
        }
        try {
            write((first ? "\n" : ",\n") + line);
            first = false;
        } catch (IOException e) {
            trouble = FileTrouble.why(e);
            stop();
        }
    }

    /** Frees memory: nothing more will be written. */
    private void stop() {
        open.values().forEach(unit -> budget.give(unit.bytes));
        open.clear();
    }

    private boolean stopped() {
        return full || trouble != null;
    }

    void closed(int connection) {
        Unit last = open.remove(connection);
        if (last != null) {
            flush(connection, last);
        }
    }

    /** Notes on the recording for the report; none if it is complete. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (trouble != null) {
            notes.add("the recording ended early: " + trouble);
        } else if (full) {
            notes.add("the recording reached its limit and ended there: --record-limit allows more");
        }
        if (cuts > 0) {
            notes.add("the recording has transactions in parts: " + cuts
                    + (cuts == 1 ? " was cut" : " were cut")
                    + " before the end, because it was long or all open ones together were large");
        }
        if (others > 0) {
            notes.add("the recording distinguishes " + MOST_STATEMENTS + " statements; " + others
                    + " calls of further ones count as " + OTHERS);
        }
        return notes;
    }

    /**
     * Completes the file.
     *
     * @throws Failure.Command if it could not be written
     */
    public void finish(WatchReport report) {
        List.copyOf(open.keySet()).forEach(this::closed);
        try {
            write("],\n\"statements\":" + Json.line(statements)
                    + String.format(
                            Locale.ROOT,
                            ",\"seconds\":%s,\"rttPathMicros\":%s,\"connections\":%d,\"unread\":%d,\"limitReached\":%s}%n",
                            report.seconds(),
                            report.rttPathMicros(),
                            report.connections().opened(),
                            report.connections().unreadable(),
                            stopped()));
            out.close();
            SafeFile.move(part, file.toAbsolutePath());
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Closes without leaving a file. */
    public void abandon() {
        try {
            out.close();
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw unwritable(e);
        }
    }
}
