package dev.jdbcbench.agent.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.driver.Session.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class RttTest {
    @Test
    void tcpConnectsAreTimedOneByOne() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread acceptor = new Thread(() -> accept(server));
            acceptor.setDaemon(true);
            acceptor.start();
            Rtt.Series series = Rtt.tcp(new Endpoint("127.0.0.1", server.getLocalPort(), "d", "u", "p"));
            assertThat(series.unavailable()).isNull();
            assertThat(series.micros()).hasSize(20).allMatch(micros -> micros > 0);
        }
    }

    @Test
    void closedPortGivesAReasonInsteadOfARtt() {
        Rtt.Series series = Rtt.tcp(new Endpoint("127.0.0.1", 1, "d", "u", "p"));
        assertThat(series.micros()).isEmpty();
        assertThat(series.unavailable()).contains("127.0.0.1:1");
    }

    @Test
    void icmpGivesRttsOrAReason() throws InterruptedException {
        Rtt.Series series = Rtt.icmp("127.0.0.1");
        assertThat(series.micros().isEmpty()).isEqualTo(series.unavailable() != null);
        assertThat(series.micros()).allMatch(micros -> micros > 0);
    }

    private static void accept(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                client.getInputStream().read();
            } catch (IOException e) {
                return; // the test is over
            }
        }
    }
}
