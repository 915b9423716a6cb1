package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.database.ForeignServer;
import dev.jdbcbench.driver.DriverCatalogue;
import dev.jdbcbench.driver.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests against a server with default settings that bench did not start, on this machine, which no test changes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OnForeignServer {
    static final String LIMITED = "planted-secret-5502";

    @TempDir
    Path directory = Path.of("");

    ForeignServer server;
    private String before = "";

    @BeforeAll
    void start() throws IOException, SQLException {
        server = ForeignServer.start(ForeignServer.programs(ServerKind.MARIADB).orElseThrow(), DriverCatalogue.MARIADB);
        server.execute(
                "CREATE USER clerk@'%' IDENTIFIED BY '" + LIMITED + "'", // creates schemas, but no accounts
                "GRANT CREATE, DROP, INSERT, SELECT, LOCK TABLES ON `bench\\_%`.* TO clerk@'%'",
                "CREATE USER halfway@'%' IDENTIFIED BY '" + LIMITED + "'", // creates schemas, but cannot mark them
                "GRANT CREATE, DROP ON `bench\\_%`.* TO halfway@'%'",
                "CREATE USER app@'%' IDENTIFIED BY '" + LIMITED + "'",
                "GRANT ALL ON `bench\\_%`.* TO app@'%'",
                "CREATE USER hourly@'%' IDENTIFIED BY '" + LIMITED + "' WITH MAX_CONNECTIONS_PER_HOUR 24",
                "GRANT ALL ON `bench\\_%`.* TO hourly@'%'");
    }

    @AfterAll
    void end() {
        server.close();
    }

    @BeforeEach
    void remember() throws SQLException {
        before = server.state();
    }

    @AfterEach
    void serverIsUnchanged() throws SQLException {
        assertThat(server.state()).isEqualTo(before);
    }

    final Path file(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** A hosts file for the server. */
    final String hosts(String admin, String password, String account) throws IOException {
        return file("hosts.yaml", """
            hosts: { here: { address: localhost } }
            servers:
              theirs:
                kind: mariadb
                install: external
                address: 127.0.0.1
                port: %d
                tls: none
                admin: { user: %s, password: { file: %s } }
                %s
            """.formatted(server.port(), admin, file("password", password), account))
                .toString();
    }

    final Ended bench(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--results", directory.resolve("results").toString()));
        return BenchTest.bench(all.toArray(String[]::new));
    }
}
