package dev.jdbcbench.report.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.result.CheckFinding;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTextTest {
    @Test
    void problemsAreCountedAndHaveRemedies() {
        String text = FindingsText.of(List.of(
                CheckFinding.ok("client", "java", "/usr/bin/java"),
                CheckFinding.warning("client", "load", "1.5", ""),
                CheckFinding.problem(
                        "db",
                        "disk",
                        ExitCode.COMMAND,
                        "no room for 600 MB in /home:\nNo space left",
                        "Make room there.")));
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
    void whatWasNotTriedIsNeverCalledPassed() {
        CheckFinding java = CheckFinding.ok("client", "java", "/usr/bin/java");
        CheckFinding login = CheckFinding.notTried("mariadb", "login", "its programs are not on db yet", "");
        assertThat(FindingsText.of(List.of(java))).endsWith("\nall checks passed\n");
        assertThat(FindingsText.of(List.of(java, login))).isEqualTo("""
                client   java   ok         /usr/bin/java
                mariadb  login  not tried  its programs are not on db yet
                no problems found; not tried: mariadb login
                """);
        assertThat(FindingsText.of(
                        List.of(login, CheckFinding.problem("db", "port", ExitCode.COMMAND, "it is taken", ""))))
                .endsWith("\n1 problem; not tried: mariadb login\n");
    }
}
