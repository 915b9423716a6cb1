package dev.jdbcbench.clients;

import com.google.auto.service.AutoService;
import dev.jdbcbench.agent.group.MeasuringHosts;
import dev.jdbcbench.agent.group.SeveralClients;
import dev.jdbcbench.agent.server.DriverLoader;
import dev.jdbcbench.run.Plan;
import java.io.IOException;
import java.nio.file.Path;

/** The part of the agent: of the first client, and of the further ones. */
@AutoService(SeveralClients.class)
public final class ClientsOfAgent implements SeveralClients {
    @Override
    public MeasuringHosts of(Plan plan, Path work) {
        return new FurtherClients(plan, work);
    }

    @Override
    public void follow(Plan plan, Path work, DriverLoader drivers, String client)
            throws IOException, InterruptedException {
        new Follower(plan, work, drivers, client).carryOut();
    }
}
