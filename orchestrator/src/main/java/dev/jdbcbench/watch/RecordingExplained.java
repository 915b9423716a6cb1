package dev.jdbcbench.watch;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import dev.jdbcbench.watch.WatchFinding.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the transactions of a recording wait for, and what would change it: {@code explain FILE --format json}, a published format. All numbers of a kind
 * are means of one transaction. A prediction is the round trips times an RTT, plus everything else as it was recorded.
 *
 * @param statements that connections waited for most, the longest first
 * @param kinds of transactions, the one that waited longest in all first
 * @param leftOut kinds beyond the most that are kept
 */
@JsonPropertyOrder({"schema"})
public record RecordingExplained(
        double seconds,
        int transactions,
        double rttAddedMicros,
        double rttPathMicros,
        List<Double> rttMillis,
        List<StatementLine> statements,
        List<TransactionKind> kinds,
        int leftOut,
        List<String> notes) {
    private static final List<Double> DISTANCES = List.of(0.1, 1.0, 5.0, 20.0, 50.0);
    private static final int MOST_KINDS = 50;
    private static final int MOST_STATEMENTS = 20;
    private static final double MICROS_PER_MILLI = 1000;

    public RecordingExplained {
        rttMillis = List.copyOf(rttMillis);
        statements = List.copyOf(statements);
        kinds = List.copyOf(kinds);
        notes = List.copyOf(notes);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "recording-explained/1";
    }

    /**
     * All executions of one normalised statement.
     *
     * @param rows of results, or changed rows
     * @param waitedMicros network, server and the rest of the answers
     */
    public record StatementLine(
            String statement,
            Purpose purpose,
            long count,
            long roundTrips,
            long rows,
            double waitedMicros,
            double networkMicros,
            double serverMicros) {}

    /**
     * Transactions that send the same statements in the same order; repetitions count as one.
     *
     * @param steps its statements, with … where one is repeated
     * @param clientMicros between its statements, in the application
     * @param restMicros of the answers after their first bytes
     * @param predictedMillis its duration at each RTT
     * @param changes what would save round trips, the most first
     * @param example the one in the middle by its duration, as it was recorded
     */
    public record TransactionKind(
            List<String> steps,
            int count,
            double statements,
            double roundTrips,
            double bytesUp,
            double bytesDown,
            double serverMicros,
            double restMicros,
            double clientMicros,
            List<Double> predictedMillis,
            List<Change> changes,
            Timeline example) {
        public TransactionKind {
            steps = List.copyOf(steps);
            predictedMillis = List.copyOf(predictedMillis);
            changes = List.copyOf(changes);
        }
    }

    /**
     * Something to change.
     *
     * @param roundTripsSaved in each transaction, on average
     * @param savedMillis at each RTT
     */
    public record Change(Kind kind, String statement, double roundTripsSaved, List<Double> savedMillis, String advice) {
        public Change {
            savedMillis = List.copyOf(savedMillis);
        }
    }

    /** Of a recording. */
    public static RecordingExplained of(Recording recording) {
        Map<List<String>, List<Transaction>> byKind = new LinkedHashMap<>();
        for (Transaction transaction : recording.transactions()) {
            byKind.computeIfAbsent(key(transaction, recording.statements()), key -> new ArrayList<>())
                    .add(transaction);
        }
        List<TransactionKind> kinds = byKind.entrySet().stream()
                .map(kind -> kind(kind.getKey(), kind.getValue(), recording.statements()))
                .sorted(Comparator.comparingDouble((TransactionKind kind) ->
                                kind.count() * (kind.roundTrips() + kind.serverMicros() / MICROS_PER_MILLI))
                        .reversed()
                        .thenComparing(kind -> String.join(";", kind.steps())))
                .toList();
        return new RecordingExplained(
                recording.seconds(),
                recording.transactions().size(),
                recording.rttAddedMicros(),
                recording.rttPathMicros(),
                DISTANCES,
                statements(recording),
                kinds.stream().limit(MOST_KINDS).toList(),
                Math.max(0, kinds.size() - MOST_KINDS),
                notes(recording));
    }

    private static List<StatementLine> statements(Recording recording) {
        Map<Integer, long[]> sums = new LinkedHashMap<>();
        for (Transaction transaction : recording.transactions()) {
            for (Step step : transaction.steps()) {
                long[] sum = sums.computeIfAbsent(step.statement(), number -> new long[6]);
                sum[0]++;
                sum[1] += step.roundTrips();
                sum[2] += step.rows();
                sum[3] += step.waited();
                sum[4] += step.network();
                sum[5] += step.server();
            }
        }
        return sums.entrySet().stream()
                .map(entry -> {
                    Statement statement = recording.statements().get(entry.getKey());
                    long[] sum = entry.getValue();
                    return new StatementLine(
                            statement.text(), statement.purpose(), sum[0], sum[1], sum[2], sum[3], sum[4], sum[5]);
                })
                .sorted(Comparator.comparingDouble(StatementLine::waitedMicros)
                        .reversed()
                        .thenComparing(StatementLine::statement))
                .limit(MOST_STATEMENTS)
                .toList();
    }

    private static List<String> notes(Recording recording) {
        List<String> notes = new ArrayList<>();
        if (recording.limitReached()) {
            notes.add("the recording reached its limit, so its end is missing");
        }
        if (recording.unread() > 0) {
            notes.add(recording.unread() + " of " + recording.connections()
                    + " connections could not be read, so their statements are missing");
        }
        return notes;
    }

    /** The statements without repetitions; a repeated one ends with a mark. */
    private static List<String> key(Transaction transaction, List<Statement> statements) {
        List<String> key = new ArrayList<>();
        int last = -1;
        for (Step step : transaction.steps()) {
            Statement statement = statements.get(step.statement());
            if (statement.purpose() == Purpose.UNANSWERED) {
                continue;
            }
            String text = (statement.purpose() == Purpose.PREPARE ? "prepare: " : "") + statement.text();
            if (step.statement() == last) {
                key.set(key.size() - 1, text + " …");
            } else {
                key.add(text);
            }
            last = step.statement();
        }
        return key;
    }

    private static TransactionKind kind(List<String> steps, List<Transaction> all, List<Statement> statements) {
        double calls = 0;
        double roundTrips = 0;
        double up = 0;
        double down = 0;
        double server = 0;
        double rest = 0;
        double client = 0;
        Map<Saving, Double> savings = new LinkedHashMap<>();
        for (Transaction transaction : all) {
            long end = transaction.steps().get(0).at();
            for (Step step : transaction.steps()) {
                Purpose purpose = statements.get(step.statement()).purpose();
                calls += isStatement(purpose) ? 1 : 0;
                roundTrips += step.roundTrips();
                up += step.bytesUp();
                down += step.bytesDown();
                server += step.server();
                rest += Math.max(0, step.waited() - step.network() - step.server());
                client += Math.max(0, step.at() - end);
                end = Math.max(end, step.at() + step.waited());
            }
            Savings.of(transaction, statements).forEach((saving, trips) -> savings.merge(saving, trips, Double::sum));
        }
        int count = all.size();
        double trips = roundTrips / count;
        double other = (server + rest + client) / count / MICROS_PER_MILLI;
        List<Change> changes = savings.entrySet().stream()
                .map(saving -> change(saving.getKey(), saving.getValue() / count))
                .sorted(Comparator.comparingDouble(Change::roundTripsSaved).reversed())
                .toList();
        return new TransactionKind(
                steps,
                count,
                calls / count,
                trips,
                up / count,
                down / count,
                server / count,
                rest / count,
                client / count,
                DISTANCES.stream().map(rtt -> trips * rtt + other).toList(),
                changes,
                Timeline.of(middle(all), statements));
    }

    private static Transaction middle(List<Transaction> all) {
        List<Transaction> sorted =
                all.stream().sorted(Comparator.comparingLong(Timeline::micros)).toList();
        return sorted.get((sorted.size() - 1) / 2);
    }

    private static boolean isStatement(Purpose purpose) {
        return Set.of(Purpose.READ, Purpose.WRITE, Purpose.BEGIN, Purpose.END, Purpose.OTHER)
                .contains(purpose);
    }

    private static Change change(Saving saving, double trips) {
        return new Change(
                saving.kind(),
                saving.statement(),
                trips,
                DISTANCES.stream().map(rtt -> trips * rtt).toList(),
                saving.kind() == Kind.CHECKS
                        ? Checks.advice(saving.statement())
                        : saving.kind().advice());
    }

    /** What to change. */
    record Saving(Kind kind, String statement) {}

    /** Finds what one transaction could do without. */
    private static final class Savings {
        private final Map<Saving, Double> saved = new LinkedHashMap<>();

        static Map<Saving, Double> of(Transaction transaction, List<Statement> statements) {
            Savings savings = new Savings();
            int last = -1;
            for (Step step : transaction.steps()) {
                Statement statement = statements.get(step.statement());
                Purpose purpose = statement.purpose();
                if (purpose == Purpose.UNANSWERED) {
                    continue;
                }
                if (purpose == Purpose.CHECK) {
                    savings.add(Kind.CHECKS, statement, step.roundTrips());
                } else if (purpose == Purpose.CONNECT) {
                    savings.add(Kind.CONNECTING, statement, step.roundTrips());
                } else if (purpose == Purpose.PREPARE) {
                    savings.add(Kind.PREPARED_ONCE, statement, step.roundTrips());
                    continue; // may be between two executions of one statement
                } else if (step.statement() == last && repeats(statement, step)) {
                    savings.add(
                            purpose == Purpose.WRITE ? Kind.ROW_BY_ROW : Kind.N_PLUS_1, statement, step.roundTrips());
                }
                last = step.statement();
            }
            return savings.saved;
        }

        private static boolean repeats(Statement statement, Step step) {
            return !step.failed() && Repetitions.single(statement.purpose(), statement.text(), step.rows());
        }

        private void add(Kind kind, Statement statement, int roundTrips) {
            if (roundTrips > 0) {
                saved.merge(new Saving(kind, statement.text()), (double) roundTrips, Double::sum);
            }
        }
    }
}
