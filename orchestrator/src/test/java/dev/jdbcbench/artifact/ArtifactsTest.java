package dev.jdbcbench.artifact;

import static dev.jdbcbench.failure.Failing.assertText;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.eclipse.aether.repository.RemoteRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArtifactsTest {
    private static final String DRIZZLE = "org.drizzle.jdbc:drizzle-jdbc:";

    @TempDir
    private Path directory = Path.of("");

    private Artifacts from(RemoteRepository repository) {
        return new Artifacts(
                (file, bytes, total) -> {},
                builder -> builder.withUserSettingsXmlOverride(directory.resolve("settings.xml"))
                        .withLocalRepositoryOverride(directory.resolve("local"))
                        .repositories(List.of(repository)),
                List.of());
    }

    private static RemoteRepository repository(String url) {
        return new RemoteRepository.Builder("elsewhere", "default", url).build();
    }

    private Artifacts serving(String version) throws Exception {
        Path place = Files.createDirectories(directory.resolve("remote/org/drizzle/jdbc/drizzle-jdbc/" + version));
        Path jar = Files.writeString(place.resolve("drizzle-jdbc-" + version + ".jar"), "another jar");
        // The repository's own checksum matches.
        byte[] sum = MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(jar));
        Files.writeString(Path.of(jar + ".sha1"), HexFormat.of().formatHex(sum));
        return from(repository(directory.resolve("remote").toUri().toString()));
    }

    @Test
    void defaultDriverWithAnotherChecksumIsRefused() throws Exception {
        Artifacts artifacts = serving("1.4");
        assertText(Failure.Command.class, () -> artifacts.resolve(DRIZZLE + "1.4"))
                .contains(
                        DRIZZLE + "1.4 is not the file",
                        "expected 7fdc0fe00d1aff27c16d29501468855ddbbb17a5f6656c2310b4e4613ed6d1d6",
                        "Another repository or mirror");
    }

    @Test
    void otherVersionsAreTakenFromTheRepository() throws Exception {
        assertThat(serving("1.3").resolve(DRIZZLE + "1.3")).hasContent("another jar");
    }

    @Test
    void versionsOfARangeAreListedOldestFirst() throws Exception {
        Path place = Files.createDirectories(directory.resolve("remote/org/drizzle/jdbc/drizzle-jdbc"));
        Path metadata = Files.writeString(place.resolve("maven-metadata.xml"), """
                <metadata><groupId>org.drizzle.jdbc</groupId><artifactId>drizzle-jdbc</artifactId><versioning><versions>
                  <version>1.10</version><version>1.2</version><version>1.9</version><version>1.9-rc</version>
                  <version>1.10-SNAPSHOT</version><version>2.0</version><version>1.0</version>
                </versions></versioning></metadata>
                """);
        byte[] sum = MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(metadata));
        Files.writeString(Path.of(metadata + ".sha1"), HexFormat.of().formatHex(sum));
        Artifacts artifacts =
                from(repository(directory.resolve("remote").toUri().toString()));
        assertThat(artifacts.versions(List.of("org.drizzle.jdbc:drizzle-jdbc"), "1.2", "1.10"))
                .containsExactly("1.2", "1.9-rc", "1.9", "1.10");
        assertThat(artifacts.versions(List.of("org.drizzle.jdbc:drizzle-jdbc"), "3.0", "4.0"))
                .isEmpty();
        assertThatThrownBy(() -> artifacts.versions(List.of("org.drizzle.jdbc:drizzle-jdbc"), "2.0", "1.0"))
                .isInstanceOf(Failure.Input.class);
    }

    @ParameterizedTest
    @MethodSource("dev.jdbcbench.driver.DriverCatalogue#byDefault")
    void everyDefaultDriverIsPinned(DriverKind kind) {
        String version = kind.defaultVersion();
        assertThat(Pins.has(kind.coordinates(version) + ":" + version)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://192.0.2.1/maven", "HTTP://me:tops3cret@192.0.2.1/maven", "ftp://192.0.2.1/maven"})
    void repositoryWithoutTlsIsRefused(String url) {
        assertText(Failure.Input.class, () -> from(repository(url)).resolve(DRIZZLE + "1.4"))
                .contains("elsewhere: ", "//192.0.2.1/maven", "https:")
                .doesNotContain("tops3cret");
    }

    @Test
    void mirrorWithoutTlsIsRefused() throws IOException {
        Files.writeString(directory.resolve("settings.xml"), """
                <settings><mirrors><mirror>
                  <id>near</id><mirrorOf>*</mirrorOf><url>http://192.0.2.1/maven</url>
                </mirror></mirrors></settings>
                """);
        assertText(
                        Failure.Input.class,
                        () -> from(repository("https://repo.example.com/maven")).resolve(DRIZZLE + "1.4"))
                .contains("near: http://192.0.2.1/maven");
    }

    /** A loopback address cannot leave this machine, so plain http is allowed. */
    @Test
    void loopbackRepositoryIsAllowed() {
        assertThatThrownBy(() -> from(repository("http://127.0.0.1:1/maven")).resolve(DRIZZLE + "1.4"))
                .isInstanceOf(Failure.Command.class);
    }
}
