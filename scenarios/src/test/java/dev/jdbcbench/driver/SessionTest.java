package dev.jdbcbench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
    private static final String PASSWORD = "p=a:s s#w\\ö!rd";

    @TempDir
    private Path directory = Path.of("");

    private Session read(String text) throws IOException {
        Path file = directory.resolve("session.properties");
        Files.writeString(file, text);
        return Session.read(file);
    }

    @Test
    void sessionSurvivesItsFile() throws IOException {
        Session session = new Session(
                Map.of(
                        "local.mariadb",
                        new Session.Endpoint(
                                        "127.0.0.1", 3306, "bench", "bench", PASSWORD, Optional.of("/tmp/a b/db.sock"))
                                .in("/var/tmp/a b/local-mariadb")),
                Map.of(
                        "mariadb-nopipe",
                        new Session.Variant(DriverCatalogue.MARIADB, Map.of("disablePipeline", "true"))),
                Map.of("orders.sql", "select *\nfrom orders where id = ?", "orders.param.1", "int 1..9"));
        assertThat(read(session.toProperties())).isEqualTo(session);
    }

    @Test
    void documentedExampleIsRead() throws IOException {
        Session session = read("""
                server.local.mariadb.host = 127.0.0.1
                server.local.mariadb.port = 3306
                server.local.mariadb.database = bench
                server.local.mariadb.user = bench
                server.local.mariadb.password = secret
                driver.mariadb-nopipe.driver = mariadb
                driver.mariadb-nopipe.options.disablePipeline = true
                """);
        assertThat(session.endpoint("local", "mariadb").port()).isEqualTo(3306);
        assertThat(session.driver("mariadb-nopipe").options()).containsEntry("disablePipeline", "true");
        assertThat(session.driver("mysql").kind()).isEqualTo(DriverCatalogue.MYSQL);
    }

    @Test
    void missingAndUnknownKeysAreNamed() {
        assertThatThrownBy(() -> read("server.local.mariadb.host=h"))
                .hasMessageContaining("server.local.mariadb.port is missing");
        assertThatThrownBy(() -> read("sever.local.mariadb.host=h")).hasMessageContaining("unknown key sever");
        assertThatThrownBy(() -> read("driver.x.driver=oracle")).hasMessageContaining("oracle");
        assertThatThrownBy(() -> read("").endpoint("local", "mariadb")).hasMessageContaining("server.local.mariadb");
        assertThatThrownBy(() -> read("").driver("nosuch")).hasMessageContaining("nosuch");
    }

    /** Measured JVMs read the same file as the agent, under the same user. */
    @Test
    void administratorsAreNotInTheFileOnceTheAgentHasReadIt() throws IOException {
        Session.External external = new Session.External(
                Protection.NONE, Optional.empty(), Optional.of(new Session.Admin("boss", "planted", true)));
        Session session = new Session(
                Map.of("local.theirs", new Session.Endpoint("h", 1, "d", "u", PASSWORD, external)), Map.of(), Map.of());
        Path file = Files.writeString(directory.resolve("session.properties"), session.toProperties());
        assertThat(Session.take(file)).isEqualTo(session);
        assertThat(file).content().doesNotContain("planted", "boss", "admin");
        assertThat(Session.read(file).endpoint("local", "theirs"))
                .isEqualTo(session.endpoint("local", "theirs").withoutAdmin());
    }

    @Test
    void noPasswordIsShown() {
        Session session = new Session(
                Map.of("local.mariadb", new Session.Endpoint("h", 1, "d", "u", PASSWORD, Optional.empty())),
                Map.of(),
                Map.of());
        assertThat(session.toString()).doesNotContain(PASSWORD).contains("u@h:1/d");
    }
}
