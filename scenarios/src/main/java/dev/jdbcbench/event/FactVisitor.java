package dev.jdbcbench.event;

/** Handles every kind of fact. A visitor that lacks a new kind does not compile. */
public interface FactVisitor {
    void runStarted(Fact.RunStarted fact);

    void sessionStarted(Fact.SessionStarted fact);

    void cellChecked(Fact.CellChecked fact);

    void cellExplained(Fact.CellExplained fact);

    void bandwidthMeasured(Fact.BandwidthMeasured fact);

    void blockStarted(Fact.BlockStarted fact);

    void groupStarted(Fact.GroupStarted fact);

    void groupFinished(Fact.GroupFinished fact);

    void forkStarted(Fact.ForkStarted fact);

    void forkFinished(Fact.ForkFinished fact);

    void forkFailed(Fact.ForkFailed fact);

    void forkRejected(Fact.ForkRejected fact);

    void serverLost(Fact.ServerLost fact);

    void clientLost(Fact.ClientLost fact);

    void serviceTimeMeasured(Fact.ServiceTimeMeasured fact);

    void cellProfiled(Fact.CellProfiled fact);

    void hostUnfit(Fact.HostUnfit fact);

    void rttMeasured(Fact.RttMeasured fact);

    void decided(Fact.Decided fact);

    void tablesFilled(Fact.TablesFilled fact);

    void note(Fact.Note fact);

    void runFinished(Fact.RunFinished fact);
}
