package dev.jdbcbench.watch;

import dev.jdbcbench.disclosure.NormalisedStatement;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.plan.RecordingReader.Transactions;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.recording.RecordedTransaction;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Action;
import dev.jdbcbench.scenario.recording.RecordedTransaction.Agreement;
import dev.jdbcbench.scenario.table.OtherSchema;
import dev.jdbcbench.sql.QuestionMarks;
import dev.jdbcbench.sql.Syntax;
import dev.jdbcbench.sql.Syntax.Known;
import dev.jdbcbench.untrusted.SecretWords;
import dev.jdbcbench.watch.Recording.End;
import dev.jdbcbench.watch.Recording.Statement;
import dev.jdbcbench.watch.Recording.Step;
import dev.jdbcbench.watch.Recording.Transaction;
import dev.jdbcbench.wire.Command;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes the most frequent transactions of a recording as scenarios. Statements that pools and drivers send on their own
 * are left out, because each driver sends its own.
 */
final class RecordedScenarios {
    /** The number of transactions of a kind to consider. */
    private static final int MOST_OF_A_KIND = 1000;

    private static final int MOST_LEFT_OUT = 10;
    private static final int LONGEST_SUMMARY = 1000;
    private static final int LONGEST_LINE = 100;
    private static final String MORE = "…";

    /** The ways in which a server may have read a statement, whose shape leaves the meaning of double quotes open. */
    private static final List<Syntax> MODES =
            List.of(new Syntax(Known.YES, Known.UNSURE, true), new Syntax(Known.NO, Known.UNSURE, true));

    private static final Pattern AUTOCOMMIT = Pattern.compile("(?i)set .*autocommit ?= ?([01])");
    private static final Pattern FILE = Pattern.compile("(?i)\\blocal infile\\b");

    /** Expressions whose value changes between executions. */
    private static final Pattern FUNCTION =
            Pattern.compile("(?i)\\b(?:now|curdate|curtime|sysdate|unix_timestamp|rand|uuid\\w*"
                    + "|connection_id|last_insert_id|version|user|found_rows|row_count)\\s*\\("
                    + "|\\b(?:current|utc)_(?:date|time|timestamp|user|role)\\b|\\blocaltime(?:stamp)?\\b");

    /** The substitutes in a recording for statements whose text is unknown. */
    private static final Pattern UNREAD = Pattern.compile("\\((?:a|other) statements?\\b.*");

    private static final Pattern SHOWING = Pattern.compile("(?i)\\(*(?:values|show)\\b.*");
    private static final Pattern WRITES_FILE = Pattern.compile("(?i)\\binto\\s+(?:outfile|dumpfile)\\b");

    private RecordedScenarios() {}

