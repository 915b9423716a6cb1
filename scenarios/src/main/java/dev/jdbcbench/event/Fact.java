package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.Parts;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import dev.jdbcbench.run.Topology;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an {@link Event} says that happened. */
public sealed interface Fact {
    /** Hands itself to the method that is for its kind. */
    void accept(FactVisitor visitor);

    /** What happened in a block. */
    interface InBlock {
        /** Its number, from 1; 0 before the first one. */
        int block();
    }

    /** What happened to a cell. */
    interface OfCell {
        /** Its key. */
        String cell();
    }

    /** The orchestrator begins to work on a run, or to resume it. */
    record RunStarted(String run, String benchVersion) implements Fact {
        public RunStarted {
            Parts.name(run, "run");
            Parts.name(benchVersion, "benchVersion");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.runStarted(this);
        }
    }

    /**
     * The agent begins to work: what it found.
     *
     * @param pid of the agent
     * @param scenariosSha256 of the jar with the scenarios
     * @param notReadable what of {@link Noise} this host does not tell, and why: {@code frequency: …}; empty in files of versions
     *     that did not look
     * @param effort how much the session is to measure, see {@link Plan#effort}; null in files of versions that did not say
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
        /** Without saying how much is to be measured. */
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
            Parts.name(run, "run");
            Parts.between(0, Long.MAX_VALUE, pid, "pid");
            Parts.present(jvm, "jvm");
            Parts.name(scenariosSha256, "scenariosSha256");
            servers = Parts.list(servers, Bounds.MOST_ITEMS, "servers");
            notReadable = notReadable == null ? List.of() : Parts.texts(notReadable, Bounds.MOST_ITEMS, "notReadable");
            effort = Parts.saidIfAny(effort);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.sessionStarted(this);
        }
    }

    /**
     * A cell's operation was carried out before anything was measured, and its result is right; or it cannot be measured.
     *
     * @param result what it returned, on which all drivers agree; empty when it cannot be measured
     * @param remark on what drivers may differ; empty when there is nothing to say
     * @param engine of the tables that it works on; null when it has none of its own
     * @param unsupported why this driver cannot do it; null when it can
     * @param counters what the server counted per operation, by its own names
     * @param operationMicros about how long an operation took, µs, before anything was warm
     */
    record CellChecked(
            String cell,
            String result,
            String remark,
            @Nullable String engine,
            @Nullable String unsupported,
            Map<String, Double> counters,
            double operationMicros)
            implements Fact, OfCell {
        public CellChecked {
            Parts.name(cell, "cell");
            result = Parts.said(result, "result");
            remark = Parts.said(remark, "remark");
            engine = Parts.saidIfAny(engine);
            unsupported = Parts.saidIfAny(unsupported);
            counters = Parts.numbers(counters, "counters");
            Parts.micros(operationMicros, "operationMicros");
        }

        /** How long the operation took. */
        public Duration operation() {
            return Duration.ofNanos((long) (operationMicros * 1000));
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.cellChecked(this);
        }
    }

    /**
     * How often the operation of a cell waits for the network, and what it sends: counted through a relay before anything is measured.
     * It holds for every cell that differs in topology or threads alone.
     *
     * @param exchange null when it could not be counted
     * @param unavailable why it could not; null when it was
     */
    record CellExplained(
            String cell,
            @Nullable Exchange exchange,
            @Nullable String unavailable) implements Fact, OfCell {
        public CellExplained {
            Parts.name(cell, "cell");
            unavailable = Parts.saidIfAny(unavailable);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.cellExplained(this);
        }
    }

    /**
     * How long payloads of growing size take to a server and back from it, on one connection.
     *
     * @param up payloads in the request, the smallest first; empty when it could not be measured
     * @param down payloads in the reply, likewise
     * @param unavailable why it could not be measured; null when it was
     */
    record BandwidthMeasured(
            Topology topology,
            String server,
            List<Transfer> up,
            List<Transfer> down,
            @Nullable String unavailable) implements Fact {
        public BandwidthMeasured {
            Parts.present(topology, "topology");
            Parts.name(server, "server");
            up = Parts.list(up, Bounds.MOST_ITEMS, "up");
            down = Parts.list(down, Bounds.MOST_ITEMS, "down");
            unavailable = Parts.saidIfAny(unavailable);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.bandwidthMeasured(this);
        }
    }

    /** A block begins: each cell once. */
    record BlockStarted(int block) implements Fact, InBlock {
        public BlockStarted {
            Parts.between(1, Bounds.LAST_BLOCK, block, "block");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.blockStarted(this);
        }
    }

    /** The JVMs of a row are about to start, one for each cell, to be measured in turns. */
    record GroupStarted(int block, String row) implements Fact, InBlock {
        public GroupStarted {
            Parts.between(1, Bounds.LAST_BLOCK, block, "block");
            Parts.name(row, "row");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.groupStarted(this);
        }
    }

    /**
     * All JVMs of a row have been measured in turns; their forks stand just before this. Without it those forks do not count.
     *
     * @param rounds in all; each is an iteration of each fork
     * @param warmUp how many of the first ones do not count
     * @param dropped those of the others that do not count
     */
    record GroupFinished(int block, String row, int rounds, int warmUp, List<DroppedRound> dropped)
            implements Fact, InBlock {
        public GroupFinished {
            Parts.between(1, Bounds.LAST_BLOCK, block, "block");
            Parts.name(row, "row");
            Parts.between(1, Profile.MOST_ITERATIONS, rounds, "rounds");
            Parts.between(0, rounds - 1, warmUp, "warmUp");
            dropped = Parts.list(dropped, Profile.MOST_ITERATIONS, "dropped");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.groupFinished(this);
        }
    }

    /** A measured JVM is about to start. */
    record ForkStarted(int block, String cell) implements Fact, InBlock, OfCell {
        public ForkStarted {
            Parts.between(1, Bounds.LAST_BLOCK, block, "block");
            Parts.name(cell, "cell");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.forkStarted(this);
        }
    }

    /**
     * A measured JVM ended well.
     *
     * @param iterations the score of each, warm-up included, µs/op
     * @param operations how many operations each iteration did
     * @param secondary what JMH's profilers say of each iteration, by their names
     * @param noise what else happened on the client host meanwhile; null in files of versions that did not look
     * @param rtt to the server just before and just after, when it is on another host; else null
     * @param counted which iterations count; null of a fork that was measured alone, whose warm-up is found in what it measured
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
            Counted counted)
            implements Fact, InBlock, OfCell {
        public ForkFinished {
            Parts.between(1, Bounds.LAST_BLOCK, block, "block");
            Parts.name(cell, "cell");
            Parts.time(startedAt, "startedAt");
            iterations = Parts.scores(iterations, Profile.MOST_ITERATIONS, "iterations");
            if (iterations.isEmpty()) {
                throw new IllegalArgumentException("iterations is empty");
            }
            operations = Parts.list(operations, Profile.MOST_ITERATIONS, "operations");
            operations.forEach(number -> Parts.count(number, "operations"));
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

        /** Whether it was measured in turns with others; then it counts once its group has ended. */
        public boolean inTurns() {
            return counted != null;
        }

        /** A fork that was measured alone. */
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
     * A measured JVM ended badly, or was ended as hung.
     *
     * @param block 0 when it was the check before the first block
     * @param reason in one line
     * @param log the name of the file with all it printed
     */
    record ForkFailed(int block, String cell, String reason, String log) implements Fact, InBlock, OfCell {
        public ForkFailed {
            Parts.between(0, Bounds.LAST_BLOCK, block, "block");
            Parts.name(cell, "cell");
            reason = Parts.said(reason, "reason");
            Parts.said(log, "log");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.forkFailed(this);
        }
    }

    /**
     * A measured JVM ended well but something outside disturbed it: the last {@link ForkFinished} of this cell in this block does not
     * count, and is repeated.
     */
    record ForkRejected(int block, String cell, String reason) implements Fact, InBlock, OfCell {
        public ForkRejected {
            Parts.between(1, Bounds.LAST_BLOCK, block, "block");
            Parts.name(cell, "cell");
            reason = Parts.said(reason, "reason");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.forkRejected(this);
        }
    }

    /**
     * A server died or could not be reached while something was done with it. What that interrupted counts for nothing, and is done again.
     *
     * @param reason in one line
     * @param restarted whether it is another process now than before; false, too, when that is not known
     * @param returned whether it is there again and is measured on; else its cells are given up for the rest of the agent's session
     */
    record ServerLost(Topology topology, String server, String reason, boolean restarted, boolean returned)
            implements Fact {
        public ServerLost {
            Parts.present(topology, "topology");
            Parts.name(server, "server");
            reason = Parts.said(reason, "reason");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.serverLost(this);
        }
    }

    /**
     * Round-trip times from the client host to a server.
     *
     * @param block before which block; one more than the last block: after it
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
            Parts.present(topology, "topology");
            Parts.name(server, "server");
            Parts.between(0, Bounds.LAST_BLOCK, block, "block");
            Parts.present(method, "method");
            micros = Parts.microsOfAll(micros, Bounds.MOST_SAMPLES, "micros");
            unavailable = Parts.saidIfAny(unavailable);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.rttMeasured(this);
        }
    }

    /**
     * Why a row gets a block, or why it gets no more.
     *
     * @param block that was decided on
     * @param more whether the row is in it
     */
    record Decided(String row, int block, boolean more, String decision) implements Fact, InBlock {
        public Decided {
            Parts.name(row, "row");
            Parts.between(1, Bounds.LAST_BLOCK, block, "block");
            decision = Parts.said(decision, "decision");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.decided(this);
        }
    }

    /**
     * How long single operations took, in a JVM of its own after the blocks: the service time of a closed loop, not what a client would
     * wait that comes when it likes.
     *
     * @param times null when they could not be measured
     * @param unavailable why not; null when they were
     */
    record ServiceTimeMeasured(
            String cell,
            Instant startedAt,
            @Nullable ServiceTime times,
            @Nullable String unavailable) implements Fact, OfCell {
        public ServiceTimeMeasured {
            Parts.name(cell, "cell");
            Parts.time(startedAt, "startedAt");
            unavailable = Parts.saidIfAny(unavailable);
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.serviceTimeMeasured(this);
        }
    }

    /**
     * A host is unsuitable for measuring.
     *
     * @param host its name in the plan
     * @param reasons at least one, a line each
     */
    record HostUnfit(String host, List<String> reasons) implements Fact {
        public HostUnfit {
            Parts.name(host, "host");
            reasons = Parts.texts(reasons, Bounds.MOST_ITEMS, "reasons");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.hostUnfit(this);
        }
    }

    /** Something that a reader of the results must know. */
    record Note(String text) implements Fact {
        public Note {
            text = Parts.said(text, "text");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.note(this);
        }
    }

    /** The source will write no more. */
    record RunFinished(String outcome) implements Fact {
        public RunFinished {
            outcome = Parts.said(outcome, "outcome");
        }

        @Override
        public void accept(FactVisitor visitor) {
            visitor.runFinished(this);
        }
    }
}
