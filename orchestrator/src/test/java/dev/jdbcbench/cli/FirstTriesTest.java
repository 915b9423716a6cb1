package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.run.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What people type from the habits of other tools, and the answer that leads on. */
class FirstTriesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "run --time 30; --budget 30s",
                "run --time=10m; --budget 10m",
                "run --duration 30s; --budget 30s",
                "run --runs 5; --groups 5",
                "run -t 4; --threads 4",
                "run -c 8; --threads 8",
                "run -n 5; --groups 5",
                "run -f 1 -i 5 -wi 7; --forks 1",
                "run -f 1 -i 5 -wi 7; --iterations 5",
                "run -f 1 -i 5 -wi 7; warm-up needs no setting",
                "run --warmup 5; warm-up needs no setting",
                "run --json; results.json is in the run's directory",
                "run --export-json out.json; ./bench report --format json --out out.json",
                "run --output out.json; everything is in the run's directory",
                "collect --json; --format json --out results.json",
                "run --url jdbc:mysql://db1/x; `install: external`",
                "run --host db1; --db-host db1",
                "run --user root; a hosts file",
                "run --port 3306; a hosts file",
                "resume; RUN is missing: ./bench list runs",
                "run --quick; --profile quick",
                "run --smoke; --profile smoke",
                "status --watch; ./bench attach RUN follows a run",
                "compare --json a b; --format json",
                "run -psecret; -p: a password is never taken from the command line",
                "run db1; db1: --db-host db1",
                "run me@10.0.0.7; --db-host me@10.0.0.7",
                "run do2; --scenario Do1",
                "run --topology far; write distant",
                "run --topology both; write local,distant",
                "run --password x; a password is never taken from the command line",
                "explain --rtt 20ms; ./bench collect --rtt 20ms",
                "run --mysql-host=db1; --db-host db1",
                "run --scenarios Do1; did you mean --scenario?",
                "run --good 3.5.3; nearest: ",
                "run --fail-above 5%; an option of explain, compare",
                "explain --time 30; (an option of run",
                "check db1; --db-host db1",
                "run Select1Row; --scenario Select1Row",
                "run oltp_read_only; --scenario OltpReadOnly",
                "run mariadb:4.0.0; mariadb@4.0.0",
                "run distant; --topology distant",
                "run help; ./bench run --help",
                "compare mariadb@3.5.9; BASE CANDIDATE: 2 are needed, and 1 is given",
                "compare a.jar b.jar; a.jar: there is no such file",
                "compare a.jar b.jar; b.jar: there is no such file",
                "compare mariadb:3.5.9 mariadb:3.5.10; mariadb@3.5.9",
                "help rnu; did you mean run?",
                "ls; ./bench list",
                "race; ./bench run",
                "prepare; ./bench provision",
                "init; nothing needs to be set up",
                "version; ./bench --version",
                "rnu; did you mean run?",
                "oltp_read_only run; ./bench run --scenario OltpReadOnly",
                "run --driver mariadb:4.0.0; a version follows @: mariadb@4.0.0",
                "run --driver mariadb-4.0.0; mariadb@4.0.0",
                "run --driver org.mariadb.jdbc:mariadb-java-client:4.0.0; mariadb@4.0.0",
                "run --driver mysql:mysql-connector-java:8.0.28; mysql@8.0.28",
                "run --driver com.mysql:mysql-connector-j; write mysql",
                "run --driver org.example:driver:1.0; docs/how-to/own-jar.md",
                "run --driver target/my-mysql.jar; mysql@target/my-mysql.jar",
                "run --driver postgresql; drivers of MySQL's protocol",
                "run --driver mysql-connector-j@9.7.0; write mysql@9.7.0",
                "run --driver mariadb,mariadb; named twice",
                "run --server postgres; drivers of MySQL's protocol",
                "run --clients 8; --threads 8",
                "run -d mariadb; --budget 30m",
                "run -jvmArgs -Xmx2g; --jvm-args -Xmx2g",
                "run --mode prepared; are hit",
                "explain mariadb; did you mean --driver mariadb?",
                "explain Select1Row:text; did you mean --scenario Select1Row:text?",
                "list all; all cannot be listed (known: scenarios",
                "run Insert; --scenario 'Insert*'",
                "status 5530; this command takes no parameter",
                "run --port 3306; address: db1, tls: { ca: ca.pem }, admin: { user: root",
                "run -b tpcb-like; --scenario OltpReadOnly",
                "run --min-time 10; --budget 10s",
                "run -S; --transport socket",
                "run -M prepared; --mode hit",
                "run -s 100; --table-size 100",
                "run -P 5; each group is printed when it ends",
                "run --shell=none; no shell is in between",
                "run -L driver mariadb; --driver mariadb,mysql",
                "run --ignore-failure; shown as failed",
                "run --color always; NO_COLOR",
                "run --pager off; no pager",
                "run -gc true; --jvm-args",
                "run -jar benchmarks.jar; ./bench import",
                "run --vus 10; --threads 10",
                "run --stages 30s:10; nothing ramps",
                "run --latency; --percentiles",
                "run --summary-export o.json; --out o.json",
                "run --rm mariadb; docs/how-to/containers.md",
                "run --dry; did you mean --dry-run?",
                "run --report-interval 5; each group is printed",
                "run --mysql-socket=/tmp/m.sock; --transport socket",
                "run -p size=100; an option of its own, like --table-size",
                "run --thresholds 5%; ./bench compare BASE CANDIDATE --fail-above 5%",
                "run --plan; --dry-run",
                "run --rand-seed 7; --seed 7",
                "compare --base mariadb --head x.jar; the base first",
                "compare 3.5.9 3.5.10; mariadb@3.5.9",
                "compare HEAD~1 HEAD; name the jar",
                "collect local distant; the newest run of each side",
                "list --all; ./bench list scenarios lists all",
                "auth login; needs no login",
                "images; ./bench list servers",
                "rmi; ./bench clean",
                "blame; ./bench bisect",
                "shell; ./bench completion",
                "env; ./bench --version",
                "summary; ./bench report --format text",
                "serve; needs no server",
                "wait; ./bench attach",
                "tail -f; ./bench attach",
                "-c select; --sql FILE",
            })
    void habitOfAnotherToolIsAnswered(String line, String answer) {
        BenchTest.Ended ended = BenchTest.bench(line.split(" "));
        assertThat(ended.code()).as(ended.err()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains(answer);
        assertThat(ended.err().lines()).allMatch(text -> text.length() <= 320);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xyzzy", "run --xyzzy", "run --scenario xyzzy", "help xyzzy"})
    void unknownWordIsAnsweredWithTheNearestThree(String line) {
        BenchTest.bench(line.split(" "))
                .assertEnds(2)
                .containsPattern("\\((nearest: [^ ,]+, [^ ,]+, [^ ,]+\\)|known: ([^ ,]+, ){9,})");
    }

    @Test
    void valueOfAPasswordIsNotPrinted() {
        for (String line :
                List.of("run --password planted", "run --mysql-password=planted", "--password planted run")) {
            BenchTest.bench(line.split(" ")).assertEnds(2).doesNotContain("planted");
        }
    }

    @Test
    void listAloneListsWhatCanBeListed() {
        BenchTest.Ended ended = BenchTest.bench("list");
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains("bench list scenarios", "bench list drivers", "bench list servers", "bench list profiles")
                .contains("bench list runs");
        assertThat(Json.read(BenchTest.bench("list", "--format", "json").out(), JsonNode.class)
                        .at("/items")
                        .size())
                .isEqualTo(5);
    }

    @Test
    void versionNamesCommitAndJdk() {
        assertThat(BenchTest.bench("--version").out())
                .contains("JDK " + System.getProperty("java.version"))
                .containsPattern("commit ([0-9a-f]{12}(-dirty)?|unknown)")
                .contains(
                        "\nthe portable MariaDB (11.4.5-MariaDB, released 2025-02-04) is ",
                        "lacks the security fixes since then");
    }
}
