package dev.jdbcbench.scenario.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The client ports of Linux. After use, a port stays in TIME_WAIT for a minute before it is free again. */
public final class EphemeralPorts {
    private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final Path USED = Path.of("/proc/net/sockstat");
    private static final Pattern TIME_WAIT = Pattern.compile("^TCP: .*\\btw ([0-9]+)", Pattern.MULTILINE);

    /** The other half is left for one iteration and for other programs on the host. */
    private static final double SHARE = 0.5;

    /** Longer than a port stays in TIME_WAIT. */
    private static final long LIMIT_NANOS = 100_000_000_000L;

    private static final long PERIOD_MILLIS = 200;

    private EphemeralPorts() {}

    /** Waits until at most half of them are in TIME_WAIT. On other systems than Linux it returns immediately. */
    public static void await() {
        if (!Files.exists(RANGE) || !Files.exists(USED)) {
            return;
        }
        try {
            String[] range = read(RANGE).strip().split("\\s+", 2);
            int ports = Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1;
            long end = System.nanoTime() + LIMIT_NANOS;
            while (inTimeWait(read(USED)) > ports * SHARE) {
                if (System.nanoTime() > end) {
                    throw new IllegalStateException(
                            "the ports for clients are used up: more than half of " + ports + " are in TIME_WAIT");
                }
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read which ports are free", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads all at once: some files of /proc report their end after the first read, however short. */
    private static String read(Path file) throws IOException {
        return String.join("\n", Files.readAllLines(file));
    }

    /** The number of sockets in TIME_WAIT, from the text of {@code /proc/net/sockstat}. */
    static int inTimeWait(String sockstat) {
        Matcher found = TIME_WAIT.matcher(sockstat);
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }
}
