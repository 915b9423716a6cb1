package dev.jdbcbench.containers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.driver.ServerKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageTest {
    private static final String ID = "9cfdbd99ab18461f542237dea5eb1273b692c8dea5cb17ecfb1785addb34b81e";
    private static final String DIGEST = "sha256:46d1201267c54f12812c0802696b2ce05f6759b275c22ae2b8d86be83feba9af";

    private static ServerSpec server(String version, String image) {
        return new ServerSpec(
                "db",
                ServerKind.MYSQL,
                Optional.of(version).filter(text -> !text.isEmpty()),
                Install.named("container"),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(image).filter(text -> !text.isEmpty()));
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', docker.io/library/mysql:latest",
        "8.4, '', docker.io/library/mysql:8.4",
        "8.4, mysql, docker.io/library/mysql:8.4",
        "'', percona/percona-server:8.0, docker.io/percona/percona-server:8.0",
        "8.0, percona/percona-server, docker.io/percona/percona-server:8.0",
        "'', registry.example.com:5000/db/mysql, registry.example.com:5000/db/mysql:latest",
        "'', localhost/mysql:test, localhost/mysql:test",
        "9, quay.io/db/mysql@sha256:00, quay.io/db/mysql@sha256:00"
    })
    void nameIsMadeComplete(String version, String image, String full) {
        assertThat(Image.wanted(server(version, image))).isEqualTo(full);
    }

    @Test
    void digestIsThatOfTheRegistryOrTheIdOfAnImageWithout() {
        String name = "docker.io/library/mysql:8.4";
        assertThat(Image.of(name, "sha256:" + ID + "|502109378|[mysql@" + DIGEST + "]|/var/lib/mysql "))
                .contains(new Image(name, DIGEST, 502_109_378, List.of("/var/lib/mysql"), Optional.empty()));
        assertThat(Image.of(name, ID + "|1|[docker.io/other/mysql@" + DIGEST + "]|"))
                .map(Image::exact)
                .contains(name + "@sha256:" + ID);
        assertThat(Image.of(name, "")).isEmpty();
    }

    @Test
    void entryPointIsThatOfTheOfficialImagesOrAnother() {
        EntryPoint ofUnknown = new EntryPoint(Optional.empty());
        assertThat(entryPoint("[\"docker-entrypoint.sh\"]|[\"mysqld\"]"))
                .contains(new EntryPoint(Optional.of("mysqld")));
        assertThat(entryPoint("[\"/usr/local/bin/docker-entrypoint.sh\"]|[\"mariadbd\" \"--a=\\\"|\\\"\"]"))
                .contains(new EntryPoint(Optional.of("mariadbd")));
        assertThat(entryPoint("[\"docker-entrypoint.sh\"]|[\"--skip-log-bin\"]"))
                .contains(ofUnknown);
        assertThat(entryPoint("[\"docker-entrypoint.sh\"]|[]")).contains(ofUnknown);
        assertThat(List.of(
                        "[\"/entrypoint.sh\"]|[\"mysqld\"]",
                        "[\"my-docker-entrypoint.sh\"]|[\"mysqld\"]",
                        "[\"sh\" \"docker-entrypoint.sh\"]|[\"mysqld\"]",
                        "[]|[\"bash\"]",
                        "%!q(<nil>)|%!q(<nil>)",
                        ""))
                .allSatisfy(other -> assertThat(entryPoint(other)).isEmpty());
    }

    private static Optional<EntryPoint> entryPoint(String printed) {
        Image image = Image.of("docker.io/library/mysql:8.4", ID + "|1|[]|/var/lib/mysql |" + printed)
                .orElseThrow();
        assertThat(image.volumes()).containsExactly("/var/lib/mysql");
        return image.entryPoint();
    }
}
