package dev.jdbcbench.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.FakeHost;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class SysbenchOnHostTest {
    private static FakeHost host(int exit, String out, String err) {
        return new FakeHost("client", false).answer("sysbench --version", exit, out, err);
    }

    @Test
    void versionIsReadOnTheClientHost() {
        assertThat(new SysbenchOnHost().version(host(0, "sysbench 1.0.20\n", "")))
                .isEqualTo("1.0.20");
    }

    @Test
    void missingSysbenchIsReportedWithAPackage() {
        assertThatThrownBy(() -> new SysbenchOnHost().version(host(127, "", "sh: 1: sysbench: not found\n")))
                .asInstanceOf(InstanceOfAssertFactories.type(Failure.class))
                .satisfies(failure -> {
                    assertThat(failure.exitCode()).isEqualTo(ExitCode.COMMAND);
                    assertThat(failure)
                            .hasMessageContaining("no sysbench on the client host client")
                            .hasFieldOrPropertyWithValue("why", "sh: 1: sysbench: not found");
                    assertThat(failure.hint()).contains("apt-get install sysbench");
                });
    }

    @Test
    void otherVersionsOfSysbenchAreRefused() {
        assertThatThrownBy(() -> new SysbenchOnHost().version(host(0, "sysbench 0.5\n", "")))
                .hasMessageContaining("is not version 1.0");
    }
}
