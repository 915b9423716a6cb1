package dev.jdbcbench.config;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.scenario.ScenarioCatalogue;
import dev.jdbcbench.scenario.SqlScenario;
import dev.jdbcbench.scenario.SqlScenario.Line;
import dev.jdbcbench.scenario.table.Parameter;
import dev.jdbcbench.sql.QuestionMarks;
import dev.jdbcbench.sql.Script;
import dev.jdbcbench.sql.Syntax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads an SQL file as a scenario of the user's own: plain SQL that any client can read, with remarks that mark its parts.
 *
 * <pre>
 * -- setup
 * create table orders (id int primary key, customer int);
 * -- measure
 * select * from orders where customer = ?;
 * -- param: int 1..1000
 * -- teardown
 * drop table orders;
 * </pre>
 *
 * <p>A file without remarks consists of the measured statement. Statements end as in a {@link
 * Script}; between {@code -- begin} and {@code -- end}, everything belongs to the statement, for bodies of routines.
 */
public final class SqlFile {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,99}");
    private static final Pattern REMARK =
            Pattern.compile("--\\s*(?:(setup|measure|teardown|begin|end)\\s*:?|(param|name)\\s*:\\s*(.+))");
    private static final Pattern ALMOST = Pattern.compile("--\\s*([A-Za-z]+)\\s*:.*");
    private static final List<String> REMARKS =
            List.of("setup", "measure", "teardown", "begin", "end", "param", "name");

    private final Path file;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Line> setup = new ArrayList<>();
    private final List<Line> measured = new ArrayList<>();
    private final List<Line> teardown = new ArrayList<>();
    private final List<String> params = new ArrayList<>();
    private List<Line> part = measured;
    private final Script script;
    private boolean body;
    private String name;

    private SqlFile(Path file, String text) {
        this.file = file;
        this.script = new Script(text, true, this::isRemark, this::statement);
        this.name =
                String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "").replaceAll("[^A-Za-z0-9_-]", "_");
    }

    /**
     * Reads and checks a file.
     *
     * @throws Failure.Input with every problem of the file
     */
    public static SqlScenario read(Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new Failure.Input(
                    "cannot read the SQL file " + file, List.of(FileTrouble.why(e)), "Name a file of SQL with --sql.");
        }
        return new SqlFile(file, text).read();
    }

    private SqlScenario read() {
        script.read();
        if (measured.size() != 1) {
            problem(
                    measured.isEmpty() ? 1 : measured.get(1).line(),
                    measured.isEmpty()
                            ? "there is no statement to measure: put -- measure before it"
                            : "only one statement can be measured; put the others under -- setup or -- teardown");
        }
        checkName(name).ifPresent(problem -> problem(1, problem));
        Stream.of(setup, measured, teardown)
                .flatMap(List::stream)
                .forEach(line -> SqlScript.refusal(line.sql()).ifPresent(problem -> problem(line.line(), problem)));
        if (problems.isEmpty()) {
            QuestionMarks.in(measured.get(0).sql(), Syntax.DEFAULT)
                    .problem(params.size())
                    .ifPresent(problem -> problem(
                            measured.get(0).line(),
                            "the statement " + problem + " (-- param: " + Parameter.FORMS + ")"));
        }
        if (!problems.isEmpty()) {
            throw new Failure.Input(
                    "the SQL file " + file + " has "
                            + (problems.size() == 1 ? "a problem" : problems.size() + " problems"),
                    problems.stream().sorted().map(Problem::toString).toList(),
                    "See docs/how-to/own-sql.md.");
        }
        return new SqlScenario(name, String.valueOf(file.getFileName()), measured.get(0), params, setup, teardown);
    }

    /** Why a scenario cannot have this name; empty when it can. */
    static Optional<String> checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            return Optional.of(
                    "the name '" + name + "' must begin with a letter and have letters, digits, - and _ only");
        }
        // Scenario names are case-insensitive.
        boolean taken = name.equalsIgnoreCase(ScenarioCatalogue.CORE)
                || name.equalsIgnoreCase("all")
                || ScenarioCatalogue.ENTRIES.stream()
                        .anyMatch(entry -> entry.id().equalsIgnoreCase(name));
        return taken ? Optional.of("the name '" + name + "' is already that of a built-in scenario") : Optional.empty();
    }

    private boolean isRemark(String text, int number) {
        Matcher remark = REMARK.matcher(text.strip());
        if (!remark.matches()) {
            Matcher almost = ALMOST.matcher(text.strip());
            String suggestion = almost.matches() ? Suggestion.of(almost.group(1), REMARKS) : "";
            if (suggestion.contains("did you mean")) { // otherwise it is an ordinary comment
                problem(number, "unknown remark -- " + almost.group(1) + ":" + suggestion);
            }
            return false;
        }
        String word = remark.group(1) == null ? remark.group(2) : remark.group(1);
        switch (word) {
            case "setup" -> begin(setup, number);
            case "measure" -> begin(measured, number);
            case "teardown" -> begin(teardown, number);
            case "begin" -> body(true);
            case "end" -> {
                body(false);
                script.end();
            }
            case "name" -> name = remark.group(3);
            default -> {
                if (!Parameter.isForm(remark.group(3))) {
                    problem(number, "-- param: " + remark.group(3) + " is none of " + Parameter.FORMS);
                }
                params.add(remark.group(3));
            }
        }
        return true;
    }

    private void body(boolean is) {
        body = is;
        script.body(is);
    }

    private void begin(List<Line> next, int number) {
        if (body) {
            problem(number, "the body after -- begin has no -- end before this");
            body(false);
        }
        script.part();
        part = next;
    }

    private void statement(String sql, int begun) {
        String whole = sql.endsWith(";") ? sql.substring(0, sql.length() - 1).strip() : sql; // of a body
        if (!whole.isEmpty()) {
            part.add(new Line(whole, begun));
        }
    }

    private void problem(int line, String message) {
        problems.add(new Problem(file.toString(), line, 1, message));
    }
}
