package dev.jdbcbench.scenario.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HostCpuTest {
    @Test
    void idleAndDiskWaitAreNotBusy() {
        HostCpu before = HostCpu.of("cpu  100 10 50 1000 200 5 5 30 7 0\ncpu0 1 1 1 1 1 1 1 1\n")
                .orElseThrow();
        HostCpu after = HostCpu.of("cpu  130 10 60 1030 210 5 5 50 7 0\n").orElseThrow();
        assertThat(before).isEqualTo(new HostCpu(200, 1400));
        assertThat(after.since(before)).isEqualTo(new HostCpu(60, 100));
        assertThat(after.since(before).percent()).isCloseTo(60, within(1e-9));
    }

    @Test
    void lessThanATickIsNoLoad() {
        HostCpu now = new HostCpu(200, 1400);
        assertThat(now.since(now).percent()).isZero();
    }

    @Test
    void malformedFileIsUnknownLoad() {
        assertThat(HostCpu.of("")).isEmpty();
        assertThat(HostCpu.of("cpu  1 2 3")).isEmpty();
        assertThat(HostCpu.of("cpu  100 10 50 x 200 5 5 30")).isEmpty();
        assertThat(HostCpu.of("intr 1 2 3 4 5 6 7 8 9")).isEmpty();
    }
}
