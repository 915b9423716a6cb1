package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.certificate.SelfSigned;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests both TLS ends of the relay, with a database and an application that support only one TLS version. */
class WatchTlsIT {
    private static final SelfSigned RELAY = SelfSigned.make();
    private static final SelfSigned DATABASE = SelfSigned.make();
    private static final SelfSigned OTHER = SelfSigned.make();
    private static final int PACKETS_OF_THREE_ROWS = 8;
    private static final int ERROR = 0xff;

    @TempDir
    private Path directory = Path.of("");

    private final TrafficCounts tally = new TrafficCounts(System::nanoTime, Optional.empty());
    private final List<Closeable> open = new ArrayList<>();

    @AfterEach
    void end() throws IOException {
        for (Closeable one : open) {
            one.close();
        }
    }

    private static SSLContext context(SelfSigned trusted, KeyManager @Nullable [] keys)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(
                "trusted",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(trusted.certificate().getBytes(StandardCharsets.US_ASCII))));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, factory.getTrustManagers(), null);
        return context;
    }

    /** A database that accepts every login after a request for TLS. */
    private static final class TlsDatabase implements Closeable {
        private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final SSLContext context;
        private final String protocol;
        private final AtomicInteger ended = new AtomicInteger();

        TlsDatabase(String protocol) throws IOException, GeneralSecurityException {
            this.context = context(DATABASE, DATABASE.keyManagers());
            this.protocol = protocol;
            FakeDatabase.daemon(this::serve);
        }

        InetSocketAddress address() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.getLocalPort());
        }

        private void serve() {
            while (!listening.isClosed()) {
                try {
                    Socket client = listening.accept();
                    client.setTcpNoDelay(true);
                    FakeDatabase.daemon(() -> talk(client));
                } catch (IOException e) {
                    return; // the test is over
                }
            }
        }

        private void talk(Socket client) {
            try (client) {
                client.getOutputStream().write(Bytes.greeting(Bytes.PROTOCOL_41 | Bytes.SSL));
                assertThat(FakeDatabase.receive(new DataInputStream(client.getInputStream())))
                        .hasSize(32);
                SSLSocket encrypted = (SSLSocket)
                        context.getSocketFactory().createSocket(client, new ByteArrayInputStream(new byte[0]), true);
                encrypted.setEnabledProtocols(new String[] {protocol});
                DataInputStream in = new DataInputStream(encrypted.getInputStream());
                OutputStream out = encrypted.getOutputStream();
                FakeDatabase.receive(in);
                out.write(Bytes.ok(0, Bytes.AUTOCOMMIT));
                for (byte[] command = FakeDatabase.receive(in); command[0] != 1; command = FakeDatabase.receive(in)) {
                    out.write(Bytes.rows(3, false, Bytes.AUTOCOMMIT));
                }
            } catch (IOException e) {
                // the relay has disconnected
            } finally {
                ended.incrementAndGet();
            }
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }

    /** An application that verifies the relay, including its address, and logs in. */
    private static final class Application implements Closeable {
        private final Socket plain;
        private final SSLSocket socket;
        private final DataInputStream in;

        Application(InetSocketAddress relay, String protocol, SelfSigned trusted, KeyManager @Nullable [] keys)
                throws IOException, GeneralSecurityException {
            plain = new Socket(relay.getAddress(), relay.getPort());
            plain.setTcpNoDelay(true);
            plain.setSoTimeout(20_000);
            FakeDatabase.receive(new DataInputStream(plain.getInputStream()));
            plain.getOutputStream()
                    .write(Bytes.packet(
                            1,
                            new Bytes()
                                    .number(Bytes.PROTOCOL_41 | Bytes.SSL, 4)
                                    .number(1 << 24, 4)
                                    .number(45, 1)
                                    .raw(new byte[23])
                                    .array()));
            socket = (SSLSocket) context(trusted, keys)
                    .getSocketFactory()
                    .createSocket(plain, relay.getAddress().getHostAddress(), relay.getPort(), true);
            socket.setEnabledProtocols(new String[] {protocol});
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            in = new DataInputStream(socket.getInputStream());
            try {
                socket.startHandshake();
                socket.getOutputStream().write(Bytes.login(Bytes.SSL));
            } catch (IOException e) {
                plain.close();
                throw e;
            }
        }

        byte[] receive() throws IOException {
            return FakeDatabase.receive(in);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private InetSocketAddress relay(TlsDatabase database, Optional<Path> ca) {
        WatchRelay relay = new WatchRelay(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                database.address(),
                new DelayedPath(0, 100_000),
                tally,
                false,
                Optional.of(TlsEnds.of(RELAY, ca, false)));
        open.add(database);
        open.add(relay);
        return relay.address();
    }

    private WatchReport report() {
        return tally.report("fake", "11", new DelayedPath(0, 100_000));
    }

    private Path pem(SelfSigned certificate) throws IOException {
        return Files.writeString(directory.resolve("ca.pem"), certificate.certificate());
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void statementsAreReadAndTheDatabaseIsVerified(String protocol) throws Exception {
        TlsDatabase database = new TlsDatabase(protocol);
        try (Application application =
                new Application(relay(database, Optional.of(pem(DATABASE))), protocol, RELAY, null)) {
            assertThat(application.socket.getSession().getProtocol()).isEqualTo(protocol);
            assertThat(application.receive()[0]).as("the response to the login").isZero();
            for (int i = 0; i < 10; i++) {
                application.socket.getOutputStream().write(Bytes.query("SELECT a FROM t WHERE b = 'SECRET'"));
                for (int packet = 0; packet < PACKETS_OF_THREE_ROWS; packet++) {
                    application.receive();
                }
            }
        }
        await().untilAsserted(() -> assertThat(report().connections().open()).isZero());
        await().untilAsserted(() -> assertThat(database.ended.get()).isEqualTo(1));
        assertThat(report().connections().unreadable()).isZero();
        assertThat(report().notes()).isEmpty();
        assertThat(report().top())
                .filteredOn(line -> line.statement().equals("SELECT a FROM t WHERE b = ?"))
                .singleElement()
                .satisfies(line -> assertThat(line.roundTrips()).isEqualTo(10));
        // TCP, greeting, TLS, login: of these, only TLS 1.2 needs two round trips.
        assertThat(report().top())
                .filteredOn(line -> line.statement().equals("(connect)"))
                .singleElement()
                .satisfies(line -> assertThat(line.roundTrips()).isEqualTo(protocol.equals("TLSv1.3") ? 4 : 5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void clientCertificateIsRefusedWithTheReason(String protocol) throws Exception {
        TlsDatabase database = new TlsDatabase(protocol);
        try (Application application =
                new Application(relay(database, Optional.empty()), protocol, RELAY, OTHER.keyManagers())) {
            byte[] answer = application.receive();
            assertThat(answer[0] & 0xff).isEqualTo(ERROR);
            assertThat(new String(answer, StandardCharsets.US_ASCII))
                    .contains("bench watch: the application shows a TLS certificate, which a relay cannot pass on");
            assertThat(application.in.read()).as("the connection is closed").isEqualTo(-1);
        }
        await().untilAsserted(() -> assertThat(report().connections().open()).isZero());
        await().untilAsserted(() -> assertThat(database.ended.get()).isEqualTo(1));
        assertThat(report().notes()).singleElement().asString().contains("let it connect without one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void databaseOfAnotherCaIsRefusedWithTheReason(String protocol) throws Exception {
        TlsDatabase database = new TlsDatabase(protocol);
        try (Application application =
                new Application(relay(database, Optional.of(pem(OTHER))), protocol, RELAY, null)) {
            byte[] answer = application.receive();
            assertThat(answer[0] & 0xff).isEqualTo(ERROR);
            assertThat(new String(answer, StandardCharsets.US_ASCII)).contains("TLS with the database failed");
        }
        await().untilAsserted(() -> assertThat(report().connections().open()).isZero());
        await().untilAsserted(() -> assertThat(database.ended.get()).isEqualTo(1));
        assertThat(report().notes()).singleElement().asString().contains("TLS with the database failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void applicationThatTrustsAnotherCertificateEndsAndIsReported(String protocol) throws Exception {
        TlsDatabase database = new TlsDatabase(protocol);
        InetSocketAddress relay = relay(database, Optional.empty());
        assertThatThrownBy(() -> new Application(relay, protocol, OTHER, null)).isInstanceOf(SSLException.class);
        await().untilAsserted(() -> assertThat(report().connections().open()).isZero());
        await().untilAsserted(() -> assertThat(database.ended.get()).isEqualTo(1));
        assertThat(report().notes()).singleElement().asString().contains("--tls-certificate FILE");
    }
}
