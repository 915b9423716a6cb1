package dev.jdbcbench.agent;

import dev.jdbcbench.load.Share;
import dev.jdbcbench.run.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The further clients that measure together with this host; none in a run with one client. */
final class Clients {
    /** Longer than the orchestrator needs to notice a broken connection, reconnect and start an agent. */
    private static final Duration RETURN = Duration.ofMinutes(3);

    private final List<RemoteClient> further = new ArrayList<>();
    private final Map<String, RemoteClient> byName = new HashMap<>();
    private final Share own;

    /** The clients of a plan. Listens to them until this JVM ends. */
    Clients(Plan plan, Path work) {
        List<String> names = plan.clients();
        own = names.isEmpty() ? Share.ALL : new Share(names.get(0), 0, names.size());
        if (names.isEmpty()) {
            return;
        }
        Mailbox mailbox = new Mailbox(work);
        for (int i = 1; i < names.size(); i++) {
            RemoteClient client = new RemoteClient(new Share(names.get(i), i, names.size()), mailbox);
            further.add(client);
            byName.put(client.name(), client);
        }
        mailbox.listen(this::received);
    }

    /** A client did not come back, so nothing more can be measured. */
    static final class MissingException extends Exception {
        private static final long serialVersionUID = 1L;

        MissingException(String message) {
            super(message);
        }
    }

    private void received(String line) {
        int blank = line.indexOf(' ');
        RemoteClient client = blank < 0 ? null : byName.get(line.substring(0, blank));
        if (client == null) {
            System.err.println("a line of a client that the plan does not have");
        } else {
            client.received(line.substring(blank + 1));
        }
    }

    /** This host's share of each cell. */
    Share own() {
        return own;
    }

    /** All clients except this host. */
    List<RemoteClient> further() {
        return List.copyOf(further);
    }

    /**
     * Waits until all clients are present.
     *
     * @throws MissingException when a client does not appear in time
     */
    void await() throws MissingException, InterruptedException {
        for (RemoteClient client : further) {
            Optional<String> why = client.absent(RETURN);
            if (why.isPresent()) {
                throw new MissingException("the client " + client.name() + " did not come back within "
                        + RETURN.toMinutes() + " min: " + why.get());
            }
        }
    }

    /** Ends the group on all clients without waiting; the next group waits until it has ended. */
    void abandon() {
        for (RemoteClient client : further) {
            try {
                client.ask("ABANDON");
            } catch (IOException e) {
                System.err.println("cannot end the group on " + client.name() + ": " + e.getMessage());
            }
        }
    }
}
