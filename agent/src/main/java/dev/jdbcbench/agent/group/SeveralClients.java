package dev.jdbcbench.agent.group;

import dev.jdbcbench.agent.server.DriverLoader;
import dev.jdbcbench.run.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ServiceLoader;

/** Several clients that measure together: a service that an extension provides. */
public interface SeveralClients {
    /** The clients of a plan, for the agent of the first one. */
    MeasuringHosts of(Plan plan, Path work);

    /** Measures as one of the further clients until this JVM ends. */
    void follow(Plan plan, Path work, DriverLoader drivers, String client) throws IOException, InterruptedException;

    /** That on the class path; the orchestrator makes sure that there is one. */
    static SeveralClients provided() {
        return ServiceLoader.load(SeveralClients.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("this agent lacks the extension clients"));
    }
}
