package dev.jdbcbench.agent.path;

import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.event.RttMethod;
import dev.jdbcbench.load.Unit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Measures single round-trip times from this host to a server, in µs. */
final class Rtt {
    private static final int ICMP_COUNT = 5;
    /** The shortest interval that ping allows an unprivileged user. */
    private static final Duration ICMP_INTERVAL = Duration.ofMillis(200);

    private static final int TCP_COUNT = 20;
    /** The first connections load classes. */
    private static final int TCP_WARM_UP_COUNT = 10;

    private static final int CONNECT_TIMEOUT_MILLIS = 5000;

    /** Enough for the JIT to compile the driver's path to the socket and back. */
    private static final int WARM_UP_COUNT = 2000;

    private static final int PROTOCOL_COUNT = 300;
    /** Limits the number of samples for a distant server. */
    private static final Duration PROTOCOL_LIMIT = Duration.ofSeconds(2);

    private static final int PROBE_COUNT = 20;
    /** Limit of the probes before and after each fork: short compared with the fork. */
    private static final Duration PROBE_LIMIT = Duration.ofMillis(100);

    private static final Pattern PING_TIME = Pattern.compile("time=([0-9.]+) ms");

    private Rtt() {}

    /**
     * The result of a measurement.
     *
     * @param unavailable why there is no result; null when there is one
     */
    record Series(
            RttMethod method, List<Double> micros, @Nullable String unavailable) {
        static Series of(RttMethod method, List<Double> micros) {
            return new Series(method, micros, null);
        }

        static Series none(RttMethod method, String why) {
            return new Series(method, List.of(), why);
        }
    }

    /** Uses the host's ping program. */
    static Series icmp(String host) throws InterruptedException {
        Process process;
        try {
            ProcessBuilder builder = new ProcessBuilder(
                    "ping",
                    "-n",
                    "-c",
                    String.valueOf(ICMP_COUNT),
                    "-i",
                    String.valueOf(ICMP_INTERVAL.toMillis() / Unit.MILLIS_PER_SECOND),
                    "-W",
                    "1",
                    host);
            builder.environment().put("LC_ALL", "C");
            process = builder.redirectErrorStream(true).start();
        } catch (IOException e) {
            return Series.none(RttMethod.ICMP, "no ping program: " + e.getMessage());
        }
        List<Double> micros = new ArrayList<>();
        String lastLine = "";
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher time = PING_TIME.matcher(line);
                if (time.find()) {
                    micros.add(Double.parseDouble(time.group(1)) * 1000);
                }
                lastLine = line.isBlank() ? lastLine : line;
            }
        } catch (IOException e) {
            return Series.none(RttMethod.ICMP, "ping's output could not be read: " + e.getMessage());
        } finally {
            if (!process.waitFor(1, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
        return micros.isEmpty()
                ? Series.none(RttMethod.ICMP, "ping got no answer: " + lastLine)
                : Series.of(RttMethod.ICMP, micros);
    }

    /** Measures TCP handshakes; each connection is closed immediately. */
    static Series tcp(Endpoint endpoint) {
        List<Double> micros = new ArrayList<>();
        InetSocketAddress address = new InetSocketAddress(endpoint.host(), endpoint.port());
        for (int i = -TCP_WARM_UP_COUNT; i < TCP_COUNT; i++) {
            try (Socket socket = new Socket()) {
                long start = System.nanoTime();
                socket.connect(address, CONNECT_TIMEOUT_MILLIS);
                if (i >= 0) {
                    micros.add((System.nanoTime() - start) / Unit.NANOS_PER_MICRO);
                }
            } catch (IOException e) {
                return Series.none(RttMethod.TCP, "cannot connect to " + address + ": " + e.getMessage());
            }
        }
        return Series.of(RttMethod.TCP, micros);
    }

    /** Measures {@code DO 1} on an open connection. */
    static Series protocol(Connection connection) throws SQLException {
        List<Double> micros = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            exchange(statement, WARM_UP_COUNT, PROTOCOL_LIMIT, new ArrayList<>());
            exchange(statement, PROTOCOL_COUNT, PROTOCOL_LIMIT, micros);
        }
        return Series.of(RttMethod.PROTOCOL, micros);
    }

    /** Measures a few more {@code DO 1}, on a connection already used by {@link #protocol}. */
    static List<Double> probe(Connection connection) throws SQLException {
        List<Double> micros = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            // The first exchanges after a pause meet cold caches and a sleeping core.
            exchange(statement, PROBE_COUNT, PROBE_LIMIT, new ArrayList<>());
            exchange(statement, PROBE_COUNT, PROBE_LIMIT, micros);
        }
        return micros;
    }

    private static void exchange(Statement statement, int count, Duration limit, List<Double> micros)
            throws SQLException {
        long end = System.nanoTime() + limit.toNanos();
        for (int i = 0; i < count && System.nanoTime() < end; i++) {
            long start = System.nanoTime();
            statement.execute("DO 1");
            micros.add((System.nanoTime() - start) / Unit.NANOS_PER_MICRO);
        }
    }
}
