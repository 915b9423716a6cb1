package dev.jdbcbench.scenario.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EphemeralPortsTest {
    @Test
    void timeWaitSocketsAreReadFromTheKernel() {
        String sockstat = """
                sockets: used 311
                TCP: inuse 12 orphan 1 tw 4321 alloc 20 mem 3
                UDP: inuse 2 mem 0
                """;
        assertThat(EphemeralPorts.inTimeWait(sockstat)).isEqualTo(4321);
        assertThat(EphemeralPorts.inTimeWait("")).isZero();
    }

    /** A sysctl file ends after the first read, however short, so one read must get the whole range. */
    @Test
    void portRangeOfThisMachineIsRead() {
        EphemeralPorts.await();
    }
}
