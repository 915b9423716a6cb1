package dev.jdbcbench.sysbench;

import com.google.auto.service.AutoService;
import dev.jdbcbench.agent.turn.Reference;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.run.Cell;
import java.nio.file.Path;

/** The part of the agent. */
@AutoService(Reference.Source.class)
public final class SysbenchOfAgent implements Reference.Source {
    @Override
    public Reference of(Cell cell, Session.Endpoint endpoint, Path directory) {
        return new SysbenchReference(cell, endpoint, directory);
    }
}
