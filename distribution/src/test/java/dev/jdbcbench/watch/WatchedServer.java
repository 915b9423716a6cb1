package dev.jdbcbench.watch;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerNeeds;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.PortableMariaDb;
import dev.jdbcbench.database.PrivateServer;
import dev.jdbcbench.database.ServerSettings;
import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.host.HostScript;
import dev.jdbcbench.host.LocalHost;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server on this machine that tests watch, and drivers for it. */
public final class WatchedServer implements AutoCloseable {
    private static final String ROLE = "watched";
    private static final Artifacts ARTIFACTS = new Artifacts((file, bytes, total) -> {});

    private final HostScript script = HostScript.install(new LocalHost("localhost"));
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final String run;

    /** Creates the server in a run that no other test uses. */
    public WatchedServer(String test) {
        this.run = test + "-" + ProcessHandle.current().pid();
    }

    /** The name of the server's run, which is part of the command lines of its processes. */
    public String run() {
        return run;
    }

    /** The directory of the run. */
    public Path place() {
        return Path.of(script.runs(), run);
    }

    /** The file with the pids of the server and of its supervisor. */
    public Path pids() {
        return Path.of(script.directory(run, ROLE), "pid");
    }

    /** Starts the server. */
    public Endpoint start(boolean tls) {
        ServerSpec spec = new ServerSpec(
                "mariadb", ServerKind.MARIADB, Optional.empty(), Install.named("host"), Optional.empty(), Map.of());
        return PrivateServer.start(
                        script,
                        new ServerSettings(
                                run,
                                ROLE,
                                spec,
                                new ServerNeeds(tls, true, 10, false),
                                new PortableMariaDb(ARTIFACTS, Path.of(script.cache())).provide(script),
                                "127.0.0.1",
                                List.of("127.0.0.1"),
                                Optional.empty(),
                                Duration.ofMinutes(20)),
                        (what, left, action) -> undo.push(action))
                .endpoint();
    }

    /** The jars of a driver. */
    public static List<Path> jars(DriverKind kind, String version, Transport transport) {
        List<String> jars = new ArrayList<>(List.of(kind.coordinates(version) + ":" + version));
        jars.addAll(kind.libraries(version, transport));
        return jars.stream().map(ARTIFACTS::resolve).toList();
    }

    /** A driver. */
    public static Connector connector(String id, String version, Transport transport) throws MalformedURLException {
        DriverKind kind = DriverCatalogue.of(id).orElseThrow();
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars(kind, version, transport)) {
            urls.add(jar.toUri().toURL());
        }
        return new Connector(kind, new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader()));
    }

    @Override
    public void close() {
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
    }
}
