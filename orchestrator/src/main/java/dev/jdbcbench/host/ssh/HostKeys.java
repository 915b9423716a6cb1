package dev.jdbcbench.host.ssh;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.UserInfo;
import dev.jdbcbench.driver.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies the key that a host presents. A fingerprint in the hosts file decides if there is one, otherwise known_hosts
 * does. A revoked key is always refused, and no key is ever added.
 */
final class HostKeys implements HostKeyRepository {
    /** The result of checking the presented key. */
    enum Verdict {
        NONE_SHOWN,
        TRUSTED,
        UNKNOWN,
        CHANGED,
        REVOKED
    }

    /** A key that a host presented; {@code key} is in base64. */
    record OfferedKey(String type, String key, String fingerprint) {}

    private static final Logger LOG = LoggerFactory.getLogger(HostKeys.class);

    private final KnownHosts known;
    private final Optional<String> pin;
    private Verdict verdict = Verdict.NONE_SHOWN;
    private Runnable whenTrusted = () -> {};
    private @Nullable OfferedKey shown;

    /**
     * @param pin the fingerprint that the host must have
     */
    HostKeys(KnownHosts known, Optional<String> pin) {
        this.known = known;
        this.pin = pin;
    }

    /** The result of the last attempt. */
    Verdict verdict() {
        return verdict;
    }

    /** The key that the host presented at the last attempt; empty before the first. */
    Optional<OfferedKey> shown() {
        return Optional.ofNullable(shown);
    }

    /** {@code SHA256:…} of a public key in its wire format, as ssh-keygen prints it. */
    static String fingerprint(byte[] key) {
        return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(Sha256.digest(key));
    }

    /**
     * The host key algorithms to request: one list, or several to be tried in turn. A host presents only one key, that
     * of the first requested algorithm it has. So the types in known_hosts come first; with a fingerprint the type is
     * unknown, and each type is tried in turn.
     */
    List<String> algorithms(List<String> configured) {
        Map<String, List<String>> ofTypes = configured.stream()
                .collect(Collectors.groupingBy(HostKeys::type, LinkedHashMap::new, Collectors.toList()));
        List<String> lists = Stream.concat(
                        known.of(KnownHosts.Kind.KEY).map(KnownHosts.Entry::type), ofTypes.keySet().stream())
                .distinct()
                .map(type -> String.join(",", ofTypes.getOrDefault(type, List.of())))
                .filter(list -> !list.isEmpty())
                .collect(Collectors.toCollection(ArrayList::new));
        if (pin.isPresent()) {
            return lists;
        }
        if (known.of(KnownHosts.Kind.AUTHORITY).findAny().isPresent()) {
            lists.addAll(0, certificates(configured));
        }
        return List.of(String.join(",", lists));
    }

    private static List<String> certificates(List<String> configured) {
        return configured.stream()
                .filter(algorithm -> !algorithm.equals("ssh-rsa"))
                .map(algorithm -> algorithm + SshPublicKey.CERTIFICATE)
                .toList();
    }

    /** The key type of an algorithm. RSA has one type and several algorithms. */
    private static String type(String algorithm) {
        return algorithm.startsWith("rsa-") ? "ssh-rsa" : algorithm;
    }

    /** The known_hosts lines of one kind for this host. */
    List<KnownHosts.Entry> entries(KnownHosts.Kind kind) {
        return known.of(kind).toList();
    }

    /** Sets an action to run as soon as the host has presented the right key. */
    void whenTrusted(Runnable action) {
        whenTrusted = action;
    }

    @Override
    public int check(String host, byte[] key) {
        ByteBuffer buffer = ByteBuffer.wrap(key);
        byte[] type = new byte[buffer.getInt()];
        buffer.get(type);
        OfferedKey now = new OfferedKey(
                new String(type, StandardCharsets.US_ASCII), Base64.getEncoder().encodeToString(key), fingerprint(key));
        shown = now;
        verdict = judge(now);
        if (verdict == Verdict.TRUSTED) {
            whenTrusted.run();
        }
        return switch (verdict) {
            case TRUSTED -> OK;
            case UNKNOWN -> NOT_INCLUDED;
            default -> CHANGED;
        };
    }

    private Verdict judge(OfferedKey now) {
        if (known.of(KnownHosts.Kind.REVOKED).anyMatch(entry -> entry.key().equals(now.key()))) {
            return Verdict.REVOKED;
        }
        if (pin.isPresent()) {
            return pin.get().equals(now.fingerprint()) ? Verdict.TRUSTED : Verdict.CHANGED;
        }
        List<KnownHosts.Entry> sameType = known.of(KnownHosts.Kind.KEY)
                .filter(entry -> entry.type().equals(now.type()))
                .toList();
        if (sameType.stream().anyMatch(entry -> entry.key().equals(now.key()))) {
            return Verdict.TRUSTED;
        }
        return sameType.stream().anyMatch(KnownHosts.Entry::exact) ? Verdict.CHANGED : Verdict.UNKNOWN;
    }

    @Override
    public void add(HostKey hostkey, UserInfo ui) {}

    @Override
    public void remove(String host, String type) {}

    @Override
    public void remove(String host, String type, byte[] key) {}

    @Override
    public String getKnownHostsRepositoryID() {
        return "known hosts";
    }

    /**
     * The authorities trusted to sign this host's key, and the revoked keys; jsch checks certificates against them. If
     * jsch does not trust a certificate, it passes the plain key in it to {@link #check}.
     */
    @Override
    public HostKey[] getHostKey() {
        List<HostKey> keys = new ArrayList<>();
        if (pin.isEmpty()) { // a pinned key must match, whoever signed it
            add(keys, KnownHosts.Kind.AUTHORITY, "@cert-authority");
        }
        add(keys, KnownHosts.Kind.REVOKED, "@revoked");
        return keys.toArray(HostKey[]::new);
    }

    private void add(List<HostKey> keys, KnownHosts.Kind kind, String marker) {
        known.of(kind).forEach(entry -> {
            try {
                // the host names have been matched already
                keys.add(new HostKey(
                        marker, "*", HostKey.GUESS, Base64.getDecoder().decode(entry.key()), ""));
            } catch (JSchException | IllegalArgumentException e) {
                LOG.debug("{}: {} is no key: {}", entry.place(), entry.type(), e.toString());
            }
        });
    }

    @Override
    public HostKey[] getHostKey(String host, String type) {
        return new HostKey[0];
    }
}
