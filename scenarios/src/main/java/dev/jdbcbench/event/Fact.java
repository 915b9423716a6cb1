package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.load.ClientShare;
import dev.jdbcbench.load.ForkLoad;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.untrusted.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The content of an {@link Event}. */
@JsonIgnoreProperties("schema") // part of the event
public sealed interface Fact {
    /** Calls the visitor's method for this kind of fact. */
    void accept(FactVisitor visitor);

    /** A fact that belongs to a block. */
    interface InBlock {
        /** Number of the block, from 1; 0 before the first one. */
        int block();
    }

    /** A fact about a cell. */
    interface OfCell {
        /** Key of the cell. */
        String cell();
    }

    /** The orchestrator starts or resumes a run. */
    record RunStarted(String run, String benchVersion) implements Fact {
        public RunStarted {
            new RunId(PartCheck.name(run, "run"));
            PartCheck.name(benchVersion, "benchVersion");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.runStarted(this);
        }
    }

    /**
     * The agent starts, with the facts it found.
     *
     * @param pid process ID of the agent
     * @param scenariosSha256 checksum of the jar with the scenarios
     * @param notReadable parts of {@link Noise} that this host does not report, with the reason: {@code frequency: …}; empty in
     *     files of versions that did not check
     * @param effort how much the session is to measure, see {@link Plan#effort}; null in files of versions without it
     */
    record SessionStarted(
            String run,
            long pid,
            Jvm jvm,
            String scenariosSha256,
            List<ServerFacts> servers,
            @JsonProperty(isRequired = OptBoolean.FALSE) List<String> notReadable,

            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
            String effort)
            implements Fact {
        /** A session start without the effort. */
        public SessionStarted(
                String run,
                long pid,
                Jvm jvm,
                String scenariosSha256,
                List<ServerFacts> servers,
                List<String> notReadable) {
            this(run, pid, jvm, scenariosSha256, servers, notReadable, null);
        }

        public SessionStarted {
            new RunId(PartCheck.name(run, "run"));
            PartCheck.between(0, Long.MAX_VALUE, pid, "pid");
            PartCheck.present(jvm, "jvm");
            PartCheck.name(scenariosSha256, "scenariosSha256");
            servers = PartCheck.list(servers, Bounds.MOST_ITEMS, "servers");
            notReadable =
                    notReadable == null ? List.of() : PartCheck.texts(notReadable, Bounds.MOST_ITEMS, "notReadable");
            effort = PartCheck.messageIfAny(effort);
        }

        /** The facts about a server; empty when the agent never reached it. */
        public Optional<ServerFacts> server(Topology topology, String server) {
            return servers.stream()
                    .filter(facts ->
                            facts.topology() == topology && facts.server().equals(server))
                    .findFirst();
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.sessionStarted(this);
        }
    }

    /**
     * A cell's operation was run before anything was measured. Either its result is right or the cell cannot be measured.
     *
     * @param result what it returned, the same for all drivers; empty when it cannot be measured
     * @param remark what may differ between drivers; empty when there is nothing to note
     * @param engine storage engine of its tables; null when it has none of its own
     * @param unsupported why this driver does not support it; null when it does
     * @param counters the server's counters per operation, by the server's names
     * @param operationMicros approximate time of an operation, µs, before any warm-up
     * @param pinnedPerOp how often, per operation, a virtual thread blocked the platform thread below; null without virtual
     *     threads, or if the JVM cannot tell
     */
    record CellChecked(
            String cell,
            String result,
            String remark,
            @Nullable String engine,
            @Nullable String unsupported,
            Map<String, Double> counters,
            double operationMicros,

            @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double pinnedPerOp)
            implements Fact, OfCell {
        /** Without virtual threads. */
        public CellChecked(
                String cell,
                String result,
                String remark,
                @Nullable String engine,
                @Nullable String unsupported,
                Map<String, Double> counters,
                double operationMicros) {
            this(cell, result, remark, engine, unsupported, counters, operationMicros, null);
        }

        public CellChecked {
            PartCheck.name(cell, "cell");
            result = PartCheck.message(result, "result");
            remark = PartCheck.message(remark, "remark");
            engine = PartCheck.messageIfAny(engine);
            unsupported = PartCheck.messageIfAny(unsupported);
            counters = PartCheck.numbers(counters, "counters");
            PartCheck.micros(operationMicros, "operationMicros");
            if (pinnedPerOp != null) {
                PartCheck.count(pinnedPerOp, "pinnedPerOp");
            }
        }

        /** The duration of the operation. */
        public Duration operation() {
            return Duration.ofNanos((long) (operationMicros * 1000));
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.cellChecked(this);
        }
    }

