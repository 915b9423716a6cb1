package dev.jdbcbench.clients;

import dev.jdbcbench.agent.group.GroupHosts;
import dev.jdbcbench.agent.group.MeasuringHosts;
import dev.jdbcbench.agent.group.Member;
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

/** The further clients that measure together with this host. */
final class FurtherClients implements MeasuringHosts {
    /** Longer than the orchestrator needs to notice a broken connection, reconnect and start an agent. */
    private static final Duration RETURN = Duration.ofMinutes(3);

    private final List<RemoteClient> further = new ArrayList<>();
    private final Map<String, RemoteClient> byName = new HashMap<>();
    private final Share own;

    /** The clients of a plan. Listens to them until this JVM ends. */
    FurtherClients(Plan plan, Path work) {
        List<String> names = plan.clients();
        own = new Share(names.get(0), 0, names.size());
        Mailbox mailbox = new Mailbox(work);
        for (int i = 1; i < names.size(); i++) {
            RemoteClient client = new RemoteClient(new Share(names.get(i), i, names.size()), mailbox);
            further.add(client);
            byName.put(client.name(), client);
        }
        mailbox.listen(this::received);
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

    @Override
    public GroupHosts group(Plan plan, Path temporary, String name, long seed, List<Member> members) {
        return new ClientsGroup(plan, this, temporary, name, seed, members);
    }

    /** All clients except this host. */
    List<RemoteClient> further() {
        return List.copyOf(further);
    }

    @Override
    public void await() throws MissingException, InterruptedException {
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
