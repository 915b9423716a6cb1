package dev.jdbcbench.session;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.site.Progress;
import java.time.Clock;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** The lines between the agents of several clients: a service that an extension provides. */
public interface ClientLines {
    /** A further client: where its agent runs, and the action that starts it there in a fresh directory. */
    record Client(Host host, String directory, Runnable launch) {}

    /** Carries lines. */
    interface Relay {
        /**
         * Adds a further client, and starts its agent.
         *
         * @throws Failure if it cannot be started
         */
        void add(Client client);

        /** Starts relaying. The first agent must have been started. */
        void begin();

        /** Ends the relay but not the agents. */
        void end();
    }

    /**
     * Creates a relay that is not started.
     *
     * @param first the host of the first client's agent
     * @param directory the directory of that agent
     * @param notes receives notes for the run's events
     */
    Relay between(Host first, String directory, Progress progress, Clock clock, Consumer<String> notes);

    /**
     * That on the class path.
     *
     * @throws Failure.Input if there is none
     */
    static ClientLines provided() {
        return ServiceLoader.load(ClientLines.class)
                .findFirst()
                .orElseThrow(() -> new Failure.Input(
                        "cannot measure on several clients",
                        List.of("this bench lacks the extension clients, which measures on them together"),
                        "Name one client with --clients, or add the jar of that extension to the class path."));
    }
}
