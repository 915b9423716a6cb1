package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.LocalHost;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The lab itself: two hosts, a link that can be stretched and cut, and nothing left afterwards. */
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
    void linksAreStretchedAndCutAndDownLeavesNothing() {
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
        }
        LocalHost here = new LocalHost("localhost");
        assertThat(here.run(Command.of("ip", "netns", "list")).out()).doesNotContain("bench-lab");
        assertThat(here.run(Command.of("ip", "-o", "link")).out()).doesNotContain("bench", "blab");
        assertThat(here.run(Command.of("cat", "/proc/self/mounts")).out()).doesNotContain("bench-lab");
        assertThat(Processes.with("bench-lab")).isEmpty();
    }
}
