package dev.jdbcbench.database;

import dev.jdbcbench.certificate.SelfSigned;
import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Account;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A MariaDB or MySQL instance of bench's own. It has its own data directory, port, socket and configuration, never runs
 * as root, and is bound to one address. Its only user can connect only from the client's address and access only one
 * schema. The accounts of a new data directory, administrators included, are removed.
 */
public final class PrivateServer {
    /** Name of both the schema and its user. */
    private static final String NAME = "bench";

    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    /** The longest path of a Unix socket, less the final NUL. */
    private static final int SOCKET_PATH_LIMIT = 107;

    private static final int PORT_ATTEMPTS = 5;

    /** Offset of exit codes: a process ended by a signal has 128 plus the signal number. */
    private static final int SIGNAL = 128;

    private static final int KILLED = SIGNAL + 9;
    private final HostScript script;
    private final String directory;
    private final Endpoint endpoint;

    private PrivateServer(HostScript script, String directory, Endpoint endpoint) {
        this.script = script;
        this.directory = directory;
        this.endpoint = endpoint;
    }

    /**
     * Starts a server and waits until it answers.
     *
     * @param undo receives each clean-up step before there is something to clean up
     * @throws Failure.Command when it does not start
     */
    public static PrivateServer start(HostScript script, ServerSettings order, UndoSink undo) {
        Host host = script.host();
        // Register the clean-up first, so an interrupt during creation removes the directory, too.
        String directory = script.directory(order.run(), order.role());
        undo.add(
                "remove the database on " + host.name() + " (" + directory + ")",
                "database " + order.spec().label() + " "
                        + script.unattended(directory, order.lease(), HostScript.WhenAbandoned.REMOVE),
                () -> script.discardOwn(order.run(), order.role()));
        script.begin(order.run(), order.role(), order.lease());
        boolean asRoot = Account.isRoot(host);
        Enclosure.Place place = new Enclosure.Place(script, order.run(), directory, order.cpus(), asRoot);
        host.require(
                "make the directories of the database",
                Command.of("sh", "-c", "cd \"$1\" && mkdir -m 700 data", "sh", directory));
        String socket = ServerSettings.socket(directory);
        if (socket.length() > SOCKET_PATH_LIMIT) {
            throw new Failure.Command(
                    "the path of the database's socket is too long on " + host.name(),
                    socket + " has more than " + SOCKET_PATH_LIMIT + " characters",
                    "Set XDG_CACHE_HOME there to a shorter path.",
                    null);
        }
        Optional<Integer> fixed = order.spec().port();
        fixed.filter(port -> Ports.taken(host).contains(port)).ifPresent(port -> {
            throw portTaken(host, port, order.spec().label());
        });
        initialise(order, new Enclosure.Place(script, order.run(), directory, Optional.empty(), asRoot));
        for (int attempt = 1; ; attempt++) {
            makeTransientDirectories(host, directory);
            int port = fixed.orElseGet(() -> Ports.free(host));
            Endpoint endpoint =
                    new Endpoint(order.address(), port, NAME, NAME, randomPassword(), order.offeredSocket(directory));
            host.write(directory + "/my.cnf", order.configuration(directory, port));
            host.write(directory + "/secret/init.sql", order.initialStatements(endpoint));
            if (order.needs().tls()) {
                SelfSigned certificate = SelfSigned.make();
                host.write(directory + "/secret/key.pem", certificate.key());
                host.write(directory + "/secret/cert.pem", certificate.certificate());
            }
            handOver(host, directory, asRoot);
            List<String> words = new ArrayList<>(order.binaries().environment());
            words.addAll(List.of(order.binaries().server(), "--defaults-file=" + directory + "/my.cnf"));
            Command command = order.binaries().enclosure().command(place, words);
            script.launch(directory, order.lease(), HostScript.WhenAbandoned.REMOVE, command);
            HostScript.Awaited awaited =
                    script.await(directory, ServerSettings.errorLog(directory), "ready for connections", START_LIMIT);
            if (awaited == HostScript.Awaited.FOUND) {
                // The user exists now, so a restarted server must not create it again.
                host.require(
                        "remove the statements that made the user",
                        Command.of(
                                "sh",
                                "-c",
                                "cd \"$1\" && sed -i '\\|^init-file = .*/secret/init.sql$|d' my.cnf && rm -f secret/init.sql",
                                "sh",
                                directory));
                script.revive(directory);
                return new PrivateServer(script, directory, endpoint);
            }
            String log = errors(host, directory, "tail");
            if (log.contains("Address already in use") && fixed.isEmpty() && attempt < PORT_ATTEMPTS) {
                continue;
            }
            if (log.contains("Address already in use")) {
                throw portTaken(host, port, order.spec().label());
            }
            throw new Failure.Command(
                    "cannot start " + order.binaries().version() + " on " + host.name() + " (" + order.address() + ":"
                            + port
                            + "): "
                            + (awaited == HostScript.Awaited.ENDED
                                    ? "it ended"
                                    : "not ready after " + START_LIMIT.toSeconds() + " s"),
                    "$ " + command + "\n" + log,
                    hint(log, order),
                    null);
        }
    }

