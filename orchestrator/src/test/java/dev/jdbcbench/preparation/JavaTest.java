package dev.jdbcbench.preparation;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.FakeHost;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavaTest {
    private static final HostSpec CLIENT = HostSpec.at("client", "198.51.100.10", Optional.empty(), Optional.empty());

    private static FakeHost client() {
        return new FakeHost("client", false).answer("id -u", 0, "1000\n", "");
    }

    @Test
    void missingJavaIsReportedWithAPackage() {
        FakeHost host = client().answer("sh -c", 1, "", "");
        assertThatThrownBy(() -> Java.find(CLIENT, host)).isInstanceOfSatisfying(Failure.Command.class, failure -> {
            assertThat(failure.getMessage()).isEqualTo("there is no Java on client");
            assertThat(failure.hint())
                    .contains("apt install openjdk-17-jre-headless")
                    .contains("`java:` of the host");
        });
    }

    @Test
    void oldJavaIsReportedWithItsVersion() {
        FakeHost host = client().answer("sh -c", 0, "/usr/bin/java\n", "")
                .answer("/usr/bin/java -XX:-UsePerfData -version", 0, "", "openjdk version \"1.8.0_392\"\n");
        assertWhy(Failure.Command.class, () -> Java.find(CLIENT, host))
                .isEqualTo("/usr/bin/java is version 8, at least 17 is needed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "openjdk version \"17.0.15\" 2025-04-15",
                "openjdk version \"25\" 2025-09-16",
                "java version \"21.0.2\" 2024-01-16 LTS"
            })
    void newEnoughJavaIsAccepted(String version) {
        FakeHost host = client().answer("sh -c", 0, "/opt/jdk/bin/java\n", "")
                .answer(
                        "/opt/jdk/bin/java -XX:-UsePerfData -version",
                        0,
                        "",
                        version + "\nOpenJDK Runtime Environment\n");
        assertThat(Java.find(CLIENT, host)).isEqualTo("/opt/jdk/bin/java");
    }

    private static FakeHost root() {
        return new FakeHost("client", false)
                .answer("id -u", 0, "0\n", "")
                .answer("sh -c", 0, "/root/jdk/bin/java\n", "")
                .answer("/root/jdk/bin/java -XX:-UsePerfData -version", 0, "", "openjdk version \"17.0.15\"");
    }

    @Test
    void javaMustBeExecutableForTheAgentUser() {
        FakeHost host = root().answer("setpriv", 127, "", "setpriv: failed to execute: Permission denied");
        assertThatThrownBy(() -> Java.find(CLIENT, host)).isInstanceOfSatisfying(Failure.Command.class, failure -> {
            assertThat(failure.getMessage())
                    .isEqualTo("the agent's user (uid 47307) cannot run /root/jdk/bin/java on client");
            assertThat(failure.why()).contains("Permission denied");
            assertThat(failure.hint()).contains("not below /root", "util-linux");
        });
        FakeHost readable = root().answer("setpriv", 0, "", "openjdk version \"17.0.15\"");
        assertThat(Java.find(CLIENT, readable)).isEqualTo("/root/jdk/bin/java");
    }

    @Test
    void noNewPrivilegesIsSetIfPingNeedsNone() {
        FakeHost open = root().answer("cat /proc/sys/net/ipv4/ping_group_range", 0, "0\t2147483647\n", "");
        assertThat(AgentAccount.on(open).words()).endsWith("--no-new-privs");
        FakeHost closed = root().answer("cat /proc/sys/net/ipv4/ping_group_range", 0, "1\t0\n", "");
        assertThat(AgentAccount.on(closed).words()).endsWith("--bounding-set=-all,+net_raw");
        assertThat(AgentAccount.on(client()).words()).isEmpty();
    }

    @Test
    void brokenJavaIsReportedWithItsOutput() {
        FakeHost host = client().answer("sh -c", 0, "/usr/bin/java\n", "")
                .answer(
                        "/usr/bin/java -XX:-UsePerfData -version",
                        1,
                        "",
                        "error while loading shared libraries: libjli.so");
        assertWhy(Failure.Command.class, () -> Java.find(CLIENT, host)).contains("libjli.so");
    }
}
