package dev.jdbcbench.containers;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.config.Hosts;
import dev.jdbcbench.config.HostsFile;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.plan.Inputs;
import dev.jdbcbench.plan.Planner;
import dev.jdbcbench.request.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaggedServerTest {
    @TempDir
    Path directory;

    private static List<ServerSpec> select(Hosts hosts, Optional<String> install, String... servers) {
        Request.Where where = Request.Where.DEFAULT
                .withTopologies(List.of("local"))
                .withServers(List.of(servers))
                .withInstall(install);
        return Planner.select(Inputs.of(Request.of(where), hosts)).servers();
    }

    private Hosts file(String servers) throws IOException {
        Path file = directory.resolve("hosts.yaml");
        Files.writeString(file, "servers:\n" + servers);
        return HostsFile.read(file);
    }

    @Test
    void tagAfterAKindIsAnOfficialImage() {
        List<ServerSpec> servers =
                select(Hosts.none(), Optional.empty(), "mysql:8.4", "mariadb:11.8-noble", "mysql:lts");
        assertThat(servers)
                .extracting(ServerSpec::label)
                .containsExactly("mysql-8.4", "mariadb-11.8-noble", "mysql-lts");
        assertThat(servers)
                .extracting(Image::wanted)
                .containsExactly(
                        "docker.io/library/mysql:8.4",
                        "docker.io/library/mariadb:11.8-noble",
                        "docker.io/library/mysql:lts");
        assertThat(servers)
                .extracting(ServerSpec::version)
                .containsExactly(Optional.of("8.4"), Optional.of("11.8"), Optional.empty());
    }

    @Test
    void otherSourceTakesTheTagAsItsVersion() throws IOException {
        assertThat(select(Hosts.none(), Optional.of("host"), "mysql:8.4"))
                .singleElement()
                .satisfies(server -> {
                    assertThat(server.install()).isEqualTo(Install.named("host"));
                    assertThat(server.version()).contains("8.4");
                    assertThat(server.image()).isEmpty();
                });
        assertThat(select(file("  old: { kind: mariadb, install: host }\n"), Optional.empty(), "old:10.6"))
                .singleElement()
                .satisfies(server -> {
                    assertThat(server.install()).isEqualTo(Install.named("host"));
                    assertThat(server.version()).contains("10.6");
                });
    }

    @Test
    void imageOfTheHostsFileNeedsNoInstall() throws IOException {
        Hosts hosts = file("  ps: { kind: mysql, image: \"percona/percona-server:8.0\" }\n");
        assertThat(select(hosts, Optional.empty(), "ps")).singleElement().satisfies(server -> {
            assertThat(server.install()).isEqualTo(Install.named("container"));
            assertThat(Image.wanted(server)).isEqualTo("docker.io/percona/percona-server:8.0");
        });
        assertThat(select(hosts, Optional.empty(), "ps:8.4"))
                .singleElement()
                .satisfies(
                        server -> assertThat(Image.wanted(server)).isEqualTo("docker.io/percona/percona-server:8.4"));
    }

    @Test
    void imageOfAnotherSourceAndANameThatIsNoneAreProblems() {
        assertWhy(Failure.Input.class, () -> file("  db: { kind: mysql, install: host, image: mysql }\n"))
                .contains("servers.db.image applies only to install: container");
        assertWhy(Failure.Input.class, () -> file("  db: { kind: mysql, image: \"-v /:/host\" }\n"))
                .contains("the name of an image is needed");
    }

    @Test
    void wordAfterTheColonThatIsNoTagIsRefused() {
        assertWhy(
                        Failure.Input.class,
                        () -> select(Hosts.none(), Optional.empty(), "mysql:8.4 --privileged", "postgres:16"))
                .contains("unknown server: mysql:8.4 --privileged")
                .contains("unknown server: postgres:16");
    }
}
