package dev.jdbcbench.event;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * The content of an {@link Event}. The kinds are listed by what they are about, and all are members of this type. Code for
 * which every kind matters is a {@link FactVisitor}; code for one kind asks an event for it, see {@link Event#as}.
 */
@JsonIgnoreProperties("schema") // part of the event
public sealed interface Fact extends RunFacts, CellFacts, ForkFacts, ServerPathFacts
        permits RunFacts.RunStarted,
                RunFacts.SessionStarted,
                CellFacts.CellChecked,
                CellFacts.CellExplained,
                ServerPathFacts.BandwidthMeasured,
                RunFacts.BlockStarted,
                ForkFacts.GroupStarted,
                ForkFacts.GroupFinished,
                ForkFacts.ForkStarted,
                ForkFacts.ForkFinished,
                ForkFacts.ForkFailed,
                ForkFacts.ForkRejected,
                ServerPathFacts.ServerLost,
                ServerPathFacts.ClientLost,
                ServerPathFacts.RttMeasured,
                RunFacts.Decided,
                CellFacts.ServiceTimeMeasured,
                CellFacts.CellProfiled,
                RunFacts.HostUnfit,
                ServerPathFacts.TablesFilled,
                RunFacts.Note,
                RunFacts.RunFinished {
    /** Calls the visitor's method for this kind of fact. */
    void accept(FactVisitor visitor);

    /** Whether it is the end of a planned measured JVM, successful or not: what every report counts as an ended fork. */
    default boolean endsFork() {
        return false;
    }

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
}
