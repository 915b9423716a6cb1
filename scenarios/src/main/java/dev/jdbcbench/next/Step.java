package dev.jdbcbench.next;

import dev.jdbcbench.event.Fact;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import java.util.List;

/** One step. */
public sealed interface Step {
    /** Calls the visitor's method for this kind of step. */
    <R> R accept(Visitor<R> visitor);

    /** Handles every kind of step. A visitor that lacks a new kind does not compile. */
    interface Visitor<R> {
        R measureRtt(MeasureRtt step);

        R checkCell(CheckCell step);

        R explainCell(ExplainCell step);

        R profileCell(ProfileCell step);

        R measureBandwidth(MeasureBandwidth step);

        R startBlock(StartBlock step);

        R runFork(RunFork step);

        R runGroup(RunGroup step);

        R log(Log step);

        R sampleServiceTime(SampleServiceTime step);

        R skipServiceTime(SkipServiceTime step);

        R finish(Finish step);
    }

    /** Measure the RTT to a server before {@code block}, or after the last block if {@code block} is one higher. */
    record MeasureRtt(int block, Plan.Server server) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.measureRtt(this);
        }
    }

    /** Run a cell's operation once and check the result, before anything is measured. */
    record CheckCell(Cell cell) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.checkCell(this);
        }
    }

    /** Count the round trips of a cell's operation, before anything is measured. */
    record ExplainCell(Cell cell) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.explainCell(this);
        }
    }

    /** Record where the time of a cell's operation goes, in a JVM that is not measured. */
    record ProfileCell(Cell cell) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.profileCell(this);
        }
    }

    /** Measure the bandwidth to a server. */
    record MeasureBandwidth(Plan.Server server) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.measureBandwidth(this);
        }
    }

    /** Log the start of a block. */
    record StartBlock(int block) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.startBlock(this);
        }
    }

    /**
     * Run one measured JVM.
     *
     * @param attempt from 1; higher after a failure or disturbance in this block
     */
    record RunFork(int block, Cell cell, int attempt) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.runFork(this);
        }
    }

    /**
     * Measure the cells of a row in turns, one JVM each.
     *
     * @param attempt from 1; higher after a JVM of the row failed in this block
     */
    record RunGroup(int block, String row, List<Cell> cells, int attempt) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.runGroup(this);
        }
    }

    /** Log a decision: on a row, that the last fork does not count, or that a host is unsuitable for measuring. */
    record Log(Fact fact) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.log(this);
        }
    }

    /** Run one JVM for the percentiles of a cell's service time. */
    record SampleServiceTime(Cell cell) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.sampleServiceTime(this);
        }
    }

    /** Log why a cell has no percentiles. */
    record SkipServiceTime(Cell cell, String reason) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.skipServiceTime(this);
        }
    }

    /** There is nothing left to do. */
    record Finish(Next.Outcome outcome) implements Step {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.finish(this);
        }
    }
}
