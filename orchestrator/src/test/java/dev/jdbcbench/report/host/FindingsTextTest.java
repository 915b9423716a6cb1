package dev.jdbcbench.report.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.report.TerminalLines;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.result.CheckFinding;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTextTest {
    @Test
    void problemsAreCountedAndHaveRemedies() {
        String text = FindingsText.of(
                List.of(
                        CheckFinding.ok("client", "java", "/usr/bin/java"),
                        CheckFinding.warning("client", "load", "1.5", ""),
                        CheckFinding.problem(
                                "db",
                                "disk",
                                ExitCode.COMMAND,
                                "no room for 600 MB in /home:\nNo space left",
                                "Make room there.")),
                new Page(true, 100));
        assertThat(text).isEqualTo("""
                client  java  ok       /usr/bin/java
                client  load  warning  1.5
                db      disk  PROBLEM  no room for 600 MB in /home:
                                       No space left
                                       → Make room there.
                1 problem
                """);
    }

    @Test
    void longFindingsStayInTheirColumn() {
        List<CheckFinding> findings = List.of(
                CheckFinding.ok("client", "java", "/usr/bin/java"),
                CheckFinding.problem(
                        "db1.example.com",
                        "files",
                        ExitCode.COMMAND,
                        "there is no room for the 600 MB that the programs of a server need in /home/bench/.cache",
                        "Make room there, or name another directory: XDG_CACHE_HOME=/var/tmp/bench"));
        TerminalLines.assertFit(columns -> FindingsText.of(findings, new Page(true, columns)));
        assertThat(FindingsText.of(findings, new Page(true, 80)))
                .contains(
                        "\ndb1.example.com  files  PROBLEM  there is no room",
                        "\n                                 programs");
    }

    @Test
    void whatWasNotTriedIsNeverCalledPassed() {
        CheckFinding java = CheckFinding.ok("client", "java", "/usr/bin/java");
        CheckFinding login = CheckFinding.notTried("mariadb", "login", "its programs are not on db yet", "");
        assertThat(FindingsText.of(List.of(java), new Page(true, 100))).endsWith("\nall checks passed\n");
        assertThat(FindingsText.of(List.of(java, login), new Page(true, 100))).isEqualTo("""
                client   java   ok         /usr/bin/java
                mariadb  login  not tried  its programs are not on db yet
                no problems found; not tried: mariadb login
                """);
        assertThat(FindingsText.of(
                        List.of(login, CheckFinding.problem("db", "port", ExitCode.COMMAND, "it is taken", "")),
                        new Page(true, 100)))
                .endsWith("\n1 problem; not tried: mariadb login\n");
    }
}
