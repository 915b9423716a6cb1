package dev.jdbcbench.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.Failure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostScriptTest {
    @ParameterizedTest
    @ValueSource(strings = {"Darwin arm64", "FreeBSD amd64", "Linux"})
    void unsupportedMachineIsReported(String system) {
        Host host = new FakeHost("db1", false).answer("uname -sm", 0, system + "\n", "");
        assertThatThrownBy(() -> HostScript.install(host)).isInstanceOfSatisfying(Failure.Command.class, failure -> {
            assertThat(failure.getMessage()).isEqualTo("db1 is " + system);
            assertThat(failure.why())
                    .isEqualTo(
                            "bench measures on Linux; only there, it starts databases, pins CPUs, and detaches from runs");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"x86_64", "aarch64", "riscv64"})
    void linuxIsAcceptedOnAllProcessorsOfTheScript(String architecture) {
        Host host = new FakeHost("db1", false).answer("uname -sm", 0, "Linux " + architecture + "\n", "");
        assertThat(HostScript.locate(host).architecture()).isEqualTo(architecture);
    }
}
