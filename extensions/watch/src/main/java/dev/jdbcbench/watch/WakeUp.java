package dev.jdbcbench.watch;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.load.Unit;
import dev.jdbcbench.statistics.sample.Summary;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much longer a round trip takes if both its ends slept before. CPUs that were idle wake up late, and their caches
 * are cold. On a virtual machine this may be a tenth of a millisecond and more, so a transaction at a distance takes
 * longer than its round trips times the RTT.
 *
 * @param idleMicros how long both ends had slept, µs
 * @param micros how much longer the round trip took than one directly after another, µs; not negative
 */
public record WakeUp(double idleMicros, double micros) {
    private static final Logger LOG = LoggerFactory.getLogger(WakeUp.class);
    private static final List<Double> IDLE_MICROS = List.of(100.0, 1000.0, 5000.0, 20_000.0, 50_000.0);
    private static final int SAMPLES = 15;
    private static final int BUSY_SAMPLES = 2000;
    private static final int MESSAGE_BYTES = 50;

    public WakeUp {
        PartCheck.count(idleMicros, "idleMicros");
        PartCheck.count(micros, "micros");
    }

    /**
     * Measures this host for about 1.2 s: the medians of round trips over loopback between two threads.
     *
     * @throws IOException if this host has no loopback connections
     */
    public static List<WakeUp> measured() throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket near = new Socket(listening.getInetAddress(), listening.getLocalPort());
                Socket far = listening.accept()) {
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            Thread echo = new Thread(() -> echo(far), "bench-echo");
            echo.setDaemon(true);
            echo.start();
            double busy = medianMicros(near, 0, BUSY_SAMPLES);
            List<WakeUp> wakeUps = new ArrayList<>();
            for (double idle : IDLE_MICROS) {
                wakeUps.add(new WakeUp(idle, Math.max(0, medianMicros(near, idle, SAMPLES) - busy)));
            }
            return wakeUps;
        }
    }

    private static double medianMicros(Socket socket, double idleMicros, int samples) throws IOException {
        byte[] message = new byte[MESSAGE_BYTES];
        List<Double> micros = new ArrayList<>();
        for (int i = 0; i < samples; i++) {
            if (idleMicros > 0) {
                LockSupport.parkNanos(Math.round(idleMicros * Unit.NANOS_PER_MICRO));
            }
            long sent = System.nanoTime();
            socket.getOutputStream().write(message);
            if (socket.getInputStream().readNBytes(MESSAGE_BYTES).length < MESSAGE_BYTES) {
                throw new EOFException("the loopback connection ended");
            }
            micros.add((System.nanoTime() - sent) / Unit.NANOS_PER_MICRO);
        }
        return Summary.median(micros);
    }

    /** Sends everything back until the other end closes the connection. */
    private static void echo(Socket socket) {
        try {
            socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (IOException e) {
            LOG.debug("the echo ends", e);
        }
    }

    /**
     * How much longer a round trip takes after a pause, interpolated between the measured ones.
     *
     * @param wakeUps in the order of their pauses; may be empty
     * @return µs; 0 without measurements
     */
    static double after(double idleMicros, List<WakeUp> wakeUps) {
        WakeUp before = new WakeUp(0, 0);
        for (WakeUp next : wakeUps) {
            if (next.idleMicros > idleMicros) {
                double share = (idleMicros - before.idleMicros) / (next.idleMicros - before.idleMicros);
                return before.micros + share * (next.micros - before.micros);
            }
            before = next;
        }
        return before.micros;
    }
}
