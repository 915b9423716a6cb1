package dev.jdbcbench.watch;

import dev.jdbcbench.failure.Failure;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The greeting of a server, and the time of the TCP handshake with it.
 *
 * @param version the server's version
 * @param handshake the time to connect
 * @param tls whether the server offers TLS
 */
public record Greeting(String version, Duration handshake, boolean tls) {
    private static final int TIMEOUT_MILLIS = 5000;
    private static final int PROTOCOL = 10;
    private static final int PRACTICE = 50;

    /** MariaDB before 11 puts this prefix before its own version, for old replicas. */
    private static final Pattern VERSION_PREFIX = Pattern.compile("^5\\.5\\.5-(?=[0-9])");

    private static final int ERROR = 0xff;

    /** Limit in bytes; greetings have about a hundred. */
    private static final int LONGEST = 1024;

    private static final String OTHER = "Name the database: --to HOST:PORT.";

    /**
     * Connects to a server and reads its greeting, without logging in.
     *
     * @throws Failure.Host if nothing answers
     * @throws Failure.Command if it is not MariaDB or MySQL, or refuses connections
     */
    public static Greeting of(InetSocketAddress target) {
        String place = target.getHostString() + ":" + target.getPort();
        if (target.isUnresolved()) {
            throw new Failure.Host("cannot reach " + place, "this machine does not know that name", OTHER, null);
        }
        try (Socket socket = new Socket()) {
            practise();
            Duration handshake = connect(socket, target);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            byte[] greeting = greeting(place, new DataInputStream(socket.getInputStream()));
            return new Greeting(
                    version(place, greeting),
                    handshake,
                    Capabilities.ofGreeting(greeting).tls());
        } catch (IOException e) {
            throw new Failure.Host(
                    "cannot reach " + place,
                    e instanceof SocketTimeoutException ? "no answer within 5 s" : String.valueOf(e.getMessage()),
                    "Check that the database runs and listens there: ss -ltn on its host. " + OTHER,
                    e);
        }
    }

    /**
     * Connects to this process a few times. The first connection of a JVM takes ten times as long as the path, and the server
     * would count each further one as aborted.
     */
    private static void practise() throws IOException {
        try (ServerSocket own = new ServerSocket(0, PRACTICE, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < PRACTICE; i++) {
                try (Socket socket = new Socket()) {
                    connect(socket, (InetSocketAddress) own.getLocalSocketAddress());
                    own.accept().close();
                }
            }
        }
    }

    private static Duration connect(Socket socket, InetSocketAddress target) throws IOException {
        long start = System.nanoTime();
        socket.connect(target, TIMEOUT_MILLIS);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static byte[] greeting(String place, DataInputStream in) throws IOException {
        try {
            int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
            int sequence = in.readUnsignedByte();
            return sequence == 0 && length > 0 && length <= LONGEST ? in.readNBytes(length) : new byte[0];
        } catch (SocketTimeoutException | EOFException e) {
            throw other(place, "it sends no greeting, as these servers would", e);
        }
    }

    private static String version(String place, byte[] bytes) {
        PacketFields reader = new PacketFields(bytes);
        int first = reader.one();
        if (first == ERROR) {
            reader.number(2);
            throw new Failure.Command(
                    "the server at " + place + " refuses connections",
                    reader.rest(),
                    "Fix that first: an application would be refused, too.",
                    null);
        }
        if (first != PROTOCOL) {
            throw other(place, "its greeting is in another format", null);
        }
        return VERSION_PREFIX.matcher(reader.untilZero()).replaceFirst("");
    }

    private static Failure other(String place, String why, @Nullable IOException e) {
        return new Failure.Command(place + " is not a MariaDB or MySQL server", why, OTHER, e);
    }
}
