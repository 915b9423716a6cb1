package dev.jdbcbench.plan;

import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.Mode;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Limits on the number of threads, set by servers and clients. In turns, all JVMs of a row are alive at once. Each JVM
 * holds a connection and a thread for each of the row's threads, even while it waits.
 */
public final class ThreadLimits {
    /** Connections of the agent and of the RTT measurement. */
    private static final int FURTHER_CONNECTIONS = 20;

    /** Connector/J and MariaDB Connector/J also open a connection to a replica. */
    private static final int CONNECTIONS_IN_HA = 2;

    /**
     * KB of heap for a connection with its buffers, and for the garbage that an operation of its thread produces
     * between two collections.
     */
    private static final long HEAP_OF_A_THREAD = 256;

    /** KB of heap for the histogram in which each thread records times of a closed loop on several clients. */
    private static final long HEAP_OF_TIMES = 256;

    /** Threads of a JVM other than the measuring ones: compilers, collectors, JMH, drivers. */
    private static final int THREADS_OF_A_JVM = 40;

    /** Threads of the agent and its shells. */
    private static final int THREADS_OF_THE_AGENT = 150;

    /**
     * Open files of a server other than its connections: the smallest table caches of MariaDB and MySQL, logs, sockets.
     */
    private static final int FURTHER_FILES = 900;

    private ThreadLimits() {}

    /**
     * The JVMs of a row that are alive on one server at once.
     *
     * @param row the row in words, without its number of threads
     * @param perThread connections that each thread of a waiting JVM holds
     */
    private record Row(String row, int jvms, int perThread) {
        /** The number of connections: during a JVM's turn, each of its threads may open another one. */
        long connections(long threads) {
            return threads * jvms * perThread + threads + FURTHER_CONNECTIONS;
        }

        long mostThreads(long connections) {
            return Math.max(0, (connections - FURTHER_CONNECTIONS) / ((long) jvms * perThread + 1));
        }
    }

    private static final Comparator<Row> BY_CONNECTIONS = Comparator.comparingInt(row -> row.jvms() * row.perThread());

    /** The row with the most connections to the given server, or to any server of a topology. */
    private static Optional<Row> largest(Selection selection, Topology topology, Optional<ServerSpec> server) {
        Map<List<String>, List<Cell>> rows = new LinkedHashMap<>();
        for (Plan.Entry entry : Cells.of(selection, Map.of())) {
            Cell cell = entry.cell();
            if (entry.unsupported() == null
                    && cell.topology() == topology
                    && server.map(known -> known.label().equals(cell.server())).orElse(true)) {
                rows.computeIfAbsent(List.of(cell.server(), cell.rowKey()), key -> new ArrayList<>())
                        .add(cell);
            }
        }
        return rows.values().stream()
                .map(cells -> new Row(
                        cells.get(0).scenario() + " " + cells.get(0).mode(),
                        jvms(selection, cells.size()),
                        cells.get(0).mode() == Mode.HA ? CONNECTIONS_IN_HA : 1))
                .max(BY_CONNECTIONS);
    }

    /** The number of JVMs of a row, including its A/A control. */
    private static int jvms(Selection selection, int cells) {
        return selection.profile().turns() ? cells + (selection.profile().claims() ? 1 : 0) : 1;
    }

    private static int mostThreads(Selection selection) {
        return selection.what().threads().stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElse(1);
    }

    /** The maximum number of simultaneous connections to a server of a topology. */
    static int connections(Selection selection, Topology topology) {
        return largest(selection, topology, Optional.empty())
                .map(row -> Math.toIntExact(row.connections(mostThreads(selection))))
                .orElse(1);
    }

    /**
     * The problems that options of private servers and the heap cause, each with the number of threads that would fit.
     */
    static List<String> problems(Selection selection) {
        List<String> problems = new ArrayList<>();
        heap(selection).ifPresent(problems::add);
        for (Topology topology : selection.topologies()) {
            for (ServerSpec server : selection.servers(topology)) {
                if (server.external().isEmpty()) {
                    option(server).stream()
                            .mapToObj(limit -> connections(
                                    selection,
                                    topology,
                                    server,
                                    limit,
                                    "max_connections of servers." + server.label() + " in the hosts file is " + limit))
                            .flatMap(Optional::stream)
                            .forEach(problems::add);
                }
            }
        }
        return problems.stream().distinct().toList();
    }

