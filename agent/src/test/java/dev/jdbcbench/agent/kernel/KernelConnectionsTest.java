package dev.jdbcbench.agent.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.event.Connections;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KernelConnectionsTest {
    /** Output of iproute2 6.1, shortened. */
    private static final String TWO = """
            0      0         10.0.0.1:38662     10.0.0.2:33999 users:(("java",pid=311,fd=13))
            \t bbr wscale:10,10 rto:208 rtt:0.38/0.02 mss:1448 bytes_sent:233 retrans:0/3 minrtt:0.352 snd_wnd:65536
            0      0         10.0.0.1:38664     10.0.0.2:33999 users:(("java",pid=290,fd=9))
            \t cubic rtt:0.4/0.1 minrtt:0.301
            0      0         10.0.0.1:38666     10.0.0.2:33999 users:(("java",pid=311,fd=14))
            \t cubic rtt:0.4/0.1 minrtt:0.349
            """;

    @Test
    void connectionsOfOtherProcessesAreIgnored() {
        assertThat(KernelConnections.parse(TWO, Set.of(311L))).contains(new Connections(2, 349.0, 3));
        assertThat(KernelConnections.parse(TWO, Set.of(31L))).isEmpty();
        assertThat(KernelConnections.parse("", Set.of(311L))).isEmpty();
    }
}
