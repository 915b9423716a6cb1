package dev.jdbcbench.scenario;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The turns of this measured JVM among others that are alive at the same time: an iteration begins when it is this JVM's turn, and its end
 * hands the turn back. While it waits, the JVM reads from a socket, so its threads are parked. A JVM that was started without the system
 * property {@value #PROPERTY} has no turns, and measures at once, like any JMH program.
 *
 * <p>The socket is a Unix domain socket of the agent. This JVM says {@code HELLO <index> <pid>}, and prepares its scenario when it is
 * told {@code P}. Then, before each turn, it says {@code READY}, and is told {@code G} to go or {@code E} to end; after a turn it says {@code DONE} and what {@link Meter} read.
 */
final class Turns {
    /** Holds the index of this JVM in its group, a colon, and the path of the agent's socket. */
    static final String PROPERTY = "bench.turns";

    private static final int MOST_UNMEASURED = 20;
    private static final int FEWEST_UNMEASURED = 2;
    private static final long UNMEASURED_NANOS = 3_000_000;
    private static final long LONG_OPERATION_NANOS = 30_000_000;
    private static final int PREPARE = 'P';
    private static final int GO = 'G';

    private static final Optional<Turns> OF_THIS_JVM =
            Optional.ofNullable(System.getProperty(PROPERTY)).map(Turns::new);

    private final String index;
    private final Path socket;
    private final Meter meter = new Meter();
    private Optional<SocketChannel> agent = Optional.empty();

    private int waiting;
    private int ready;
    private int done;
    private int left;
    private long granted;
    private boolean prepares;
    private boolean end;

    private Turns(String property) {
        int colon = property.indexOf(':');
        index = property.substring(0, colon);
        socket = Path.of(property.substring(colon + 1));
    }

    /** Of this JVM; empty when it has none. */
    static Optional<Turns> ofThisJvm() {
        return OF_THIS_JVM;
    }

    /** An operation that is carried out and not measured. */
    interface Operation {
        void carryOut() throws SQLException;
    }

    /**
     * Waits until no other JVM of the group prepares its scenario: they share tables, and count the rows in them.
     *
     * @throws IOException when the agent is gone, or ends the group
     */
    synchronized void awaitPreparation() throws IOException {
        if (!prepares && hear() != PREPARE) {
            throw new IOException("the group has ended");
        }
        prepares = true;
    }

    /**
     * Waits for the turn. Each thread that measures calls it; they begin together.
     *
     * @param threads that measure in this JVM
     * @return false when there are no more turns
     * @throws IOException when the agent is gone
     */
    synchronized boolean await(int threads) throws IOException, InterruptedException {
        waiting++;
        if (waiting < threads) {
            long before = granted;
            while (granted == before && !end) {
                wait();
            }
            return !end;
        }
        waiting = 0;
        say("READY");
        end = hear() != GO;
        granted++;
        notifyAll();
        return !end;
    }

    /**
     * Fills caches and windows again that others have emptied meanwhile: {@value #MOST_UNMEASURED} operations, or fewer when they take 3 ms
     * together, but {@value #FEWEST_UNMEASURED} unless the first takes more than 30 ms.
     */
    void leadIn(int threads, Operation operation) throws SQLException {
        long began = System.nanoTime();
        for (int i = 1; i <= MOST_UNMEASURED; i++) {
            operation.carryOut();
            long took = System.nanoTime() - began;
            if (i == 1 ? took > LONG_OPERATION_NANOS : i >= FEWEST_UNMEASURED && took > UNMEASURED_NANOS) {
                break;
            }
        }
        begin(threads);
    }

    private synchronized void begin(int threads) {
        ready++;
        if (ready == threads) {
            ready = 0;
            meter.begin();
        }
    }

    /** Hands the turn back when all threads have. */
    synchronized void handBack(int threads) throws IOException {
        done++;
        if (done == threads) {
            done = 0;
            say("DONE " + meter.end());
        }
    }

    /** Ends this JVM when all threads have closed what they had; never returns. */
    synchronized void leave(int threads) throws InterruptedException {
        left++;
        if (left == threads) {
            Runtime.getRuntime().halt(0); // JMH would wait for iterations that do not come
        }
        while (true) {
            wait();
        }
    }

    private SocketChannel agent() throws IOException {
        if (agent.isEmpty()) {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(UnixDomainSocketAddress.of(socket));
            agent = Optional.of(channel);
            say("HELLO " + index + " " + ProcessHandle.current().pid());
        }
        return agent.get();
    }

    private void say(String line) throws IOException {
        SocketChannel channel = agent();
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private int hear() throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        if (agent().read(one) < 0) {
            throw new IOException("the agent is gone");
        }
        return one.get(0);
    }

    /**
     * What the JVM used for a turn, and what its compiler did before. Its text has, with blanks between: ms the compiler worked since the
     * last turn ended, and during this one; CPU time of the JVM, ns; bytes that its threads allocated; collections; ms of collections.
     */
    private static final class Meter {
        private static final int VALUES = 5;

        private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        private final OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        private long compiledBefore;
        private long[] atBegin = new long[VALUES];

        void begin() {
            atBegin = read();
        }

        String end() {
            long[] now = read();
            StringBuilder text = new StringBuilder().append(atBegin[0] - compiledBefore);
            for (int i = 0; i < VALUES; i++) {
                text.append(' ').append(now[i] - atBegin[i]);
            }
            compiledBefore = now[0];
            return text.toString();
        }

        private long[] read() {
            long collections = 0;
            long millis = 0;
            for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
                collections += Math.max(0, collector.getCollectionCount());
                millis += Math.max(0, collector.getCollectionTime());
            }
            return new long[] {compiled(), system.getProcessCpuTime(), allocated(), collections, millis};
        }

        private long compiled() {
            boolean told = compiler != null && compiler.isCompilationTimeMonitoringSupported();
            return told ? compiler.getTotalCompilationTime() : 0;
        }

        private long allocated() {
            return Arrays.stream(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                    .filter(bytes -> bytes > 0)
                    .sum();
        }
    }
}
