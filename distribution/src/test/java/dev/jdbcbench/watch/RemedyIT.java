package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the drivers know the options that remedies name. */
class RemedyIT {
    private static final Path LIBRARIES = Path.of("..", "scenarios", "target", "lib");
    private static final Map<String, String> URLS =
            Map.of("mariadb", "jdbc:mariadb://127.0.0.1/bench", "mysql", "jdbc:mysql://127.0.0.1/bench");

    private static URL jar(String name) throws Exception {
        try (Stream<Path> libraries = Files.list(LIBRARIES)) {
            return libraries
                    .filter(library -> library.getFileName().toString().startsWith(name))
                    .findFirst()
                    .orElseThrow()
                    .toUri()
                    .toURL();
        }
    }

    /** Drizzle JDBC has no options that a remedy names. */
    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql"})
    void driverKnowsTheOptions(String id) throws Exception {
        String artifact = id.equals("mariadb") ? "mariadb-java-client-" : "mysql-connector-j-";
        String url = URLS.get(id);
        List<String> named = Arrays.stream(Remedy.values())
                .flatMap(remedy -> remedy.drivers().stream())
                .filter(support -> support.driver().equals(id))
                .flatMap(support -> support.options().stream())
                .map(option -> option.substring(0, option.indexOf('=')))
                .distinct()
                .toList();
        assertThat(named).isNotEmpty();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar(artifact)}, ClassLoader.getPlatformClassLoader())) {
            Driver driver = ServiceLoader.load(Driver.class, loader).findFirst().orElseThrow();
            assertThat(Arrays.stream(driver.getPropertyInfo(url, new Properties()))
                            .map(info -> info.name)
                            .collect(Collectors.toSet()))
                    .containsAll(named);
        }
    }
}
