package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.LocalHost;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the lab itself: two hosts, a link that can be slowed and cut, and nothing left behind afterwards. */
@Full
class LinksLabIT {
    private static final Pattern FASTEST = Pattern.compile("rtt min/avg/max/mdev = ([0-9.]+)/");

    private static double fastestPingMillis(Lab lab) {
        String out = lab.exec("client", "ping", "-n", "-c", "5", "-i", "0.2", "10.213.78.12")
                .out();
        Matcher fastest = FASTEST.matcher(out);
        assertThat(fastest.find()).as(out).isTrue();
        return Double.parseDouble(fastest.group(1));
    }

    private static boolean reachable(Lab lab) {
        return lab.exec("client", "ping", "-n", "-c", "1", "-W", "1", "10.213.78.12")
                .ok();
    }

    @Test
    void linksAreDelayedAndCutAndDownRemovesThem() {
        try (Lab lab = Lab.up("1ms")) {
            assertThat(fastestPingMillis(lab)).isBetween(1.0, 3.0);
            lab.link("--rtt", "10ms");
            assertThat(fastestPingMillis(lab)).isBetween(10.0, 14.0);
            lab.link("db", "data", "down");
            assertThat(reachable(lab)).isFalse();
            lab.link("db", "data", "up");
            assertThat(reachable(lab)).isTrue();
            assertThat(lab.exec("db", "sh", "-c", "exit 7").exit()).isEqualTo(7);
            assertThat(lab.hosts()).exists();
            lab.down();
            LocalHost here = new LocalHost("localhost");
            assertThat(here.run(Command.of("ip", "netns", "list")).out()).doesNotContain("bench-lab");
            assertThat(here.run(Command.of("ip", "-o", "link")).out()).doesNotContain("bench", "blab");
            assertThat(here.run(Command.of("cat", "/proc/self/mounts")).out()).doesNotContain("bench-lab");
            assertThat(Processes.with("bench-lab")).isEmpty();
        }
    }

    @Test
    void rebootEndsProcessesAndEmptiesMemoryButKeepsTheDisk() {
        try (Lab lab = Lab.up("0.35ms")) {
            lab.script("db", """
                    setsid sleep 4711 </dev/null >/dev/null 2>&1 &
                    cat /proc/sys/kernel/random/boot_id >/var/tmp/boot
                    touch /tmp/in-memory /dev/shm/in-memory /var/tmp/on-disk
                    """);
            String others = lab.script("client", "ps -e -o pid=,args=");
            lab.reboot("db");
            assertThat(lab.script("db", "ps -e -o args="))
                    .doesNotContain("4711")
                    .contains("sshd");
            assertThat(lab.script("db", "ls /tmp /dev/shm /var/tmp"))
                    .doesNotContain("in-memory")
                    .contains("on-disk");
            assertThat(lab.exec("db", "cmp", "-s", "/var/tmp/boot", "/proc/sys/kernel/random/boot_id")
                            .exit())
                    .isEqualTo(1);
            assertThat(reachable(lab)).isTrue();
            assertThat(new LocalHost("localhost")
                            .run(Command.of(
                                    "ssh",
                                    "-F",
                                    lab.hosts().resolveSibling("ssh_config").toString(),
                                    "db",
                                    "whoami"))
                            .out())
                    .isEqualTo("bench\n");
            assertThat(lab.script("client", "ps -e -o pid=,args="))
                    .as("sshd processes of the other host")
                    .contains(
                            others.lines().filter(line -> line.contains("sshd")).toList());
        }
    }
}
