package dev.jdbcbench.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;

/** SHA-256 of files, here and on hosts. */
public final class Checksum {
    /** Of an archive of programs on a slow disk. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private Checksum() {}

    /** The SHA-256 of a file here, in lower-case hexadecimal. */
    public static String of(Path file) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Whether a host has a file with the bytes of one here. */
    static boolean same(Host host, Path file, String remote) throws IOException {
        Outcome there = host.run(Command.query("sha256sum", "--", remote).within(LIMIT));
        return there.ok() && there.out().startsWith(of(file));
    }
}
