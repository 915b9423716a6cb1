package dev.jdbcbench.config;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.scenario.SetUp;
import dev.jdbcbench.scenario.SqlScenario.Line;
import dev.jdbcbench.scenario.table.OtherSchema;
import dev.jdbcbench.sql.Script;
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

/** Reads a file of SQL, for instance a dump, as a {@link Script}. Comments are removed, except those that servers execute. */
public final class SqlScript {
    /** Limit in bytes. The whole file becomes part of the plan. */
    static final int LARGEST = 8 << 20;

    /** Limit in characters. */
    private static final int LONGEST_STATEMENT = 4_000_000;

    private static final Pattern OTHER_SCHEMA = Pattern.compile(
            "(?i)(?:/\\*M?!\\d*\\s*)?(use|(?:create|drop|alter)\\s+(?:database|schema))\\b.*", Pattern.DOTALL);

    private static final Pattern CLIENT = Pattern.compile("(?i)((?:source|delimiter)\\b.*|\\\\[.!].*)", Pattern.DOTALL);

    private static final Pattern END = Pattern.compile("(?i)end\\b.*", Pattern.DOTALL);

    /** The beginning of a statement without literals. */
    private static final String PLAIN = "(?is)(?:/\\*M?!\\d*\\s*)?";

    private static final Pattern DEFINER =
            Pattern.compile(PLAIN + "(?:create|alter)\\b[^'\"(]*?\\bdefiner\\s*=\\s*+(?!current_user).*");
    private static final Pattern LOG = Pattern.compile(PLAIN + "set\\b[^'\"]*?\\bsql_log_bin\\s*:?=.*");

    private final Path file;
    private final List<Line> statements = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();

    private SqlScript(Path file) {
        this.file = file;
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
        return new SqlScript(file).read(text);
    }

    private SetUp read(String text) {
        new Script(text, false, (line, number) -> false, this::statement).read();
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

    private void statement(String sql, int begun) {
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
        return refusal(sql);
    }

    /** Why a statement cannot run, whatever it is for. */
    static Optional<String> refusal(String sql) {
        if (CLIENT.matcher(sql).matches()) {
            return Optional.of("this is a command of the client, not of the server: "
                    + sql.lines().findFirst().orElse(""));
        }
        if (END.matcher(sql).matches()) {
            return Optional.of("this is the end of a body with semicolons: write a line DELIMITER // before the body,"
                    + " // after it, and then a line DELIMITER ;");
        }
        if (DEFINER.matcher(sql).matches()) {
            return Optional.of("DEFINER is another account, which the run's account may not name: remove it, for"
                    + " instance with sed -E 's/DEFINER=`[^`]*`@`[^`]*`//'");
        }
        if (LOG.matcher(sql).matches()) {
            return Optional.of(
                    "the run's account may not set SQL_LOG_BIN: dump with --set-gtid-purged=OFF, or remove it");
        }
        return SecretWords.inSql(sql)
                .map(what ->
                        what + " must not be here: statements become part of plan and results, which people share");
    }
}
