package dev.jdbcbench.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.comparison.SideBySide;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.event.Secondary;
import dev.jdbcbench.page.ReportPage;
import dev.jdbcbench.report.Rendered;
import dev.jdbcbench.report.Report;
import dev.jdbcbench.report.run.CellTable;
import dev.jdbcbench.result.CellResult;
import dev.jdbcbench.result.Results;
import dev.jdbcbench.result.Results.Contrast;
import dev.jdbcbench.result.RunExample;
import dev.jdbcbench.result.fold.Fold;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.sharing.SharedFields.Form;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedTest {
    private static final Map<String, String> ROLES = Map.of(
            "ws-17", "client",
            "ws-17.corp.example", "client",
            "db1", "database",
            "198.51.100.20", "database",
            "2001:db8::20", "database",
            "alice", "user",
            "/home/alice", "path",
            "mysql", "database");

    private static final List<String> SECRETS = List.of(
            "ws-17",
            "corp.example",
            "db1",
            "198.51.100.20",
            "2001:db8::20",
            "alice",
            "/home",
            "secret-project",
            "10.1.2.3",
            "fd00:12",
            "203.0.113",
            "52:54:00",
            "0badcafe",
            "carol",
            "filer",
            "db7",
            "hunter2");

    /** Appends every kind of name to hide, also those that no hosts file has. */
    private static String planted(String text) {
        return text
                + " on ws-17 (ws-17.corp.example), DB1.corp.example:3306, jdbc:mariadb://198.51.100.20:3306/bench,"
                + " [2001:db8::20]:3306, alice@db1, /home/alice/secret-project/x.log, file:///srv/secret-project/y,"
                + " host=10.1.2.3, fd00:12::7, 203.0.113.9, 52:54:00:ab:cd:ef, 0badcafe0badcafe0badcafe0badcafe,"
                + " ~carol/x, \\\\filer\\share, db7.internal, db7:3306, https://carol:hunter2@db7/, password=hunter2,"
                + " Access denied for user 'carol'@'db7'";
    }

    private static void assertSecret(String report) {
        assertThat(SECRETS)
                .allSatisfy(
                        secret -> assertThat(report.toLowerCase(Locale.ROOT)).doesNotContain(secret));
    }

    private static Fold copy(Fold fold) {
        return new Shared(ROLES, List.of(fold.plan())).of(fold);
    }

    private static String files(Fold fold) {
        return Json.pretty(fold.plan())
                + fold.events().stream().map(Json::line).collect(Collectors.joining("\n"))
                + fold.hostFacts();
    }

    private static String shared(String text) {
        return new Shared(ROLES, List.of()).text(text);
    }

    private static RunExample planted(RunExample example) {
        return example.params(Map.of(
                        "password", "hunter2", "url", "jdbc:mariadb://db7/x", "target", "db7.internal", "size", "10"))
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .failed("Do1", Mode.TEXT, DriverCatalogue.MYSQL, planted("SQLException"))
                .unfit("db1", planted("steal"))
                .noRtt(RttMethod.TCP, planted("refused"))
                .variables(Map.of("report_host", "db7", "datadir", "/home/alice/data", "max_connections", "10"))
                .notReadable(planted("frequency"))
                .fact("cpu", "AMD EPYC")
                .fact("memory", "24684096 kB")
                .fact("database.mariadb", "mariadb 11.4.5-MariaDB")
                .fact("machineId", "0badcafe0badcafe0badcafe0badcafe")
                .fact("virtualisation", "virtual machine (/sys/class/x and /proc/y are not there)")
                .jdk("17.0.8.1+1")
                .named("for alice", "carol");
    }

    @Test
    void sharedRunIsCompleteExceptForNames() {
        Fold original = planted(RunExample.distant()).fold();
        Fold fold = copy(original);
        Results results = original.results();
        Results told = fold.results();
        assertThat(files(original)).contains("db1", "alice", "hunter2", "db7");
        assertSecret(files(fold));
        assertSecret(Rendered.wide(told));
        assertSecret(Json.pretty(told));
        assertThat(Rendered.wide(told)).contains("client on client, database on database");
        assertThat(told.cells()).hasSameSizeAs(results.cells());
        assertThat(told.contrasts()).hasSameSizeAs(results.contrasts());
        assertThat(told.contrasts())
                .extracting(Contrast::ratio)
                .isEqualTo(results.contrasts().stream().map(Contrast::ratio).toList());
        assertThat(told.cells())
                .extracting(cell -> cell.forks() + " " + cell.cost() + cell.traffic() + cell.counters())
                .isEqualTo(results.cells().stream()
                        .map(cell -> cell.forks() + " " + cell.cost() + cell.traffic() + cell.counters())
                        .toList());
        List<String> keys = told.cells().stream().map(CellResult::key).toList();
        assertThat(told.contrasts()).extracting(Contrast::cell).allMatch(keys::contains);
        assertThat(told.cells())
                .extracting(cell -> cell.cell().params())
                .contains(Map.of("password", "password-1", "url", "url-1", "target", "target-1", "size", "10"));
        assertThat(fold.hostFacts().get("client"))
                .isEqualTo(Map.of(
                        "database.mariadb",
                        "mariadb 11.4.5-MariaDB",
                        "cpu",
                        "AMD EPYC",
                        "memory",
                        "24684096 kB",
                        "virtualisation",
                        "virtual machine"));
    }

    @Test
    void noReportOfSharedRunsContainsAName() {
        List<Fold> folds = List.of(
                planted(RunExample.local()).fold(),
                planted(RunExample.distant()).fold());
        Shared shared = new Shared(ROLES, folds.stream().map(Fold::plan).toList());
        List<Fold> copies = folds.stream().map(shared::of).toList();
        SideBySide.Question question =
                SideBySide.Question.of(copies.get(0).plan().goal());
        Report report = new Report(
                copies.stream().map(copy -> Report.Run.of(copy, List.of())).toList(), SideBySide.of(copies, question));
        assertSecret(Rendered.wide(report.collected()));
        assertSecret(new CellTable(report.runs()).cells().csv());
        // without scripts, because the libraries contain every short word somewhere
        String page = ReportPage.of(report).replaceAll("(?s)<script>.*?</script>", "");
        assertSecret(page);
        assertThat(page).contains("23.5 GiB", "virtual machine").doesNotContain(" kB", "not there");
        assertThat(shared.summary())
                .contains("address", "host name", "path", "secret", "account", "known name", "option value");
    }

    @Test
    void figuresOfProfilersKeepTheirNames() {
        Map<String, Secondary> figures = Map.of(
                "gc.alloc.rate.norm", new Secondary("B/op", List.of(1.0)),
                "compiler.time", new Secondary("ms", List.of(2.0)));
        Fact.ForkFinished fork =
                new Fact.ForkFinished(1, "cell", Instant.EPOCH, List.of(1.0), List.of(1L), figures, null, null);
        Plan plan = RunExample.local().plan();
        Fold fold = new Fold(plan, List.of(new Event(1, Instant.EPOCH, Event.Source.AGENT, fork)));
        assertThat(Event.facts(copy(fold).events(), Fact.ForkFinished.class)
                        .get(0)
                        .secondary())
                .isEqualTo(figures);
    }

    /** A new text in plan or events is not shared before somebody has decided what is shared of it. */
    @Test
    void everyTextOfPlanAndEventsIsListed() {
        Set<String> missing = new TreeSet<>();
        Set<String> found = new TreeSet<>();
        walk(Plan.class, new HashSet<>(), missing, found);
        walk(Event.class, new HashSet<>(), missing, found);
        assertThat(missing).as("texts that SharedFields does not list").isEmpty();
        assertThat(SharedFields.listed())
                .as("listed, but nothing of that name is shared")
                .allMatch(found::contains);
    }

    private static void walk(Type type, Set<Type> seen, Set<String> missing, Set<String> found) {
        if (!seen.add(type)) {
            return;
        }
        if (type instanceof ParameterizedType generic) {
            Stream.of(generic.getActualTypeArguments()).forEach(part -> walk(part, seen, missing, found));
        } else if (type instanceof Class<?> sealed && sealed.isSealed()) {
            Stream.of(sealed.getPermittedSubclasses()).forEach(kind -> walk(kind, seen, missing, found));
        } else if (type instanceof Class<?> record && record.isRecord()) {
            for (RecordComponent component : record.getRecordComponents()) {
                String name = record.getName() + "." + component.getName();
                Optional<Form> form = SharedFields.form(component);
                form.ifPresent(known -> found.add(name));
                if (form.isEmpty() && component.getGenericType().getTypeName().contains(String.class.getName())) {
                    missing.add(name);
                }
                if (form.isEmpty() || form.get() == Form.NUMBERS) {
                    walk(component.getGenericType(), seen, missing, found);
                }
            }
        }
    }

    @Test
    void labelsAndVersionsOfTheUserStayDifferent() {
        Fold original = RunExample.local()
                .server("db7.internal")
                .measured("Do1", Mode.TEXT, DriverCatalogue.MARIADB, 62, 63, 61)
                .fold();
        Fold fold = copy(original);
        assertThat(fold.plan().servers().get(1).server()).isEqualTo("server-1");
        assertThat(fold.plan().cells()).extracting(Cell::server).contains("mariadb", "server-1");
        assertThat(files(fold)).doesNotContain("db7");
        assertThat(fold.plan().cells().stream()
                        .map(cell -> cell.driver() + cell.driverVersion())
                        .toList())
                .isEqualTo(original.plan().cells().stream()
                        .map(cell -> cell.driver() + cell.driverVersion())
                        .toList());
    }

    /** A command that others cannot repeat is not shared. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                run --topology local --results /home/alice/x --name mine; run --topology local
                run --topology local --driver=mysql@9.7.0 --force;        run --topology local --driver mysql@9.7.0 --force
                run --topology distant --db-host alice@db1;               ''
                run --topology distant;                                   ''
                run --topology local --hosts db7.yaml;                    ''
                run --topology local --sql mine.sql;                      ''
                run --topology local --driver mine;                       ''
                run --topology local --jvm-args=-Dx=hunter2;              ''
                compare mysql@9.7.0 x.jar;                                ''
                """)
    void commandOfACopyWorksOrIsNotThere(String words, String told) {
        assertThat(String.join(" ", new Shared(ROLES, List.of()).command(List.of(words.split(" ", -1)))))
                .isEqualTo(told);
    }

    /** A name is hidden as a whole word. Longer words that contain it, and bench's own words, stay readable. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                db1;                                 database
                DB1.;                                database.
                db1.corp.example is down;            database is down
                db10 db1a mydb1;                     db10 db1a mydb1
                db1-old;                             database-old
                alice@db1:22;                        user@database:22
                bob@db1: Permission denied;          user@database: Permission denied
                malice, Alice's;                     malice, user's
                198.51.100.20:3306;                  database:3306
                198.51.100.200;                      address
                1198.51.100.20;                      1198.51.100.20
                at /home/alice/x y;                  at path y
                at /home/alice/My Documents/x y;     at path y
                /home/alicent/x;                     path
                (/var/log/x.log);                    (path)
                logs/fork-01.log;                    logs/fork-01.log
                local/ws-17/ws-17/mysql/Do1;         local/client/client/mysql/Do1
                jdbc:mysql://10.0.0.7:3306/bench;    jdbc:mysql://address
                MariaDB 10.11.19;                    MariaDB 10.11.19
                JDK 17.0.8.1+1;                      JDK 17.0.8.1+1
                mysql@9.7.0 text;                    mysql@9.7.0 text
                10.0.0.7 and 192.168.1.2;            address and address
                127.0.0.1:3306;                      127.0.0.1:3306
                host=203.0.113.9;                    host=address
                C:\\Users\\bob\\x.log is gone;       path is gone
                db7:3306, db7.corp.example;          name:3306, name
                fd00:12::7 52:54:00:ab:cd:ef;        address identifier
                62 µs / operation;                   62 µs / operation
                """)
    void namesAreRedactedOnlyAsWholeWords(String text, String told) {
        assertThat(shared(text.replace("\\\\", "\\"))).isEqualTo(told);
    }

    @Test
    void longDomainIsReadWithoutRecursion() {
        assertThat(shared("db1" + ".a".repeat(9900))).isEqualTo("database");
    }

    /** Servers quote data in their messages. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '^', textBlock = """
                Duplicate entry 'O'Mueller-4711' for key 'PRIMARY'; Duplicate entry '…' for key 'PRIMARY'
                Incorrect string value: '\\xE4Mueller' for column 'a' at row 1; Incorrect string value: '…' for column 'a' at row 1
                syntax to use near 'Mueller')' at line 1;           syntax to use near '…' at line 1
                Truncated incorrect INTEGER value: 'Mueller;        Truncated incorrect INTEGER value: '…'
                no such table 't' near the end;                     no such table 't' near the end
                """)
    void messagesContainNoDataThatServersQuote(String text, String told) {
        Fold fold = copy(RunExample.local()
                .failed("Do1", Mode.TEXT, DriverCatalogue.MYSQL, text)
                .fold());
        assertThat(Event.facts(fold.events(), Fact.ForkFailed.class).get(0).reason())
                .isEqualTo(told);
    }

    @Test
    void optionNamesOfBenchAreKept() {
        assertThat(new Shared(Map.of("db", "database"), List.of()).text("--db-host NAME, on db"))
                .isEqualTo("--db-host NAME, on database");
    }

    @Test
    void genericNamesAreKept() {
        assertThat(new Shared(Map.of("a", "host", "1", "host", "text", "host", "root", "user"), List.of())
                        .text("a run of 1 row in text by root"))
                .isEqualTo("a run of 1 row in text by root");
    }
}
