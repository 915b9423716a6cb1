package dev.jdbcbench.watch;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.compare.GateReport.Verdict;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.watch.Allowed.Counted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a recording, judged by limits or by another recording: {@code explain --compare}, and {@code
 * --fail-above} of {@code watch} and {@code explain FILE}. A published format. A limit is for each single transaction; a
 * comparison is of means.
 *
 * @param base name of the recording to compare with; null without one
 * @param recording name of the one that is judged
 * @param allowed how much a transaction may need, or need more
 * @param rows the kinds of transactions, failing ones first
 * @param notes what limits the judgement
 * @param seconds how long was recorded
 * @param open why not everything could be judged
 */
@JsonPropertyOrder({"schema", "verdict"})
record RecordingGate(
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String base,
        String recording,
        String allowed,
        List<Row> rows,
        List<String> notes,
        double seconds,
        List<String> open) {
    /** Kinds that resemble each other less are not the same one. */
    private static final double RESEMBLANCE = 0.5;

    /** How many times as often a statement may be sent outside of transactions: a new test may send it, too. */
    private static final double SOME_MORE = 1.5;

    private static final int MOST_LINES = 10;

    /** How a kind ended. */
    enum End {
        WORSE,
        BETTER,
        SAME,
        /** Only in the recording that is judged. */
        NEW,
        /** Only in the base. */
        GONE
    }

    /**
     * A kind of transactions.
     *
     * @param before in the base; null if it is not there
     * @param after in the recording that is judged; null if it is not there
     * @param why what it needs too much of
     */
    record Row(
            End end,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            KindCounts before,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            KindCounts after,

            List<String> why) {
        Row {
            why = List.copyOf(why);
        }

        /** The kind as it was first known. */
        private KindCounts kind() {
            return Stream.of(Optional.ofNullable(before), Optional.ofNullable(after))
                    .flatMap(Optional::stream)
                    .findFirst()
                    .orElseThrow();
        }

        @JsonIgnore
        String name() {
            return kind().name();
        }

        /** Whether it is a statement outside of transactions that only the recording that is judged has. */
        private boolean added() {
            return end == End.WORSE && before == null && after != null && after.outside();
        }

        /** All its statements, which identify it. */
        @JsonIgnore
        String identity() {
            return String.join("; ", kind().key());
        }
    }

    RecordingGate {
        rows = List.copyOf(rows);
        notes = List.copyOf(notes);
        open = List.copyOf(open);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "recording-gate/1";
    }

    /** The verdict: with anything that could not be judged, there is none, unless something fails. */
    @JsonProperty("verdict")
    public Verdict verdict() {
        return !failing().isEmpty() ? Verdict.FAILED : open.isEmpty() ? Verdict.PASSED : Verdict.UNDECIDED;
    }

    @JsonIgnore
    List<Row> failing() {
        return with(End.WORSE);
    }

    List<Row> with(End end) {
        return rows.stream().filter(row -> row.end() == end).toList();
    }

    /** Judges each transaction of a recording by limits. */
    static RecordingGate of(String name, Recording recording, Allowed allowed) {
        List<Row> rows = new ArrayList<>();
        for (KindCounts kind : KindCounts.of(recording)) {
            List<String> why = new ArrayList<>();
            for (Counted counted : Counted.values()) {
                if (allowed.exceeds(counted, 0, kind.most(counted))) {
                    why.add(counted.of(kind.most(counted))
                            + (kind.count() == 1 || kind.most(counted) - kind.mean(counted) < 0.05
                                    ? ""
                                    : " in the largest of " + kind.count() + ", " + Numbers.count(kind.mean(counted))
                                            + " on average"));
                }
            }
            rows.add(new Row(why.isEmpty() ? End.SAME : End.WORSE, null, kind, why));
        }
        List<String> open = new ArrayList<>(open(name, recording));
        if (rows.isEmpty()) {
            open.add("the recording has no transaction: did the application connect to the relay, and without TLS?");
        }
        return gate(null, name, allowed, rows, recording, open);
    }

    /**
     * Compares two recordings, kind by kind: the means of transactions. Outside of transactions, each statement is a kind, so
     * an additional one would only be new: there, what counts is also how often each is sent, see {@link Workload}.
     */
    static RecordingGate of(String base, Recording before, String name, Recording after, Allowed allowed) {
        List<KindCounts> old = new ArrayList<>(KindCounts.of(before));
        List<KindCounts> fresh = new ArrayList<>(KindCounts.of(after));
        List<Pair> both = new ArrayList<>();
        pairs(old, fresh, Pair::sameStatements).forEach(pair -> both.add(taken(pair, old, fresh)));
        for (Pair pair : pairs(old, fresh, pair -> pair.resemblance() >= RESEMBLANCE)) {
            if (old.contains(pair.before()) && fresh.contains(pair.after())) {
                both.add(taken(pair, old, fresh));
            }
        }
        Workload workload = Workload.of(both);
        List<Row> rows = new ArrayList<>(
                both.stream().map(pair -> compared(pair, workload, allowed)).toList());
        List<String> open = new ArrayList<>(open(base, before));
        open.addAll(open(name, after));
        if (rows.isEmpty()) {
            open.add("no kind of transactions is in both recordings");
        }
        fresh.forEach(kind -> rows.add(added(kind, workload, allowed)));
        old.forEach(kind -> rows.add(new Row(End.GONE, kind, null, List.of())));
        return gate(base, name, allowed, rows, after, open);
    }

    /** A kind of the base, and one of the other recording. */
    private record Pair(KindCounts before, KindCounts after, double resemblance) {
        boolean sameStatements() {
            return before.key().equals(after.key());
        }
    }

    /** Such pairs, most alike first. */
    private static List<Pair> pairs(List<KindCounts> old, List<KindCounts> fresh, Predicate<Pair> which) {
        return old.stream()
                .flatMap(before -> fresh.stream().map(after -> new Pair(before, after, before.resemblance(after))))
                .filter(which)
                .sorted(Comparator.comparingDouble(Pair::resemblance).reversed())
                .toList();
    }

    private static Pair taken(Pair pair, List<KindCounts> old, List<KindCounts> fresh) {
        old.remove(pair.before());
        fresh.remove(pair.after());
        return pair;
    }

    /**
     * How much both recordings have of the same work.
     *
     * @param growth how many times as often the kinds are sent that both have, without logins, by the median; at least 1
     * @param usual how often such a kind is sent in the recording that is judged, by the median; infinite if there is none
     */
    private record Workload(double growth, double usual) {
        static Workload of(List<Pair> all) {
            List<Pair> both = all.stream()
                    .filter(pair -> !pair.after().key().contains(ServerPackets.CONNECT))
                    .toList();
            double[] growths = both.stream()
                    .mapToDouble(pair ->
                            (double) pair.after().count() / pair.before().count())
                    .sorted()
                    .toArray();
            double[] counts = both.stream()
                    .mapToDouble(pair -> pair.after().count())
                    .sorted()
                    .toArray();
            return both.isEmpty()
                    ? new Workload(1, Double.POSITIVE_INFINITY)
                    : new Workload(Math.max(1, lowerMedian(growths)), lowerMedian(counts));
        }

        private static double lowerMedian(double[] sorted) {
            return sorted[(sorted.length - 1) / 2];
        }

        /** How often a kind is sent for each time that it was sent before, if both did the same work. */
        double times(KindCounts before, KindCounts after) {
            double times = after.count() / (growth * before.count());
            return !before.outside() || !after.outside() || (times > 1 && times <= SOME_MORE) ? 1 : times;
        }

        /** Whether a kind is sent about as often as others. A new test sends its own only a few times. */
        boolean includes(KindCounts kind) {
            return kind.outside() && kind.count() >= usual / 2;
        }
    }

    private static Row compared(Pair pair, Workload workload, Allowed allowed) {
        KindCounts before = pair.before();
        KindCounts after = pair.after();
        double times = workload.times(before, after);
        List<String> why = new ArrayList<>();
        boolean less = false;
        for (Counted counted : Counted.values()) {
            double was = before.mean(counted);
            double is = after.mean(counted) * times;
            if (allowed.exceeds(counted, was, is)) {
                why.add(counted.words() + " " + counted.shown(was) + " → " + counted.shown(is));
            }
            less |= Allowed.nothingMore().exceeds(counted, after.mean(counted) * Math.max(1, times), was);
        }
        if (!why.isEmpty() && times > 1) {
            why.add(0, "sent " + before.count() + " → " + after.count() + " times outside of transactions");
        }
        return new Row(!why.isEmpty() ? End.WORSE : less ? End.BETTER : End.SAME, before, after, why);
    }

    /** A kind that is not in the base. In transactions, it may be that of a new test. */
    private static Row added(KindCounts kind, Workload workload, Allowed allowed) {
        List<String> why = new ArrayList<>();
        for (Counted counted : Counted.values()) {
            if (workload.includes(kind) && allowed.exceeds(counted, 0, kind.mean(counted))) {
                why.add(counted.of(kind.mean(counted)));
            }
        }
        if (!why.isEmpty()) {
            why.add(0, "new outside of transactions, " + Numbers.count(kind.count(), "time"));
        }
        return new Row(why.isEmpty() ? End.NEW : End.WORSE, null, kind, why);
    }

    private static List<String> open(String name, Recording recording) {
        List<String> open = new ArrayList<>();
        if (recording.unread() > 0) {
            open.add(name + ": " + recording.unread() + " of " + recording.connections()
                    + " connections could not be read, so their statements are missing");
        }
        if (recording.limitReached()) {
            open.add(name + " reached its limit, so its end is missing: bench watch --record-limit allows more");
        }
        return open;
    }

    private static RecordingGate gate(
            @Nullable String base,
            String name,
            Allowed allowed,
            List<Row> rows,
            Recording recording,
            List<String> open) {
        long cut = recording.transactions().stream()
                .filter(transaction -> transaction.end() == Recording.End.CUT)
                .count();
        return new RecordingGate(
                base,
                name,
                allowed.text(),
                rows.stream().sorted(Comparator.comparing(Row::end)).toList(),
                cut == 0
                        ? List.of()
                        : List.of(cut + (cut == 1 ? " transaction was" : " transactions were")
                                + " cut while it was recorded; each part counts as one"),
                recording.seconds(),
                open);
    }

    /** What the command ends with; empty if it passes. */
    Optional<Failure> failure() {
        List<Row> failing = failing();
        if (!failing.isEmpty()) {
            return Optional.of(new Failure.Regression(
                    sentence(),
                    Stream.of(
                                    failing.stream()
                                            .limit(MOST_LINES)
                                            .map(row -> row.name() + ": " + String.join(", ", row.why())),
                                    failing.size() > MOST_LINES
                                            ? Stream.of("and " + (failing.size() - MOST_LINES) + " more")
                                            : Stream.<String>empty(),
                                    open.stream().map(line -> "also not judged: " + line))
                            .flatMap(lines -> lines)
                            .collect(Collectors.joining("\n")),
                    (base == null
                                    ? ""
                                    : "If this is intended, allow it this once, for instance: --fail-above '2 round trips'. ")
                            + "bench explain shows what would change it, of a recording by bench watch --record."));
        }
        return open.isEmpty()
                ? Optional.empty()
                : Optional.of(new Failure.Incomplete(
                        "not everything could be judged",
                        String.join("\n", open),
                        "Record again: without TLS, through the relay, and whole."));
    }

    /** What matters most, in one sentence without a period. */
    String sentence() {
        List<Row> failing = failing();
        long judged = rows.stream()
                .filter(row -> row.end() != End.NEW && row.end() != End.GONE)
                .count();
        long added = failing.stream().filter(Row::added).count();
        String of = " of " + Numbers.count(judged - added, "kind") + " of transactions";
        if (base == null) {
            return failing.isEmpty()
                    ? "no transaction of " + Numbers.count(judged, "kind") + " needs more than " + allowed
                    : failing.size() + of + (failing.size() == 1 ? " needs" : " need") + " more than " + allowed;
        }
        String worse = failing.size() - added + of + (failing.size() - added == 1 ? " needs" : " need") + " more";
        String alone =
                Numbers.count(added, "statement") + " outside of transactions " + (added == 1 ? "is" : "are") + " new";
        return failing.isEmpty()
                ? "none" + of + " needs more than in " + base
                : (added == 0
                                ? worse + " than in "
                                : added == failing.size()
                                        ? alone + ", compared with "
                                        : worse + ", and " + alone + ", compared with ")
                        + base;
    }
}
