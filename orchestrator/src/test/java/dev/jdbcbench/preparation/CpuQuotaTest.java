package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.host.FakeHost;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuQuotaTest {
    private static Optional<String> found(String limits, String allowed) {
        return CpuQuota.of(Map.of("cgroupCpu", limits, "cpusAllowed", allowed)).map(CpuQuota::toString);
    }

    @Test
    void smallestQuotaIsReportedWithTheCpus() {
        assertThat(found("50000 µs of every 100000 µs (cpu.max, cgroup v2)", "0-1"))
                .contains("a quota allows 0.50 of 2 CPUs");
        assertThat(found("400000 µs of every 100000 µs; 150000 µs of every 100000 µs (cpu.max, cgroup v2)", "0-3,8"))
                .contains("a quota allows 1.50 of 5 CPUs");
    }

    @Test
    void ineffectiveQuotaIsIgnored() {
        assertThat(found("200000 µs of every 100000 µs (cpu.max, cgroup v2)", "4,5"))
                .as("the quota equals the number of usable CPUs")
                .isEmpty();
        assertThat(found("no limit (cpu.max, cgroup v2)", "0-1")).isEmpty();
        assertThat(found("unknown: /sys/fs/cgroup is not there", "0-1")).isEmpty();
        assertThat(CpuQuota.of(Map.of())).isEmpty();
    }

    @Test
    void quotaIsReadFromHostFacts() {
        FakeHost host = new FakeHost("db1", false)
                .answer(
                        "sh -s localhost",
                        0,
                        "cpusAllowed=0-1\ncgroupCpu=50000 µs of every 100000 µs (cpu.cfs_quota_us, cgroup v1)\n",
                        "");
        assertThat(CpuQuota.of(HostFacts.ask(host, "localhost"))).contains(new CpuQuota(0.5, 2));
    }
}
