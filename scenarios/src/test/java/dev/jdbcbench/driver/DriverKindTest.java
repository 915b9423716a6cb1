package dev.jdbcbench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.driver.Session.Endpoint;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DriverKindTest {
    private static final Endpoint PLACE = endpoint("127.0.0.1", 3306);

    private static final Usage BATCH_AS_TEXT = new Usage(Mode.TEXT, Transport.TCP, Set.of(Feature.BATCH));

    private static Endpoint endpoint(String host, int port) {
        return new Endpoint(host, port, "bench", "bench", "top secret", Optional.empty());
    }

    private static Usage over(Transport transport) {
        return new Usage(Mode.TEXT, transport, Set.of());
    }

    /** The jars of other drivers are not dependencies of the build. */
    @ParameterizedTest
    @MethodSource("dev.jdbcbench.driver.DriverCatalogue#byDefault")
    void everyDefaultDriverIsOnTheClassPathWithAVersion(DriverKind kind) {
        assertThat(kind.defaultVersion()).matches("[0-9]+\\.[0-9.]+");
        Connector connector = new Connector(kind, DriverKindTest.class.getClassLoader());
        String majorMinor = kind.defaultVersion().split("\\.", 2)[0];
        assertThat(connector.reportedVersion())
                .as("Drizzle reports a wrong version")
                .satisfiesAnyOf(
                        version -> assertThat(version).startsWith(majorMinor + "."),
                        version -> assertThat(kind).isEqualTo(DriverCatalogue.DRIZZLE));
    }

    @ParameterizedTest
    @MethodSource("dev.jdbcbench.driver.DriverCatalogue#byDefault")
    void everyDefaultDriverAcceptsItsUrl(DriverKind kind) {
        Connector connector = new Connector(kind, DriverKindTest.class.getClassLoader());
        assertThatThrownBy(() -> connector.open(endpoint("127.0.0.1", 1), Usage.of(Mode.TEXT), Map.of()))
                .isInstanceOf(SQLException.class)
                .hasMessageNotContaining("does not accept the URL")
                .hasMessageNotContaining("top secret");
    }

    @Test
    void drizzleGetsNoOptionsBecauseTheyTurnTlsOn() {
        assertThat(DriverCatalogue.DRIZZLE.options("1.4", Usage.of(Mode.TEXT), PLACE))
                .isEmpty();
        assertThat(DriverCatalogue.DRIZZLE.unsupported("1.4", Usage.of(Mode.HIT)))
                .hasValueSatisfying(why -> assertThat(why).contains("prepare"));
        assertThat(DriverCatalogue.DRIZZLE.unsupported("1.4", over(Transport.TLS)))
                .isPresent();
    }

    @Test
    void drizzleCannotLogInToNewMysql() {
        Usage text = Usage.of(Mode.TEXT);
        assertThat(DriverCatalogue.DRIZZLE.unsupported("1.4", text, ServerKind.MYSQL, "9.7.4-2"))
                .isPresent();
        assertThat(DriverCatalogue.DRIZZLE.unsupported("1.4", text, ServerKind.MYSQL, "5.7.44"))
                .isEmpty();
        assertThat(DriverCatalogue.DRIZZLE.unsupported("1.4", text, ServerKind.MARIADB, "11.4.5-MariaDB"))
                .isEmpty();
        assertThat(DriverCatalogue.MARIADB.unsupported("4.0.0", Usage.of(Mode.BULK), ServerKind.MYSQL, "9.7.4"))
                .isPresent();
    }

    @Test
    void ipv6AddressesAreBracketed() {
        Usage text = Usage.of(Mode.TEXT);
        assertThat(DriverCatalogue.MARIADB.url(
                        endpoint("fd00::1", 3307), text, new TreeMap<>(Map.of("a", "1", "b", "2"))))
                .isEqualTo("jdbc:mariadb://[fd00::1]:3307/bench?a=1&b=2");
        assertThat(DriverCatalogue.MYSQL.url(endpoint("db1", 3306), text, Map.of()))
                .isEqualTo("jdbc:mysql://db1:3306/bench");
        assertThat(DriverCatalogue.MYSQL.url(endpoint("db1", 3306), Usage.of(Mode.HA), Map.of()))
                .isEqualTo("jdbc:mysql:replication://db1:3306,db1:3306/bench");
    }

    /** A text batch must not use bulk. The option for that is set only for batches: it would make a procedure call cost two round trips. */
    @Test
    void textModeNeverUsesBulk() {
        assertThat(DriverCatalogue.MARIADB.options("3.5.11", BATCH_AS_TEXT, PLACE))
                .containsEntry("useBulkStmtsForInserts", "false");
        assertThat(DriverCatalogue.MARIADB.options("3.1.4", BATCH_AS_TEXT, PLACE))
                .containsEntry("useBulkStmts", "false")
                .doesNotContainKey("useBulkStmtsForInserts");
        assertThat(DriverCatalogue.MARIADB.options("2.7.12", BATCH_AS_TEXT, PLACE))
                .doesNotContainKey("useBulkStmts")
                .doesNotContainKey("useBulkStmtsForInserts");
        assertThat(DriverCatalogue.MARIADB.options("3.5.11", Usage.of(Mode.TEXT), PLACE))
                .doesNotContainKey("useBulkStmtsForInserts");
    }

    @ParameterizedTest
    @MethodSource("dev.jdbcbench.driver.DriverCatalogue#all")
    void defaultModeSetsOnlyTheTransport(DriverKind kind) {
        Usage usage = Usage.of(Mode.DEFAULT);
        assertThat(kind.options(kind.defaultVersion(), usage, PLACE).keySet())
                .isSubsetOf("useSSL", "allowPublicKeyRetrieval");
    }

    @ParameterizedTest
    @CsvSource({
        "5.1.49, mysql:mysql-connector-java",
        "8.0.30, mysql:mysql-connector-java",
        "8.0.33, com.mysql:mysql-connector-j",
        "9.7.0, com.mysql:mysql-connector-j"
    })
    void connectorJCoordinatesDependOnTheVersion(String version, String coordinates) {
        assertThat(DriverCatalogue.MYSQL.coordinates(version)).isEqualTo(coordinates);
    }

    @Test
    void oldVersionsGetTheirOwnOptionNames() {
        assertThat(DriverCatalogue.MARIADB.options("2.7.12", over(Transport.TLS), PLACE))
                .containsEntry("trustServerCertificate", "true")
                .doesNotContainKey("sslMode");
        assertThat(DriverCatalogue.MARIADB.options("4.0.0", over(Transport.TLS), PLACE))
                .containsEntry("sslMode", "trust");
        Endpoint socket = new Endpoint("127.0.0.1", 3306, "bench", "bench", "top secret", Optional.of("/x/db.sock"));
        assertThat(DriverCatalogue.MYSQL.options("5.1.49", over(Transport.SOCKET), socket))
                .containsEntry("socketFactory", "org.newsclub.net.mysql.AFUNIXDatabaseSocketFactory")
                .containsEntry("junixsocket.file", "/x/db.sock");
        assertThat(DriverCatalogue.MARIADB.libraries("3.5.11", Transport.SOCKET))
                .hasSize(2);
        assertThat(DriverCatalogue.MARIADB.libraries("4.0.0", Transport.SOCKET)).isEmpty();
        assertThat(DriverCatalogue.MARIADB.unsupported("1.5.3", Usage.of(Mode.BULK)))
                .isPresent();
    }

    /** A version without numbers, such as a user's own build, is treated as the latest known version. */
    @Test
    void versionWithoutNumbersIsTheLatest() {
        Usage text = Usage.of(Mode.TEXT);
        for (DriverKind kind : DriverCatalogue.all()) {
            assertThat(kind.options("my-build", text, PLACE))
                    .isEqualTo(kind.options(kind.defaultVersion(), text, PLACE));
        }
    }

    @ParameterizedTest
    @CsvSource({"3.5.12-SNAPSHOT+local, 3.5.12", "9.7.4-2, 9.7.4", "10.11.19-MariaDB, 10.11.19", "1.4, 1.4.0"})
    void versionIsItsLeadingNumbers(String text, String numbers) {
        assertThat(Version.of(text))
                .hasValueSatisfying(version -> assertThat(version).hasToString(numbers));
        assertThat(Version.of("latest")).isEmpty();
    }

    @Test
    void driversAreFoundByName() {
        assertThat(Arrays.stream(Mode.values()).map(mode -> Mode.of(mode.id()))).doesNotContain(Optional.empty());
        assertThat(Arrays.stream(Transport.values()).map(transport -> Transport.of(transport.id())))
                .doesNotContain(Optional.empty());
        assertThat(Transport.of("udp")).isEmpty();
    }

    private static Endpoint external(Protection protection) {
        return new Endpoint(
                "db.example.com",
                3306,
                "bench_1",
                "admin",
                "top secret",
                new Session.External(protection, protection.verifies() ? Optional.of("/x/ca.pem") : Optional.empty()));
    }

    private static Map<String, String> protectedBy(DriverKind kind, String version, Protection protection) {
        return kind.options(version, over(protection.transport()), external(protection));
    }

    /** Version 1.1 of MariaDB Connector/J requests TLS if the option is there, whatever its value. */
    @Test
    void oldestVersionGetsNoOptionAboutTls() {
        assertThat(DriverCatalogue.MARIADB.options("1.1.10", over(Transport.TCP), PLACE))
                .doesNotContainKey("useSSL");
        assertThat(DriverCatalogue.MARIADB.options("1.2.0", over(Transport.TCP), PLACE))
                .containsEntry("useSSL", "false");
    }

    /** Each driver's own words for the three levels of TLS. */
    @Test
    void levelsOfTlsAreThoseOfTheDriver() {
        assertThat(protectedBy(DriverCatalogue.MARIADB, "4.0.0", Protection.REQUIRED))
                .containsEntry("sslMode", "trust")
                .doesNotContainKey("serverSslCert");
        assertThat(protectedBy(DriverCatalogue.MARIADB, "3.5.11", Protection.VERIFY_CA))
                .containsEntry("sslMode", "verify-ca")
                .containsEntry("serverSslCert", "/x/ca.pem");
        assertThat(protectedBy(DriverCatalogue.MARIADB, "2.7.12", Protection.REQUIRED))
                .containsEntry("trustServerCertificate", "true");
        assertThat(protectedBy(DriverCatalogue.MARIADB, "2.7.12", Protection.VERIFY_CA))
                .containsEntry("disableSslHostnameVerification", "true")
                .doesNotContainKey("trustServerCertificate");
        assertThat(protectedBy(DriverCatalogue.MARIADB, "2.7.12", Protection.VERIFY_IDENTITY))
                .containsEntry("disableSslHostnameVerification", "false");
        assertThat(protectedBy(DriverCatalogue.MYSQL, "9.7.0", Protection.REQUIRED))
                .containsEntry("sslMode", "REQUIRED");
        assertThat(protectedBy(DriverCatalogue.MYSQL, "8.0.33", Protection.VERIFY_CA))
                .containsEntry("sslMode", "VERIFY_CA");
        assertThat(protectedBy(DriverCatalogue.MYSQL, "5.1.49", Protection.REQUIRED))
                .containsEntry("verifyServerCertificate", "false");
        assertThat(DriverCatalogue.MYSQL.unsupported("5.1.49", Protection.VERIFY_CA))
                .isEmpty();
        assertThat(DriverCatalogue.MYSQL.unsupported("5.1.49", Protection.VERIFY_IDENTITY))
                .hasValueSatisfying(why -> assertThat(why).contains("not the server's name"));
        assertThat(DriverCatalogue.MARIADB.unsupported("1.5.3", Protection.VERIFY_IDENTITY))
                .isPresent();
        assertThat(DriverCatalogue.MARIADB.unsupported("2.7.12", Protection.VERIFY_IDENTITY))
                .isEmpty();
    }

    /** Only an explicit word, or a socket, lets a driver ask for a key with which it would encrypt the password. */
    @Test
    void publicKeyIsRequestedOnlyIfTheHostsFileSaysSo() {
        for (DriverKind kind : List.of(DriverCatalogue.MARIADB, DriverCatalogue.MYSQL)) {
            for (Protection protection : List.of(Protection.NONE, Protection.PUBLIC_KEY, Protection.SOCKET)) {
                assertThat(protectedBy(kind, kind.defaultVersion(), protection))
                        .containsEntry("allowPublicKeyRetrieval", String.valueOf(protection != Protection.NONE));
            }
        }
    }

    @Test
    void certificatesOfExternalServersAreVerified() {
        Endpoint external = external(Protection.VERIFY_IDENTITY);
        assertThat(DriverCatalogue.MARIADB.options("4.0.0", over(Transport.TLS), external))
                .containsEntry("sslMode", "verify-full")
                .containsEntry("serverSslCert", "/x/ca.pem");
        assertThat(DriverCatalogue.MARIADB.options("2.7.12", over(Transport.TLS), external))
                .doesNotContainKey("trustServerCertificate");
        assertThat(DriverCatalogue.MYSQL.options("9.7.0", over(Transport.TLS), external))
                .containsEntry("sslMode", "VERIFY_IDENTITY")
                .containsEntry("trustCertificateKeyStoreUrl", "file:/x/ca.pem.jks");
        assertThat(DriverCatalogue.MYSQL.options("5.1.49", over(Transport.TLS), external))
                .containsEntry("verifyServerCertificate", "true");
    }
}
