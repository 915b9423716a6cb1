package dev.jdbcbench.agent.operation;

import dev.jdbcbench.agent.server.TimeLimits;
import dev.jdbcbench.agent.turn.Reference;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.run.Cell;
import dev.jdbcbench.run.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The cells of a plan that are measured with a reference program instead of a JDBC driver. */
public final class References {
    private static final Duration LIMIT = TimeLimits.LONG;

    private final Plan plan;
    private final Session session;
    private final Path directory;

    /**
     * References of this plan.
     *
     * @param directory directory for the files of all references
     */
    public References(Plan plan, Session session, Path directory) {
        this.plan = plan;
        this.session = session;
        this.directory = directory;
    }

    /** Whether a cell is measured with a reference. */
    public boolean includes(Cell cell) {
        return plan.driver(cell).kind().reference();
    }

    /** Starts the reference of a cell for single operations. */
    public SingleOperations alone(Cell cell) throws CellWork.FailedException, InterruptedException {
        return alone(cell, session.endpoint(cell.topology().id(), cell.server()));
    }

    /** Starts the reference of a cell for single operations on the server at this endpoint. */
    public SingleOperations alone(Cell cell, Session.Endpoint endpoint)
            throws CellWork.FailedException, InterruptedException {
        try {
            return SingleOperations.of(
                    of(cell).orElseThrow().through(endpoint), Files.createDirectories(directory), LIMIT);
        } catch (IOException e) {
            throw new CellWork.FailedException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The reference of a cell; empty for the cell of a driver. */
    public Optional<Reference> of(Cell cell) throws IOException {
        if (!includes(cell)) {
            return Optional.empty();
        }
        Path own = directory.resolve("reference-" + plan.measured().indexOf(cell));
        Session.Endpoint endpoint = session.endpoint(cell.topology().id(), cell.server());
        return Optional.of(Reference.source().of(cell, endpoint, Files.createDirectories(own)));
    }
}