    private static OptionalLong option(ServerSpec server) {
        return server.options().entrySet().stream()
                .filter(option -> option.getKey().replace('-', '_').equals("max_connections"))
                .map(Map.Entry::getValue)
                .filter(value -> value.matches("[0-9]{1,9}"))
                .mapToLong(Long::parseLong)
                .reduce((first, last) -> last);
    }

    private static Optional<String> heap(Selection selection) {
        OptionalLong megabytes = JvmArgs.heapMegabytes(selection.jvmArgs());
        int threads = mostThreads(selection);
        int inEach = selection.threadsOfAClient(threads);
        if (megabytes.isEmpty()) {
            return Optional.empty();
        }
        long ofAThread = HEAP_OF_A_THREAD + (selection.furtherClients().isEmpty() ? 0 : HEAP_OF_TIMES);
        long most = megabytes.getAsLong() * 1024 / ofAThread;
        return inEach <= most
                ? Optional.empty()
                : Optional.of("--threads " + threads + ": each needs about " + ofAThread
                        + " KB of heap, and the measured JVMs have " + megabytes.getAsLong() + " MB: at most " + most
                        + " threads" + (selection.furtherClients().isEmpty() ? "" : " in each")
                        + ". Use fewer, or more heap: --jvm-args=-Xmx" + heapFor(inEach, ofAThread) + "m");
    }

    private static long heapFor(int threads, long ofAThread) {
        return (threads * ofAThread + 1023) / 1024;
    }

    /**
     * Whether a server allows enough connections for several threads. With one thread each cell finds out by itself, so the
     * others are measured.
     *
     * @param limit the number of connections that it allows
     * @param why the origin of that number
     * @return the problem; empty if the limit suffices
     */
    public static Optional<String> connections(
            Selection selection, Topology topology, ServerSpec server, long limit, String why) {
        int threads = mostThreads(selection);
        return largest(selection, topology, Optional.of(server))
                .filter(row -> threads > 1 && row.connections(threads) > limit)
                .map(row -> "--threads " + threads + ": " + row.row() + " needs " + row.connections(threads)
                        + " connections to " + server.label() + ", because " + jvmsOf(row) + "; but " + why
                        + ": at most " + threadsOf(row.mostThreads(limit)));
    }

    private static String jvmsOf(Row row) {
        return row.jvms() == 1 ? "its JVM has one for each thread" : row.jvms() + " JVMs have one for each thread";
    }

    private static String threadsOf(long number) {
        return number + (number == 1 ? " thread" : " threads");
    }

    /** Whether a server's host allows it enough open files; the problem, or empty. */
    public static Optional<String> files(Selection selection, Topology topology, ServerSpec server, long files) {
        return connections(
                selection,
                topology,
                server,
                Math.max(0, files - FURTHER_FILES),
                selection.databaseHost(topology).name() + " allows it " + files + " open files (ulimit -Hn)");
    }

    /**
     * Whether the client host allows enough threads.
     *
     * @param free how many more threads it allows
     * @param why the origin of that number
     * @return the problem; empty if they suffice
     */
    public static Optional<String> client(Selection selection, long free, String why) {
        int threads = mostThreads(selection);
        int jvms = Cells.aliveAtOnce(selection);
        long needed = THREADS_OF_THE_AGENT + (long) jvms * (selection.threadsOfAClient(threads) + THREADS_OF_A_JVM);
        if (needed <= free) {
            return Optional.empty();
        }
        long most = Math.max(0, (free - THREADS_OF_THE_AGENT) / jvms - THREADS_OF_A_JVM);
        return Optional.of("--threads " + threads + ": " + jvms
                + (jvms == 1 ? " measured JVM needs " : " measured JVMs need ") + needed
                + " threads and processes, but " + why + ": at most " + threadsOf(most) + " in each JVM");
    }
}