    /** Collects clean-up steps. */
    @FunctionalInterface
    public interface UndoSink {
        /**
         * Adds one step.
         *
         * @param left one line for the user: what stays on the host until then, where, and what happens to it
         */
        void add(String what, String left, Runnable undo);
    }

    /** The server's address and credentials. */
    public Endpoint endpoint() {
        return endpoint;
    }

    /** The server's directory on the host; the supervisor there needs its lease renewed. */
    public String directory() {
        return directory;
    }

    /** The host's script. */
    public HostScript script() {
        return script;
    }

    /** The path of the error log of a server in that directory. */
    public static String errorLog(String directory) {
        return ServerSettings.errorLog(directory);
    }

    /** How often and how the server in that directory has died, one text each; usually empty. */
    public static List<String> deaths(HostScript script, String directory) {
        return script.ends(directory).stream()
                .map(code -> "ended with exit status " + code
                        + (code > SIGNAL ? " (signal " + (code - SIGNAL) + (code == KILLED ? ", KILL)" : ")") : ""))
                .toList();
    }

    /** The path of the noise log that the supervisor of a server in that directory writes. */
    public static String noiseLog(String directory) {
        return directory + "/noise.log";
    }

    /** Creates the directories that do not outlive a process, and removes what the last process left behind. */
    private static void makeTransientDirectories(Host host, String directory) {
        host.require(
                "make the directories of the database",
                Command.of(
                        "sh",
                        "-c",
                        "cd \"$1\" && rm -f exit pid out.log data/error.log noise.log && mkdir -m 700 -p secret tmp",
                        "sh",
                        directory));
    }

    /**
     * Gives the server's user its own files; files that root reads and writes there stay root's. The agent's user can
     * reach the socket and nothing else.
     */
    private static void handOver(Host host, String directory, boolean asRoot) {
        if (asRoot) {
            host.require(
                    "give the database's directories to its user",
                    Command.of(
                            "sh",
                            "-c",
                            "cd \"$1\" && chmod 711 . && chown -R \"$2:$2\" data tmp secret && chgrp \"$3\" tmp && chmod 710 tmp && { [ ! -e my.cnf ] || chmod 644 my.cnf; }",
                            "sh",
                            directory,
                            Account.DATABASE.id(),
                            Account.AGENT.id()));
        }
    }

    private static void initialise(ServerSettings order, Enclosure.Place place) {
        HostScript script = place.script();
        Host host = script.host();
        String directory = place.directory();
        makeTransientDirectories(host, directory);
        Optional<Enclosure.SetUp> setUp = order.binaries()
                .enclosure()
                .setUp(place, order.binaries().kind(), order.binaries().server());
        if (setUp.isPresent()) {
            setUp(order, place, setUp.get());
            return;
        }
        handOver(host, directory, place.asRoot());
        // Run it from its own directory: the script looks for files in the current one.
        List<String> words = new ArrayList<>(List.of(
                "sh",
                "-c",
                "cd \"$1\" && shift && exec \"$@\"",
                "sh",
                order.binaries().baseDirectory()));
        words.addAll(order.binaries().environment());
        words.addAll(ServerProgram.of(order.binaries()).initialise(order.binaries(), directory));
        Command command = order.binaries().enclosure().command(place, words);
        script.launch(directory, order.lease(), HostScript.WhenAbandoned.REMOVE, command);
        HostScript.Awaited awaited = script.await(directory, directory + "/exit", "^0$", START_LIMIT);
        if (awaited != HostScript.Awaited.FOUND) {
            throw notInitialised(order, place, command, awaited, errors(host, directory, "head"));
        }
    }

