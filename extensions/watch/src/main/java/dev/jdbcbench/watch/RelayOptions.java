package dev.jdbcbench.watch;

import dev.jdbcbench.cli.HostOptions;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.failure.Failure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code watch} for the relay: between whom it stands, how long, and the distance that it simulates. */
final class RelayOptions {
    @Option(
            names = "--to",
            paramLabel = "HOST:PORT",
            description =
                    "the database: an address, a host of the hosts file with a port, or a server of the hosts file."
                            + " Default: the host of --db-host, port 3306")
    private @Nullable String to;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS:PORT",
            defaultValue = "127.0.0.1:3307",
            description = "where the application connects to (default: ${DEFAULT-VALUE}); port 0 takes a free one")
    private String listen = "127.0.0.1:3307";

    @Option(
            names = "--listen-any",
            description =
                    "let other machines connect to the address of --listen. They then reach your database, in clear text")
    private boolean listenAny;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "end after this time, like 60s or 1h30m (default: at Ctrl-C)")
    private @Nullable String duration;

    @Option(
            names = "--rtt",
            paramLabel = "TIME",
            description =
                    "add this round trip time, half in each direction, like 0.5ms or 20ms. Requests that are sent together"
                            + " travel together. Another time and Enter change it while the relay works")
    private @Nullable String rtt;

    @Option(
            names = "--jitter",
            paramLabel = "TIME",
            description =
                    "delay each direction by up to this much more, evenly distributed. Order is kept, as TCP does. jitter 2ms and"
                            + " Enter change it while the relay works")
    private @Nullable String jitter;

    @Option(
            names = "--bandwidth",
            paramLabel = "BITS",
            description =
                    "share this bandwidth among all connections, in each direction, like 100M (bits per second, without"
                            + " the headers of a network). bandwidth 10M and Enter change it while the relay works")
    private @Nullable String bandwidth;

    @Option(names = "--loss", paramLabel = "SHARE", description = "is refused: a relay has no packets to lose")
    private @Nullable String loss;

    WatchInput.Distance distance() {
        return new WatchInput.Distance(rtt, jitter, bandwidth, loss);
    }

    /**
     * All options of a relay, validated.
     *
     * @throws Failure.Input if there is a problem
     */
    WatchInput input(HostOptions named, Hosts hosts, WatchInput.Encryption encryption, String recordLimit) {
        return WatchInput.of(named, hosts, to, listen, listenAny, duration, distance(), encryption, recordLimit);
    }
}
