package dev.jdbcbench.report.compare;

import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.failure.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What follows from an {@link ExchangeDiff}. */
final class ExchangeVerdict {
    private ExchangeVerdict() {}

    /** Why the candidate does not pass; empty if it passes. */
    static Optional<Failure> failure(ExchangeDiff diff) {
        List<String> lost = lines(diff, diff::fails);
        List<String> incomplete = lines(diff, Unpaired::incomplete);
        List<ExchangeDiff.Operation> worse = diff.failingOperations();
        if (!worse.isEmpty() || !lost.isEmpty()) {
            return Optional.of(new Failure.Regression(
                    worse.isEmpty()
                            ? diff.candidate() + " does not do all that " + diff.base() + " does"
                            : diff.candidate() + " exchanges more with the server than " + diff.base(),
                    Stream.of(
                                    worse.stream().map(ExchangeDiff.Operation::summary),
                                    lost.stream(),
                                    incomplete.stream().map(line -> "also not counted: " + line))
                            .flatMap(lines -> lines)
                            .collect(Collectors.joining("\n")),
                    (worse.isEmpty()
                                    ? ""
                                    : "Every extra round trip costs one RTT: 0.1 to 1 ms in a data centre, 20 ms and"
                                            + " more between continents. ")
                            + "If this is intended: bench compare --accept 'the reason'."));
        }
        if (!incomplete.isEmpty()) {
            return Optional.of(new Failure.Incomplete(
                    "the round trips of some cells were not counted",
                    String.join("\n", incomplete),
                    "logs/agent.log of the run has the agent's full output."));
        }
        return diff.judged() > 0
                ? Optional.empty()
                : Optional.of(new Failure.Incomplete(
                        "nothing was compared: no operation has counts of both drivers",
                        String.join("\n", diff.open()),
                        "Choose scenarios and modes that the drivers support on this server."));
    }

    private static List<String> lines(ExchangeDiff diff, Predicate<Unpaired> wanted) {
        return diff.unpaired().stream().filter(wanted).map(Unpaired::line).toList();
    }

    /** All that is known, in one line. */
    static String conclusion(ExchangeDiff diff) {
        long same = diff.operations().stream()
                .filter(operation -> !operation.changed())
                .count();
        int all = diff.operations().size() + diff.unpaired().size();
        List<String> parts = new ArrayList<>();
        if (!diff.worse().isEmpty()) {
            parts.add(diff.worse().size() + " became worse");
        }
        if (!diff.uncertain().isEmpty()) {
            parts.add(diff.uncertain().size() + " not certain");
        }
        if (!diff.accepted().isEmpty()) {
            parts.add(diff.accepted().size() + " accepted");
        }
        long unread = diff.operations().stream()
                .filter(operation -> !operation.commandsKnown())
                .count();
        if (unread > 0) {
            parts.add("the statements of " + unread + " cannot be read");
        }
        CompareWords.counts(diff.unpaired()).forEach((what, number) -> parts.add(number + " " + what));
        return same + " of " + all + (all == 1 ? " operation exchanges" : " operations exchange")
                + " the same with the server" + (parts.isEmpty() ? "" : "; " + String.join(", ", parts)) + ".";
    }
}
