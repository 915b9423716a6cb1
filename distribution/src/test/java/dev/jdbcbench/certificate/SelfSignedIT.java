package dev.jdbcbench.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.junit.jupiter.api.Test;

/** Not a unit test: an RSA key takes a second. */
class SelfSignedIT {
    private static final SelfSigned MADE = SelfSigned.make();

    private static X509Certificate certificate(SelfSigned made) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(made.certificate().getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void certificateIsSignedByItsOwnKey() throws Exception {
        X509Certificate certificate = certificate(MADE);
        certificate.verify(certificate.getPublicKey());
        assertThat(certificate.getSigAlgName()).isEqualTo("SHA256withRSA");
        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=bench");
        assertThat(certificate.getIssuerX500Principal()).isEqualTo(certificate.getSubjectX500Principal());
    }

    @Test
    void keyBelongsToTheCertificate() throws Exception {
        String[] lines = MADE.key().split("\n", -1);
        assertThat(lines[0]).isEqualTo("-----BEGIN PRIVATE KEY-----");
        assertThat(lines[lines.length - 2]).isEqualTo("-----END PRIVATE KEY-----");
        assertThat(lines).allMatch(line -> line.length() <= 64);
        String body = MADE.key().replaceAll("-----.*-----|\n", "");
        PrivateKey key = KeyFactory.getInstance("RSA")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(key);
        byte[] signed = signature.sign();
        signature.initVerify(certificate(MADE));
        assertThat(signature.verify(signed)).isTrue();
    }

    @Test
    void certificateIsValidDespiteAClockOffByWeeks() throws Exception {
        for (Duration off : new Duration[] {Duration.ofDays(-29), Duration.ZERO, Duration.ofDays(29)}) {
            certificate(MADE).checkValidity(Date.from(Instant.now().plus(off)));
        }
    }

    @Test
    void namesLoopbackAddresses() throws Exception {
        assertThat(certificate(MADE).getSubjectAlternativeNames())
                .extracting(name -> String.valueOf(name.get(1)))
                .containsExactly("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
    }

    @Test
    void certificatesAreUnique() throws Exception {
        SelfSigned other = SelfSigned.make();
        assertThat(other.key()).isNotEqualTo(MADE.key());
        assertThat(certificate(other).getSerialNumber())
                .isPositive()
                .isNotEqualTo(certificate(MADE).getSerialNumber());
    }

    @Test
    void keyIsNotPrinted() {
        assertThat(MADE).hasToString("SelfSigned");
    }
}
