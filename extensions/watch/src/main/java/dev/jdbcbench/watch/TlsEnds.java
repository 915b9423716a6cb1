package dev.jdbcbench.watch;

import dev.jdbcbench.certificate.SelfSigned;
import dev.jdbcbench.failure.Failure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Both ends of TLS at a relay: towards applications with a certificate of its own, towards the database like a driver
 * that requires encryption. Without a CA it does not verify the database, like a driver with {@code sslMode=trust}.
 */
public final class TlsEnds {
    private final SSLContext toApplications;
    private final SSLContext toDatabase;
    private final boolean verifiesName;

    private TlsEnds(SSLContext toApplications, SSLContext toDatabase, boolean verifiesName) {
        this.toApplications = toApplications;
        this.toDatabase = toDatabase;
        this.verifiesName = verifiesName;
    }

    /**
     * Prepares both ends.
     *
     * @param ca file with the trusted CA certificates of the database (PEM)
     * @param named whether the database was given by name rather than address; its certificate must then contain that
     *     name
     * @throws Failure.Input if the file contains no certificates
     */
    public static TlsEnds of(SelfSigned own, Optional<Path> ca, boolean named) {
        try {
            TrustManager[] any = {new Any()};
            return new TlsEnds(
                    context(own.keyManagers(), any),
                    context(null, ca.isPresent() ? trusting(ca.get()) : any),
                    ca.isPresent() && named);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot prepare TLS", e);
        }
    }

    private static SSLContext context(KeyManager @Nullable [] keys, TrustManager[] trust)
            throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust, null);
        return context;
    }

    private static TrustManager[] trusting(Path ca) throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            byte[] bytes = Files.readAllBytes(ca);
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes))) {
                store.setCertificateEntry("ca" + number++, certificate);
            }
            if (number == 0) {
                throw unusable(ca, "it has no certificate");
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory.getTrustManagers();
        } catch (IOException | CertificateException e) {
            throw unusable(ca, String.valueOf(e.getMessage()));
        }
    }

    private static Failure unusable(Path ca, String why) {
        return new Failure.Input(
                "cannot read the certificates of " + ca,
                List.of(why),
                "Name a file with the CA certificates of the database, in PEM: --tls-ca ca.pem");
    }

    /**
     * The end towards an application. It requests a certificate: the relay cannot forward logins that need one, and
     * must recognise them.
     */
    SSLEngine forApplication() {
        SSLEngine engine = toApplications.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setWantClientAuth(true);
        return engine;
    }

    /** The end towards the database. */
    SSLEngine forDatabase(InetSocketAddress target) {
        SSLEngine engine = toDatabase.createSSLEngine(target.getHostString(), target.getPort());
        engine.setUseClientMode(true);
        if (verifiesName) {
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            engine.setSSLParameters(parameters);
        }
        return engine;
    }

    /** Accepts any certificate. */
    private static final class Any extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
            // The relay only needs to know that there is one.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            // The user was warned.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // The relay only needs to know that there is one.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // The user was warned.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // The relay only needs to know that there is one.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // The user was warned.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