    /**
     * The round trips of a cell's operation and the traffic it causes, counted through a relay before anything is measured.
     * Valid for every cell that differs only in topology or threads.
     *
     * @param exchange null when it could not be counted
     * @param unavailable why it could not be counted; null when it was
     */
    record CellExplained(
            String cell,
            @Nullable Exchange exchange,
            @Nullable String unavailable) implements Fact, OfCell {
        public CellExplained {
            PartCheck.name(cell, "cell");
            unavailable = PartCheck.messageIfAny(unavailable);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.cellExplained(this);
        }
    }

    /**
     * Transfer times of payloads of growing size to and from a server, on one connection.
     *
     * @param up payloads in the request, the smallest first; empty when it could not be measured
     * @param down payloads in the reply, smallest first; empty when it could not be measured
     * @param unavailable why it could not be measured; null when it was
     */
    record BandwidthMeasured(
            Topology topology,
            String server,
            List<Transfer> up,
            List<Transfer> down,
            @Nullable String unavailable) implements Fact {
        public BandwidthMeasured {
            PartCheck.present(topology, "topology");
            PartCheck.name(server, "server");
            up = PartCheck.list(up, Bounds.MOST_ITEMS, "up");
            down = PartCheck.list(down, Bounds.MOST_ITEMS, "down");
            unavailable = PartCheck.messageIfAny(unavailable);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.bandwidthMeasured(this);
        }
    }

    /** A block starts; each cell runs once. */
    record BlockStarted(int block) implements Fact, InBlock {
        public BlockStarted {
            PartCheck.between(1, Bounds.LAST_BLOCK, block, "block");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.blockStarted(this);
        }
    }

    /** The JVMs of a row are about to start, one for each cell, to be measured in turns. */
    record GroupStarted(int block, String row) implements Fact, InBlock {
        public GroupStarted {
            PartCheck.between(1, Bounds.LAST_BLOCK, block, "block");
            PartCheck.name(row, "row");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.groupStarted(this);
        }
    }

    /**
     * All JVMs of a row have been measured in turns. Their forks are logged immediately before this event; without it they do
     * not count.
     *
     * @param rounds total number; each is one iteration of each fork
     * @param warmUp number of leading rounds that do not count
     * @param dropped later rounds that do not count
     * @param countedFrom start of the first round after warm-up; null in files of versions that did not record it
     * @param countedTo end of the last round; null in files of versions that did not record it
     */
    record GroupFinished(
            int block,
            String row,
            int rounds,
            int warmUp,
            List<DroppedRound> dropped,

            @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Instant countedFrom,

            @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Instant countedTo)
            implements Fact, InBlock {
        /** The end of a group whose time is unknown. */
        public GroupFinished(int block, String row, int rounds, int warmUp, List<DroppedRound> dropped) {
            this(block, row, rounds, warmUp, dropped, null, null);
        }

        public GroupFinished {
            PartCheck.between(1, Bounds.LAST_BLOCK, block, "block");
            PartCheck.name(row, "row");
            PartCheck.between(1, Profile.MOST_ITERATIONS, rounds, "rounds");
            PartCheck.between(0, rounds - 1, warmUp, "warmUp");
            dropped = PartCheck.list(dropped, Profile.MOST_ITERATIONS, "dropped");
            if (countedFrom != null) {
                PartCheck.time(countedFrom, "countedFrom");
            }
            if (countedTo != null) {
                PartCheck.time(countedTo, "countedTo");
            }
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.groupFinished(this);
        }
    }

