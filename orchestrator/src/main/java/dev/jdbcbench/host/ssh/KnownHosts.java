package dev.jdbcbench.host.ssh;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.untrusted.Glob;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What known_hosts files say about one host: its lines, plain or hashed, with or without a marker. Lines with an
 * unknown syntax are skipped, as ssh does. An existing file that cannot be read is a failure, because it may revoke a
 * key.
 */
final class KnownHosts {
    private static final String HASHED = "|1|";

    /** What a line says about its key. */
    enum Kind {
        KEY,
        REVOKED,
        AUTHORITY
    }

    /**
     * A line.
     *
     * @param key in its wire format, in base64
     * @param place file and line
     * @param exact whether it is for this port. A line for the standard port can confirm a key, but does not
     *     contradict another.
     */
    record Entry(Kind kind, String type, String key, String place, boolean exact) {}

    private final List<Entry> entries;

    private KnownHosts(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * Reads the lines for a host.
     *
     * @param revoked a file of public keys that no host may have
     * @param name the host's name in the files
     * @param otherName the fallback name, used when the first one is unknown
     */
    static KnownHosts read(List<Path> files, Optional<Path> revoked, String name, Optional<String> otherName) {
        List<Entry> all = new ArrayList<>();
        revoked.ifPresent(file -> all.addAll(revokedKeys(file)));
        for (Path file : files.stream().filter(Files::exists).toList()) {
            all.addAll(entries(file, name, true));
            otherName.ifPresent(other -> all.addAll(entries(file, other, false)));
        }
        boolean known = all.stream().anyMatch(entry -> entry.kind() == Kind.KEY && entry.exact());
        return new KnownHosts(all.stream()
                // a revocation counts under either name
                .filter(entry -> entry.exact() || !known || entry.kind() == Kind.REVOKED)
                .toList());
    }

    /** The lines of one kind. */
    Stream<Entry> of(Kind kind) {
        return entries.stream().filter(entry -> entry.kind() == kind);
    }

    private static List<Entry> entries(Path file, String name, boolean exact) {
        List<Entry> found = new ArrayList<>();
        List<String> lines = lines(file);
        for (int i = 0; i < lines.size(); i++) {
            String[] words = lines.get(i).strip().split("\\s+", -1);
            int first = words[0].startsWith("@") ? 1 : 0;
            Optional<Kind> kind = switch (words[0]) {
                case "@revoked" -> Optional.of(Kind.REVOKED);
                case "@cert-authority" -> Optional.of(Kind.AUTHORITY);
                default -> Optional.of(Kind.KEY).filter(plain -> first == 0 && !words[0].startsWith("#"));
            };
            if (kind.isPresent() && words.length >= first + 3 && matches(words[first], name)) {
                found.add(new Entry(kind.get(), words[first + 1], words[first + 2], file + ":" + (i + 1), exact));
            }
        }
        return found;
    }

    private static List<Entry> revokedKeys(Path file) {
        List<String> lines = lines(file);
        if (!lines.isEmpty() && lines.get(0).startsWith("SSHKRL")) {
            throw new Failure.Host(
                    "cannot honour RevokedHostKeys of the SSH configuration",
                    file + " is a key revocation list in binary form, which bench cannot read",
                    "Use a text file with one public key per line.",
                    null);
        }
        return lines.stream()
                .map(line -> line.strip().split("\\s+", -1))
                .filter(words -> words.length >= 2 && !words[0].startsWith("#"))
                .map(words -> new Entry(Kind.REVOKED, words[0], words[1], file.toString(), true))
                .toList();
    }

    private static List<String> lines(Path file) {
        try {
            // Names are ASCII; other characters in comments must not make reading fail.
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new Failure.Host(
                    "cannot read the host keys of " + file,
                    e.toString(),
                    "Make it readable for you: without it bench does not know which keys to trust.",
                    e);
        }
    }

    /** Whether the names field of a line matches a host: comma-separated patterns, or one hash. */
    static boolean matches(String names, String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        if (names.startsWith(HASHED)) {
            return hashMatches(names, wanted);
        }
        List<String> patterns = List.of(names.split(",", -1));
        return patterns.stream().anyMatch(pattern -> Glob.matchesWithMarks(pattern, wanted))
                && patterns.stream()
                        .filter(pattern -> pattern.startsWith("!"))
                        .noneMatch(pattern -> Glob.matchesWithMarks(pattern.substring(1), wanted));
    }

    private static boolean hashMatches(String hashed, String name) {
        String[] parts = hashed.substring(HASHED.length()).split("\\|", -1);
        if (parts.length != 2) {
            return false;
        }
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(parts[0]), "HmacSHA1"));
            byte[] hash = mac.doFinal(name.getBytes(StandardCharsets.UTF_8));
            return MessageDigest.isEqual(hash, Base64.getDecoder().decode(parts[1]));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false; // not a valid hash: ignore the line
        }
    }
}
