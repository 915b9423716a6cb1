package dev.jdbcbench.agent.turn;

import dev.jdbcbench.driver.Session;
import dev.jdbcbench.load.Schedule;
import dev.jdbcbench.load.TurnLoad;
import dev.jdbcbench.run.Cell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ServiceLoader;

/** A program as a cell of a row: it takes turns with the measured JVMs, and speaks their protocol. */
public interface Reference {
    /** Makes references: a service that an extension provides. */
    interface Source {
        /**
         * A reference that has not been started.
         *
         * @param endpoint its server
         * @param directory directory for its files; only this user may have access
         */
        Reference of(Cell cell, Session.Endpoint endpoint, Path directory);
    }

    /** The source on the class path; the orchestrator makes sure that there is one. */
    static Source source() {
        return ServiceLoader.load(Source.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("this agent lacks the extension sysbench"));
    }

    /** The same reference with another address of its server. */
    Reference through(Session.Endpoint other);

    /**
     * Starts the program.
     *
     * @param index index in its group
     * @param turns the socket for its turns
     * @param threads number of its connections
     * @param closed length of a closed loop
     * @param turn length of a turn under open load
     * @param seed seed of its random numbers
     */
    Process start(int index, Path turns, int threads, Duration closed, Duration turn, long seed) throws IOException;

    /** Receives the arrivals of its next turn, which is under open load. */
    void arrive(Schedule next) throws IOException;

    /**
     * The times of its last turn, which was under open load.
     *
     * @throws IOException when times of an arrival are missing
     */
    TurnLoad load() throws IOException;
}
