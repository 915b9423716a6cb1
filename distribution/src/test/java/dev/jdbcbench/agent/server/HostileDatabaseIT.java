package dev.jdbcbench.agent.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.agent.Probe;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.driver.Driver;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.Session;
import dev.jdbcbench.run.Goal;
import dev.jdbcbench.run.Plan;
import dev.jdbcbench.run.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Probes a database that violates the protocol: each driver of the default plan must end in time with a reason. */
class HostileDatabaseIT {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    @TempDir
    private Path jars = Path.of("");

    static Stream<Arguments> attacks() {
        return Stream.of(DriverCatalogue.MARIADB, DriverCatalogue.MYSQL, DriverCatalogue.DRIZZLE)
                .flatMap(kind -> Stream.of(HostileDatabase.Deed.values()).map(deed -> Arguments.of(kind, deed)));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    @Timeout(20)
    void probingAHostileDatabaseEndsInTimeWithAReason(DriverKind kind, HostileDatabase.Deed deed) throws Exception {
        Driver driver = driver(kind);
        Plan plan = new Plan(
                "run",
                Instant.EPOCH,
                1,
                Profile.QUICK,
                Goal.DEFAULT,
                List.of(),
                List.of(),
                List.of(driver),
                List.of(),
                List.of(),
                List.of(),
                null,
                List.of(),
                List.of(),
                null);
        Servers servers = new Servers(plan, new Session(Map.of(), Map.of(), Map.of()), new DriverLoader(jars));
        try (HostileDatabase database = new HostileDatabase(deed)) {
            Session.Endpoint place = new Session.Endpoint("127.0.0.1", database.port(), "bench", "bench", "secret");
            long start = System.nanoTime();
            assertThatThrownBy(() -> Probe.version(servers, place, driver, LIMIT))
                    .isInstanceOf(SQLException.class)
                    .satisfies(e -> assertThat(RootCause.message(e)).isNotBlank());
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT.multipliedBy(3));
        }
    }

    private Driver driver(DriverKind kind) throws IOException {
        String version = kind.defaultVersion();
        Path jar = new Artifacts((name, bytes, total) -> {}).resolve(kind.coordinates(version) + ":" + version);
        Driver.Jar stored = new Driver.Jar(String.valueOf(jar.getFileName()), "0".repeat(64));
        Files.createSymbolicLink(jars.resolve(stored.storedName()), jar);
        return new Driver(kind.id(), kind, version, Map.of(), List.of(stored), Map.of(), null);
    }
}
