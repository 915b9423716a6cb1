package dev.jdbcbench.report.compare;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.report.layout.ChangeText;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.statistics.contrast.LimitTest.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The sentences of a gate. */
final class GateWords {
    private GateWords() {}

    /** What matters most, in one sentence. */
    static String sentence(GateReport report) {
        List<String> found = findings(report);
        return switch (report.verdict()) {
            case FAILED ->
                found.isEmpty()
                        ? report.failure().orElseThrow().getMessage() + "."
                        : found.get(0) + (found.size() == 1 ? "." : ". " + others(found.size() - 1) + " worse, too.");
            case PASSED -> capitalized(passed(report)) + ".";
            case UNDECIDED ->
                report.failure()
                        .map(failure -> failure.getMessage() + "."
                                + (passed(report).isEmpty() ? "" : " Known so far: " + passed(report) + "."))
                        .orElseGet(() -> undecided(report));
        };
    }

    private static String capitalized(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String others(int number) {
        return number == 1 ? "1 more is" : number + " more are";
    }

    private static String undecided(GateReport report) {
        int open = report.open().size();
        return open == 0
                ? "The round trips of some operations are not certain."
                : open + (open == 1 ? " row is" : " rows are") + " neither above nor below the limit.";
    }

    private static String passed(GateReport report) {
        List<String> parts = new ArrayList<>();
        report.counts().ifPresent(diff -> {
            long judged = diff.operations().size()
                    + diff.unpaired().stream().filter(Unpaired::judged).count();
            if (judged > 0 && diff.failing().isEmpty()) {
                parts.add("no " + (diff.accepted().isEmpty() ? "" : "unaccepted ")
                        + "increase of round trips, statements or bytes in " + judged
                        + (judged == 1 ? " operation" : " operations"));
            }
        });
        report.compared().ifPresent(all -> {
            int below = all.with(Outcome.BELOW).size();
            if (all.limits() != null && below > 0) {
                parts.add(what(all) + " below +"
                        + CompareWords.percent(all.limits().below()) + " in " + below + " of "
                        + all.rows().size() + (all.rows().size() == 1 ? " row" : " rows"));
            }
        });
        return String.join("; ", parts);
    }

    /** What was measured: times, or own. */
    static String what(Compared compared) {
        return own(compared) ? "own" : "times";
    }

    static boolean own(Compared compared) {
        return !compared.rows().isEmpty()
                && compared.rows().stream().allMatch(row -> row.base().cell().inMemory());
    }

    /** What fails, most important first; modes with the same change are one finding. */
    static List<String> findings(GateReport report) {
        Set<String> found = new LinkedHashSet<>();
        report.counts()
                .ifPresent(diff -> groups(diff.failingOperations())
                        .forEach((names, operations) -> found.add(names + " " + change(operations.get(0)))));
        Stream.concat(
                        report.counts().stream()
                                .flatMap(diff -> diff.unpaired().stream().filter(diff::fails)),
                        report.compared().stream().flatMap(all -> all.lost().stream()))
                .map(row -> row.row() + " is lost: " + row.why())
                .forEach(found::add);
        report.compared()
                .ifPresent(all ->
                        all.failing().forEach(row -> found.add(row.id().row() + " " + change(all, row))));
        return List.copyOf(found);
    }

    private static String change(Compared all, Compared.Row row) {
        ChangeText change = ChangeText.of(row.change());
        String amount = (change.change() + " " + change.interval()).strip();
        return row.outcome() == Outcome.ABOVE
                ? (own(all) ? "needs more CPU time of the driver's own: " : "became slower: ") + amount
                : CompareWords.moreAllocated(row);
    }

    private static String change(ExchangeDiff.Operation operation) {
        if (operation.otherRoundTrips()
                && operation.after().roundTrips() > operation.before().roundTrips()) {
            double more = operation.after().roundTrips() - operation.before().roundTrips();
            return "waits " + times(operation.after().roundTrips()) + " instead of "
                    + times(operation.before().roundTrips()) + ": +" + Numbers.count(more) + " RTT per operation";
        }
        String summary = operation.summary();
        return "exchanges more: " + summary.substring(operation.name().length() + 2);
    }

    private static String times(double number) {
        String text = Numbers.count(number);
        return text.equals("1") ? "once" : text.equals("2") ? "twice" : text + " times";
    }

    /** The bytes of all operations of a group, of both sides where they differ. */
    static String bytes(List<ExchangeDiff.Operation> group, ToLongFunction<Exchange> bytes) {
        String was = range(group.stream().map(ExchangeDiff.Operation::before).mapToLong(bytes));
        String is = range(group.stream().map(ExchangeDiff.Operation::after).mapToLong(bytes));
        return was.equals(is) ? is : was + ExchangeText.ARROW + is;
    }

    private static String range(LongStream bytes) {
        LongSummaryStatistics all = bytes.summaryStatistics();
        return all.getMin() == all.getMax() ? String.valueOf(all.getMin()) : all.getMin() + "–" + all.getMax();
    }

    /** Operations with the same change, by the names of all of them: modes of a scenario are one name. */
    static Map<String, List<ExchangeDiff.Operation>> groups(List<ExchangeDiff.Operation> operations) {
        Map<List<Object>, List<ExchangeDiff.Operation>> same = new LinkedHashMap<>();
        for (ExchangeDiff.Operation operation : operations) {
            same.computeIfAbsent(
                            List.of(
                                    operation.name().substring(0, modes(operation)),
                                    operation.roundTrips(),
                                    operation.endsByName(),
                                    ExchangeText.commands(operation.before()),
                                    ExchangeText.commands(operation.after()),
                                    String.valueOf(operation.before().statements()),
                                    String.valueOf(operation.after().statements())),
                            key -> new ArrayList<>())
                    .add(operation);
        }
        Map<String, List<ExchangeDiff.Operation>> named = new LinkedHashMap<>();
        same.values().forEach(group -> named.put(names(group), group));
        return named;
    }

    /** {@code PoolReadOnly (text, default)} */
    private static String names(List<ExchangeDiff.Operation> group) {
        String name = group.get(0).name();
        if (group.size() == 1) {
            return name;
        }
        int modes = modes(group.get(0));
        return name.substring(0, modes)
                + group.stream().map(one -> one.name().substring(modes)).collect(Collectors.joining(", ", "(", ")"));
    }

    /** Where a name has what follows its scenario; before that, it may have a topology and a server. */
    private static int modes(ExchangeDiff.Operation operation) {
        String scenario = scenario(operation.id().row()) + " ";
        int from = operation.name().indexOf(scenario);
        return from < 0 ? operation.name().length() : from + scenario.length();
    }

    private static String scenario(String row) {
        int blank = row.indexOf(' ');
        return blank < 0 ? row : row.substring(0, blank);
    }
}
