package dev.jdbcbench.agent;

import dev.jdbcbench.agent.group.MeasuringHosts;
import dev.jdbcbench.agent.group.SeveralClients;
import dev.jdbcbench.agent.jvm.Fork;
import dev.jdbcbench.agent.jvm.LinkFilter;
import dev.jdbcbench.agent.server.DriverLoader;
import dev.jdbcbench.agent.server.Servers;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.event.Event;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.untrusted.IpAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Entry point of the agent, and its verbs. Keeps working if the orchestrator disconnects. */
public final class Agent {
    /** Exit code of an agent that can no longer write events, usually because the disk is full. */
    private static final int UNWRITABLE = 3;

    /** Exit code of a process that SIGTERM ended. */
    private static final int TERMINATED = 128 + 15;

    private Agent() {}

    /**
     * Runs one of the verbs.
     *
     * <ul>
     * <li>{@code run WORK JARS}: executes the plan in the directory WORK with drivers from the directory JARS. Exit codes: 0
     * when nothing is left to do; {@value #UNWRITABLE} when it cannot write its measurements; 4 when it cannot start; 6 when
     * something differs from an earlier session of the run.
     * <li>{@code follow WORK JARS CLIENT}: measures the share of one of several clients of the plan until it is
     * stopped; see {@link SeveralClients}.
     * <li>{@code address HOST PORT}: prints the local address that this host uses to reach HOST, and the address of HOST.
     * <li>{@code lock}: 0 when no agent runs on this host, otherwise 4 and the holder.
     * <li>{@code probe WORK JARS} and {@code sweep WORK JARS}: see {@link Probe}.
     * </ul>
     */
    public static void main(String[] args) throws Exception {
        LinkFilter.install();
        // Several JMH runners work in parallel, and the agent has its own lock: see AgentLock.
        System.setProperty("jmh.ignoreLock", "true");
        if (args.length == 3 && args[0].equals("address")) {
            printAddresses(args[1], Integer.parseInt(args[2]));
            return;
        }
        if (args.length == 1 && args[0].equals("lock")) {
            try {
                AgentLock.requireFree();
                return;
            } catch (AgentLock.HeldException e) {
                System.err.println(e.getMessage());
                System.exit(4);
            }
        }
        if (args.length == 3 && List.of("probe", "sweep").contains(args[0])) {
            Probe probe = Probe.in(Path.of(args[1]), Path.of(args[2]));
            List<String> lines = args[0].equals("probe")
                    ? probe.logins()
                    : probe.sweep(Files.readAllLines(Path.of(args[1], "tmp", "runs")));
            lines.forEach(System.out::println);
            System.exit(0); // a driver may have left a thread behind that is waiting for a server
        }
        if (args.length == 4 && args[0].equals("follow")) {
            System.exit(follow(Path.of(args[1]), Path.of(args[2]), args[3]));
        }
        if (args.length != 3 || !args[0].equals("run")) {
            System.err.println(
                    "usage: run WORK JARS | follow WORK JARS CLIENT | probe WORK JARS | sweep WORK JARS | address HOST PORT | lock");
            System.exit(2);
        }
        if (System.getenv(Session.ATTENDED) != null) {
            endWithInput();
        }
        System.exit(run(Path.of(args[1]), Path.of(args[2])));
    }

    /** Ends this JVM, with its clean-up, when its stdin ends. */
    private static void endWithInput() {
        Thread thread = new Thread(
                () -> {
                    try {
                        System.in.transferTo(OutputStream.nullOutputStream());
                        // bench may be gone, and nothing else removes the secrets.
                        Files.deleteIfExists(Path.of(String.valueOf(System.getenv(Session.VARIABLE))));
                    } catch (IOException e) {
                        System.err.println("cannot end as planned: " + e);
                    } finally {
                        System.exit(TERMINATED);
                    }
                },
                "bench-attended");
        thread.setDaemon(true);
        thread.start();
    }

    private static String holder(Plan plan) {
        return "run " + plan.run() + ", process " + ProcessHandle.current().pid() + " of "
                + System.getProperty("user.name") + " since " + Instant.now();
    }

    @SuppressWarnings("try") // the lock is held
    private static int follow(Path work, Path jars, String client) throws Exception {
        Plan plan = Json.read(Files.readString(work.resolve("plan.json")), Plan.class);
        try (AgentLock lock = AgentLock.take(holder(plan))) {
            TrustStore.makeFor(Session.ofEnvironment());
            Runtime.getRuntime().addShutdownHook(new Thread(Fork::endDescendants, "bench-shutdown"));
            SeveralClients.provided().follow(plan, work, new DriverLoader(jars), client);
            return 0;
        } catch (AgentLock.HeldException e) {
            System.err.println(e.getMessage());
            return 4;
        }
    }

    @SuppressWarnings("try") // the lock is held
    private static int run(Path work, Path jars) throws Exception {
        AtomicBoolean stopping = new AtomicBoolean();
        Plan plan = Json.read(Files.readString(work.resolve("plan.json")), Plan.class);
        try (AgentLock lock = AgentLock.take(holder(plan))) {
            Path file = work.resolve("events.ndjson");
            List<Event> events = new ArrayList<>();
            if (Files.exists(file)) {
                EventLog.wholeLines(file).forEach(line -> events.add(Json.read(line, Event.class)));
            }
            long lastSeq = EventLog.lastSeq(events, Event.Source.AGENT);
            // The agent may lack write permission for the directory itself, but not for tmp/ below it.
            Path reserve = Files.createDirectories(work.resolve("tmp")).resolve(".events.ndjson.reserve");
            try (EventLog log = new EventLog(
                    file, reserve, Event.Source.AGENT, lastSeq, Clock.systemUTC(), events::add, line -> {})) {
                Session session = Session.takeOfEnvironment();
                TrustStore.makeFor(session);
                PlanExecution execution =
                        new PlanExecution(plan, session, work, new DriverLoader(jars), log, events, stopping);
                Runtime.getRuntime()
                        .addShutdownHook(new Thread(
                                () -> {
                                    stopping.set(true);
                                    Fork.endDescendants();
                                    release(execution);
                                },
                                "bench-shutdown"));
                try {
                    execution.carryOut();
                    return 0;
                } catch (EventLog.UnwritableException e) {
                    reportUnwritable(log, e);
                    throw e;
                }
            }
        } catch (AgentLock.HeldException | Servers.UnreachableException | MeasuringHosts.MissingException e) {
            System.err.println(e.getMessage());
            return 4;
        } catch (PlanExecution.ChangedSetupException e) {
            System.err.println(e.getMessage());
            return 6;
        } catch (EventLog.UnwritableException e) {
            System.err.println(e.getMessage());
            return UNWRITABLE;
        }
    }

    /** Tries to record the failure as the last event; there may still be room for it. */
    private static void reportUnwritable(EventLog log, EventLog.UnwritableException e) {
        try {
            log.append(new Fact.Note("the agent has stopped measuring: " + e.getMessage()));
        } catch (EventLog.UnwritableException again) {
            e.addSuppressed(again);
        }
    }

    private static void release(PlanExecution execution) {
        try {
            execution.release().forEach(System.err::println);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void printAddresses(String host, int port) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            InetSocketAddress target = new InetSocketAddress(host, port);
            if (target.isUnresolved()) {
                System.err.println("the name " + host + " is not known on this host");
                System.exit(4);
            }
            socket.connect(target); // sends nothing, only consults the routing table
            System.out.println(IpAddress.text(socket.getLocalAddress()));
            System.out.println(IpAddress.text(target.getAddress()));
        }
    }
}
