package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.driver.PartCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is found out about a cell besides the measurements of its forks. */
public interface CellFacts {
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
     * @param floorOf key of the cell whose floor is also this one, because both send the same bytes; null when it is no floor, or is
     *     measured itself
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
            Double pinnedPerOp,

            @MayBeMissing @Nullable String floorOf)
            implements Fact, Fact.OfCell {

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
     * @param own what the driver's own code costs; null when it was not requested, or in files of versions that did not look
     */
    record CellExplained(
            String cell,
            @Nullable Exchange exchange,
            @Nullable String unavailable,

            @JsonProperty(isRequired = OptBoolean.FALSE) @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            OwnCost own)
            implements Fact, Fact.OfCell {
        /** Without own. */
        public CellExplained(String cell, @Nullable Exchange exchange, @Nullable String unavailable) {
            this(cell, exchange, unavailable, null);
        }

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
            @Nullable String unavailable) implements Fact, Fact.OfCell {
        public ServiceTimeMeasured {
            PartCheck.name(cell, "cell");
            PartCheck.time(startedAt, "startedAt");
            unavailable = PartCheck.messageIfAny(unavailable);
        }

        @Override
        public boolean endsFork() {
            return times != null;
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
            @Nullable String unavailable) implements Fact, Fact.OfCell {
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
}