    /** A measured JVM is about to start. */
    record ForkStarted(int block, String cell) implements Fact, InBlock, OfCell {
        public ForkStarted {
            PartCheck.between(1, Bounds.LAST_BLOCK, block, "block");
            PartCheck.name(cell, "cell");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.forkStarted(this);
        }
    }

    /**
     * A measured JVM ended successfully.
     *
     * @param iterations score of each iteration, including warm-up, µs/op
     * @param operations number of operations in each iteration
     * @param secondary values of JMH's profilers for each iteration, by name
     * @param noise interference on the client host during the fork; null in files of versions that did not record it
     * @param rtt RTT to the server just before and after, when it is on another host; otherwise null
     * @param counted which iterations count; null for a fork measured alone, whose warm-up is derived from its iterations
     * @param load what was measured under open load; null for a closed loop
     * @param clients what each of several clients did; empty for one client
     */
    record ForkFinished(
            int block,
            String cell,
            Instant startedAt,
            List<Double> iterations,
            List<Long> operations,
            Map<String, Secondary> secondary,

            @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
            Noise noise,

            @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable
            RttAround rtt,

            @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Counted counted,

            @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            ForkLoad load,

            @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_EMPTY)
            List<ClientShare> clients)
            implements Fact, InBlock, OfCell {
        public ForkFinished {
            clients = clients == null ? List.of() : PartCheck.list(clients, Share.MOST_CLIENTS, "clients");
            PartCheck.between(1, Bounds.LAST_BLOCK, block, "block");
            PartCheck.name(cell, "cell");
            PartCheck.time(startedAt, "startedAt");
            iterations = PartCheck.scores(iterations, Profile.MOST_ITERATIONS, "iterations");
            if (iterations.isEmpty()) {
                throw new IllegalArgumentException("iterations is empty");
            }
            operations = PartCheck.list(operations, Profile.MOST_ITERATIONS, "operations");
            operations.forEach(number -> PartCheck.count(number, "operations"));
            secondary = Bounds.secondary(secondary, iterations.size());
            if (counted != null) {
                if (operations.size() != iterations.size()) {
                    throw new IllegalArgumentException(
                            iterations.size() + " iterations, and operations of " + operations.size());
                }
                boolean any = false;
                for (int i = 0; i < iterations.size() && !any; i++) {
                    any = counted.counts(i) && operations.get(i) > 0;
                }
                if (!any) {
                    throw new IllegalArgumentException("no iteration of the fork counts");
                }
            }
        }

        /** Whether it was measured in turns with others; if so, it counts only once its group has ended. */
        public boolean inTurns() {
            return counted != null;
        }

        /** A fork on one client. */
        public ForkFinished(
                int block,
                String cell,
                Instant startedAt,
                List<Double> iterations,
                List<Long> operations,
                Map<String, Secondary> secondary,
                @Nullable Noise noise,
                @Nullable RttAround rtt,
                @Nullable Counted counted,
                @Nullable ForkLoad load) {
            this(block, cell, startedAt, iterations, operations, secondary, noise, rtt, counted, load, List.of());
        }

        /** A fork of a closed loop. */
        public ForkFinished(
                int block,
                String cell,
                Instant startedAt,
                List<Double> iterations,
                List<Long> operations,
                Map<String, Secondary> secondary,
                @Nullable Noise noise,
                @Nullable RttAround rtt,
                @Nullable Counted counted) {
            this(block, cell, startedAt, iterations, operations, secondary, noise, rtt, counted, null);
        }

        /** A fork measured alone. */
        public ForkFinished(
                int block,
                String cell,
                Instant startedAt,
                List<Double> iterations,
                List<Long> operations,
                Map<String, Secondary> secondary,
                @Nullable Noise noise,
                @Nullable RttAround rtt) {
            this(block, cell, startedAt, iterations, operations, secondary, noise, rtt, null);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.forkFinished(this);
        }
    }

    /**
     * A measured JVM failed, or was killed because it hung.
     *
     * @param block 0 for the check before the first block
     * @param reason in one line
     * @param log name of the file with its output
     */
    record ForkFailed(int block, String cell, String reason, String log) implements Fact, InBlock, OfCell {
        public ForkFailed {
            PartCheck.between(0, Bounds.LAST_BLOCK, block, "block");
            PartCheck.name(cell, "cell");
            reason = PartCheck.message(reason, "reason");
            PartCheck.message(log, "log");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.forkFailed(this);
        }
    }

    /**
     * A measured JVM ended successfully but was disturbed from outside. The last {@link ForkFinished} of this cell in this
     * block does not count and is repeated.
     */
    record ForkRejected(int block, String cell, String reason) implements Fact, InBlock, OfCell {
        public ForkRejected {
            PartCheck.between(1, Bounds.LAST_BLOCK, block, "block");
            PartCheck.name(cell, "cell");
            reason = PartCheck.message(reason, "reason");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.forkRejected(this);
        }
    }

    /**
     * A server died or became unreachable during a step. The interrupted step does not count and is repeated.
     *
     * @param reason in one line
     * @param restarted whether the server is now a new process; also false when that is unknown
     * @param returned whether the server is back and measuring continues; if not, its cells are given up for the rest of the
     *     agent's session
     * @param neverStarted whether it was not there from the beginning, so nothing was measured with it
     */
    record ServerLost(
            Topology topology,
            String server,
            String reason,
            boolean restarted,
            boolean returned,

            @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_DEFAULT)
            boolean neverStarted)
            implements Fact {
        /** A server that had answered before. */
        public ServerLost(Topology topology, String server, String reason, boolean restarted, boolean returned) {
            this(topology, server, reason, restarted, returned, false);
        }

        public ServerLost {
            PartCheck.present(topology, "topology");
            PartCheck.name(server, "server");
            reason = PartCheck.message(reason, "reason");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.serverLost(this);
        }
    }

    /**
     * One of several clients died, or was cut off, during a group. The group does not count and is repeated by all.
     *
     * @param client name of its host
     * @param reason in one line
     */
    record ClientLost(int block, String client, String reason) implements Fact, InBlock {
        public ClientLost {
            PartCheck.between(1, Bounds.LAST_BLOCK, block, "block");
            PartCheck.name(client, "client");
            reason = PartCheck.message(reason, "reason");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.clientLost(this);
        }
    }

    /**
     * Round-trip times from the client host to a server.
     *
     * @param block before this block, or after the last block if one higher than that
     * @param method {@code icmp}, {@code tcp} or {@code protocol}
     * @param micros in the order in which they were measured, µs; empty when it could not be measured
     * @param unavailable why it could not be measured; null when it was
     */
    record RttMeasured(
            Topology topology,
            String server,
            int block,
            RttMethod method,
            List<Double> micros,
            @Nullable String unavailable)
            implements Fact, InBlock {
        public RttMeasured {
            PartCheck.present(topology, "topology");
            PartCheck.name(server, "server");
            PartCheck.between(0, Bounds.LAST_BLOCK, block, "block");
            PartCheck.present(method, "method");
            micros = PartCheck.microsOfAll(micros, Bounds.MOST_SAMPLES, "micros");
            unavailable = PartCheck.messageIfAny(unavailable);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.rttMeasured(this);
        }
    }

    /**
     * The decision whether a row gets another block, with the reason.
     *
     * @param block the block in question
     * @param more whether the row is part of it
     * @param kind why the row is not part of it although it needs more; null otherwise
     */
    record Decided(
            String row,
            int block,
            boolean more,
            String decision,
            @MayBeMissing @Nullable Kind kind) implements Fact, InBlock {
        /** Why a row that needs more does not get it. */
        public enum Kind {
            /** Other rows come first. It may still get its turn. */
            WAITS,
            /** The budget has no time for it. */
            BUDGET;

            @Override
            public String toString() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        public Decided {
            PartCheck.name(row, "row");
            PartCheck.between(1, Bounds.LAST_BLOCK, block, "block");
            decision = PartCheck.message(decision, "decision");
        }

        /** A row that is part of the block, or has enough. */
        public Decided(String row, int block, boolean more, String decision) {
            this(row, block, more, decision, null);
        }

        /** Reads a decision. Files of versions without kinds tell them only by the text. */
        @JsonCreator
        static Decided read(
                @JsonProperty("row") String row,
                @JsonProperty("block") int block,
                @JsonProperty("more") boolean more,
                @JsonProperty("decision") String decision,
                @JsonProperty("kind") @MayBeMissing @Nullable Kind kind) {
            if (more || kind != null) {
                return new Decided(row, block, more, decision, kind);
            }
            Kind told = decision.startsWith("waits for rows that come first")
                    ? Kind.WAITS
                    : decision.startsWith("budget exhausted") ? Kind.BUDGET : null;
            return new Decided(row, block, false, decision, told);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.decided(this);
        }
    }

    /**
     * Times of single operations, measured in a separate JVM after the blocks. This is the service time of a closed loop, not
     * the response time of a client that arrives independently.
     *
     * @param times null when they could not be measured
     * @param unavailable why they could not be measured; null when they were
     */
    record ServiceTimeMeasured(
            String cell,
            Instant startedAt,
            @Nullable ServiceTime times,
            @Nullable String unavailable) implements Fact, OfCell {
        public ServiceTimeMeasured {
            PartCheck.name(cell, "cell");
            PartCheck.time(startedAt, "startedAt");
            unavailable = PartCheck.messageIfAny(unavailable);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.serviceTimeMeasured(this);
        }
    }

    /**
     * A profiler recorded where the time of a cell goes, in a JVM of its own. Nothing is measured in that run.
     *
     * @param log name of the file with the recording, beside the logs; null when there is none
     * @param method what recorded: {@code JFR}, or async-profiler with its engine; null when nothing did
     * @param unavailable why there is no recording; null when there is one
     */
    record CellProfiled(
            String cell,
            Instant startedAt,
            @Nullable String log,
            @Nullable String method,
            @Nullable String unavailable) implements Fact, OfCell {
        public CellProfiled {
            PartCheck.name(cell, "cell");
            PartCheck.time(startedAt, "startedAt");
            if (log != null) {
                PartCheck.fileName(log, "log");
            }
            method = PartCheck.messageIfAny(method);
            unavailable = PartCheck.messageIfAny(unavailable);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.cellProfiled(this);
        }
    }

    /**
     * A host is unsuitable for measuring.
     *
     * @param host name in the plan
     * @param reasons at least one, one line each
     */
    record HostUnfit(String host, List<String> reasons) implements Fact {
        public HostUnfit {
            PartCheck.name(host, "host");
            reasons = PartCheck.texts(reasons, Bounds.MOST_ITEMS, "reasons");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.hostUnfit(this);
        }
    }

    /**
     * The tables of the OLTP scenarios are being filled, before anything is measured; logged from time to time.
     *
     * @param rows filled so far, of all tables together
     * @param of total number
     */
    record TablesFilled(Topology topology, String server, long rows, long of) implements Fact {
        public TablesFilled {
            PartCheck.present(topology, "topology");
            PartCheck.name(server, "server");
            PartCheck.count(rows, "rows");
            PartCheck.count(of, "of");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.tablesFilled(this);
        }
    }

    /** A note that readers of the results need. */
    record Note(String text) implements Fact {
        public Note {
            text = PartCheck.message(text, "text");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.note(this);
        }
    }

    /** The source will write no more events. */
    record RunFinished(String outcome) implements Fact {
        public RunFinished {
            outcome = PartCheck.message(outcome, "outcome");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.runFinished(this);
        }
    }
}
