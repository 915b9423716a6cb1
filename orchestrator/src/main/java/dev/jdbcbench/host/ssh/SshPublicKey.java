package dev.jdbcbench.host.ssh;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/**
 * A public key file: a plain key, or a certificate of one.
 *
 * @param type as the file says, {@code ssh-ed25519-cert-v01@openssh.com} for instance
 * @param blob the whole key or certificate in its wire format, in base64
 * @param key the plain public key in its wire format, in base64; used to find the private key
 */
record SshPublicKey(String type, String blob, String key) {
    /** Suffix of the types and algorithms of certificates. */
    static final String CERTIFICATE = "-cert-v01@openssh.com";

    /** Reads a public key file; empty when it does not exist, or holds no key. */
    static Optional<SshPublicKey> read(Path file) {
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        try (var lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.findFirst().flatMap(SshPublicKey::parse);
        } catch (IOException | java.io.UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** Parses {@code TYPE BASE64 COMMENT}. */
    static Optional<SshPublicKey> parse(String line) {
        String[] words = line.strip().split("\\s+", 3);
        if (words.length < 2 || !words[0].matches("[a-z0-9@.-]+")) {
            return Optional.empty();
        }
        try {
            byte[] blob = Base64.getDecoder().decode(words[1]);
            byte[] key = words[0].endsWith(CERTIFICATE) ? plain(words[0], blob) : blob;
            return Optional.of(
                    new SshPublicKey(words[0], words[1], Base64.getEncoder().encodeToString(key)));
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            return Optional.empty();
        }
    }

    boolean certificate() {
        return type.endsWith(CERTIFICATE);
    }

    /** The name of the plain algorithm, which is also the signature algorithm for a login with a certificate. */
    static String plainAlgorithm(String algorithm) {
        return algorithm.replace(CERTIFICATE, "");
    }

    /** Extracts the plain key from a certificate: its type, a nonce, then the parts of the key. */
    private static byte[] plain(String type, byte[] certificate) {
        String plainType = plainAlgorithm(type).replaceFirst("^(sk-.*)$", "$1@openssh.com");
        int parts = (plainType.contains("ed25519") ? 1 : 2) + (plainType.startsWith("sk-") ? 1 : 0);
        ByteBuffer blob = ByteBuffer.wrap(certificate);
        skip(blob, 2);
        int start = blob.position();
        skip(blob, parts);
        return ByteBuffer.allocate(Integer.BYTES + plainType.length() + blob.position() - start)
                .putInt(plainType.length())
                .put(plainType.getBytes(StandardCharsets.US_ASCII))
                .put(certificate, start, blob.position() - start)
                .array();
    }

    /** Skips strings; before each is its length. */
    private static void skip(ByteBuffer blob, int strings) {
        for (int i = 0; i < strings; i++) {
            int length = blob.getInt();
            if (length < 0 || length > blob.remaining()) {
                throw new BufferUnderflowException();
            }
            blob.position(blob.position() + length);
        }
    }
}
