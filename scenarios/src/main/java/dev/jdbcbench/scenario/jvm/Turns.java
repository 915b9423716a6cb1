package dev.jdbcbench.scenario.jvm;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.jdbcbench.anatomy.OwnTurn;
import dev.jdbcbench.anatomy.Taps;
import dev.jdbcbench.driver.ServerError;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The turns of this measured JVM in a group of JVMs that are alive at the same time. An iteration starts when it is this JVM's
 * turn; its end hands the turn back. While the JVM waits, it reads from a socket, so its threads are parked. Without the system
 * property {@value #PROPERTY} there are no turns, and the JVM measures at once, like any JMH program.
 *
 * <p>The socket is the agent's Unix domain socket. The protocol:
 *
 * <ul>
 * <li>This JVM sends {@code HELLO <index> <pid>}.
 * <li>When it receives {@code P}, it prepares its scenario.
 * <li>Before each turn it sends {@code READY}, and receives {@code G} for a closed loop, {@code L} for a closed loop as
 * long as a turn under open load, {@code T} for a closed loop that times each operation, {@code W} for a closed loop of the
 * warm-up, with the time of the unmeasured operations before it in the rest of the line (ms), {@code O} for open load, with
 * the operations per second in the rest of the line, or {@code E} to end.
 * <li>After a turn it sends {@code DONE} and the readings of {@link Meter}; {@code OpenLoad} adds its own result,
 * and a recording that answers from memory an {@link OwnTurn}.
 * <li>At any time, {@code FAILED} and the reason: one of its threads has failed, and the others may be waiting for it.
 * </ul>
 */
public final class Turns {
    /** Contains the index of this JVM in its group, a colon, and the path of the agent's socket. */
    static final String PROPERTY = "bench.turns";

    private static final int MOST_UNMEASURED = 20;
    private static final long UNMEASURED_NANOS = 3_000_000;
    private static final int PREPARE = 'P';
    private static final int GO = 'G';
    private static final int OPEN = 'O';
    private static final int TIMED = 'T';
    private static final int LONG = 'L';
    private static final int WARM_UP = 'W';

    private static final Optional<Turns> OF_THIS_JVM =
            Optional.ofNullable(System.getProperty(PROPERTY)).map(Turns::new);

    private final String index;
    private final Path socket;
    private final Meter meter = new Meter();
    private final AtomicBoolean failed = new AtomicBoolean();
    /** Guards the socket's other direction: a thread that fails must not wait for one that is waiting for its turn. */
    private final Object sending = new Object();

    private Optional<SocketChannel> agent = Optional.empty();

    private int waiting;
    private int ready;
    private int done;
    private int left;
    private long granted;
    private boolean prepares;
    private boolean timed;
    private boolean lengthened;
    private long unmeasuredMillis;
    private Optional<Double> rate = Optional.empty();
    private boolean end;

    private Turns(String property) {
        int colon = property.indexOf(':');
        index = property.substring(0, colon);
        socket = Path.of(property.substring(colon + 1));
    }

    /** The turns of this JVM; empty when it has none. */
    public static Optional<Turns> ofThisJvm() {
        return OF_THIS_JVM;
    }

    /** An operation to run without measuring. */
    public interface Operation {
        void carryOut() throws SQLException;
    }

    /**
     * Waits until no other JVM of the group is preparing its scenario, because they share tables and count the rows in them.
     *
     * @throws IOException when the agent has closed the connection or ends the group
     */
    public synchronized void awaitPreparation() throws IOException {
        if (!prepares && receive() != PREPARE) {
            throw new IOException("the group has ended");
        }
        prepares = true;
    }

    /**
     * Waits for this JVM's turn. Each measuring thread calls this; all start together.
     *
     * @param threads number of measuring threads in this JVM
     * @return false when there are no more turns
     * @throws IOException when the agent has closed the connection
     */
    public synchronized boolean await(int threads) throws IOException, InterruptedException {
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
        int received = receive();
        rate = received == OPEN ? Optional.of(Double.valueOf(receiveLine())) : Optional.empty();
        timed = received == TIMED;
        lengthened = received == LONG;
        unmeasuredMillis = received == WARM_UP ? Long.parseLong(receiveLine()) : 0;
        end = received != GO && received != OPEN && received != WARM_UP && !timed && !lengthened;
        granted++;
        notifyAll();
        return !end;
    }

    /**
     * Refills caches and windows that other JVMs emptied in the meantime: {@value #MOST_UNMEASURED} operations, or fewer once
     * they take more than 3 ms together. In a turn of the warm-up, as many as fit into its time.
     */
    public void leadIn(int threads, Operation operation) throws SQLException {
        long nanos = TimeUnit.MILLISECONDS.toNanos(unmeasuredMillis());
        long end = System.nanoTime() + (nanos > 0 ? nanos : UNMEASURED_NANOS);
        int left = nanos > 0 ? Integer.MAX_VALUE : MOST_UNMEASURED;
        do {
            operation.carryOut();
            left--;
        } while (left > 0 && System.nanoTime() < end);
        begin(threads);
    }

    private synchronized void begin(int threads) {
        ready++;
        if (ready == threads) {
            ready = 0;
            meter.begin();
        }
    }

    /** Operations per second in this turn; empty for a closed loop. */
    public synchronized Optional<Double> rate() {
        return rate;
    }

    /** Whether each operation of this turn is timed in a closed loop. */
    public synchronized boolean timed() {
        return timed;
    }

    private synchronized long unmeasuredMillis() {
        return unmeasuredMillis;
    }

    /** Whether this turn is a closed loop as long as one under open load. */
    public synchronized boolean lengthened() {
        return lengthened;
    }

    /** Hands the turn back once all threads have called this. */
    public synchronized void handBack(int threads) throws IOException {
        handBack(threads, () -> "");
    }

    /** Hands the turn back with a result. The result is requested once all threads have called this. */
    public synchronized void handBack(int threads, Supplier<String> result) throws IOException {
        done++;
        if (done == threads) {
            done = 0;
            String own = meter.own(); // first, because reading the rest takes CPU time, too
            String used = meter.end();
            String more = result.get();
            more = more.isEmpty() ? own : more;
            say("DONE " + used + (more.isEmpty() ? "" : " " + more));
        }
    }

    /**
     * Reports the first failure of a thread to the agent, which then ends this JVM. Without it, the other threads would wait for
     * this one.
     */
    public void failed(Throwable why) {
        if (failed.compareAndSet(false, true)) {
            why.printStackTrace();
            try {
                say("FAILED " + ServerError.text(why));
            } catch (IOException e) {
                why.addSuppressed(e); // the agent is gone, and this JVM ends with it
            }
        }
    }

    /** Ends this JVM once all threads have closed their resources; never returns. */
    public synchronized void leave(int threads) throws InterruptedException {
        left++;
        if (left == threads) {
            Runtime.getRuntime().halt(0); // JMH would wait for further iterations
        }
        while (true) {
            wait();
        }
    }

    private SocketChannel agent() throws IOException {
        synchronized (sending) {
            if (agent.isEmpty()) {
                SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                channel.connect(UnixDomainSocketAddress.of(socket));
                agent = Optional.of(channel);
                say("HELLO " + index + " " + ProcessHandle.current().pid());
            }
            return agent.get();
        }
    }

    private void say(String line) throws IOException {
        synchronized (sending) {
            SocketChannel channel = agent();
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    private int receive() throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        if (agent().read(one) < 0) {
            throw new IOException("the agent is gone");
        }
        return one.get(0);
    }

    private String receiveLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int letter = receive(); letter != '\n'; letter = receive()) {
            line.append((char) letter);
        }
        return line.toString();
    }

    /**
     * Measures the resources that the JVM uses in a turn, and JIT activity before it. The text contains, separated by blanks:
     * JIT time since the last turn ended, ms; JIT time during this turn, ms; CPU time of the JVM, ns; bytes allocated by its
     * threads; number of collections; time of collections, ms; busy and total CPU time of the host, ticks, or 0 where unknown.
     */
    private static final class Meter {
        private static final int VALUES = 5;

        private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        private final OperatingSystemMXBean system =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        private long compiledBefore;
        private long[] atBegin = new long[VALUES];
        private Optional<HostCpu> hostAtBegin = Optional.empty();
        private long turnsAtBegin;
        private long cpuAtBegin;

        void begin() {
            hostAtBegin = HostCpu.now();
            atBegin = read();
            if (replaying()) {
                turnsAtBegin = Taps.ofThisJvm().map(Taps::turns).orElse(0L);
                cpuAtBegin = cpuOfThreads();
            }
        }

        private static boolean replaying() {
            return Taps.ofThisJvm().filter(Taps::replaying).isPresent();
        }

        /** What a recording adds to the report; empty without one. */
        String own() {
            long cpu = replaying() ? cpuOfThreads() - cpuAtBegin : 0;
            return Taps.ofThisJvm()
                    .filter(Taps::replaying)
                    .map(taps -> new OwnTurn(cpu, taps.turns() - turnsAtBegin, taps.turnsPerOperation()).line())
                    .orElse("");
        }

        /** Of the Java threads that are alive: tasks may run on others than the measuring one. */
        private long cpuOfThreads() {
            return Arrays.stream(threads.getThreadCpuTime(threads.getAllThreadIds()))
                    .filter(nanos -> nanos > 0)
                    .sum();
        }

        String end() {
            long[] now = read();
            StringBuilder text = new StringBuilder().append(atBegin[0] - compiledBefore);
            for (int i = 0; i < VALUES; i++) {
                text.append(' ').append(now[i] - atBegin[i]);
            }
            HostCpu host = HostCpu.now()
                    .flatMap(later -> hostAtBegin.map(later::since))
                    .orElse(new HostCpu(0, 0));
            text.append(' ').append(host.busy()).append(' ').append(host.total());
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
