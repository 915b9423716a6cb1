package dev.jdbcbench.report.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.expected.Accepted;
import dev.jdbcbench.expected.Amount;
import dev.jdbcbench.expected.Deviation;
import dev.jdbcbench.expected.Expected;
import dev.jdbcbench.expected.RowId;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.result.CellName;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The differences between what a candidate and a base exchange with the server: {@code explain --compare}. The counts
 * repeat exactly, so no statistics are involved.
 *
 * @param base the driver to compare with
 * @param candidate the driver to judge
 * @param operations operations that both run
 * @param unpaired operations of which at least one of the two has no count
 * @param accepted operations that are worse or lost, and accepted
 */
@JsonPropertyOrder({"schema", "base"})
public record ExchangeDiff(
        String base,
        String candidate,
        List<Operation> operations,
        List<Unpaired> unpaired,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Accepted> accepted) {
    /** Bytes may grow by 1 %: the number of digits in values varies. */
    private static final int ONE_PERCENT = 100;

    private static final double HALF = 0.5;

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "exchange-diff/1";
    }

    public ExchangeDiff {
        operations = List.copyOf(operations);
        unpaired = List.copyOf(unpaired);
        accepted = List.copyOf(accepted);
    }

    /** The operations that could not be compared, in sentences. */
    @JsonProperty("alone")
    public List<String> alone() {
        return unpaired.stream().map(Unpaired::line).toList();
    }

    /**
     * One operation as both drivers run it.
     *
     * @param id the row, whatever the other rows
     * @param version of the candidate
     * @param transactionsBefore null if the server did not count them
     * @param transactionsAfter null if the server did not count them
     */
    public record Operation(
            String name,
            RowId id,
            @JsonIgnore String version,
            Exchange before,
            Exchange after,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Transactions transactionsBefore,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Transactions transactionsAfter) {
        /** Whether the server counted the commits and rollbacks of both. */
        public boolean endsKnown() {
            return transactionsBefore != null && transactionsAfter != null;
        }

        /** Whether the number of commits or rollbacks differs. */
        public boolean otherEnds() {
            return transactionsBefore != null
                    && transactionsAfter != null
                    && !transactionsBefore.same(transactionsAfter);
        }

        /** The numbers of commits and rollbacks that are not zero: {@code commits 0 → 1}. */
        private List<String> ends() {
            Map<String, String> parts = endsByName();
            return parts.entrySet().stream()
                    .map(part -> part.getKey() + " " + part.getValue())
                    .toList();
        }

        Map<String, String> endsByName() {
            Map<String, String> parts = new LinkedHashMap<>();
            if (transactionsBefore != null && transactionsAfter != null) {
                parts.put("commits", ExchangeText.change(transactionsBefore.commits(), transactionsAfter.commits()));
                parts.put(
                        "rollbacks",
                        ExchangeText.change(transactionsBefore.rollbacks(), transactionsAfter.rollbacks()));
                parts.values().removeIf("0"::equals);
            }
            return parts;
        }

        private boolean moreEnds() {
            return transactionsBefore != null
                    && transactionsAfter != null
                    && (transactionsAfter.commits() - transactionsBefore.commits() > HALF
                            || transactionsAfter.rollbacks() - transactionsBefore.rollbacks() > HALF);
        }

        /** Whether it is not certain how many round trips one of the two needs. */
        public boolean uncertain() {
            return !before.known() || !after.known();
        }

        /** Whether the number of round trips differs for certain. */
        public boolean otherRoundTrips() {
            return !uncertain() && Math.abs(after.roundTrips() - before.roundTrips()) > HALF;
        }

        /** Whether the commands of both are known. Those of an encrypted connection are not. */
        public boolean commandsKnown() {
            return known(before) && known(after);
        }

        private static boolean known(Exchange exchange) {
            return exchange.statements() != null || !exchange.commands().isEmpty() || exchange.bytesUp() == 0;
        }

        /** Whether the commands or their numbers differ. */
        public boolean otherCommands() {
            return !rounded(before).equals(rounded(after));
        }

        /** Both counts, in words: {@code Select1Row text: round trips 1 → 3, commands 1 QUERY → 3 QUERY}. */
        public String counts() {
            String was = ExchangeText.commands(before);
            String is = ExchangeText.commands(after);
            return name + ": round trips " + roundTrips() + ", commands "
                    + (was.equals(is) ? is : was + ExchangeText.ARROW + is)
                    + ends().stream().map(end -> ", " + end).collect(Collectors.joining());
        }

        /** Whether the candidate needs more round trips, sends more commands, or moves more bytes. */
        public boolean worse() {
            return moreRoundTrips()
                    || moreCommands()
                    || moreEnds()
                    || after.bytesUp() > limit(before.bytesUp())
                    || after.bytesDown() > limit(before.bytesDown());
        }

        /** What got worse, as a gate may accept it. */
        Deviation deviation() {
            Map<Amount, Deviation.Value> amounts = new EnumMap<>(Amount.class);
            if (moreRoundTrips()) {
                amounts.put(Amount.ROUND_TRIPS, Deviation.Value.of(after.roundTrips()));
            }
            if (moreCommands()) {
                amounts.put(Amount.STATEMENTS, Deviation.Value.of(all(after)));
            }
            if (moreEnds() && transactionsAfter != null) {
                amounts.put(Amount.COMMITS, Deviation.Value.of(transactionsAfter.commits()));
                amounts.put(Amount.ROLLBACKS, Deviation.Value.of(transactionsAfter.rollbacks()));
            }
            if (after.bytesUp() > limit(before.bytesUp())) {
                amounts.put(Amount.BYTES_UP, Deviation.Value.of(after.bytesUp()));
            }
            if (after.bytesDown() > limit(before.bytesDown())) {
                amounts.put(Amount.BYTES_DOWN, Deviation.Value.of(after.bytesDown()));
            }
            return new Deviation(id, version, amounts);
        }

        /** What got worse, in one line: {@code Select1Row text: round trips 1 → 3}. */
        public String summary() {
            List<String> parts = new ArrayList<>();
            if (moreRoundTrips()) {
                parts.add("round trips " + roundTrips());
            }
            if (moreCommands()) {
                parts.add("commands " + ExchangeText.commands(before) + ExchangeText.ARROW
                        + ExchangeText.commands(after));
            }
            if (moreEnds()) {
                parts.addAll(ends());
            }
            if (after.bytesUp() > limit(before.bytesUp())) {
                parts.add("bytes up " + ExchangeText.change(before.bytesUp(), after.bytesUp()));
            }
            if (after.bytesDown() > limit(before.bytesDown())) {
                parts.add("bytes down " + ExchangeText.change(before.bytesDown(), after.bytesDown()));
            }
            return name + ": " + String.join("; ", parts);
        }

        /** Whether the bytes of either direction differ by more than 1 %. */
        public boolean otherBytes() {
            return after.bytesUp() > limit(before.bytesUp())
                    || after.bytesDown() > limit(before.bytesDown())
                    || before.bytesUp() > limit(after.bytesUp())
                    || before.bytesDown() > limit(after.bytesDown());
        }

        /** Whether any difference is worth reporting. */
        boolean changed() {
            return worse() || uncertain() || otherRoundTrips() || otherCommands() || otherEnds() || otherBytes();
        }

        private boolean moreRoundTrips() {
            return otherRoundTrips() && after.roundTrips() > before.roundTrips();
        }

        /** Both numbers of round trips; a question mark follows one that is not certain. */
        String roundTrips() {
            String was = Numbers.count(before.roundTrips()) + (before.known() ? "" : "?");
            String is = Numbers.count(after.roundTrips()) + (after.known() ? "" : "?");
            return was.equals(is) ? is : was + ExchangeText.ARROW + is;
        }

        private boolean moreCommands() {
            return all(after) - all(before) > HALF;
        }

        private double all(Exchange exchange) {
            return exchange.commands().entrySet().stream()
                    .filter(command -> certain(command.getKey()))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
        }

        /** A number of commands that is not whole depends on when the driver sends them, so it is not judged. */
        private boolean certain(String command) {
            return ExchangeText.whole(before.commands().getOrDefault(command, 0.0))
                    && ExchangeText.whole(after.commands().getOrDefault(command, 0.0));
        }

        private static long limit(long bytes) {
            return bytes + bytes / ONE_PERCENT + 1;
        }

        private Map<String, Long> rounded(Exchange exchange) {
            return exchange.commands().entrySet().stream()
                    .filter(command -> certain(command.getKey()))
                    .collect(Collectors.toMap(Map.Entry::getKey, command -> Math.round(command.getValue())));
        }
    }

    /**
     * Compares the first driver of an explanation with the second.
     *
     * @throws IllegalArgumentException if there are not exactly two drivers
     */
    public static ExchangeDiff of(Results results) {
        Set<String> drivers = results.cells().stream()
                .map(CellResult::driverName)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (drivers.size() != 2) {
            throw new IllegalArgumentException("two drivers are compared, not " + drivers);
        }
        List<String> both = List.copyOf(drivers);
        Map<String, CellResult> base = byName(results, both.get(0));
        Map<String, CellResult> candidate = byName(results, both.get(1));
        Set<String> names = new LinkedHashSet<>(base.keySet());
        names.addAll(candidate.keySet());
        List<Operation> operations = new ArrayList<>();
        List<Unpaired> unpaired = new ArrayList<>();
        for (String name : names) {
            CellResult before = base.get(name);
            CellResult after = candidate.get(name);
            Exchange was = exchange(before);
            Exchange is = exchange(after);
            if (was != null && is != null && after != null) {
                operations.add(new Operation(
                        name,
                        RowId.of(after.cell()),
                        after.cell().driverVersion(),
                        was,
                        is,
                        Transactions.of(before),
                        Transactions.of(after)));
            } else {
                unpaired.add(Unpaired.of(name, half(both.get(0), before), half(both.get(1), after)));
            }
        }
        return new ExchangeDiff(both.get(0), both.get(1), operations, unpaired, List.of());
    }

    private static Unpaired.Half half(String driver, @Nullable CellResult cell) {
        return new Unpaired.Half(
                driver,
                cell,
                exchange(cell) != null,
                cell == null ? null : cell.traffic().exchangeUnavailable());
    }

    private static Map<String, CellResult> byName(Results results, String driver) {
        CellName names = CellName.among(results);
        Map<String, CellResult> cells = new LinkedHashMap<>();
        results.cells().stream()
                .filter(cell -> cell.driverName().equals(driver))
                .forEach(cell -> cells.put(names.of(cell), cell));
        return cells;
    }

    private static @Nullable Exchange exchange(@Nullable CellResult cell) {
        return cell == null ? null : cell.traffic().exchange();
    }

    /** The operations that got worse in the candidate. */
    public List<Operation> worse() {
        return operations.stream().filter(Operation::worse).toList();
    }

    /** A copy that accepts what is expected. */
    public ExchangeDiff accepting(Expected expected) {
        return new ExchangeDiff(
                base,
                candidate,
                operations,
                unpaired,
                deviations()
                        .flatMap(found -> expected.accepting(found).stream())
                        .toList());
    }

    private Stream<Deviation> deviations() {
        return Stream.concat(
                worse().stream().map(Operation::deviation),
                unpaired.stream().filter(Unpaired::lost).map(Unpaired::deviation));
    }

    /** What is worse or lost, and not accepted. */
    public List<Deviation> failing() {
        return deviations().filter(found -> !accepts(found.row())).toList();
    }

    private boolean accepts(RowId row) {
        return accepted.stream().anyMatch(one -> one.row().equals(row));
    }

    /** The operations that got worse and are not accepted. */
    List<Operation> failingOperations() {
        return worse().stream().filter(operation -> !accepts(operation.id())).toList();
    }

    /** Whether a row that the candidate lost fails. */
    boolean fails(Unpaired row) {
        return row.lost() && !accepts(row.id());
    }

    /** Number of operations for which the gate has its answer. */
    public long judged() {
        return operations.stream()
                        .filter(operation -> operation.worse() || !operation.uncertain())
                        .count()
                + unpaired.stream().filter(Unpaired::judged).count();
    }

    /** Why the candidate does not pass; empty if it passes. */
    public Optional<Failure> failure() {
        return ExchangeVerdict.failure(this);
    }

    /** The operations of which one driver's round trips are not certain, with the reason. */
    public List<String> uncertain() {
        return operations.stream()
                .filter(Operation::uncertain)
                .map(operation -> operation.name() + ": the round trips are not certain ("
                        + Stream.of(operation.before(), operation.after())
                                .filter(exchange -> !exchange.known())
                                .map(exchange -> String.valueOf(exchange.remark()))
                                .distinct()
                                .collect(Collectors.joining("; "))
                        + ")")
                .toList();
    }

    List<String> open() {
        return Stream.concat(alone().stream(), uncertain().stream()).toList();
    }

    /** All that is known, in one line. */
    String conclusion() {
        return ExchangeVerdict.conclusion(this);
    }

    /** Markdown for a pull request, with the content of {@link ExchangeText}. */
    public String markdown() {
        return ExchangeText.markdown(this);
    }
}
