package dev.jdbcbench.agent;

import dev.jdbcbench.driver.Session;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;

/**
 * Converts the certificates of external servers to a key store, the form that MySQL Connector/J reads. Contains nothing secret.
 */
final class TrustStore {
    private TrustStore() {}

    /** Writes a key store next to each certificate file named in the session. */
    static void makeFor(Session session) throws IOException {
        for (Session.Endpoint endpoint : session.endpoints().values()) {
            Optional<Path> ca = endpoint.ca().map(Path::of);
            if (ca.isPresent()) {
                make(ca.get(), Path.of(ca.get() + Session.External.TRUST_STORE));
            }
        }
    }

    private static void make(Path pem, Path store) throws IOException {
        try (InputStream in = Files.newInputStream(pem);
                OutputStream out = Files.newOutputStream(store)) {
            KeyStore keys = KeyStore.getInstance("JKS");
            keys.load(null, null);
            int number = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                keys.setCertificateEntry("ca" + number++, certificate);
            }
            if (number == 0) {
                throw new IOException(pem.getFileName() + " contains no certificate");
            }
            keys.store(out, new char[0]);
        } catch (GeneralSecurityException e) {
            throw new IOException(pem.getFileName() + " is not a file of PEM certificates: " + e.getMessage(), e);
        }
    }
}
