package dev.jdbcbench.config;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.scenario.OtherSchema;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario.Line;
import dev.jdbcbench.untrusted.SafeFile;
import dev.jdbcbench.untrusted.SecretWords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a file of SQL, for instance a dump, as the clients {@code mariadb} and {@code mysql} do: statements end with a
 * semicolon, or with the delimiter set by {@code DELIMITER}. Comments are removed, except those that servers execute.
 */
public final class SqlScript {
    /** Limit in bytes. The whole file becomes part of the plan. */
    static final int LARGEST = 8 << 20;

    /** Limit in characters. */
    private static final int LONGEST_STATEMENT = 4_000_000;

    private static final Pattern DELIMITER = Pattern.compile("(?i)\\s*delimiter\\s+(\\S+)\\s*");

    /** The sandbox line of mariadb-dump: a command for the client. */
    private static final String SANDBOX = "/*M!999999\\-";

    private static final Pattern OTHER_SCHEMA = Pattern.compile(
            "(?i)(?:/\\*M?!\\d*\\s*)?(use|(?:create|drop|alter)\\s+(?:database|schema))\\b.*", Pattern.DOTALL);

    private static final Pattern CLIENT = Pattern.compile("(?i)(source\\s+\\S+|\\\\[.!].*)", Pattern.DOTALL);

    private final Path file;
    private final String text;
    private final List<Line> statements = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final StringBuilder statement = new StringBuilder();
    private String delimiter = ";";
    private int at;
    private int line = 1;
    private int begun;

    private SqlScript(Path file, String text) {
        this.file = file;
        this.text = text;
    }

    /**
     * Reads and checks a file.
     *
     * @throws Failure.Input with every problem of the file
     */
    public static SetUp read(Path file) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(SafeFile.read(file, LARGEST)))
                    .toString();
        } catch (IOException e) {
            throw new Failure.Input(
                    "cannot read the SQL file " + file,
                    List.of(FileTrouble.why(e)),
                    "Name an SQL file with --setup. For a dump, --hex-blob writes binary data as text, and --where selects fewer rows.");
        }
        return new SqlScript(file, text).read();
    }

    private SetUp read() {
        while (at < text.length()) {
            if (!directive()) {
                next();
            }
        }
        end();
        if (statements.isEmpty() && problems.isEmpty()) {
            problems.add(new Problem(file.toString(), 1, 1, "it has no statement"));
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input(
                    "the SQL file " + file + " has "
                            + (problems.size() == 1 ? "a problem" : problems.size() + " problems"),
                    problems.stream().sorted().map(Problem::toString).toList(),
                    "See docs/how-to/watch.md.");
        }
        return new SetUp(String.valueOf(file.getFileName()), statements);
    }

    /** Consumes a line that the client handles itself, at a place where a statement could begin. */
    private boolean directive() {
        boolean lineBegins = at == 0 || text.charAt(at - 1) == '\n';
        if (!lineBegins || !statement.isEmpty()) {
            return false;
        }
        int end = text.indexOf('\n', at);
        Matcher found = DELIMITER.matcher(text.substring(at, end < 0 ? text.length() : end));
        if (!found.matches()) {
            return false;
        }
        delimiter = found.group(1);
        at = end < 0 ? text.length() : end;
        return true;
    }

    private void next() {
        char letter = text.charAt(at);
        if (text.startsWith(delimiter, at)) {
            at += delimiter.length();
            end();
        } else if (letter == '\'' || letter == '"' || letter == '`') {
            take(quoteEnd(letter));
        } else if (text.startsWith(SANDBOX, at)) {
            skip(after("*/"));
        } else if (text.startsWith("/*!", at) || text.startsWith("/*M!", at)) {
            take(at + 3); // its content is parsed like other text
        } else if (text.startsWith("/*", at) && !text.startsWith("/*+", at)) {
            statement.append(statement.isEmpty() ? "" : " ");
            skip(after("*/"));
        } else if (letter == '#' || lineComment()) {
            int end = text.indexOf('\n', at);
            skip(end < 0 ? text.length() : end);
        } else if (Character.isWhitespace(letter) && statement.isEmpty()) {
            skip(at + 1);
        } else {
            take(at + 1);
        }
    }

    private boolean lineComment() {
        return text.startsWith("--", at) && (at + 2 >= text.length() || Character.isWhitespace(text.charAt(at + 2)));
    }

    private int quoteEnd(char quote) {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != quote) {
            end += text.charAt(end) == '\\' && quote != '`' ? 2 : 1;
        }
        return end + 1; // a doubled quotation mark counts as the end of one string and the start of the next
    }

    private int after(String end) {
        int found = text.indexOf(end, at);
        return found < 0 ? text.length() : found + end.length();
    }

    private void take(int until) {
        if (statement.isEmpty()) {
            begun = line;
        }
        int end = Math.min(until, text.length());
        statement.append(text, at, end);
        skip(end);
    }

    private void skip(int until) {
        int end = Math.min(until, text.length());
        for (; at < end; at++) {
            line += text.charAt(at) == '\n' ? 1 : 0;
        }
    }

    private void end() {
        String sql = statement.toString().strip();
        statement.setLength(0);
        if (sql.isEmpty()) {
            return;
        }
        problem(sql).ifPresent(problem -> problems.add(new Problem(file.toString(), begun, 1, problem)));
        statements.add(new Line(sql, begun));
    }

    private static Optional<String> problem(String sql) {
        if (sql.length() > LONGEST_STATEMENT) {
            return Optional.of("the statement has " + sql.length() + " characters; at most " + LONGEST_STATEMENT
                    + " are allowed: dump with --net-buffer-length=1M");
        }
        Matcher other = OTHER_SCHEMA.matcher(sql);
        if (other.matches()) {
            return Optional.of(other.group(1)
                    + ": the run has a schema of its own, which is empty; dump one schema, without --databases");
        }
        Optional<String> schema = OtherSchema.changedBy(sql);
        if (schema.isPresent()) {
            return Optional.of("it changes the schema " + schema.get()
                    + ", and the run has one of its own: leave out the name of the schema");
        }
        if (CLIENT.matcher(sql).matches()) {
            return Optional.of("this is a command of the client, not of the server: "
                    + sql.lines().findFirst().orElse(""));
        }
        return SecretWords.inSql(sql)
                .map(what ->
                        what + " must not be here: statements become part of plan and results, which people share");
    }
}