    private static Failure.Command notInitialised(
            ServerSettings order, Enclosure.Place place, Command command, HostScript.Awaited awaited, String log) {
        Host host = place.script().host();
        String exit = host.run(Command.query("cat", place.directory() + "/exit"))
                .out()
                .strip();
        return new Failure.Command(
                "cannot initialise the database on " + host.name() + ": "
                        + (awaited == HostScript.Awaited.TIMED_OUT
                                ? "not done after " + START_LIMIT.toSeconds() + " s"
                                : "exit status " + exit),
                "$ " + command + "\n" + log,
                hint(log, order) + " Is there room on the disk (df -h " + place.directory() + ")?",
                null);
    }

    /** Lets the enclosure initialise the data directory: starts it, and ends the server that it becomes. */
    private static void setUp(ServerSettings order, Enclosure.Place place, Enclosure.SetUp setUp) {
        HostScript script = place.script();
        Host host = script.host();
        String directory = place.directory();
        host.write(directory + "/my.cnf", order.firstConfiguration(directory));
        host.write(directory + "/secret/root", randomPassword());
        handOver(host, directory, place.asRoot());
        script.launch(directory, order.lease(), HostScript.WhenAbandoned.REMOVE, setUp.command());
        // A server that is just starting may ignore TERM.
        await(order, place, setUp, directory + "/out.log", setUp.done());
        await(order, place, setUp, ServerSettings.pidFile(directory), "[0-9]");
        script.halt(directory);
    }

    private static void await(
            ServerSettings order, Enclosure.Place place, Enclosure.SetUp setUp, String file, String text) {
        HostScript script = place.script();
        HostScript.Awaited awaited = script.await(place.directory(), file, text, START_LIMIT);
        if (awaited != HostScript.Awaited.FOUND) {
            String log = errors(script.host(), place.directory(), "tail");
            throw notInitialised(order, place, setUp.command(), awaited, log);
        }
        script.renew(List.of(place.directory())); // until the server answers, nothing else does
    }

    /** A random password of 192 bits. */
    public static String randomPassword() {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    private static Failure.Command portTaken(Host host, int port, String label) {
        return new Failure.Command(
                "port " + port + " is taken on " + host.name(),
                "another process listens there",
                Ports.hint(port, label),
                null);
    }

    private static String hint(String log, ServerSettings order) {
        if (log.contains("unknown variable") || log.contains("unknown option")) {
            return "Correct `options:` of servers." + order.spec().label() + " in the hosts file.";
        }
        if (log.contains("Cannot assign requested address")) {
            return "The host has no address " + order.address() + ". Correct its `dataAddress:` in the hosts file.";
        }
        if (log.contains("ermission denied") || log.contains("errno: 13") || log.contains("OS errno 13")) {
            return "AppArmor or SELinux may forbid it: they confine an installed server to its usual directories. Take"
                    + " `install: package`, `portable` or `archive`, which they do not confine.";
        }
        if (log.contains("No space left")) {
            return "Make room on the disk of the host.";
        }
        return "The lines above are from the server's own log.";
    }

    /**
     * The errors in the server's log, else some of its lines.
     *
     * @param part {@code tail}, or {@code head} of a script that ends with general advice
     */
    static String errors(Host host, String directory, String part) {
        String log = "cd \"$1\" && cat out.log data/error.log 2>/dev/null";
        String errors = host.run(Command.query("sh", "-c", log + " | grep -F '[ERROR]' | tail -n 12", "sh", directory))
                .out();
        return errors.isBlank()
                ? host.run(Command.query("sh", "-c", log + " | " + part + " -n 12", "sh", directory))
                        .out()
                : errors;
    }
}
