package dev.jdbcbench.agent.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jdbcbench.agent.kernel.NoiseReader.CpuTimes;
import dev.jdbcbench.agent.kernel.NoiseReader.Reading;
import dev.jdbcbench.agent.kernel.NoiseReader.Throttling;
import dev.jdbcbench.event.Noise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The texts come from real machines; some lines are omitted. */
class NoiseReaderTest {
    private static final String STAT = """
            cpu  1404619 38726 403688 2593248 10652 0 88011 52749 0 0
            cpu0 702309 19363 201844 1296624 5326 0 44005 26374 0 0
            intr 98154837 0 0 0
            ctxt 210341199
            btime 1795258536
            """;
    private static final String LATER = """
            cpu  1405619 38726 403788 2593948 10652 0 88061 52849 0 0
            """;
    private static final String SELF =
            "29677 (java (x) y) S 1 29677 29677 0 -1 4194304 8123 91011 0 0 700 100 4000 200 20 0 33 0"
                    + " 2324502 3500000 41000 18446744073709551615\n";
    private static final String SNMP = """
            Ip: Forwarding DefaultTTL
            Ip: 1 64
            Tcp: RtoAlgorithm RtoMin RtoMax MaxConn ActiveOpens PassiveOpens AttemptFails EstabResets CurrEstab InSegs OutSegs RetransSegs InErrs OutRsts InCsumErrors
            Tcp: 1 200 120000 -1 88088 86794 323 10029 0 105403472 110687857 4176 0 10680 0
            Udp: InDatagrams NoPorts
            Udp: 9 0
            """;
    private static final String CPUINFO = """
            processor	: 0
            model name	: AMD EPYC
            cpu MHz		: 2596.094
            flags		: fpu vme tsc aperfmperf ssse3
            processor	: 1
            model name	: AMD EPYC
            cpu MHz		: 3204.500
            flags		: fpu vme tsc aperfmperf ssse3
            """;

    @TempDir
    private Path root = Path.of("");

    private void plant(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        Files.writeString(path, text);
    }

    private static Reading reading(CpuTimes cpu, long ownTicks) {
        return new Reading(cpu, ownTicks, Map.of(), 0.5, null, null, List.of(), null);
    }

    @Test
    void stolenAndForeignTimeAreSharesOfTotalTime() {
        CpuTimes before = CpuTimes.of(STAT).orElseThrow();
        assertThat(before).isEqualTo(new CpuTimes(1935044, 52749, 4591693));
        CpuTimes after = CpuTimes.of(LATER).orElseThrow();
        // of 1950 ticks: 1150 busy, 100 stolen, 700 idle; the agent and its fork used 1000 of the busy ones
        Noise noise = NoiseReader.between(reading(before, 5000), reading(after, 6000));
        assertThat(Objects.requireNonNull(noise.stealPercent())).isCloseTo(5.128, within(1e-3));
        assertThat(Objects.requireNonNull(noise.foreignPercent())).isCloseTo(7.692, within(1e-3));
        assertThat(noise.load()).isEqualTo(0.5);
    }

    @Test
    void clockTicksThatDisagreeNeverGiveNegativeShares() {
        Noise noise = NoiseReader.between(
                reading(CpuTimes.of(STAT).orElseThrow(), 5000),
                reading(CpuTimes.of(LATER).orElseThrow(), 6151));
        assertThat(noise.foreignPercent()).isEqualTo(0.0);
    }

    @Test
    void processTimeIncludesItsChildren() {
        assertThat(NoiseReader.ownTicks(SELF)).isEqualTo(700 + 100 + 4000 + 200);
    }

    @Test
    void throttlingIsReadFromCgroupsV1AndV2() {
        assertThat(Throttling.of("usage_usec 812345\nnr_periods 20\nnr_throttled 3\nthrottled_usec 45210\n"))
                .contains(new Throttling(3, 45210));
        assertThat(Throttling.of("nr_periods 20\nnr_throttled 3\nthrottled_time 45210999\n"))
                .contains(new Throttling(3, 45210));
        assertThat(Throttling.of("usage_usec 812345\nuser_usec 1\nsystem_usec 1\n"))
                .as("the root cgroup has no quota")
                .isEmpty();
    }

    @Test
    void innermostCgroupIsUsedFirst() {
        assertThat(NoiseReader.cgroups("0::/user.slice/session-1.scope\n"))
                .containsExactly("/user.slice/session-1.scope", "/user.slice", "");
        assertThat(NoiseReader.cgroups("9:name=systemd:/\n4:memory:/job/6eb7\n1:cpu,cpuacct:/job\n0::/\n"))
                .containsExactly("cpu,cpuacct/job", "cpu,cpuacct");
        assertThat(NoiseReader.cgroups("")).isEmpty();
    }

    @Test
    void nominalFrequencyIsNotReportedAsMeasured() {
        assertThat(NoiseReader.megahertz(CPUINFO)).containsExactly(2596.094, 3204.5);
        assertThat(NoiseReader.megahertz(CPUINFO.replace(" aperfmperf", " hypervisor")))
                .isEmpty();
    }

    @Test
    void retransmittedSegmentsAreFoundByName() {
        assertThat(NoiseReader.retransmits(SNMP)).contains(4176L);
        assertThat(NoiseReader.retransmits("Tcp: RtoMin\nTcp: 200\n")).isEmpty();
    }

