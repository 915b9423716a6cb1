package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WatchRelayTroubleTest {
    private static final InetSocketAddress FREE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    /** The JDK throws a RuntimeException for an address without a number. */
    private static final InetSocketAddress UNUSABLE = InetSocketAddress.createUnresolved("database", 3306);

    private final TrafficCounts tally = new TrafficCounts(System::nanoTime, Optional.empty());

    private static int read(WatchRelay relay) throws IOException {
        try (Socket client =
                new Socket(relay.address().getAddress(), relay.address().getPort())) {
            client.setSoTimeout(10_000);
            return client.getInputStream().read();
        }
    }

    @Test
    void unexpectedExceptionEndsItsConnectionOnly() throws IOException {
        try (WatchRelay relay =
                new WatchRelay(FREE, UNUSABLE, new DelayedPath(0, 100_000), tally, false, Optional.empty())) {
            assertThat(read(relay)).isEqualTo(-1);
            assertThat(read(relay)).isEqualTo(-1);
            assertThat(tally.report("fake", "11", new DelayedPath(0, 100_000)).toString())
                    .contains("UnresolvedAddressException");
        }
    }
}
