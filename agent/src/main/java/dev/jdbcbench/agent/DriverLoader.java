package dev.jdbcbench.agent;

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

/** Where the drivers' jars are, and a class loader of its own for each driver that the agent itself talks with. */
final class DriverLoader {
    private final Path jars;
    private final Map<Loaded, Connector> connectors = new ConcurrentHashMap<>();

    /** What makes a connector another one. */
    private record Loaded(
            List<Path> classPath, DriverKind kind, @Nullable Wiring wiring) {}

    /** Looks for jars in a directory, by their stored names. */
    DriverLoader(Path jars) {
        this.jars = jars;
    }

    /** The class path of a driver with what a transport needs, as absolute paths. */
    List<Path> classPath(Driver driver, Transport transport) {
        return Stream.concat(driver.jars().stream(), driver.libraries().getOrDefault(transport, List.of()).stream())
                .map(jar -> jars.resolve(jar.storedName()).toAbsolutePath())
                .toList();
    }

    /** A connector for use in this JVM, never in a measured one. Drivers are never unloaded, so it is made once. */
    Connector connector(Driver driver, Transport transport) {
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
