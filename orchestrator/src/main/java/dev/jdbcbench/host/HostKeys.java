package dev.jdbcbench.host;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.UserInfo;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The one key that a host must have, by its fingerprint, and the key that it showed. */
final class HostKeys implements HostKeyRepository {
    private final String expected;
    private @Nullable String shown;

    HostKeys(String expected) {
        this.expected = expected;
    }

    /** The fingerprint of the key that the host showed at the last attempt; null before. */
    @Nullable
    String shown() {
        return shown;
    }

    /** {@code SHA256:…} of a public key in its wire format, as ssh-keygen prints it. */
    static String fingerprint(byte[] key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
            return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int check(String host, byte[] key) {
        shown = fingerprint(key);
        return shown.equals(expected) ? OK : CHANGED;
    }

    @Override
    public void add(HostKey hostkey, UserInfo ui) {}

    @Override
    public void remove(String host, String type) {}

    @Override
    public void remove(String host, String type, byte[] key) {}

    @Override
    public String getKnownHostsRepositoryID() {
        return "hosts file";
    }

    @Override
    public HostKey[] getHostKey() {
        return new HostKey[0];
    }

    @Override
    public HostKey[] getHostKey(String host, String type) {
        return new HostKey[0];
    }
}
