package dev.jdbcbench.watch;

import dev.jdbcbench.cli.HostOptions;
import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.Suggestion;
import dev.jdbcbench.host.ssh.SshHost;
import dev.jdbcbench.untrusted.TypedDuration;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The validated options of {@code watch}.
 *
 * @param place the target as the user named it, with its port
 * @param duration empty to run until Ctrl-C
 * @param rtt the RTT to add
 * @param jitter the most to add to each direction
 * @param bandwidth bytes per second; 0 for no limit
 * @param ca the database's CA, if it is to be verified
 * @param recordLimit bytes
 */
record WatchInput(
        InetSocketAddress target,
        String place,
        InetSocketAddress listen,
        Optional<Duration> duration,
        Duration rtt,
        Duration jitter,
        double bandwidth,
        Optional<Path> ca,
        long recordLimit) {
    private static final Pattern PLACE = Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([^:\\[\\]]+)):([0-9]{1,5})");
    private static final Pattern BITS = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?)([KMG])(?:bit/s)?");
    private static final Map<String, Double> PER_SECOND = Map.of("K", 1e3, "M", 1e6, "G", 1e9);
    private static final double SLOWEST_BITS = 1e4;
    private static final int BITS_OF_A_BYTE = 8;
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,6})([KMG])");
    private static final Map<String, Integer> SHIFT = Map.of("K", 10, "M", 20, "G", 30);
    private static final long SMALLEST_RECORDING = 1 << 16;
    private static final Duration LONGEST_RTT = Duration.ofSeconds(10);
    private static final Duration SHORTEST_RTT = Duration.ofNanos(100_000);
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final int LARGEST_PORT = 65_535;

    /** The simulated distance of the database, as typed. */
    record Distance(
            @Nullable String rtt,
            @Nullable String jitter,
            @Nullable String bandwidth,
            @Nullable String loss) {}

    /** The options for a recording, as typed. */
    record Recorded(@Nullable Path file, boolean withValues) {}

    /** The TLS options, as typed. */
    record Encryption(
            boolean ends, @Nullable Path ca, @Nullable Path certificate) {}

    /**
     * Validates the options and reports all problems at once.
     *
     * @throws Failure.Input if there is a problem
     */
    static WatchInput of(
            HostOptions options,
            Hosts hosts,
            @Nullable String to,
            String listen,
            boolean listenAny,
            @Nullable String duration,
            Distance distance,
            Encryption encryption,
            String recordLimit) {
        List<String> problems = new ArrayList<>();
        String place = target(options, hosts, to, problems);
        InetSocketAddress listening = address("--listen", listen, problems);
        if (listening != null
                && !listening.isUnresolved()
                && !listening.getAddress().isLoopbackAddress()
                && !listenAny) {
            problems.add("--listen " + listen
                    + " is not a loopback address: everybody who reaches it would reach your database."
                    + " --listen-any allows it");
        }
        Optional<Duration> until = Optional.ofNullable(duration)
                .flatMap(text -> time("--for", text, Duration.ofMillis(1), LONGEST, problems));
        Duration added = rtt("--rtt", distance.rtt(), problems);
        Duration jitter = rtt("--jitter", distance.jitter(), problems);
        double bandwidth = Optional.ofNullable(distance.bandwidth())
                .map(text -> bandwidth(text, problems))
                .orElse(0.0);
        if (distance.loss() != null) {
            problems.add(
                    "--loss cannot be simulated here: a relay gets whole TCP streams, so it has no packets to lose,"
                            + " and the pauses of lost packets depend on the kernels at both ends."
                            + " On Linux: tc qdisc add dev DEVICE root netem loss 1%");
        }
        if (!encryption.ends() && (encryption.ca() != null || encryption.certificate() != null)) {
            problems.add("--tls-ca and --tls-certificate need --tls");
        }
        Optional<Path> ca = Optional.ofNullable(encryption.ca()).or(() -> caOf(hosts, to));
        long limit = size(recordLimit, problems);
        InetSocketAddress target = place == null ? null : address("--to", place, problems);
        if (!problems.isEmpty() || target == null || listening == null) {
            throw new Failure.Input(
                    "the command line has " + (problems.size() == 1 ? "a problem" : problems.size() + " problems"),
                    problems,
                    "For instance: bench watch --listen 127.0.0.1:3307 --to db1.example.com:3306");
        }
        return new WatchInput(target, text(place, target), listening, until, added, jitter, bandwidth, ca, limit);
    }

    private static String text(@Nullable String place, InetSocketAddress target) {
        return place == null ? text(target) : place;
    }

    /** An address in the form that users type. */
    static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    private static @Nullable String target(
            HostOptions options, Hosts hosts, @Nullable String to, List<String> problems) {
        Optional<HostSpec> databaseHost = options.databaseHost(hosts);
        if (to == null) {
            if (databaseHost.isEmpty()) {
                problems.add("no database is named: --to HOST:PORT");
            }
            return databaseHost
                    .map(host -> place(address(host), ServerSpec.DATABASE_PORT))
                    .orElse(null);
        }
        if (databaseHost.isPresent() && to.matches("[0-9]{1,5}")) {
            return place(address(databaseHost.get()), Integer.parseInt(to));
        }
        ServerSpec server = hosts.servers().get(to);
        if (server != null) {
            return ofServer(to, server, databaseHost.or(() -> hosts.database().map(hosts.hosts()::get)), problems);
        }
        Matcher matcher = PLACE.matcher(to);
        if (!matcher.matches()) {
            problems.add("--to " + to + " is neither HOST:PORT nor a server of the hosts file"
                    + Suggestion.of(to, hosts.servers().keySet()));
            return null;
        }
        HostSpec named = matcher.group(2) == null ? null : hosts.hosts().get(matcher.group(2));
        return named == null ? to : address(named) + ":" + matcher.group(3);
    }

    private static @Nullable String ofServer(
            String label, ServerSpec server, Optional<HostSpec> host, List<String> problems) {
        if (server.external().isPresent()) {
            ServerSpec.External external = server.external().get();
            return place(external.address(), external.port());
        }
        if (host.isPresent() && server.port().isPresent()) {
            return place(address(host.get()), server.port().get());
        }
        problems.add(
                "--to " + label + ": the hosts file does not say where that server listens; bench starts it for a run."
                        + " Name HOST:PORT, or an external server");
        return null;
    }

    private static String address(HostSpec host) {
        return host.dataAddress(() -> SshHost.addressOf(host));
    }

    private static String place(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    private static @Nullable InetSocketAddress address(String option, String text, List<String> problems) {
        Matcher matcher = PLACE.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > LARGEST_PORT) {
            problems.add(option + " needs HOST:PORT, not " + text);
            return null;
        }
        String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        return new InetSocketAddress(host, Integer.parseInt(matcher.group(3)));
    }

    private static Duration rtt(String option, @Nullable String text, List<String> problems) {
        return Optional.ofNullable(text)
                .flatMap(typed -> time(option, typed, SHORTEST_RTT, LONGEST_RTT, problems))
                .orElse(Duration.ZERO);
    }

    /**
     * An RTT or jitter typed while the relay runs; 0 adds none.
     *
     * @return empty if it is neither
     */
    static Optional<Duration> typedTime(String text) {
        return text.equals("0")
                ? Optional.of(Duration.ZERO)
                : time("", text, SHORTEST_RTT, LONGEST_RTT, new ArrayList<>());
    }

    /** Parses a bandwidth into bytes per second. */
    static double bandwidth(String text, List<String> problems) {
        Matcher matcher = BITS.matcher(text);
        double bits = matcher.matches()
                ? Double.parseDouble(matcher.group(1)) * PER_SECOND.getOrDefault(matcher.group(2), 0.0)
                : 0;
        if (bits < SLOWEST_BITS) {
            problems.add("--bandwidth needs bits per second, at least 10K, like 100M or 1G, not " + text);
        }
        return bits / BITS_OF_A_BYTE;
    }

    /** The CA that the hosts file names for a server. */
    private static Optional<Path> caOf(Hosts hosts, @Nullable String to) {
        return Optional.ofNullable(to)
                .map(hosts.servers()::get)
                .flatMap(ServerSpec::external)
                .map(ServerSpec.External::tls)
                .flatMap(ServerSpec.Tls::ca);
    }

    private static Optional<Duration> time(
            String option, String text, Duration least, Duration most, List<String> problems) {
        Optional<Duration> fitting =
                TypedDuration.of(text).filter(time -> time.compareTo(least) >= 0 && time.compareTo(most) <= 0);
        if (fitting.isEmpty()) {
            problems.add(option + " needs a time with its unit (us, ms, s, m, h), at least " + least.toNanos() / 1000
                    + "us and at most " + most.toSeconds() + "s, not " + text);
        }
        return fitting;
    }

    private static long size(String text, List<String> problems) {
        Matcher matcher = SIZE.matcher(text);
        long bytes =
                matcher.matches() ? Long.parseLong(matcher.group(1)) << SHIFT.getOrDefault(matcher.group(2), 0) : 0;
        if (bytes < SMALLEST_RECORDING || bytes > Recording.LARGEST) {
            problems.add("--record-limit needs a size from 64K to 1G, like 200M, not " + text);
        }
        return bytes;
    }
}
