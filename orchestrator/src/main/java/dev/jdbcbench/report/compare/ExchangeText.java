package dev.jdbcbench.report.compare;

import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.report.compare.ExchangeDiff.Operation;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Markdown;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.VerdictSign;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** An {@link ExchangeDiff} for people: what changed, one line for all others, and what could not be compared. */
public final class ExchangeText {
    /** Between what was and what is. */
    static final String ARROW = " → ";

    private static final String PREFIX = "COM_";

    private ExchangeText() {}

    /** For a terminal: changed operations, those with the same change once. */
    public static List<Block> of(ExchangeDiff diff) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Verbatim(diff.base() + ARROW + diff.candidate() + "\n"));
        GateWords.groups(changed(diff))
                .forEach((name, group) -> blocks.add(Block.part(new Block.Verbatim(lines(name, group)))));
        blocks.add(Block.part(
                Block.text(diff.conclusion()),
                Block.lines(diff.open().stream().map(line -> "! " + line).toList())));
        return blocks;
    }

    /** For a pull request. */
    static String markdown(ExchangeDiff diff) {
        List<String> parts = new ArrayList<>();
        parts.add("### " + Markdown.escaped(diff.base() + ARROW + diff.candidate()));
        GateDocument.changes(diff, parts);
        parts.add(diff.conclusion());
        diff.open().forEach(line -> parts.add("- " + Markdown.escaped(line)));
        return String.join("\n\n", parts) + "\n";
    }

    private static List<Operation> changed(ExchangeDiff diff) {
        return diff.operations().stream().filter(Operation::changed).toList();
    }

    /** An operation with what changes in it. */
    static String lines(Operation operation) {
        return lines(operation.name(), List.of(operation));
    }

    private static String lines(String name, List<Operation> group) {
        Operation operation = group.get(0);
        return (group.stream().anyMatch(Operation::worse) ? VerdictSign.SLOWER.sign() + " " : "  ") + name + "\n"
                + line("round trips", operation.roundTrips())
                + line("bytes up", GateWords.bytes(group, Exchange::bytesUp))
                + line("bytes down", GateWords.bytes(group, Exchange::bytesDown))
                + commandLines(operation)
                + operation.endsByName().entrySet().stream()
                        .map(end -> line(end.getKey(), end.getValue()))
                        .collect(Collectors.joining())
                + statementLines(operation);
    }

    /** The statements that differ, both sides below each other. */
    private static String statementLines(Operation operation) {
        List<String> before = operation.before().statements();
        List<String> after = operation.after().statements();
        if (before == null || after == null || before.equals(after)) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        String name = "statements";
        for (String statement : before) {
            text.append(line(name, Page.plain(statement)));
            name = "";
        }
        for (int i = 0; i < after.size(); i++) {
            text.append(line(name, (i == 0 ? ARROW.strip() : " ") + " " + Page.plain(after.get(i))));
            name = "";
        }
        return text.toString();
    }

    private static String commandLines(Operation operation) {
        Set<String> names = new TreeSet<>(operation.before().commands().keySet());
        names.addAll(operation.after().commands().keySet());
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            double was = operation.before().commands().getOrDefault(name, 0.0);
            double is = operation.after().commands().getOrDefault(name, 0.0);
            text.append(line(shortened(name), change(was, is)));
        }
        return text.toString();
    }

    private static String line(String name, String value) {
        return String.format("    %-18s %s%n", name, value);
    }

    static String change(long before, long after) {
        return before == after ? String.valueOf(after) : before + ARROW + after;
    }

    static String change(double before, double after) {
        String was = count(before);
        String is = count(after);
        return was.equals(is) ? is : was + ARROW + is;
    }

    static boolean whole(double count) {
        return count == Math.rint(count);
    }

    /** A number of commands; a question mark follows one that is not certain. */
    private static String count(double commands) {
        return Numbers.count(commands) + (whole(commands) ? "" : "?");
    }

    public static String commands(Exchange exchange) {
        return exchange.commands().isEmpty()
                ? "not readable"
                : exchange.commands().entrySet().stream()
                        .map(command -> count(command.getValue()) + " " + shortened(command.getKey()))
                        .collect(Collectors.joining(", "));
    }

    private static String shortened(String command) {
        return command.startsWith(PREFIX) ? command.substring(PREFIX.length()) : command;
    }
}
