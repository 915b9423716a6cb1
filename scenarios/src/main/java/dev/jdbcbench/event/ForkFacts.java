package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.load.ClientShare;
import dev.jdbcbench.load.ForkLoad;
import dev.jdbcbench.load.Share;
import dev.jdbcbench.run.Profile;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The life of the measured JVMs, alone and in groups. */
public interface ForkFacts {
    /** The JVMs of a row are about to start, one for each cell, to be measured in turns. */
    record GroupStarted(int block, String row) implements Fact, Fact.InBlock {
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
            implements Fact, Fact.InBlock {
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
    record ForkStarted(int block, String cell) implements Fact, Fact.InBlock, Fact.OfCell {
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
            implements Fact, Fact.InBlock, Fact.OfCell {
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
            this(block, cell, startedAt, iterations, operations, secondary, noise, rtt, null, null, List.of());
        }

        @Override
        public boolean endsFork() {
            return true;
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
    record ForkFailed(int block, String cell, String reason, String log) implements Fact, Fact.InBlock, Fact.OfCell {
        public ForkFailed {
            PartCheck.between(0, Bounds.LAST_BLOCK, block, "block");
            PartCheck.name(cell, "cell");
            reason = PartCheck.message(reason, "reason");
            PartCheck.message(log, "log");
        }

        @Override
        public boolean endsFork() {
            return block > 0;
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
    record ForkRejected(int block, String cell, String reason) implements Fact, Fact.InBlock, Fact.OfCell {
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
}
