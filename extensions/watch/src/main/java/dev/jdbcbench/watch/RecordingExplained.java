package dev.jdbcbench.watch;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import dev.jdbcbench.watch.Remedy.Support;
import dev.jdbcbench.watch.WatchFinding.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What the transactions of a recording wait for, and what would change it: {@code explain FILE --format json}, a
 * published format. All numbers of a kind are means per transaction. A prediction is the number of round trips times an
 * RTT, plus everything else as recorded. Each round trip also takes longer by {@link WakeUp}, as far as that is more
 * than at the RTT of the recording.
 *
 * <p>The range of a prediction covers the next transaction of that kind, by {@link NextValue} over the times that the
 * recorded ones would take at that RTT. It holds as long as server, application and load stay the same.
 *
 * @param statements the statements with the longest total wait, longest first
 * @param wakeUpMicros how much longer each round trip takes at each RTT than when recorded, because programs that slept
 *     wake up late; included in the predictions
 * @param kinds kinds of transactions, longest total wait first
 * @param leftOut number of kinds that are not listed
 * @param remedies drivers that support the changes
 */
@JsonPropertyOrder({"schema"})
public record RecordingExplained(
        double seconds,
        int transactions,
        double rttAddedMicros,
        double rttPathMicros,
        List<Double> rttMillis,
        List<Double> wakeUpMicros,
        List<StatementLine> statements,
        List<TransactionKind> kinds,
        int leftOut,
        List<DriverRemedy> remedies,
        List<String> notes) {
    private static final List<Double> DISTANCES = List.of(0.1, 1.0, 5.0, 20.0, 50.0);
    private static final int MOST_KINDS = 50;
    private static final int MOST_STATEMENTS = 20;

    public RecordingExplained {
        rttMillis = List.copyOf(rttMillis);
        wakeUpMicros = List.copyOf(wakeUpMicros);
        statements = List.copyOf(statements);
        kinds = List.copyOf(kinds);
        remedies = List.copyOf(remedies);
        notes = List.copyOf(notes);
    }

    /** Whether part of the traffic is not in the recording, or counts in several parts; the notes say which. */
    boolean missing() {
        return !notes.isEmpty();
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "recording-explained/1";
    }

    /**
     * All executions of one normalised statement.
     *
     * @param rows rows of results, or changed rows
     * @param waitedMicros network, server and the rest of the answers
     */
    public record StatementLine(
            String statement,
            CommandPurpose purpose,
            long count,
            long roundTrips,
            long rows,
            double waitedMicros,
            double networkMicros,
            double serverMicros) {}

    /**
     * Transactions that send the same statements in the same order; repetitions count as one.
     *
     * @param steps its statements; … follows a repeated one
     * @param clientMicros time between its statements, in the application
     * @param restMicros time of the answers after their first bytes
     * @param predictedMillis its duration at each RTT
     * @param level the probability of each range, at least 0.95 with 39 transactions or more; 0 with one, which has no
     *     ranges
     * @param ranges range of the next one's duration at each RTT
     * @param changes what would save round trips, largest saving first
     * @param example the transaction with the median duration, as recorded
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
            double level,
            List<Range> ranges,
            List<Change> changes,
            Timeline example) {
        public TransactionKind {
            steps = List.copyOf(steps);
            predictedMillis = List.copyOf(predictedMillis);
            ranges = List.copyOf(ranges);
            changes = List.copyOf(changes);
        }
    }

    /** The shortest and the longest time, both inclusive. */
    public record Range(double lowMillis, double highMillis) {}

    /**
     * A possible improvement.
     *
     * @param roundTripsSaved per transaction, on average; at most
     * @param roundTripsSavedAtLeast the same at least, if each connection still needs the first ones
     * @param about whether parts of such transactions are missing, so that these numbers may be wrong by a few
     * @param savedAsRecordedMillis the time of these round trips at the RTT of the recording
     * @param savedMillis at each RTT
     * @param remedies what drivers can do about it
     */
    public record Change(
            Kind kind,
            String statement,
            double roundTripsSaved,
            double roundTripsSavedAtLeast,
            boolean about,
            double savedAsRecordedMillis,
            List<Double> savedMillis,
            String advice,
            List<Remedy> remedies) {
        public Change {
            savedMillis = List.copyOf(savedMillis);
            remedies = List.copyOf(remedies);
        }
    }

    /** A remedy that at least one change needs. */
    public record DriverRemedy(Remedy remedy, String what, List<Support> drivers) {
        public DriverRemedy {
            drivers = List.copyOf(drivers);
        }
    }

    /** Explains a recording. */
    public static RecordingExplained of(Recording recording) {
        Map<List<String>, List<Observed>> byKind = new LinkedHashMap<>();
        Set<Integer> cut = new HashSet<>();
        for (Transaction transaction : recording.transactions()) {
            boolean continued = cut.remove(transaction.connection());
            if (transaction.end() == Recording.End.CUT) {
                cut.add(transaction.connection());
            }
            byKind.computeIfAbsent(key(transaction, recording.statements()), key -> new ArrayList<>())
                    .add(new Observed(transaction, continued));
        }
        double rtt = (recording.rttAddedMicros() + recording.rttPathMicros()) / Unit.MICROS_PER_MILLI;
        List<Double> wakeUps = wakeUps(recording);
        List<Double> roundTrips = IntStream.range(0, DISTANCES.size())
                .mapToObj(i -> DISTANCES.get(i) + wakeUps.get(i) / Unit.MICROS_PER_MILLI)
                .toList();
        List<TransactionKind> kinds = byKind.entrySet().stream()
                .map(kind -> kind(kind.getKey(), kind.getValue(), recording.statements(), roundTrips, rtt))
                .sorted(Comparator.comparingDouble((TransactionKind kind) ->
                                kind.count() * (kind.roundTrips() + kind.serverMicros() / Unit.MICROS_PER_MILLI))
                        .reversed()
                        .thenComparing(kind -> String.join(";", kind.steps())))
                .toList();
        List<TransactionKind> kept = kinds.stream().limit(MOST_KINDS).toList();
        return new RecordingExplained(
                recording.seconds(),
                recording.transactions().size(),
                recording.rttAddedMicros(),
                recording.rttPathMicros(),
                DISTANCES,
                wakeUps,
                statements(recording),
                kept,
                Math.max(0, kinds.size() - MOST_KINDS),
                remedies(kept),
                notes(recording));
    }

    /** At each RTT. The recorded times contain what waking up cost at the recording's own RTT. */
    private static List<Double> wakeUps(Recording recording) {
        List<WakeUp> measured = recording.wakeUps() == null ? List.of() : recording.wakeUps();
        double contained = WakeUp.after(recording.rttAddedMicros() + recording.rttPathMicros(), measured);
        return DISTANCES.stream()
                .map(millis -> Math.max(0, WakeUp.after(millis * Unit.MICROS_PER_MILLI, measured) - contained))
                .toList();
    }

    private static List<DriverRemedy> remedies(List<TransactionKind> kinds) {
        return kinds.stream()
                .flatMap(kind -> kind.changes().stream())
                .flatMap(change -> change.remedies().stream())
                .distinct()
                .sorted()
                .map(remedy -> new DriverRemedy(remedy, remedy.what(), remedy.drivers()))
                .toList();
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
        long cut = recording.transactions().stream()
                .filter(transaction -> transaction.end() == Recording.End.CUT)
                .count();
        if (cut > 0) {
            notes.add(cut + (cut == 1 ? " transaction was" : " transactions were")
                    + " cut while it was recorded, because it was long or all open ones together were large;"
                    + " each part counts as a transaction");
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
            if (statement.purpose() == CommandPurpose.UNANSWERED) {
                continue;
            }
            String text = (statement.purpose() == CommandPurpose.PREPARE ? "prepare: " : "") + statement.text();
            if (step.statement() == last) {
                key.set(key.size() - 1, text + " …");
            } else {
                key.add(text);
            }
            last = step.statement();
        }
        return key;
    }

    /** The sums of one transaction; times in µs. */
    private record Parts(int calls, long roundTrips, long up, long down, long server, long rest, long client) {
        static Parts of(Transaction transaction, List<Statement> statements) {
            int calls = 0;
            long roundTrips = 0;
            long up = 0;
            long down = 0;
            long server = 0;
            long rest = 0;
            long client = 0;
            long end = transaction.steps().get(0).at();
            for (Step step : transaction.steps()) {
                CommandPurpose purpose = statements.get(step.statement()).purpose();
                calls += isStatement(purpose) ? 1 : 0;
                roundTrips += step.roundTrips();
                up += step.bytesUp();
                down += step.bytesDown();
                server += step.server();
                rest += Math.max(0, step.waited() - step.network() - step.server());
                client += Math.max(0, step.at() - end);
                end = Math.max(end, step.at() + step.waited());
            }
            return new Parts(calls, roundTrips, up, down, server, rest, client);
        }

        double millisAt(double roundTripMillis) {
            return roundTrips * roundTripMillis + (server + rest + client) / Unit.MICROS_PER_MILLI;
        }
    }

    /**
     * A transaction of the recording.
     *
     * @param continued whether its beginning is in another part
     */
    private record Observed(Transaction transaction, boolean continued) {
        /** Whether its beginning or its end is missing. */
        boolean partial() {
            return continued || transaction.end() == Recording.End.CUT || transaction.end() == Recording.End.OPEN;
        }
    }

    /**
     * Summarises a kind.
     *
     * @param roundTripMillis the duration of a round trip at each RTT
     * @param rttMillis RTT of the recording
     */
    private static TransactionKind kind(
            List<String> steps,
            List<Observed> observed,
            List<Statement> statements,
            List<Double> roundTripMillis,
            double rttMillis) {
        Map<Savings.Saving, Double> savings = new LinkedHashMap<>();
        observed.forEach(one -> Savings.of(one.transaction(), one.continued(), statements)
                .forEach((saving, trips) -> savings.merge(saving, trips, Double::sum)));
        List<Transaction> all = observed.stream().map(Observed::transaction).toList();
        List<Parts> parts = all.stream().map(one -> Parts.of(one, statements)).toList();
        List<NextValue> next = roundTripMillis.stream()
                .flatMap(trip -> NextValue.of(
                        parts.stream().mapToDouble(one -> one.millisAt(trip)).toArray())
                        .stream())
                .toList();
        int count = all.size();
        long connections = all.stream().map(Transaction::connection).distinct().count();
        boolean about = observed.stream().anyMatch(Observed::partial);
        List<Change> changes = savings.entrySet().stream()
                .map(saving -> change(
                        saving.getKey(),
                        saving.getValue() / count,
                        (double) connections / count,
                        about,
                        roundTripMillis,
                        rttMillis))
                .sorted(Comparator.comparingDouble(Change::roundTripsSaved).reversed())
                .toList();
        return new TransactionKind(
                steps,
                count,
                mean(parts, Parts::calls),
                mean(parts, Parts::roundTrips),
                mean(parts, Parts::up),
                mean(parts, Parts::down),
                mean(parts, Parts::server),
                mean(parts, Parts::rest),
                mean(parts, Parts::client),
                roundTripMillis.stream()
                        .map(trip -> mean(parts, one -> one.millisAt(trip)))
                        .toList(),
                next.isEmpty() ? 0 : next.get(0).level(),
                next.stream().map(one -> new Range(one.low(), one.high())).toList(),
                changes,
                Timeline.of(middle(all), statements));
    }

    private static double mean(List<Parts> parts, ToDoubleFunction<Parts> part) {
        return parts.stream().mapToDouble(part).average().orElse(0);
    }

    private static Transaction middle(List<Transaction> all) {
        List<Transaction> sorted =
                all.stream().sorted(Comparator.comparingLong(Timeline::micros)).toList();
        return sorted.get((sorted.size() - 1) / 2);
    }

    private static boolean isStatement(CommandPurpose purpose) {
        return Set.of(
                        CommandPurpose.READ,
                        CommandPurpose.WRITE,
                        CommandPurpose.BEGIN,
                        CommandPurpose.END,
                        CommandPurpose.OTHER)
                .contains(purpose);
    }

    private static Change change(
            Savings.Saving saving,
            double trips,
            double first,
            boolean about,
            List<Double> roundTripMillis,
            double rttMillis) {
        boolean check = saving.kind() == Kind.CHECKS;
        // A pool still opens connections, and a cache of statements prepares once in each.
        boolean remains = saving.kind() == Kind.CONNECTING || saving.kind() == Kind.PREPARED_ONCE;
        SessionCheck purpose = SessionCheck.of(saving.statement());
        return new Change(
                saving.kind(),
                saving.statement(),
                trips,
                remains ? trips * (1 - first) : trips,
                about,
                trips * rttMillis,
                roundTripMillis.stream().map(trip -> trips * trip).toList(),
                check ? purpose.advice() : saving.kind().advice(saving.statement()),
                check ? purpose.remedy().stream().toList() : saving.kind().remedies());
    }
}
