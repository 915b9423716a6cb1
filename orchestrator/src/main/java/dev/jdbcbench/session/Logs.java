package dev.jdbcbench.session;

import dev.jdbcbench.database.PrivateServer;
import dev.jdbcbench.event.EventLog;
import dev.jdbcbench.event.Fact;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.preparation.Instances;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.store.RunDirectory;

/** Fetches logs. They are optional: a run is complete without them. */
public final class Logs {
    private final RunDirectory run;
    private final Progress progress;

    /** Writes into the directory of a run. */
    public Logs(RunDirectory run, Progress progress) {
        this.run = run;
        this.progress = progress;
    }

    /** Fetches the logs of a private server and the noise log of its host, and notes whether the server died. */
    public void ofDatabase(HostScript script, String directory, Plan.Server planned, EventLog log) {
        Host host = script.host();
        fetch("how the database ended", () -> {
            for (String death : PrivateServer.deaths(script, directory)) {
                String said = "the database " + planned.server() + " of " + planned.topology() + " on " + host.name()
                        + " " + death + "; its log is logs/" + Instances.role(planned) + ".log";
                progress.warn(said);
                FullDisk.appendOrReport(log, progress, new Fact.Note(said));
            }
        });
        fetch(
                "the log of the database",
                () -> host.download(PrivateServer.errorLog(directory), run.logFile(Instances.role(planned) + ".log")));
        fetch(
                "the noise log",
                () -> host.download(
                        PrivateServer.noiseLog(directory), run.noiseLog(planned.topology(), planned.server())));
    }

    /** Fetches the logs of the agent and its forks. */
    public void ofAgent(AgentSession agent) {
        fetch("the logs of the agent", () -> agent.fetchLogs(run));
    }

    private void fetch(String what, Runnable download) {
        try {
            download.run();
        } catch (Failure.Interrupted | Failure.Host | Failure.Gone e) {
            throw e; // the clean-up waits for a lost connection
        } catch (Failure e) {
            progress.warn("cannot fetch " + what + ": " + e.getMessage() + ": " + e.why());
        }
    }
}
