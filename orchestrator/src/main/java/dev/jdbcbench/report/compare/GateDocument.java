package dev.jdbcbench.report.compare;

import dev.jdbcbench.comparison.Compared;
import dev.jdbcbench.comparison.Unpaired;
import dev.jdbcbench.event.Exchange;
import dev.jdbcbench.expected.ExpectedFile;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Markdown;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.StatementDiff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A gate as Markdown for a pull request, in at most 60 lines. */
public final class GateDocument {
    /** Where a CI job puts the link to its files; invisible until then. */
    public static final String FILES = "<!-- bench: files -->";

    private static final int MOST_ROWS = 12;
    private static final int MOST_LISTINGS = 2;
    private static final int MOST_LINES = 4;

    /** What signs and words mean, each first. */
    private static final List<String> LEGEND = List.of(
            "▲ worse",
            "▼ better",
            "? neither above nor below the limit",
            "✓ accepted",
            "own: CPU time of the driver's code alone",
            "RTT: the time of one round trip over the network");

    private GateDocument() {}

    /**
     * The document.
     *
     * @param command what repeats it
     */
    public static String of(GateReport report, String command) {
        List<String> parts = new ArrayList<>();
        parts.add("### " + report.verdict() + ": " + Markdown.escaped(report.base() + " → " + report.candidate()));
        parts.add("**" + Markdown.escaped(GateWords.sentence(report)) + "**");
        report.counts().ifPresent(diff -> counts(diff, parts));
        report.compared().ifPresent(all -> compared(report, all, parts));
        List<String> notes = new ArrayList<>();
        report.accepted().forEach(row -> notes.add("✓ " + row.line()));
        report.unpaired().stream()
                .filter(row ->
                        report.accepted().stream().noneMatch(one -> one.row().equals(row.id())))
                .map(Unpaired::line)
                .forEach(notes::add);
        report.counts().ifPresent(diff -> notes.addAll(diff.uncertain()));
        report.failure()
                .filter(failure -> report.verdict() == GateReport.Verdict.UNDECIDED)
                .ifPresent(failure -> failure.why().lines().forEach(notes::add));
        if (!report.insteadOfTimes().isEmpty()) {
            notes.add(report.insteadOfTimes());
        }
        parts.add(list(notes.stream().distinct().toList()));
        String shown = String.join("\n", parts);
        parts.add(LEGEND.stream().filter(entry -> has(shown, entry)).collect(Collectors.joining(" · ")));
        parts.add(
                report.verdict() == GateReport.Verdict.FAILED
                        ? "If it is intended: the same command with `--accept 'the reason'` writes it into `"
                                + ExpectedFile.NAME
                                + "`, or into the file of `--expected`. Commit that file with the change."
                        : "");
        parts.add("Repeat it: `" + Page.plain(command).replace('`', '\'') + "`");
        parts.add(FILES);
        return parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining("\n\n")) + "\n";
    }

    private static boolean has(String shown, String entry) {
        String word = Pattern.quote(entry.split("[ :]", 2)[0]);
        return Pattern.compile("(?<!\\w)" + word + "(?!\\w)").matcher(shown).find();
    }

    private static void counts(ExchangeDiff diff, List<String> parts) {
        changes(diff, parts);
        long same = diff.operations().stream().filter(one -> !one.changed()).count();
        int all = diff.operations().size() + diff.unpaired().size();
        parts.add("Counted: " + same + " of " + all + (all == 1 ? " operation exchanges" : " operations exchange")
                + " the same with the server" + names(diff, same) + ".");
    }

    /** A table of the operations that exchange something else, and their statements. */
    static void changes(ExchangeDiff diff, List<String> parts) {
        Map<String, List<ExchangeDiff.Operation>> changed = GateWords.groups(diff.operations().stream()
                .filter(ExchangeDiff.Operation::changed)
                .toList());
        List<Map.Entry<String, List<ExchangeDiff.Operation>>> rows = changed.entrySet().stream()
                .sorted((a, b) -> Boolean.compare(worse(diff, b.getValue()), worse(diff, a.getValue())))
                .toList();
        if (!rows.isEmpty()) {
            parts.add(new Columns<Map.Entry<String, List<ExchangeDiff.Operation>>>()
                    .name("operation", "operation", row -> sign(diff, row.getValue()) + row.getKey())
                    .number(
                            "roundTrips",
                            "round trips",
                            row -> Cell.of(row.getValue().get(0).roundTrips()))
                    .name(
                            "statements",
                            "commands",
                            row -> commands(row.getValue().get(0)))
                    .number("up", "bytes up", row -> Cell.of(GateWords.bytes(row.getValue(), Exchange::bytesUp)))
                    .number("down", "bytes down", row -> Cell.of(GateWords.bytes(row.getValue(), Exchange::bytesDown)))
                    .grid(rows.stream().limit(MOST_ROWS).toList())
                    .markdown()
                    .stripTrailing());
            if (rows.size() > MOST_ROWS) {
                parts.add("and " + (rows.size() - MOST_ROWS) + " more");
            }
        }
        rows.stream()
                .filter(row -> worse(diff, row.getValue()))
                .map(row -> listing(row.getKey(), row.getValue().get(0)))
                .filter(text -> !text.isEmpty())
                .limit(MOST_LISTINGS)
                .forEach(parts::add);
    }

    private static String names(ExchangeDiff diff, long same) {
        return same == 0
                ? ""
                : " ("
                        + Markdown.escaped(diff.operations().stream()
                                .filter(one -> !one.changed())
                                .limit(MOST_ROWS)
                                .map(ExchangeDiff.Operation::name)
                                .collect(Collectors.joining(", ")))
                        + (same > MOST_ROWS ? ", …" : "") + ")";
    }

    private static boolean worse(ExchangeDiff diff, List<ExchangeDiff.Operation> group) {
        return group.stream().anyMatch(diff.failingOperations()::contains);
    }

    private static String sign(ExchangeDiff diff, List<ExchangeDiff.Operation> group) {
        ExchangeDiff.Operation first = group.get(0);
        return worse(diff, group) ? "▲ " : first.worse() ? "✓ " : first.uncertain() ? "? " : "▼ ";
    }

    private static String commands(ExchangeDiff.Operation operation) {
        String was = ExchangeText.commands(operation.before());
        String is = ExchangeText.commands(operation.after());
        return was.equals(is) ? is : was + ExchangeText.ARROW + is;
    }

    /** The statements that differ, both sides. */
    private static String listing(String name, ExchangeDiff.Operation operation) {
        List<String> before = operation.before().statements();
        List<String> after = operation.after().statements();
        if (before == null || after == null || before.equals(after)) {
            return "";
        }
        return Markdown.escaped(name) + ":\n\n" + StatementDiff.markdown(StatementDiff.of(before, after));
    }

    private static void compared(GateReport report, Compared all, List<String> parts) {
        List<Compared.Row> rows = all.rows().stream().filter(row -> !row.calm()).toList();
        String table =
                CompareDocument.markdown(all, rows.stream().limit(MOST_ROWS).toList());
        if (!table.isBlank()) {
            parts.add(table.strip());
        }
        if (rows.size() > MOST_ROWS) {
            parts.add("and " + (rows.size() - MOST_ROWS) + " more");
        }
        parts.add((GateWords.own(all) ? "Own: " : "Times: ") + Markdown.escaped(CompareWords.conclusion(all)) + ".");
        List<String> calm = CompareWords.calm(all);
        if (!calm.isEmpty()) {
            parts.add(Markdown.escaped(calm.get(0)));
        }
        if (report.counts().isEmpty()) {
            parts.add("Round trips, statements and bytes were not counted.");
        }
    }

    private static String list(List<String> notes) {
        Function<String, String> item = line -> "- " + Markdown.escaped(line);
        return Stream.concat(
                        notes.stream().limit(MOST_LINES).map(item),
                        notes.size() > MOST_LINES
                                ? Stream.of("- and " + (notes.size() - MOST_LINES) + " more")
                                : Stream.empty())
                .collect(Collectors.joining("\n"));
    }
}
