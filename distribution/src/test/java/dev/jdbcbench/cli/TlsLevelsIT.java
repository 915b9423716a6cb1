package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.Full;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.certificate.SelfSigned;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.database.Binaries;
import dev.jdbcbench.database.ForeignServer;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.DriverKind;
import dev.jdbcbench.driver.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each level of {@code tls:} with servers that made their certificates themselves, as they do by default. */
@OnThisMachine
class TlsLevelsIT {
    private static final String BOTH_LOG_IN = "(?s).*login +ok +mariadb@.*login +ok +mysql@.*all checks passed.*";

    @TempDir
    private Path directory = Path.of("");

    private Path secret(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static ForeignServer start(ServerKind kind, DriverKind driver, String... options) throws IOException {
        Optional<Binaries> programs = ForeignServer.programs(kind);
        if (programs.isEmpty()) {
            System.err.println("SKIPPED: no " + kind + " is installed on this machine");
        }
        assumeTrue(programs.isPresent());
        return ForeignServer.start(programs.orElseThrow(), driver, options);
    }

    /** What a check of the logins says. */
    private String check(ServerKind kind, ForeignServer server, String tls) throws IOException {
        Path hosts = Files.writeString(directory.resolve("hosts.yaml"), """
            servers:
              theirs:
                kind: %s
                install: external
                address: 127.0.0.1
                port: %d
                tls: %s
                admin: { user: boss, password: { file: %s } }
            """.formatted(
                        kind.id(), server.port(), tls, secret("password", ForeignServer.PASSWORD)));
        Ended ended = BenchTest.bench(Words.of(
                "check --topology local --hosts {} --driver mariadb,mysql --results {}",
                hosts,
                directory.resolve("results")));
        return ended.out() + ended.err();
    }

    @Test
    void mySqlThatRequiresTls() throws IOException, SQLException {
        try (ForeignServer server = start(ServerKind.MYSQL, DriverCatalogue.MYSQL)) {
            server.execute("SET GLOBAL require_secure_transport = ON");
            Path ca = server.data("ca.pem");
            assertThat(check(ServerKind.MYSQL, server, "required")).matches(BOTH_LOG_IN);
            assertThat(check(ServerKind.MYSQL, server, "{ mode: verify_ca, ca: " + ca + " }"))
                    .matches(BOTH_LOG_IN);
            assertThat(check(ServerKind.MYSQL, server, "{ ca: " + ca + " }"))
                    .contains("login    PROBLEM", "verify_ca")
                    .doesNotContain("passed");
            assertThat(check(ServerKind.MYSQL, server, "none"))
                    .contains("login    PROBLEM", "insecure transport")
                    .doesNotContain("passed");
        }
    }

    @Test
    @Full
    void mySqlWithoutTlsNeedsAKeyForItsPassword() throws IOException, SQLException {
        try (ForeignServer server = start(ServerKind.MYSQL, DriverCatalogue.MYSQL)) {
            server.execute("FLUSH PRIVILEGES"); // empties the cache, which would let the account log in
            assertThat(check(ServerKind.MYSQL, server, "none"))
                    .contains("login    PROBLEM", "public_key")
                    .doesNotContain("passed");
            assertThat(check(ServerKind.MYSQL, server, "public_key")).matches(BOTH_LOG_IN);
        }
    }

    /** Its certificate exists in its memory only, so no authority can be named. */
    @Test
    @Full
    void mariaDbWithItsOwnCertificate() throws IOException {
        try (ForeignServer server = start(ServerKind.MARIADB, DriverCatalogue.MARIADB, "--ssl")) {
            assertThat(check(ServerKind.MARIADB, server, "required")).matches(BOTH_LOG_IN);
            Path other = secret("ca.pem", SelfSigned.make().certificate());
            assertThat(check(ServerKind.MARIADB, server, "{ mode: verify_ca, ca: " + other + " }"))
                    .contains("login    PROBLEM", "required")
                    .doesNotContain("passed");
            assertThat(check(ServerKind.MARIADB, server, "{ ca: " + other + " }"))
                    .contains("login    PROBLEM")
                    .doesNotContain("passed");
            assertThat(check(ServerKind.MARIADB, server, "none")).matches(BOTH_LOG_IN);
        }
    }
}
