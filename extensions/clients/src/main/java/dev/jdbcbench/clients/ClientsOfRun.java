package dev.jdbcbench.clients;

import com.google.auto.service.AutoService;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.preparation.AgentPart;
import dev.jdbcbench.session.ClientLines;
import dev.jdbcbench.site.Progress;
import java.time.Clock;
import java.util.function.Consumer;

/** The part of the orchestrator. */
@AutoService({ClientLines.class, AgentPart.class})
public final class ClientsOfRun implements ClientLines, AgentPart {
    @Override
    public Relay between(Host first, String directory, Progress progress, Clock clock, Consumer<String> notes) {
        return new ClientRelay(first, directory, progress, clock, notes);
    }
}
