package dev.jdbcbench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.jdbcbench.driver.LyingServer.Trick;
import dev.jdbcbench.driver.Session.Endpoint;
import dev.jdbcbench.driver.Session.External;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Protects the password of an external server's administrator from a server that tries to get it. */
@Timeout(60)
class ExternalPasswordIT {
    private static final String PASSWORD = "planted-secret-4713";
    private static final char[] STORE = "for-this-test".toCharArray();

    @TempDir
    private Path directory = Path.of("");

    private static Endpoint external(int port, Optional<String> ca) {
        return new Endpoint(
                "127.0.0.1",
                port,
                "",
                "admin",
                PASSWORD,
                new External(ca.isPresent() ? Protection.VERIFY_IDENTITY : Protection.NONE, ca));
    }

    private static void open(DriverKind kind, Endpoint endpoint, Transport transport, Map<String, String> extra)
            throws SQLException {
        new Connector(kind, ExternalPasswordIT.class.getClassLoader())
                .open(endpoint, new Usage(Mode.TEXT, transport, Set.of()), extra)
                .close();
    }

    private static Stream<Arguments> driversAndTricks() {
        List<Arguments> all = new ArrayList<>();
        for (DriverKind kind : DriverCatalogue.byDefault()) {
            for (Trick trick : Trick.values()) {
                all.add(Arguments.of(kind, trick));
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("driversAndTricks")
    void passwordIsNeverSentWithoutTls(DriverKind kind, Trick trick) throws Exception {
        try (LyingServer server = new LyingServer(trick, Optional.empty())) {
            Endpoint endpoint = external(server.port(), Optional.empty());
            // Some drivers throw, and Drizzle mistakes the request for an answer. Only the data that the server
            // received matters.
            Throwable ended = catchThrowable(() -> open(kind, endpoint, Transport.TCP, Map.of()));
            assertThat(String.valueOf(ended)).doesNotContain(PASSWORD);
            assertThat(server.heard()).noneMatch(said -> said.contains(PASSWORD) || said.equals("key asked"));
        }
    }

    static List<DriverKind> encryptingDrivers() {
        return List.of(DriverCatalogue.MARIADB, DriverCatalogue.MYSQL);
    }

    /** Options of a driver variant must not disable the protection. */
    @ParameterizedTest
    @MethodSource("encryptingDrivers")
    void variantOptionsCannotWeakenTls(DriverKind kind) throws Exception {
        try (LyingServer server = new LyingServer(Trick.CACHING_SHA2, Optional.empty())) {
            Endpoint endpoint = external(server.port(), Optional.empty());
            for (Map<String, String> extra : List.of(
                    Map.of("allowPublicKeyRetrieval", "true"),
                    Map.of("ALLOWpublickeyretrieval", "true"),
                    Map.of("prepStmtCacheSize", "9&allowPublicKeyRetrieval=true"))) {
                assertThatThrownBy(() -> open(kind, endpoint, Transport.TCP, extra))
                        .as(extra.toString())
                        .isInstanceOfAny(SQLException.class, IllegalArgumentException.class);
            }
            assertThat(server.heard()).noneMatch(said -> said.contains(PASSWORD) || said.equals("key asked"));
        }
    }

    /** Proves that the tests above can fail: a driver accepts the public key of a server that bench started. */
    @ParameterizedTest
    @MethodSource("encryptingDrivers")
    void privateServerMayOfferItsPublicKey(DriverKind kind) throws Exception {
        try (LyingServer server = new LyingServer(Trick.CACHING_SHA2, Optional.empty())) {
            Endpoint endpoint = new Endpoint("127.0.0.1", server.port(), "", "bench", PASSWORD);
            assertThatThrownBy(() -> open(kind, endpoint, Transport.TCP, Map.of()))
                    .isInstanceOf(SQLException.class);
            assertThat(server.heard()).containsExactly("key asked", "encrypted: " + PASSWORD);
        }
    }

    private record Identity(SSLContext context, Certificate certificate) {}

    private Identity identity(String name, String alternative) throws Exception {
        Path file = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=" + alternative,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        String.valueOf(STORE))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, STORE);
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, STORE);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return new Identity(context, keys.getCertificate(name));
    }

    /** Stores a certificate as the agent does on the client host: as PEM and as a key store. */
    private Path trusted(Certificate certificate) throws IOException, GeneralSecurityException {
        Path pem = directory.resolve("ca.pem");
        Files.writeString(
                pem,
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                        + "\n-----END CERTIFICATE-----\n");
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        store.setCertificateEntry("ca0", certificate);
        try (OutputStream out = Files.newOutputStream(Path.of(pem + External.TRUST_STORE))) {
            store.store(out, new char[0]);
        }
        return pem;
    }

    @ParameterizedTest
    @MethodSource("encryptingDrivers")
    void onlyTheTrustedServerGetsThePassword(DriverKind kind) throws Exception {
        Identity right = identity("right", "ip:127.0.0.1");
        Identity other = identity("other", "ip:127.0.0.1");
        Identity misnamed = identity("misnamed", "dns:db.example.com");

        assertThat(heardOverTls(kind, right, right)).containsExactly("clear in tls: " + PASSWORD);
        assertThat(heardOverTls(kind, other, right)).as("signed by another CA").isEmpty();
        assertThat(heardOverTls(kind, misnamed, misnamed))
                .as("for another host name")
                .isEmpty();
        assertThat(heardOverTls(kind, Protection.VERIFY_CA, misnamed, misnamed))
                .as("for another host name, which verify_ca admits")
                .containsExactly("clear in tls: " + PASSWORD);
        assertThat(heardOverTls(kind, Protection.VERIFY_CA, other, right))
                .as("signed by another CA")
                .isEmpty();
        assertThat(heardOverTls(kind, Protection.REQUIRED, other, right))
                .as("signed by another CA, which required admits")
                .containsExactly("clear in tls: " + PASSWORD);
        try (LyingServer without = new LyingServer(Trick.CACHING_SHA2, Optional.empty())) {
            Endpoint endpoint = external(
                    without.port(), Optional.of(trusted(right.certificate()).toString()));
            assertThatThrownBy(() -> open(kind, endpoint, Transport.TLS, Map.of()))
                    .isInstanceOf(SQLException.class);
            assertThat(without.heard()).as("without TLS").isEmpty();
        }
    }

    private List<String> heardOverTls(DriverKind kind, Identity server, Identity trusted) throws Exception {
        return heardOverTls(kind, Protection.VERIFY_IDENTITY, server, trusted);
    }

    private List<String> heardOverTls(DriverKind kind, Protection protection, Identity server, Identity trusted)
            throws Exception {
        try (LyingServer lying = new LyingServer(Trick.CACHING_SHA2, Optional.of(server.context()))) {
            String ca = trusted(trusted.certificate()).toString();
            Endpoint endpoint = new Endpoint(
                    "127.0.0.1",
                    lying.port(),
                    "",
                    "admin",
                    PASSWORD,
                    new External(protection, protection.verifies() ? Optional.of(ca) : Optional.empty()));
            assertThatThrownBy(() -> open(kind, endpoint, Transport.TLS, Map.of()))
                    .isInstanceOf(SQLException.class)
                    .hasMessageNotContaining(PASSWORD);
            return lying.heard();
        }
    }
}
