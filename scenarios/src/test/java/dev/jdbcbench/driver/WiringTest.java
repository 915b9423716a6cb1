package dev.jdbcbench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WiringTest {
    private static final Wiring WIRING =
            new Wiring("software.amazon.jdbc.Driver", "jdbc:aws-wrapper:mysql://{address}/{database}");

    @Test
    void serverIsFilledIn() {
        assertThat(WIRING.url(new Session.Endpoint("fd00::1", 3307, "bench", "u", "p")))
                .isEqualTo("jdbc:aws-wrapper:mysql://[fd00::1]:3307/bench");
    }

    /** A URL with its own host or options would send the password to an unchecked place. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://db.example.com/{database}",
                "jdbc:mysql://{address},db.example.com/{database}",
                "jdbc:mysql://{address}/{database}?allowPublicKeyRetrieval=true",
                "jdbc:mysql://user:secret@{address}/{database}",
                "mysql://{address}/{database}",
                "jdbc:mysql://{address}/other",
            })
    void urlCannotHaveAnotherHostOrOptions(String url) {
        assertThatThrownBy(() -> new Wiring("x.Driver", url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{address}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "x.", ".x", "x-y.Driver", "x/Driver"})
    void malformedClassNameIsRefused(String name) {
        assertThatThrownBy(() -> new Wiring(name, "jdbc:x://{address}/{database}"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void wiringSurvivesTheSessionFile() {
        Session session = new Session(
                Map.of(),
                Map.of("aws", new Session.Variant(DriverCatalogue.MYSQL, Map.of("a", "1"), WIRING)),
                Map.of());
        assertThat(Session.read(new ByteArrayInputStream(session.toProperties().getBytes(StandardCharsets.UTF_8)))
                        .driver("aws"))
                .isEqualTo(session.driver("aws"));
    }

    /** Any class that implements java.sql.Driver works, with the options of the driver that it is derived from. */
    @Test
    void namedClassGetsTheNamedUrl() {
        Connector connector = new Connector(
                Wiring.of(DriverCatalogue.MYSQL, new Wiring(Deaf.class.getName(), "jdbc:deaf://{address}/{database}")),
                loader());
        assertThatThrownBy(() -> connector.open(
                        new Session.Endpoint("127.0.0.1", 1, "bench", "u", "p"),
                        Usage.of(Mode.HIT),
                        Map.of("mine", "1")))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("jdbc:deaf://127.0.0.1:1/bench?useSSL=false")
                .hasMessageContaining("cachePrepStmts=true")
                .hasMessageContaining("mine=1");
    }

    /** A fork's version says nothing about its original: version 2.6 of MySQL's own driver would not know sslMode. */
    @Test
    void variantFollowsTheLatestVersionOfItsKind() {
        DriverKind wired = Wiring.of(DriverCatalogue.MYSQL, WIRING);
        Usage tls = new Usage(Mode.TEXT, Transport.TLS, Set.of());
        Session.Endpoint place = new Session.Endpoint("db1", 3306, "bench", "u", "p");
        assertThat(wired.options("2.6.1", tls, place))
                .isEqualTo(DriverCatalogue.MYSQL.options(DriverCatalogue.MYSQL.defaultVersion(), tls, place))
                .containsKey("sslMode");
        assertThat(wired.readsDescriptionsOfRoutines("2.6")).isFalse();
        assertThat(wired.unsupported("2.6.1", Usage.of(Mode.BULK))).isPresent();
        assertThat(wired.id()).isEqualTo("mysql");
    }

    /** The URL template contains one server. Naming it twice would not measure high availability. */
    @Test
    void wiredDriverHasNoModeHa() {
        assertThat(Wiring.of(DriverCatalogue.MYSQL, WIRING).unsupported("4.3.0", Usage.of(Mode.HA)))
                .isPresent();
        assertThat(DriverCatalogue.MYSQL.unsupported("9.7.0", Usage.of(Mode.HA)))
                .isEmpty();
    }

    @Test
    void missingOrForeignClassIsNamed() {
        assertThatThrownBy(() -> new Connector(Wiring.of(DriverCatalogue.MYSQL, WIRING), loader()))
                .hasMessageContaining("software.amazon.jdbc.Driver");
        assertThatThrownBy(() -> new Connector(
                        Wiring.of(DriverCatalogue.MYSQL, new Wiring("java.lang.String", WIRING.url())), loader()))
                .hasMessageContaining("java.lang.String");
    }

    @Test
    void classIsLookedUpInTheJar(@TempDir Path directory) throws IOException {
        Path jar = directory.resolve("driver.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("software/amazon/jdbc/Driver.class"));
        }
        assertThat(WIRING.isIn(jar)).isTrue();
        assertThat(new Wiring("software.amazon.jdbc.Drivr", WIRING.url()).isIn(jar))
                .isFalse();
    }

    @Test
    void unknownDriverHasOnlyModesWithoutOptions() {
        DriverKind unknown = DriverCatalogue.unknown();
        assertThat(unknown.unsupported("1.0", Usage.of(Mode.TEXT))).isEmpty();
        assertThat(unknown.unsupported("1.0", Usage.of(Mode.REWRITE)))
                .hasValueSatisfying(why -> assertThat(why).contains("mode rewrite", "`driver:`"));
    }

    private static ClassLoader loader() {
        return WiringTest.class.getClassLoader();
    }

    /** Accepts no URL. */
    public static final class Deaf extends EmptyDriver {}
}
