package dev.jdbcbench.watch;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.watch.Allowed.Counted;
import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What transactions of one kind need. A kind is a set of queries and changes of the application, however often each is
 * sent. So a loop that replaces one query does not make another kind, nor do statements that pools and drivers add.
 * Tests of connections by pools do not count: their number depends on how long connections were idle.
 *
 * @param key the statements that make the kind, in the order of their first appearance
 * @param outside whether the application sends these statements, and always outside of transactions
 * @param count number of transactions
 * @param mean of one transaction
 * @param most of the transaction that needs most
 * @param steps what the transaction with the most round trips sends, with repetitions counted
 * @param names of tables, columns and the like in these statements
 */
record KindCounts(
        @JsonIgnore List<String> key,
        boolean outside,
        int count,
        Map<Counted, Double> mean,
        Map<Counted, Double> most,
        List<String> steps,
        @JsonIgnore Set<String> names) {
    private static final int NAME = 70;

    private static final Pattern NO_NAME = Pattern.compile("[^\\p{L}\\p{N}_$]+");

    /** The most frequent words of SQL, which name nothing. */
    private static final Set<String> GRAMMAR =
            Set.of(("|select|from|where|and|or|not|in|is|null|as|on|by|join|left|right"
                            + "|inner|outer|order|group|having|limit|offset|asc|desc|distinct|count|insert|into|values|update|set"
                            + "|delete|replace|between|like|exists|case|when|then|else|end|for|prepare")
                    .split("\\|", -1));

    private static final Set<CommandPurpose> ASKED = Set.of(
            CommandPurpose.READ,
            CommandPurpose.WRITE,
            CommandPurpose.FETCH,
            CommandPurpose.CONNECT,
            CommandPurpose.OTHER);

    private static final Set<CommandPurpose> STATEMENTS = Set.of(
            CommandPurpose.READ, CommandPurpose.WRITE, CommandPurpose.BEGIN, CommandPurpose.END, CommandPurpose.OTHER);

    KindCounts {
        key = List.copyOf(key);
        mean = Map.copyOf(mean);
        most = Map.copyOf(most);
        steps = List.copyOf(steps);
        names = Set.copyOf(names);
    }

    /** One step that counts, with its statement. */
    private record Counting(Step step, Statement statement) {}

    /** All kinds of a recording, most frequent first. */
    static List<KindCounts> of(Recording recording) {
        Map<List<String>, List<List<Counting>>> byKind = new LinkedHashMap<>();
        Set<List<String>> inside = new HashSet<>();
        for (Transaction transaction : recording.transactions()) {
            List<Counting> steps = transaction.steps().stream()
                    .map(step -> new Counting(step, recording.statements().get(step.statement())))
                    .filter(one -> !isTest(one.statement()))
                    .toList();
            List<String> key = key(steps);
            if (!key.isEmpty()) {
                byKind.computeIfAbsent(key, any -> new ArrayList<>()).add(steps);
                if (transaction.end() != Recording.End.AUTOCOMMIT || !isOfApplication(steps)) {
                    inside.add(key);
                }
            }
        }
        return byKind.entrySet().stream()
                .map(kind -> of(kind.getKey(), !inside.contains(kind.getKey()), kind.getValue()))
                .sorted(Comparator.comparingInt(KindCounts::count)
                        .reversed()
                        .thenComparing(kind -> String.join("; ", kind.key())))
                .toList();
    }

    /** Not a login, and not only what pools and drivers send. */
    private static boolean isOfApplication(List<Counting> steps) {
        return steps.stream().anyMatch(one -> ASKED.contains(one.statement().purpose()))
                && steps.stream().noneMatch(one -> one.statement().purpose() == CommandPurpose.CONNECT);
    }

    private static boolean isTest(Statement statement) {
        SessionCheck check = SessionCheck.of(statement.text());
        return statement.purpose() == CommandPurpose.CHECK
                && (check == SessionCheck.PING || check == SessionCheck.QUERY);
    }

    /** Without anything that the application asked for, all that was sent. */
    private static List<String> key(List<Counting> steps) {
        Collection<String> asked = texts(
                steps.stream().filter(one -> ASKED.contains(one.statement().purpose())));
        return List.copyOf(
                asked.isEmpty()
                        ? texts(steps.stream().filter(one -> one.statement().purpose() != CommandPurpose.UNANSWERED))
                        : asked);
    }

    private static Collection<String> texts(Stream<Counting> steps) {
        Set<String> texts = new LinkedHashSet<>();
        steps.forEach(one -> texts.add(one.statement().text()));
        return texts;
    }

    private static KindCounts of(List<String> key, boolean outside, List<List<Counting>> all) {
        Map<Counted, Double> sum = new EnumMap<>(Counted.class);
        Map<Counted, Double> most = new EnumMap<>(Counted.class);
        for (List<Counting> transaction : all) {
            counts(transaction).forEach((counted, number) -> {
                sum.merge(counted, number, Double::sum);
                most.merge(counted, number, Math::max);
            });
        }
        sum.replaceAll((counted, number) -> number / all.size());
        List<Counting> largest = all.stream()
                .max(Comparator.comparingDouble(
                        transaction -> counts(transaction).getOrDefault(Counted.ROUND_TRIPS, 0.0)))
                .orElse(List.of());
        return new KindCounts(key, outside, all.size(), sum, most, steps(largest), names(key));
    }

    private static Map<Counted, Double> counts(List<Counting> transaction) {
        Map<Counted, Double> counts = new EnumMap<>(Counted.class);
        for (Counting one : transaction) {
            counts.merge(Counted.ROUND_TRIPS, (double) one.step().roundTrips(), Double::sum);
            counts.merge(Counted.STATEMENTS, STATEMENTS.contains(one.statement().purpose()) ? 1.0 : 0.0, Double::sum);
            counts.merge(
                    Counted.BYTES, (double) one.step().bytesUp() + one.step().bytesDown(), Double::sum);
        }
        return counts;
    }

    private static List<String> steps(List<Counting> transaction) {
        List<String> steps = new ArrayList<>();
        int times = 0;
        for (int i = 0; i < transaction.size(); i++) {
            String text = transaction.get(i).statement().text();
            times++;
            if (i + 1 == transaction.size()
                    || !transaction.get(i + 1).statement().text().equals(text)) {
                steps.add(times == 1 ? text : text + " (" + times + "×)");
                times = 0;
            }
        }
        return steps;
    }

    double mean(Counted counted) {
        return mean.getOrDefault(counted, 0.0);
    }

    double most(Counted counted) {
        return most.getOrDefault(counted, 0.0);
    }

    /**
     * How much this kind resembles another one: the share of names that both have, of tables, columns and the like, and
     * as much again for statements. So a join resembles the queries that replace it. With the same statements, it is 2.
     */
    double resemblance(KindCounts other) {
        return shared(names, other.names) + shared(Set.copyOf(key), Set.copyOf(other.key));
    }

    private static double shared(Set<String> here, Set<String> there) {
        long common = here.stream().filter(there::contains).count();
        return here.isEmpty() || there.isEmpty() ? 0 : 2.0 * common / (here.size() + there.size());
    }

    private static Set<String> names(List<String> key) {
        Set<String> names =
                new HashSet<>(Arrays.asList(NO_NAME.split(String.join(" ", key).toLowerCase(Locale.ROOT), -1)));
        names.removeAll(GRAMMAR);
        return names;
    }

    /** A kind in one line: its first statement, and how many others it has. */
    @JsonProperty("name")
    String name() {
        int others = key.size() - 1;
        String first = Page.plain(key.get(0));
        return (first.length() <= NAME ? first : first.substring(0, NAME - 1) + "…")
                + (others == 0 ? "" : " (and " + others + (others == 1 ? " other)" : " others)"));
    }
}
