package dev.jdbcbench.watch;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * What an application sent to its database: {@code watch --record}, a published format. Times are in µs.
 *
 * @param values whether it contains statements as sent, with their data
 * @param rttAddedMicros round trip time that the relay added
 * @param transactions in the order in which they ended
 * @param statements normalised and distinct; transactions refer to them by index
 * @param rttPathMicros round trip time between relay and database
 * @param connections number of connections opened
 * @param unread number of connections that could not be recorded
 * @param limitReached whether recording stopped at the size limit
 * @param wakeUps how late programs wake up on the relay's host, shortest pause first; null in older recordings
 */
@JsonPropertyOrder({"schema"})
public record Recording(
        String schema,
        Instant startedAt,
        boolean values,
        double rttAddedMicros,
        List<Transaction> transactions,
        List<Statement> statements,
        double seconds,
        double rttPathMicros,
        int connections,
        int unread,
        boolean limitReached,
        @MayBeMissing @Nullable List<WakeUp> wakeUps) {
    static final String SCHEMA = "recording/1";

    /** Limit in bytes, for writing and for reading. */
    public static final int LARGEST = 1 << 30;

    /** Of one transaction; longer ones are split. */
    static final int MOST_STEPS = 10_000;

    /** Less is read if the heap is small, which must hold the text and what is read from it. */
    private static final int SHARE_OF_HEAP = 4;

    private static final int MOST_TRANSACTIONS = 20_000_000;
    private static final int MOST_STATEMENTS = 20_000;
    private static final int LONGEST_STATEMENT = 4000;
    private static final int MOST_ROWS = 10_000;
    private static final int MOST_WAKE_UPS = 100;

    /** Of one command: an hour of very fast ones. */
    private static final int MOST_ROUND_TRIPS = 100_000_000;

    /** Readers add these up, so their sums must be plausible, too. */
    private static final Map<String, ToDoubleFunction<Step>> SUMS = Map.of(
            "roundTrips",
            Step::roundTrips,
            "bytesUp",
            Step::bytesUp,
            "bytesDown",
            Step::bytesDown,
            "waited",
            Step::waited,
            "network",
            Step::network,
            "server",
            Step::server,
            "rows",
            Step::rows);

    public Recording {
        if (!SCHEMA.equals(schema)) {
            throw new IllegalArgumentException("the schema is " + schema + ", not " + SCHEMA);
        }
        PartCheck.time(startedAt, "startedAt");
        PartCheck.count(rttAddedMicros, "rttAddedMicros");
        PartCheck.count(rttPathMicros, "rttPathMicros");
        PartCheck.count(seconds, "seconds");
        PartCheck.count(connections, "connections");
        PartCheck.count(unread, "unread");
        transactions = PartCheck.list(transactions, MOST_TRANSACTIONS, "transactions");
        statements = PartCheck.list(statements, MOST_STATEMENTS, "statements");
        wakeUps = wakeUps == null ? null : PartCheck.list(wakeUps, MOST_WAKE_UPS, "wakeUps");
        for (Transaction transaction : transactions) {
            for (Step step : transaction.steps()) {
                PartCheck.between(0, statements.size() - 1, step.statement(), "statement");
            }
        }
        for (Map.Entry<String, ToDoubleFunction<Step>> sum : SUMS.entrySet()) {
            requireSum(transactions, sum.getKey(), sum.getValue());
        }
    }

    private static void requireSum(List<Transaction> transactions, String name, ToDoubleFunction<Step> part) {
        double sum = 0;
        for (Transaction transaction : transactions) {
            for (Step step : transaction.steps()) {
                sum += part.applyAsDouble(step);
            }
        }
        PartCheck.count(sum, "the sum of " + name);
    }

    /** A normalised statement, or the name of a command. */
    public record Statement(String text, CommandPurpose purpose) {
        public Statement {
            PartCheck.text(text, LONGEST_STATEMENT, "text");
            PartCheck.present(purpose, "purpose");
        }
    }

    /** How a transaction ended. */
    public enum End {
        /** By COMMIT or ROLLBACK. */
        ENDED,
        /** Each statement was committed by itself. */
        AUTOCOMMIT,
        /** Its connection or the recording ended first. */
        OPEN,
        /** It was cut because it was too long, or all open ones together; the rest is the next transaction. */
        CUT
    }

    /**
     * The commands of one connection from the beginning of a transaction to its end, preceded by what pool and driver
     * sent.
     *
     * @param connection its number, from 0
     */
    public record Transaction(int connection, End end, List<Step> steps) {
        public Transaction {
            PartCheck.count(connection, "connection");
            PartCheck.present(end, "end");
            steps = PartCheck.list(steps, MOST_STEPS, "steps");
            if (steps.isEmpty()) {
                throw new IllegalArgumentException("a transaction has no steps");
            }
        }
    }

    /**
     * One command with its answer.
     *
     * @param statement index of the statement
     * @param at when it was sent, since the recording began
     * @param waited how long the client waited, including the network
     * @param text as sent; null without values
     * @param values values bound to a statement that is prepared on the server, see {@link
     *     dev.jdbcbench.scenario.recording.BoundValue}; a batch has several rows; null without values, if they could not be read,
     *     or if nothing was prepared
     */
    public record Step(
            int statement,
            long at,
            int roundTrips,
            long bytesUp,
            long bytesDown,
            long waited,
            long network,
            long server,
            long rows,
            boolean failed,

            @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String text,

            @MayBeMissing @Nullable List<List<String>> values) {
        public Step {
            PartCheck.count(at, "at");
            PartCheck.between(0, MOST_ROUND_TRIPS, roundTrips, "roundTrips");
            PartCheck.count(bytesUp, "bytesUp");
            PartCheck.count(bytesDown, "bytesDown");
            PartCheck.count(waited, "waited");
            PartCheck.count(network, "network");
            PartCheck.count(server, "server");
            PartCheck.count(rows, "rows");
            values = values == null
                    ? null
                    : PartCheck.list(values, MOST_ROWS, "values").stream()
                            .map(row -> PartCheck.texts(row, MOST_ROWS, "values"))
                            .toList();
        }
    }

    /**
     * Reads a recording.
     *
     * @throws Failure.Input if it cannot be read
     */
    public static Recording read(Path file) {
        try {
            byte[] bytes = SafeFile.read(file, largest());
            return Json.readStored(bytes, 0, bytes.length, Recording.class);
        } catch (JacksonException e) {
            throw unreadable(file, Json.problem(e));
        } catch (IOException e) {
            Path part = part(file);
            if (!Files.exists(file) && Files.exists(part)) {
                throw cut(file, part);
            }
            throw unreadable(file, FileTrouble.why(e));
        }
    }

    /** The path of a file that is not complete. It stays there if its writer is killed. */
    static Path part(Path file) {
        Path whole = file.toAbsolutePath();
        return whole.resolveSibling("." + whole.getFileName() + ".part");
    }

    private static int largest() {
        return (int) Math.min(LARGEST, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    private static Failure cut(Path file, Path part) {
        return new Failure.Input(
                "the recording " + file + " is not complete",
                List.of("bench watch still writes it, or was killed: " + part + " has no statements yet"),
                "End bench watch with Ctrl-C, which completes the file. If it was killed, remove that file and record again.");
    }

    private static Failure unreadable(Path file, String why) {
        return new Failure.Input(
                "cannot read the recording " + file, List.of(why), "bench watch --record FILE makes one.");
    }
}
