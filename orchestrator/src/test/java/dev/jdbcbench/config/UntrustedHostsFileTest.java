package dev.jdbcbench.config;

import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.failure.ExitCode;
import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a hosts file that nobody named may contain in a CI job. */
class UntrustedHostsFileTest {
    @TempDir
    private Path directory = Path.of("");

    private Path write(String yaml) throws IOException {
        return Files.writeString(directory.resolve("hosts.yaml"), yaml);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hosts: { a: { address: 198.51.100.7 } } | 1:15: hosts.a.address is for named files only",
                "hosts: { a: { address: localhost, password: { env: GITHUB_TOKEN } } } | hosts.a.password",
                "hosts: { a: { address: localhost, passphrase: { file: key } } } | hosts.a.passphrase",
                "hosts: { a: { address: localhost, java: ./evil } } | hosts.a.java",
                "hosts: { a: { address: localhost, port: 22 } } | hosts.a.port",
                "hosts: { a: { address: localhost, user: root } } | hosts.a.user",
                "hosts: { a: { address: localhost, identity: ~/.ssh/id_rsa } } | hosts.a.identity",
                "hosts: { a: { address: localhost, jump: b.example.com } } | hosts.a.jump",
                "hosts: { a: { address: localhost, dataAddress: 198.51.100.7 } } | hosts.a.dataAddress",
                "hosts: { a: { address: LOCALHOST.example.com } } | hosts.a.address",
                "hosts: { a: { address: { x: y } } } | hosts.a.address",
                "servers: { s: { kind: mysql, install: archive, archive: { path: x.tar.gz } } } | servers.s.archive",
                "servers: { s: { kind: mysql, install: external, address: h, admin: { user: u } } } | servers.s.admin",
                "drivers: { d: { driver: mariadb, jar: evil.jar } } | drivers.d.jar",
                "drivers: { d: { class: x.Y, url: jdbc:x, coordinates: g:a:1 } } | drivers.d.coordinates",
                "drivers: { d: { driver: mariadb, options: { socketFactory: x.Y } } } | drivers.d.options",
                "jvm: { args: [ -javaagent:evil.jar ] } | jvm.args",
                "scenarios: { s: { sql: \"load data local infile '/etc/passwd' into table t\" } } | scenarios",
                "hosts: { a: &a { address: 198.51.100.7 }, b: *a } | hosts.b.address",
            })
    void fileThatNamesASecretAHostOrAProgramIsRefused(String yaml, String named) throws IOException {
        Path file = write(yaml);
        assertThatThrownBy(() -> HostsFile.readUntrusted(file)).isInstanceOfSatisfying(Failure.Input.class, failure -> {
            assertThat(failure.exitCode()).isEqualTo(ExitCode.INPUT);
            assertThat(failure.text())
                    .contains("CI is set", file + ":", named, "--hosts " + file, "BENCH_HOSTS", "--hosts none");
        });
    }

    @Test
    void fileOfThisMachineAloneIsRead() throws IOException {
        Path file = write("""
                hosts: { here: { address: localhost, cpus: { client: 0-1, database: 2 } } }
                client: here
                servers:
                  mine: { kind: mariadb, version: "11.4", install: auto, port: 3307, options: { max_connections: 10 } }
                jvm: { heap: 512M }
                drivers: { older: { driver: mariadb, version: 3.5.9 } }
                """);
        assertThat(HostsFile.readUntrusted(file)).isEqualTo(HostsFile.read(file));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hosts: &a { x: *a }",
                "hosts: { a: &a { address: localhost, cpus: *a } }",
                "nosuch: &a { nosuch: *a }",
                "jvm: &a { jvm: *a }",
                "hosts: { x: &a { nosuch: { nosuch: *a } } }",
            })
    void mappingThatContainsItselfIsRefused(String yaml) throws IOException {
        Path file = write(yaml);
        assertThatThrownBy(() -> HostsFile.readUntrusted(file)).isInstanceOf(Failure.Input.class);
    }

    @Test
    void misspelledKeyIsReportedAsSuch() throws IOException {
        Path file = write("hosts: { a: { adress: localhost } }");
        assertWhy(Failure.Input.class, () -> HostsFile.readUntrusted(file)).contains("did you mean address?");
    }

    /** A further key is refused until its schema says that it is harmless. */
    @Test
    void keysAreHarmlessOnlyIfTheSchemaSaysSo() {
        JsonNode schema = new JsonMapper().readTree(HostsSchema.text());
        assertThat(schema.at("/$defs/host/properties").properties())
                .filteredOn(key -> key.getValue().has("harmless"))
                .extracting(Map.Entry::getKey)
                .containsExactly("address", "cpus");
    }
}
