package dev.jdbcbench.certificate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/**
 * A key with a self-signed certificate, for a server or relay that lives only as long as a command. Drivers of a run
 * are configured not to verify it: it provides encryption, not authentication. It is valid for this machine's loopback
 * addresses.
 *
 * <p>The JDK has no API to create certificates, and its {@code keytool} takes a second and needs a password in a file.
 * This one certificate (RFC 5280) needs only a few kinds of elements, so bench encodes it here.
 *
 * @param key in PEM (PKCS #8)
 * @param certificate in PEM
 */
public record SelfSigned(String key, String certificate) {
    private static final int BITS = 2048;
    private static final Duration VALID = Duration.ofDays(30);
    private static final int SERIAL_BITS = 64;
    /** UTCTime; RFC 5280 requires it for dates up to 2049. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    // Tags of X.690.
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int OCTET_STRING = 0x04;
    private static final int VERSION = 0xa0;
    private static final int EXTENSIONS = 0xa3;
    private static final int DNS_NAME = 0x82;
    private static final int IP_ADDRESS = 0x87;

    /** The object 2.5.4.3, a common name. */
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");
    /** SEQUENCE of the object 1.2.840.113549.1.1.11, SHA-256 with RSA, and NULL. */
    private static final byte[] SHA256_WITH_RSA = HexFormat.of().parseHex("300d06092a864886f70d01010b0500");

    /** The object 2.5.29.17, alternative names of the subject. */
    private static final byte[] SUBJECT_ALTERNATIVE_NAME = HexFormat.of().parseHex("0603551d11");

    private static final byte[] LOOPBACK_4 = {127, 0, 0, 1};
    private static final byte[] LOOPBACK_6 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

    private static final byte[] THIRD_VERSION = {2};
    private static final byte[] NO_UNUSED_BITS = {0};

    /** Creates a key and a certificate. */
    public static SelfSigned make() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            KeyPair pair = generator.generateKeyPair();
            byte[] content = content(pair.getPublic().getEncoded());
            byte[] certificate = element(
                    SEQUENCE,
                    content,
                    SHA256_WITH_RSA,
                    element(BIT_STRING, NO_UNUSED_BITS, signature(pair.getPrivate(), content)));
            return new SelfSigned(pem("PRIVATE KEY", pair.getPrivate().getEncoded()), pem("CERTIFICATE", certificate));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a certificate", e);
        }
    }

    /** The part that is signed. The public key is already encoded as certificates need it. */
    private static byte[] content(byte[] publicKey) {
        byte[] name =
                element(SEQUENCE, element(SET, element(SEQUENCE, COMMON_NAME, element(UTF8_STRING, ascii("bench")))));
        BigInteger serial = new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE);
        Instant now = Instant.now();
        byte[] valid = element(
                SEQUENCE,
                time(now.minus(VALID)), // the clocks of two hosts may differ
                time(now.plus(VALID)));
        return element(
                SEQUENCE,
                element(VERSION, element(INTEGER, THIRD_VERSION)),
                element(INTEGER, serial.toByteArray()),
                SHA256_WITH_RSA,
                name,
                valid,
                name,
                publicKey,
                element(EXTENSIONS, element(SEQUENCE, element(SEQUENCE, SUBJECT_ALTERNATIVE_NAME, names()))));
    }

    private static byte[] names() {
        return element(
                OCTET_STRING,
                element(
                        SEQUENCE,
                        element(DNS_NAME, ascii("localhost")),
                        element(IP_ADDRESS, LOOPBACK_4),
                        element(IP_ADDRESS, LOOPBACK_6)));
    }

    /** Key and certificate in the form that the JDK's TLS takes; they stay in memory. */
    public KeyManager[] keyManagers() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            PrivateKey secret = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(body(key)));
            Certificate own = CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(body(certificate)));
            // The store never leaves this method's objects, so its password protects nothing.
            char[] none = new char[0];
            store.setKeyEntry("bench", secret, none, new Certificate[] {own});
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, none);
            return factory.getKeyManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot use a certificate that bench made", e);
        }
    }

    private static byte[] body(String pem) {
        String[] lines = pem.split("\n", -1);
        return Base64.getDecoder().decode(String.join("", Arrays.asList(lines).subList(1, lines.length - 2)));
    }

    private static byte[] signature(PrivateKey key, byte[] content) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(key);
        signature.update(content);
        return signature.sign();
    }

    private static byte[] time(Instant instant) {
        return element(UTC_TIME, ascii(TIME.format(instant)));
    }

    /** Encodes an element: the tag, the length of the parts, the parts. */
    private static byte[] element(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        int length = content.size();
        // DER requires the shortest form: one byte, or the count of length bytes and then the length.
        if (length > 0xff) {
            element.write(0x82);
            element.write(length >> 8);
        } else if (length > 0x7f) {
            element.write(0x81);
        }
        element.write(length);
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String pem(String what, byte[] encoded) {
        Base64.Encoder lines = Base64.getMimeEncoder(64, ascii("\n"));
        return "-----BEGIN " + what + "-----\n" + lines.encodeToString(encoded) + "\n-----END " + what + "-----\n";
    }

    /** Omits the key. */
    @Override
    public String toString() {
        return "SelfSigned";
    }
}
