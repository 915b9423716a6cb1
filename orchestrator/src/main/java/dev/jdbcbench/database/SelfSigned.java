package dev.jdbcbench.database;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A key and a certificate that it signed itself, for a server that lives as long as a run. Drivers are told not to verify it:
 * it encrypts, and proves nothing.
 *
 * @param key in PEM
 * @param certificate in PEM
 */
record SelfSigned(String key, String certificate) {
    private static final int BITS = 2048;
    private static final Duration VALID = Duration.ofDays(30);

    /** A new one. */
    static SelfSigned make() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            KeyPair pair = generator.generateKeyPair();
            X500Name name = new X500Name("CN=bench");
            Instant now = Instant.now();
            X509CertificateHolder certificate = new JcaX509v3CertificateBuilder(
                            name,
                            new BigInteger(64, new SecureRandom()),
                            Date.from(now.minus(VALID)), // the clocks of two hosts may differ
                            Date.from(now.plus(VALID)),
                            name,
                            pair.getPublic())
                    .build(new JcaContentSignerBuilder("SHA256withRSA").build(pair.getPrivate()));
            return new SelfSigned(pem(pair.getPrivate()), pem(certificate));
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException("cannot make a certificate", e);
        }
    }

    private static String pem(Object object) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
            pem.writeObject(object);
        }
        return text.toString();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "SelfSigned";
    }
}
