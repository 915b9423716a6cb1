package dev.jdbcbench.watch;

import dev.jdbcbench.report.compare.GateDocument;
import dev.jdbcbench.report.compare.GateReport.Verdict;
import dev.jdbcbench.report.compare.JUnitXml;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.layout.Columns;
import dev.jdbcbench.report.layout.Grid;
import dev.jdbcbench.report.layout.Grid.Cell;
import dev.jdbcbench.report.layout.Markdown;
import dev.jdbcbench.report.layout.Numbers;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.report.layout.StatementDiff;
import dev.jdbcbench.watch.Allowed.Counted;
import dev.jdbcbench.watch.RecordingGate.End;
import dev.jdbcbench.watch.RecordingGate.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A {@link RecordingGate} as text, as Markdown for a pull request in at most 60 lines, and as test cases. */
final class RecordingGateText {
    private static final int MOST_ROWS = 20;
    private static final int MOST_MARKDOWN_ROWS = 12;
    private static final int MOST_LISTINGS = 2;
    private static final int LONGEST_NAME = 200;
    private static final double MILLIS = 1000;
    private static final String ARROW = " → ";

    private RecordingGateText() {}

    static List<Block> text(RecordingGate gate) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.line(headline(gate)));
        List<Row> rows = shown(gate);
        blocks.add(Block.part(
                Block.table(grid(gate, rows.stream().limit(MOST_ROWS).toList())),
                Block.lines(
                        rows.size() > MOST_ROWS
                                ? List.of("and " + (rows.size() - MOST_ROWS) + " more: see --format json")
                                : List.of())));
        gate.failing().stream()
                .limit(MOST_LISTINGS)
                .forEach(row -> blocks.add(
                        Block.part(new Block.Verbatim(Page.plain(row.name()) + "\n" + listing(row) + "\n"))));
        blocks.add(Block.part(
                Block.text(said(gate)),
                Block.lines(notes(gate).stream().map(note -> "note: " + note).toList())));
        return blocks;
    }

    /**
     * A table for a pull request.
     *
     * @param command what repeats it
     */
    static String markdown(RecordingGate gate, String command) {
        List<String> parts = new ArrayList<>();
        parts.add("### " + Markdown.escaped(headline(gate)));
        parts.add("**" + Markdown.escaped(sentence(gate)) + "**");
        List<Row> rows = shown(gate);
        if (!rows.isEmpty()) {
            parts.add(grid(gate, rows.stream().limit(MOST_MARKDOWN_ROWS).toList())
                    .markdown()
                    .stripTrailing());
        }
        if (rows.size() > MOST_MARKDOWN_ROWS) {
            parts.add("and " + (rows.size() - MOST_MARKDOWN_ROWS) + " more");
        }
        gate.failing().stream()
                .limit(MOST_LISTINGS)
                .forEach(row ->
                        parts.add(Markdown.escaped(row.name()) + ":\n\n" + StatementDiff.markdown(listing(row))));
        parts.add(Markdown.escaped(said(gate)));
        parts.add(
                notes(gate).stream().map(note -> "- " + Markdown.escaped(note)).collect(Collectors.joining("\n")));
        parts.add("Repeat it: `" + Page.plain(command).replace('`', '\'') + "`");
        parts.add(GateDocument.FILES);
        return parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining("\n\n")) + "\n";
    }

    static String junit(RecordingGate gate) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("verdict", gate.verdict().toString());
        properties.put("base", gate.base() == null ? "" : gate.base());
        properties.put("candidate", gate.recording());
        properties.put("allowed", gate.allowed());
        Map<String, Integer> names = new HashMap<>();
        List<JUnitXml.Case> cases = new ArrayList<>();
        for (Row row : gate.rows()) {
            String name = Page.plain(row.identity());
            String cut = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
            int same = names.merge(cut, 1, Integer::sum);
            String said = row.why().isEmpty() ? sign(row.end()).strip() : String.join(", ", row.why());
            cases.add(new JUnitXml.Case(
                    "transaction",
                    same == 1 ? cut : cut + " #" + same,
                    said,
                    listing(row),
                    row.end() == End.WORSE
                            ? JUnitXml.End.FAILURE
                            : row.end() == End.GONE ? JUnitXml.End.SKIPPED : JUnitXml.End.PASSED));
        }
        gate.open().forEach(line -> cases.add(new JUnitXml.Case("gate", "gate", line, line, JUnitXml.End.ERROR)));
        return JUnitXml.of(
                "bench transactions", properties, Duration.ofMillis((long) (gate.seconds() * MILLIS)), cases);
    }

    private static String headline(RecordingGate gate) {
        return gate.verdict() + ": " + (gate.base() == null ? "" : gate.base() + ARROW) + gate.recording();
    }

    private static String sentence(RecordingGate gate) {
        String sentence = gate.sentence();
        List<Row> failing = gate.failing();
        if (failing.size() == 1) {
            return failing.get(0).name() + ": "
                    + String.join(", ", failing.get(0).why()) + ".";
        }
        return gate.verdict() == Verdict.UNDECIDED
                ? "Not everything could be judged: " + gate.open().get(0) + "."
                : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".";
    }

    private static List<Row> shown(RecordingGate gate) {
        return gate.base() == null
                ? gate.failing()
                : gate.rows().stream().filter(row -> row.end() != End.SAME).toList();
    }

    private static String said(RecordingGate gate) {
        String sentence = gate.sentence();
        long same = gate.with(End.SAME).size();
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + "."
                + (gate.base() == null
                        ? " A limit is for each transaction; numbers are those of the largest."
                        : " Allowed: " + gate.allowed() + ". Means of one transaction; " + Numbers.count(same, "kind")
                                + " did not change, " + gate.with(End.NEW).size() + " new.");
    }

    private static List<String> notes(RecordingGate gate) {
        return Stream.concat(gate.open().stream().map(line -> "not judged: " + line), gate.notes().stream())
                .toList();
    }

    private static String sign(End end) {
        return switch (end) {
            case WORSE -> "▲ ";
            case BETTER -> "▼ better ";
            case SAME -> "needs no more ";
            case NEW -> "new ";
            case GONE -> "gone ";
        };
    }

    private static Grid grid(RecordingGate gate, List<Row> rows) {
        Columns<Row> columns = new Columns<Row>()
                .name("transaction", "transaction", row -> sign(row.end()) + row.name())
                .number("times", "times", row -> Cell.of(both(row, kind -> String.valueOf(kind.count()))));
        for (Counted counted : Counted.values()) {
            columns.number(
                    counted.id(),
                    counted.words(),
                    row -> Cell.of(both(
                            row,
                            kind -> counted.shown(gate.base() == null ? kind.most(counted) : kind.mean(counted)))));
        }
        return columns.grid(rows);
    }

    private static String both(Row row, Function<KindCounts, String> text) {
        String was = side(row.before(), text);
        String is = side(row.after(), text);
        return was.isEmpty() || is.isEmpty() || was.equals(is)
                ? was.isEmpty() ? is : is.isEmpty() ? was : is
                : was + ARROW + is;
    }

    private static String side(@Nullable KindCounts kind, Function<KindCounts, String> text) {
        return kind == null ? "" : text.apply(kind);
    }

    /** What both sides send, without what they have in common. */
    private static String listing(Row row) {
        List<String> before = row.before() == null ? List.of() : row.before().steps();
        List<String> after = row.after() == null ? List.of() : row.after().steps();
        boolean both = row.before() != null && row.after() != null;
        String lines = StatementDiff.of(
                before.stream().filter(step -> !both || !after.contains(step)).toList(),
                after.stream().filter(step -> !both || !before.contains(step)).toList());
        return lines.isEmpty() ? "the statements are the same" : lines;
    }
}