    /**
     * The scenarios of a recording.
     *
     * @param source name of its file
     * @param top how many to take
     * @param most the strictest agreement between drivers that is possible: nothing if something else changes the data,
     *     and the number of rows if the data is not always the same
     */
    static Transactions of(Recording recording, String source, int top, Agreement most) {
        Map<List<String>, List<Transaction>> byKind = new LinkedHashMap<>();
        for (Transaction transaction : recording.transactions()) {
            List<String> key = key(transaction, recording.statements());
            if (!key.isEmpty()) {
                byKind.computeIfAbsent(key, kind -> new ArrayList<>()).add(transaction);
            }
        }
        List<Map.Entry<List<String>, List<Transaction>>> kinds = byKind.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<List<String>, List<Transaction>> kind) ->
                                kind.getValue().size())
                        .reversed())
                .toList();
        List<Chosen> chosen = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        for (Map.Entry<List<String>, List<Transaction>> kind : kinds) {
            if (chosen.size() == top) {
                break;
            }
            String summary = String.join("; ", kind.getKey());
            String often = kind.getValue().size() + " of "
                    + count(recording.transactions().size(), "transaction");
            Chosen one = chosen(kind.getValue(), recording, summary, often);
            if (one.whyNot() == null) {
                chosen.add(one);
            } else {
                leftOut.add(often + ": " + shortened(summary, LONGEST_LINE) + ": " + one.whyNot());
            }
        }
        int more = leftOut.size() - MOST_LEFT_OUT;
        if (more > 0) {
            leftOut.subList(MOST_LEFT_OUT, leftOut.size()).clear();
            leftOut.add("and " + count(more, "more kind") + " of transactions");
        }
        return scenarios(chosen, leftOut, source, most);
    }

    /** The strictest agreement between drivers that is possible if a file creates the data. */
    static Agreement agreement(SetUp data) {
        boolean changes = data.statements().stream()
                .anyMatch(line -> FUNCTION.matcher(line.sql()).find());
        return changes ? Agreement.ROWS : Agreement.VALUES;
    }

    private static Transactions scenarios(List<Chosen> chosen, List<String> leftOut, String source, Agreement most) {
        boolean stable = most != Agreement.NOTHING && chosen.stream().allMatch(Chosen::reads);
        List<SqlScenario> scenarios = new ArrayList<>();
        List<String> said = new ArrayList<>();
        for (Chosen one : chosen) {
            String name = "recorded-" + (scenarios.size() + 1);
            Agreement agreement = !stable ? Agreement.NOTHING : one.changes() ? Agreement.ROWS : most;
            scenarios.add(new SqlScenario(
                    name,
                    source,
                    new SqlScenario.Line(shortened(one.summary(), LONGEST_SUMMARY), 1),
                    List.of(),
                    List.of(),
                    List.of(),
                    new RecordedTransaction(one.mode(), one.autocommit(), agreement, one.steps())));
            said.add(name + ": " + one.often() + ", as recorded in mode " + one.mode() + ": "
                    + shortened(one.summary(), LONGEST_LINE));
        }
        return new Transactions(scenarios, said, leftOut);
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + MORE;
    }

    /** The measured steps of a transaction, with repetitions folded; empty if there are none. */
    private static List<String> key(Transaction transaction, List<Statement> statements) {
        List<String> key = new ArrayList<>();
        boolean any = false;
        String last = "";
        for (Step step : transaction.steps()) {
            Statement statement = statements.get(step.statement());
            if (!belongs(statement)) {
                continue;
            }
            any |= statement.purpose() != CommandPurpose.CHECK
                    && statement.purpose() != CommandPurpose.END
                    && statement.purpose() != CommandPurpose.BEGIN;
            if (statement.text().equals(last)) {
                key.set(key.size() - 1, last + " " + MORE);
            } else {
                key.add(statement.text());
            }
            last = statement.text();
        }
        return any ? key : List.of();
    }

    /** Whether the application sent it, or it begins or ends the application's transactions. */
    private static boolean belongs(Statement statement) {
        return switch (statement.purpose()) {
            case READ, WRITE, BEGIN, END -> true;
            case OTHER -> !statement.text().startsWith("COM_");
            case CHECK -> AUTOCOMMIT.matcher(statement.text()).matches();
            case PREPARE, FETCH, UNANSWERED, CONNECT, UNREADABLE -> false;
        };
    }

    /**
     * The representative transaction of a kind.
     *
     * @param whyNot why the whole kind cannot be measured; null if it can
     */
    private record Chosen(
            String summary,
            String often,
            Mode mode,
            boolean autocommit,
            List<RecordedTransaction.Step> steps,
            @Nullable String whyNot) {
        /** Whether it only reads. */
        boolean reads() {
            return statements().stream()
                    .map(sql -> Conversion.shape(sql, Syntax.DEFAULT))
                    .allMatch(sql -> (CommandPurpose.of(Command.QUERY, sql) == CommandPurpose.READ
                                    || SHOWING.matcher(sql).matches())
                            && !WRITES_FILE.matcher(sql).find());
        }

        /** Whether its results change with time. */
        boolean changes() {
            return statements().stream().anyMatch(sql -> FUNCTION.matcher(sql).find() || sql.contains("@"));
        }

        private List<String> statements() {
            return steps.stream()
                    .map(RecordedTransaction.Step::sql)
                    .filter(sql -> !sql.isEmpty())
                    .toList();
        }
    }

    /** The median of the measurable transactions by the number of steps. */
    private static Chosen chosen(List<Transaction> kind, Recording recording, String summary, String often) {
        List<Conversion> all = kind.stream()
                .limit(MOST_OF_A_KIND)
                .map(transaction -> new Conversion(transaction, recording))
                .toList();
        List<Conversion> whole = all.stream()
                .filter(conversion -> conversion.whyNot == null)
                .sorted(Comparator.comparingInt(conversion -> conversion.steps.size()))
                .toList();
        Conversion one = whole.isEmpty() ? all.get(0) : whole.get((whole.size() - 1) / 2);
        return new Chosen(summary, often, one.mode(), one.autocommit, one.steps, one.whyNot);
    }

    /** Converts a recorded transaction to executable steps, or finds out why that is impossible. */
    private static final class Conversion {
        private final List<RecordedTransaction.Step> steps = new ArrayList<>();
        private final boolean autocommit;
        private final boolean values;
        private @Nullable String whyNot;
        private int prepares;
        private boolean begun;

        Conversion(Transaction transaction, Recording recording) {
            values = recording.values();
            autocommit = autocommit(transaction, recording.statements());
            if (transaction.end() == End.OPEN || transaction.end() == End.CUT) {
                whyNot = "it was not recorded to its end";
                return;
            }
            for (Step step : transaction.steps()) {
                Statement statement = recording.statements().get(step.statement());
                if (statement.purpose() == CommandPurpose.PREPARE) {
                    prepares++;
                } else if (belongs(statement) && whyNot == null) {
                    add(step, statement);
                }
            }
        }

        /**
         * The autocommit setting at the beginning of the transaction. It is off if the transaction ends with COMMIT and
         * nothing in it switches autocommit off or begins a transaction.
         */
        private static boolean autocommit(Transaction transaction, List<Statement> statements) {
            for (Step step : transaction.steps()) {
                Statement statement = statements.get(step.statement());
                Optional<Boolean> set = autocommit(statement);
                if (set.isPresent()) {
                    return !set.get();
                }
                if (statement.purpose() == CommandPurpose.BEGIN) {
                    return true;
                }
                if (statement.purpose() == CommandPurpose.END) {
                    return false;
                }
            }
            return true;
        }

        private static Optional<Boolean> autocommit(Statement statement) {
            Matcher matcher = AUTOCOMMIT.matcher(statement.text());
            return statement.purpose() == CommandPurpose.CHECK && matcher.matches()
                    ? Optional.of(matcher.group(1).equals("1"))
                    : Optional.empty();
        }

        private void add(Step step, Statement statement) {
            if (step.failed()) {
                whyNot = "it failed when it was recorded: " + shortened(statement.text(), LONGEST_LINE);
                return;
            }
            Optional<Boolean> set = autocommit(statement);
            if (set.isPresent()) {
                steps.add(RecordedTransaction.Step.of(set.get() ? Action.AUTOCOMMIT_ON : Action.AUTOCOMMIT_OFF));
                return;
            }
            begun |= statement.purpose() == CommandPurpose.BEGIN;
            if (statement.purpose() == CommandPurpose.END && !begun) {
                boolean commit = statement.text().toLowerCase(Locale.ROOT).startsWith("commit");
                steps.add(RecordedTransaction.Step.of(commit ? Action.COMMIT : Action.ROLLBACK));
                return;
            }
            begun &= statement.purpose() != CommandPurpose.END;
            whyNot = problem(step, statement);
            if (whyNot == null) {
                List<List<String>> bound = step.values();
                steps.add(new RecordedTransaction.Step(
                        bound == null ? Action.STATEMENT : Action.PREPARED,
                        text(step, statement),
                        bound == null ? List.of() : bound,
                        step.rows()));
            }
        }

        private static String text(Step step, Statement statement) {
            return step.text() == null ? statement.text() : step.text();
        }

        /** Why a statement cannot be executed as it was sent; null if it can. */
        private @Nullable String problem(Step step, Statement statement) {
            String text = text(step, statement);
            String words = shortened(statement.text(), LONGEST_LINE);
            boolean lacks = step.text() == null && (text.contains("?") || text.contains(MORE));
            if (lacks || UNREAD.matcher(text).matches()) {
                return (values ? "its text was not kept: " : "the recording has no values, and it needs them: ")
                        + words;
            }
            if (text.length() > Conversation.LONGEST_VALUES && text.endsWith(MORE)) {
                return "only the first " + Conversation.LONGEST_VALUES + " characters were kept of " + words;
            }
            if (text.indexOf('\uFFFD') >= 0) {
                return "it contains bytes that are no text in UTF-8: " + words;
            }
            if (UNREAD.matcher(statement.text()).matches()) {
                return "it is not known which statement it is: " + words;
            }
            // A recording may come from anyone, and people and checks judge a statement by its shape.
            Optional<Syntax> read = MODES.stream()
                    .filter(mode -> step.text() == null || shape(text, mode).equals(statement.text()))
                    .findFirst();
            if (read.isEmpty()) {
                return "its text is another statement: " + words + ", and the text is "
                        + shortened(shape(text, Syntax.DEFAULT), LONGEST_LINE);
            }
            if (FILE.matcher(statement.text()).find()) {
                return "it needs a file of the client: " + words;
            }
            Optional<String> secret = SecretWords.inSql(text);
            if (secret.isPresent()) {
                return secret.get() + " must not be in plan and results, which people share: " + words;
            }
            Optional<String> schema = OtherSchema.usedBy(statement.text());
            if (schema.isPresent()) {
                return "it names the schema " + schema.get() + ", and the run has one of its own: " + words;
            }
            QuestionMarks marks = QuestionMarks.in(text, read.get());
            if (marks.fewest() < marks.most()) {
                return "only some servers execute a comment in it that has values: " + words;
            }
            List<List<String>> bound = step.values();
            boolean complete = bound == null
                    ? marks.most() == 0
                    : !bound.isEmpty() && bound.stream().allMatch(row -> row.size() == marks.most());
            return complete
                    ? null
                    : "its bound values were not kept, because they are too long or cannot be read: " + words;
        }

        private static String shape(String text, Syntax syntax) {
            return NormalisedStatement.of(text.getBytes(StandardCharsets.UTF_8), false, syntax)
                    .text();
        }

        /** The mode in which it was sent: prepared each time, prepared before, or not prepared. */
        Mode mode() {
            Set<String> prepared = new HashSet<>();
            steps.stream().filter(step -> step.action() == Action.PREPARED).forEach(step -> prepared.add(step.sql()));
            if (prepared.isEmpty()) {
                return Mode.TEXT;
            }
            return prepares >= prepared.size() ? Mode.MISS : Mode.HIT;
        }
    }
}
