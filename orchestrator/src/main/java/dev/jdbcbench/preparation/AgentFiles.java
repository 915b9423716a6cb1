package dev.jdbcbench.preparation;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Wiring;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.host.Account;
import dev.jdbcbench.host.Checksum;
import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.HostScript;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The jars that a client host needs: the agent's and the drivers'. On a host they are in one directory, under names
 * that begin with their checksum, so several builds and versions can coexist.
 */
public final class AgentFiles {
    /** System property that names another agent directory than the one built with this orchestrator. */
    private static final String PROPERTY = "bench.agent";

    private final List<Driver.Jar> agent = new ArrayList<>();
    private final List<Driver> drivers = new ArrayList<>();
    private final Map<Driver.Jar, Path> paths = new LinkedHashMap<>();

    /** Finds the agent beside the orchestrator, and resolves the drivers and what the transports need. */
    public AgentFiles(Artifacts artifacts, List<DriverSpec> specs, Collection<Transport> transports) {
        Path directory = agentDirectory();
        try (Stream<Path> libraries = Files.list(directory.resolve("lib"))) {
            agent.add(jar(directory.resolve("agent.jar")));
            libraries.sorted().forEach(library -> agent.add(jar(library)));
            AgentPart.jars().forEach(part -> agent.add(jar(part)));
        } catch (IOException e) {
            throw new IllegalStateException("the agent was not built: run mvn package", e);
        }
        for (DriverSpec spec : specs) {
            List<Driver.Jar> jars = new ArrayList<>();
            spec.jar().ifPresent(build -> jars.add(jar(build.path())));
            spec.artifacts().forEach(coordinates -> jars.add(jar(artifacts.resolve(coordinates))));
            requireClass(spec, jars);
            Map<Transport, List<Driver.Jar>> libraries = new TreeMap<>();
            for (Transport transport : transports) {
                List<Driver.Jar> needed = spec.rules().libraries(spec.version(), transport).stream()
                        .map(coordinates -> jar(artifacts.resolve(coordinates)))
                        .toList();
                if (!needed.isEmpty()) {
                    libraries.put(transport, needed);
                }
            }
            drivers.add(new Driver(
                    spec.label(), spec.kind(), spec.version(), spec.options(), jars, libraries, spec.wiring()));
        }
    }

    /** Reports a misspelled driver class before anything connects. */
    private void requireClass(DriverSpec spec, List<Driver.Jar> jars) {
        Wiring wiring = spec.wiring();
        if (wiring == null) {
            return;
        }
        List<Path> files =
                jars.stream().map(jar -> Objects.requireNonNull(paths.get(jar))).toList();
        for (Path file : files) {
            try {
                if (wiring.isIn(file)) {
                    return;
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file, e);
            }
        }
        throw new Failure.Input(
                "driver " + spec.label() + " has no class " + wiring.driverClass(),
                files.stream().map(file -> "it is not in " + file.getFileName()).toList(),
                "Correct `class:` or `coordinates:` of drivers." + spec.label() + " in the hosts file.");
    }

    private static Path agentDirectory() {
        String named = System.getProperty(PROPERTY);
        if (named != null) {
            return Path.of(named);
        }
        try {
            // In the output of a module of the checkout: its classes, its jar, or a library beside that.
            Path own = Path.of(AgentFiles.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path checkout = own;
            while (checkout.getParent() != null && !Files.isDirectory(checkout.resolve("agent/target"))) {
                checkout = checkout.getParent();
            }
            return checkout.resolve("agent/target");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private Driver.Jar jar(Path file) {
        try {
            Driver.Jar jar = new Driver.Jar(String.valueOf(file.getFileName()), Sha256.of(file));
            paths.put(jar, file);
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** The drivers with their jars, in the order in which the user named them. */
    public List<Driver> drivers() {
        return List.copyOf(drivers);
    }

    /** Sets the version of the reference program once it is known. */
    void foundReference(String version) {
        drivers.replaceAll(driver -> driver.kind().reference()
                ? new Driver(
                        driver.label(),
                        driver.kind(),
                        version,
                        driver.options(),
                        driver.jars(),
                        driver.libraries(),
                        driver.wiring())
                : driver);
    }

    /** Uploads all jars that the host does not have yet. */
    public void upload(HostScript script) {
        List<String> missing = missing(script);
        paths.forEach((jar, file) -> {
            if (missing.contains(remote(script, jar))) {
                script.host().upload(file, remote(script, jar));
            }
        });
        AgentAccount.on(script.host()).letRead(script.host(), directory(script));
    }

    /** The paths of the jars that a host does not have yet. */
    public List<String> missing(HostScript script) {
        Map<String, String> wanted = new LinkedHashMap<>();
        paths.keySet().forEach(jar -> wanted.put(remote(script, jar), jar.sha256()));
        wanted.keySet().removeAll(Checksum.present(script.host(), wanted));
        return List.copyOf(wanted.keySet());
    }

    /** Removes these jars from a host again, and their directory if it is then empty. */
    public void remove(HostScript script, List<String> jars) {
        if (!jars.isEmpty()) {
            List<String> words = new ArrayList<>(
                    List.of("sh", "-c", "rm -f -- \"$@\" && { rmdir \"${1%/*}\" 2>/dev/null || :; }", "sh"));
            words.addAll(jars);
            script.host().require("remove jars", Command.of(words));
        }
    }

    private static String remote(HostScript script, Driver.Jar jar) {
        return directory(script) + "/" + jar.storedName();
    }

    /** Whether all jars are on a host. */
    boolean areOn(HostScript script) {
        return missing(script).isEmpty();
    }

    /** The directory of the jars on a host. */
    public static String directory(HostScript script) {
        return script.cache() + "/jars";
    }

    /** The command that runs the agent on a host with these arguments, under the agent's account. */
    public Command agent(HostScript script, String java, String... args) {
        return agent(script, java, List.of(), args);
    }

    /**
     * Removes secrets from the environment of a command: driver code can see it. Needed only on this machine; commands
     * over SSH and processes launched by the script do not inherit this environment.
     */
    static Command withoutSecrets(HostScript script, Command command) {
        if (!script.host().local()) {
            return command;
        }
        if (!script.host().program().isEmpty()) {
            return command.withPrefix(script.host().ask(command, "bare").words());
        }
        List<String> words = new ArrayList<>(List.of("env", "-i"));
        for (String name : List.of("PATH", "HOME", "LANG", "LC_ALL", "TZ")) {
            String value = System.getenv(name);
            if (value != null) {
                words.add(name + "=" + value);
            }
        }
        return command.withPrefix(words);
    }

    /** Like {@link #agent(HostScript, String, String...)}, with additional JVM arguments. */
    public Command agent(HostScript script, String java, List<String> jvmArgs, String... args) {
        String classPath = String.join(
                script.host().local() ? File.pathSeparator : ":",
                agent.stream()
                        .map(jar -> directory(script) + "/" + jar.storedName())
                        .toList());
        AgentAccount account = AgentAccount.on(script.host());
        List<String> words = new ArrayList<>(account.words());
        words.addAll(List.of(java, "-XX:-UsePerfData"));
        if (account.separate()) {
            words.add("-Duser.name=uid "
                    + Account.AGENT.id()); // an ID without a user name; the agent shows others who occupies the host
        }
        words.addAll(jvmArgs);
        words.addAll(List.of("-cp", classPath, "dev.jdbcbench.agent.Agent"));
        words.addAll(List.of(args));
        return Command.of(words);
    }
}
