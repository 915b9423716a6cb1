package dev.jdbcbench.agent.server;

import dev.jdbcbench.driver.Connector;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.driver.Wiring;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Locates the driver jars, and gives each driver that the agent itself uses its own class loader. */
public final class DriverLoader {
    private final Path jars;
    private final Map<Loaded, Connector> connectors = new ConcurrentHashMap<>();

    /** Cache key of a connector. */
    private record Loaded(
            List<Path> classPath, DriverKind kind, @Nullable Wiring wiring) {}

    /** Looks up jars in this directory by their stored names. */
    public DriverLoader(Path jars) {
        this.jars = jars;
    }

    /** Class path of a driver, including the libraries of the transport, as absolute paths. */
    public List<Path> classPath(Driver driver, Transport transport) {
        return Stream.concat(driver.jars().stream(), driver.libraries().getOrDefault(transport, List.of()).stream())
                .map(jar -> jars.resolve(jar.storedName()).toAbsolutePath())
                .toList();
    }

    /** A connector for the agent's JVM, never for a measured one. Cached, because drivers are never unloaded. */
    public Connector connector(Driver driver, Transport transport) {
        Loaded key = new Loaded(classPath(driver, transport), driver.kind(), driver.wiring());
        return connectors.computeIfAbsent(key, loaded -> {
            URL[] urls = loaded.classPath().stream().map(DriverLoader::url).toArray(URL[]::new);
            return new Connector(
                    driver.rules(), new URLClassLoader(driver.id(), urls, ClassLoader.getPlatformClassLoader()));
        });
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
