package dev.jdbcbench.session;

import dev.jdbcbench.driver.Session;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.preparation.AgentAccount;
import dev.jdbcbench.preparation.AgentFiles;
import dev.jdbcbench.site.Leases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Everything needed to start an agent.
 *
 * @param run a copy of the run's directory: the agent continues the events in it, and a bench on another machine can
 *     adopt the run from it
 * @param session supplies the session file; called once the agent's directories exist
 * @param java the path of java on its host
 * @param prefix command prefix that pins the agent; may be empty
 * @param role whether it is the only agent, or one of several
 */
public record AgentStart(
        RunCopy run, Supplier<Session> session, String java, AgentFiles files, List<String> prefix, Role role) {
    public AgentStart {
        prefix = List.copyOf(prefix);
    }

    /**
     * The role of an agent in its run.
     *
     * @param several whether there are several agents, which send lines to each other
     * @param follows its client's name if it follows the first client's agent; empty if it is in charge
     */
    public record Role(boolean several, Optional<String> follows) {
        /** The agent in charge. */
        public static Role first(boolean several) {
            return new Role(several, Optional.empty());
        }

        /** The agent of a further client. */
        public static Role of(String client) {
            return new Role(true, Optional.of(client));
        }
    }

    /**
     * Starts the agent, which then survives the loss of the connection.
     *
     * @param directory a directory that {@link HostScript#begin} created
     * @param launching called immediately before the start
     */
    public void in(HostScript script, String directory, Runnable launching) {
        Host host = script.host();
        script.makeDirectories(directory, "secret", "tmp");
        run.writeTo(host, directory);
        host.write(sessionFile(directory), session.get().toProperties());
        if (role.several()) {
            host.require(
                    "make the files for lines to other clients",
                    Command.of(
                            "sh", "-c", "cd \"$1\" && umask 077 && : >from-clients && : >to-clients", "sh", directory));
        }
        AgentAccount account = AgentAccount.on(host);
        account.handOver(host, directory);
        List<String> words = new ArrayList<>(prefix);
        words.addAll(List.of("env", Session.VARIABLE + "=" + sessionFile(directory)));
        if (account.separate()) {
            // Run in tmp: JVMs write files into their working directory, usually when they crash.
            words.addAll(List.of("sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", directory + "/tmp"));
        }
        // Checking a scenario may keep 100 MB of rows as driver objects; later the measured JVMs need that memory.
        List<String> jvmArgs = List.of(
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", // a busy compiler of the agent would disturb the measured JVMs
                "-XX:MinHeapFreeRatio=5",
                "-XX:MaxHeapFreeRatio=10",
                "-Djava.io.tmpdir=" + directory + "/tmp",
                "-Djna.tmpdir=" + directory + "/tmp");
        List<String> verb = new ArrayList<>(
                List.of(role.follows().isPresent() ? "follow" : "run", directory, AgentFiles.directory(script)));
        role.follows().ifPresent(verb::add);
        words.addAll(
                files.agent(script, java, jvmArgs, verb.toArray(String[]::new)).words());
        launching.run();
        // The first agent's events contain what a further client measures.
        HostScript.WhenAbandoned fate =
                role.follows().isPresent() ? HostScript.WhenAbandoned.REMOVE : whenAbandoned(host);
        script.launch(directory, Leases.DURATION, fate, Command.of(words));
    }

    /** On this machine bench copies every event at once; on another host the directory may hold the only copy. */
    private static HostScript.WhenAbandoned whenAbandoned(Host host) {
        return host.local() ? HostScript.WhenAbandoned.REMOVE : HostScript.WhenAbandoned.KEEP;
    }

    /** Describes, for a message, what stays on a host until the agent's directory is removed. */
    public static String left(HostScript script, String directory) {
        HostScript.WhenAbandoned fate = whenAbandoned(script.host());
        return "agent " + script.unattended(directory, Leases.DURATION, fate)
                + (fate == HostScript.WhenAbandoned.KEEP ? ", and ./bench collect fetches what it measured" : "");
    }

    /** The path of the session file in an agent's directory. */
    private static String sessionFile(String directory) {
        return directory + "/secret/session.properties";
    }
}