    @Test
    void everyNoiseSourceOfAHostIsReadAndCompared() throws IOException {
        plant("proc/stat", STAT);
        plant("proc/self/stat", SELF);
        plant("proc/loadavg", "0.16 0.51 1.32 1/84 29677\n");
        plant("proc/self/cgroup", "0::/job/inner\n");
        plant("sys/fs/cgroup/job/inner/cpu.stat", "usage_usec 1\nnr_throttled 1\nthrottled_usec 100\n");
        plant("sys/fs/cgroup/job/cpu.stat", "usage_usec 1\nnr_throttled 2\nthrottled_usec 1000\n");
        plant("sys/fs/cgroup/cpu.stat", "usage_usec 1\n");
        plant("proc/net/snmp", SNMP);
        plant("proc/cpuinfo", CPUINFO);
        for (String cpu : List.of("cpu0", "cpu11")) {
            plant("sys/devices/system/cpu/" + cpu + "/thermal_throttle/core_throttle_count", "4\n");
            plant(
                    "sys/devices/system/cpu/" + cpu + "/cpufreq/scaling_cur_freq",
                    cpu.equals("cpu0") ? "800000\n" : "2400000\n");
        }
        plant("sys/devices/system/cpu/cpufreq/boost", "1\n");
        NoiseReader noise = new NoiseReader(root, List.of());
        assertThat(noise.notReadable()).isEmpty();
        Reading before = noise.read();
        assertThat(before.throttling()).isEqualTo(new Throttling(3, 1100));
        assertThat(before.thermalThrottles()).isEqualTo(8);
        plant("proc/net/snmp", SNMP.replace(" 4176 ", " 4179 "));
        plant("sys/fs/cgroup/job/cpu.stat", "usage_usec 1\nnr_throttled 4\nthrottled_usec 1500\n");
        plant("sys/devices/system/cpu/cpu11/thermal_throttle/core_throttle_count", "5\n");
        plant("sys/devices/system/cpu/cpu11/cpufreq/scaling_cur_freq", "3200000\n");
        Noise seen = NoiseReader.between(before, noise.read());
        assertThat(seen).isEqualTo(new Noise(null, null, null, 0.16, 2L, 500L, 1L, 800.0, 1800.0, 3200.0, 3L));
    }

    /** Of 1950 ticks in total, the database used 200 and the agent 300. */
    @Test
    void databaseOfTheRunIsNotForeignLoad() throws IOException {
        plant("proc/stat", STAT);
        plant("proc/self/stat", SELF);
        plant(
                "proc/4711/stat",
                SELF.replace("29677 (java", "4711 (mariadbd").replace(" 700 100 4000 200 ", " 10 0 0 0 "));
        plant("database/pid", "4711 2324502 4700 2324500\n");
        NoiseReader noise = new NoiseReader(root, List.of(root.resolve("database/pid")));
        Reading before = noise.read();
        assertThat(before.databaseTicks()).containsExactly(Map.entry("4711", 10L));
        plant("proc/stat", LATER);
        plant("proc/self/stat", SELF.replace(" 700 100 ", " 900 200 "));
        plant("proc/4711/stat", SELF.replace(" 700 100 4000 200 ", " 150 60 0 0 "));
        Noise seen = NoiseReader.between(before, noise.read());
        Noise among =
                NoiseReader.between(new NoiseReader(root, List.of()).read(), new NoiseReader(root, List.of()).read());
        assertThat(seen.databasePercent()).isNotNull();
        double total = 1000 + 100 + 700 + 50 + 100;
        assertThat(Objects.requireNonNull(seen.databasePercent())).isCloseTo(100 * 200 / total, within(1e-9));
        assertThat(Objects.requireNonNull(seen.foreignPercent()))
                .isCloseTo(100 * (1000 + 100 + 50 - 300 - 200) / total, within(1e-9));
        assertThat(among.databasePercent()).isNull();
    }

    /** The old process took its CPU time with it, so its share of the total is unknown. */
    @Test
    void restartedDatabaseIsNotForeignLoad() throws IOException {
        plant("proc/stat", STAT);
        plant("proc/self/stat", SELF);
        plant("proc/4711/stat", SELF.replace(" 700 100 4000 200 ", " 500 0 0 0 "));
        plant("database/pid", "4711 2324502 4700 2324500\n");
        NoiseReader noise = new NoiseReader(root, List.of(root.resolve("database/pid")));
        Reading before = noise.read();
        plant("proc/stat", LATER);
        Files.delete(root.resolve("proc/4711/stat"));
        plant("proc/4712/stat", SELF.replace(" 700 100 4000 200 ", " 20 0 0 0 "));
        plant("database/pid", "4712 2324999 4700 2324500\n");
        Reading after = noise.read();
        assertThat(after.databaseTicks()).containsExactly(Map.entry("4712", 20L));
        Noise seen = NoiseReader.between(before, after);
        assertThat(seen.databasePercent()).isNull();
        assertThat(seen.foreignPercent()).isNull();
        assertThat(seen.stealPercent()).isNotNull();
    }

    @Test
    void unreadableNoiseIsNullAndReported() throws IOException {
        plant("proc/stat", "cpu  1 2 3 4\n");
        plant("proc/cpuinfo", "flags\t\t: fpu hypervisor\ncpu MHz\t\t: 2596.094\n");
        NoiseReader noise = new NoiseReader(root, List.of());
        assertThat(NoiseReader.between(noise.read(), noise.read()))
                .isEqualTo(new Noise(null, null, null, null, null, null, null, null, null, null, null));
        assertThat(noise.notReadable())
                .extracting(line -> line.substring(0, line.indexOf(':')))
                .containsExactly(
                        "steal",
                        "other processes",
                        "load",
                        "throttling",
                        "thermal throttling",
                        "frequency",
                        "retransmits");
        assertThat(noise.notReadable()).anyMatch(line -> line.endsWith("(the hypervisor hides it)"));
    }
}
