package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.host.FakeHost;
import dev.jdbcbench.host.LocalHost;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the facts of this machine. */
class HostFactsIT {
    private final Map<String, String> facts = HostFacts.ask(new LocalHost("localhost"), "127.0.0.1", Clock.systemUTC());

    @Test
    void everyFactIsKnownOrHasAReason() {
        assertThat(facts).allSatisfy((name, fact) -> {
            assertThat(fact).as(name).isNotBlank().doesNotContain("the host did not report it");
            if (fact.startsWith("unknown")) {
                assertThat(fact).as(name).matches("unknown: .{10,}");
            }
        });
    }

    @Test
    void basicLinuxFactsAreKnown() throws Exception {
        assertThat(facts.get("kernel")).startsWith("Linux ");
        assertThat(facts.get("cpus")).matches("[1-9][0-9]*");
        assertThat(facts.get("memory")).matches("[0-9]+ kB");
        assertThat(facts.get("load")).matches("[0-9.]+ [0-9.]+ [0-9.]+ .*");
        assertThat(facts.get("openFiles")).matches("(\\d+|unlimited), at most (\\d+|unlimited)");
        assertThat(facts.get("clockOffset")).startsWith("0 s");
        assertThat(Instant.parse(facts.get("booted"))).isBefore(Instant.now());
        assertThat(facts.get("mtu")).as("the MTU of the loopback device").matches("[0-9]+");
        assertThat(facts.values())
                .noneMatch(fact -> fact.matches(".*\\b([0-9]{1,3}\\.){3}[0-9]{1,3}\\b.*"))
                .doesNotContain(InetAddress.getLocalHost().getHostName());
    }

    @Test
    void clockIsComparedThroughTheHost() {
        String offset = HostFacts.ask(new FakeHost("db1", false), "127.0.0.1", Clock.systemUTC())
                .get("clockOffset");
        assertThat(offset).matches("[+-]0\\.[0-9]{4} s ± 0\\.[0-9]{4} s");
    }

    @Test
    void jdkIsThatOfTheProgram() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        assertThat(HostFacts.jdk(new LocalHost("localhost"), java))
                .contains(System.getProperty("java.vm.name"), System.getProperty("java.vm.version"));
    }
}
