package dev.jdbcbench.preparation;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.Outcome;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Swept;
import dev.jdbcbench.site.Leases;
import dev.jdbcbench.site.OnlyWarnings;
import dev.jdbcbench.site.Progress;
import dev.jdbcbench.site.Undo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Runs the agent's program on the client host to check the servers of a plan without measuring: who can log in, and
 * which schemas are left over.
 */
public final class Logins {
    private final HostScript client;
    private final AgentFiles files;
    private final String java;
    private final Progress progress;

    public Logins(HostScript client, AgentFiles files, String java, Progress progress) {
        this.client = client;
        this.files = files;
        this.java = java;
        this.progress = progress;
    }

    /** The result of an attempt. */
    public enum Status {
        OK,
        UNSUPPORTED,
        FAILED;

        private static boolean known(String word) {
            return Arrays.stream(values()).anyMatch(status -> status.name().equalsIgnoreCase(word));
        }
    }

    /**
     * One driver's attempt to log in to one server.
     *
     * @param said the server's version, or why it failed
     */
    public record Attempt(String topology, String server, String driver, Status status, String said) {
        /** What the driver can do, in one line. */
        public String words() {
            return driver
                    + switch (status) {
                        case OK -> " logs in to " + said;
                        case UNSUPPORTED -> " cannot talk to it: " + said;
                        case FAILED -> ": " + said;
                    };
        }

        @Override
        public String toString() {
            return topology + " " + server + ": " + words();
        }
    }

    /**
     * The number of connections that an external server allows.
     *
     * @param allowed the limit for all users, or for this user
     * @param open number of connections of others
     */
    public record Connections(String topology, String server, long allowed, long open) {}

    /** The answers of the servers. */
    public record Answers(List<Attempt> attempts, List<Connections> connections) {
        public Answers {
            attempts = List.copyOf(attempts);
            connections = List.copyOf(connections);
        }
    }

    /** Logs in to each server with each driver. */
    public List<Attempt> attempts(Plan plan, Instances instances) {
        return answers(plan, instances).attempts();
    }

    /** Logs in to each server with each driver, and asks external servers how many connections they allow. */
    public Answers answers(Plan plan, Instances instances) {
        List<Attempt> attempts = new ArrayList<>();
        List<Connections> connections = new ArrayList<>();
        for (String line : ask("probe", plan, instances, List.of())) {
            List<String> parts = List.of(line.split("\t", 5));
            if (parts.size() == 5
                    && parts.get(2).equals("connections")
                    && (parts.get(3) + parts.get(4)).matches("[0-9]{2,18}")) {
                connections.add(new Connections(
                        parts.get(0), parts.get(1), Long.parseLong(parts.get(3)), Long.parseLong(parts.get(4))));
            }
            if (parts.size() == 5 && Status.known(parts.get(3))) {
                attempts.add(new Attempt(
                        parts.get(0),
                        parts.get(1),
                        parts.get(2),
                        Status.valueOf(parts.get(3).toUpperCase(Locale.ROOT)),
                        parts.get(4)));
            }
        }
        return new Answers(attempts, connections);
    }

    /**
     * A schema of an external server that looks like bench's.
     *
     * @param outcome what became of it
     * @param text server and schema, in words
     */
    public record Schema(Swept outcome, String text) {}

    /** Drops the schemas that these runs left in external servers, and finds the ones of others. */
    public List<Schema> sweep(Plan plan, Instances instances, List<String> runs) {
        List<Schema> schemas = new ArrayList<>();
        for (String line : ask("sweep", plan, instances, runs)) {
            List<String> parts = List.of(line.split("\t", 3));
            Arrays.stream(Swept.values())
                    .filter(outcome -> parts.size() == 3 && outcome.name().equalsIgnoreCase(parts.get(0)))
                    .map(outcome -> new Schema(outcome, parts.get(1) + ": " + parts.get(2)))
                    .forEach(schemas::add);
        }
        return schemas;
    }

    private List<String> ask(String verb, Plan plan, Instances instances, List<String> runs) {
        return inDirectory(client, plan.run(), verb, progress, work -> {
            client.makeDirectories(work, "tmp");
            client.host().write(work + "/plan.json", Json.pretty(plan));
            client.host().write(work + "/tmp/runs", String.join("\n", runs));
            String session = instances.session(work).toProperties();
            AgentAccount.on(client.host()).handOver(client.host(), work);
            Command agent = files.agent(
                            client,
                            java,
                            List.of("-Xmx256m", "-Djava.io.tmpdir=" + work + "/tmp"),
                            verb,
                            work,
                            AgentFiles.directory(client))
                    .reading(session);
            Outcome outcome = client.host().run(AgentFiles.withoutSecrets(client, agent));
            if (!outcome.ok()) {
                throw new Failure.Command(
                        "cannot query the servers from " + client.host().name(),
                        "$ " + agent + "\n" + outcome.lastLines(),
                        "The lines above are the output of the agent.",
                        null);
            }
            return outcome.out().lines().toList();
        });
    }

    /** Works in a directory of a run on a host, which is removed in the end: also after Ctrl-C, and if it was only begun. */
    static <T> T inDirectory(HostScript script, String run, String role, Progress progress, Function<String, T> work) {
        String directory = script.directory(run, role);
        try (Undo undo = new Undo(new OnlyWarnings(progress))) {
            undo.add(
                    "remove " + directory + " on " + script.host().name(),
                    script.unattended(directory, Leases.DURATION, HostScript.WhenAbandoned.KEEP),
                    () -> script.discardOwn(run, role));
            return work.apply(script.begin(run, role, Leases.DURATION));
        }
    }
}
