package dev.jdbcbench.host.ssh;

import com.jcraft.jsch.Identity;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A key to log in with: from the agent or a file, with or without a certificate. It is unlocked only after the host has
 * said that it accepts it.
 */
final class SshKey implements Identity {
    /** Opens an encrypted key. */
    interface Unlocking {
        /** Unlocks the key; returns why it is still locked, or empty when it is open. */
        Optional<String> unlock();
    }

    private final String name;
    private final Identity key;
    private final Optional<SshPublicKey> certificate;
    private final Unlocking unlocking;
    private Optional<String> trouble = Optional.empty();
    private boolean accepted;

    SshKey(String name, Identity key, Optional<SshPublicKey> certificate, Unlocking unlocking) {
        this.name = name;
        this.key = key;
        this.certificate = certificate;
        this.unlocking = unlocking;
    }

    /** This key with a certificate. */
    SshKey with(SshPublicKey signed, String ofFile) {
        return new SshKey(ofFile, key, Optional.of(signed), unlocking);
    }

    /** Why the key was unusable; empty when the host refused it. */
    Optional<String> trouble() {
        return trouble;
    }

    /** Whether the host accepts it; the host may require more than that. */
    boolean accepted() {
        return accepted;
    }

    /** The plain public key in base64; empty when it is known only after unlocking the file. */
    Optional<String> publicKey() {
        return Optional.ofNullable(key.getPublicKeyBlob()).map(Base64.getEncoder()::encodeToString);
    }

    private void unlock() {
        if (key.isEncrypted()) {
            trouble = unlocking.unlock();
        }
    }

    @Override
    public byte @Nullable [] getPublicKeyBlob() {
        if (certificate.isPresent()) {
            return Base64.getDecoder().decode(certificate.get().blob());
        }
        return key.getPublicKeyBlob();
    }

    @Override
    public byte @Nullable [] getSignature(byte[] data) {
        return getSignature(data, key.getAlgName());
    }

    @Override
    public byte @Nullable [] getSignature(byte[] data, String algorithm) {
        accepted = true;
        unlock();
        return trouble.isEmpty() ? key.getSignature(data, SshPublicKey.plainAlgorithm(algorithm)) : null;
    }

    @Override
    public String getAlgName() {
        return certificate.map(SshPublicKey::type).orElseGet(key::getAlgName);
    }

    @Override
    public String getName() {
        return name;
    }

    /** Always false: the key is unlocked when a signature is needed, not before. */
    @Override
    public boolean isEncrypted() {
        return false;
    }

    /** jsch calls this before it offers the key. Only a key without a known public half must be unlocked by then. */
    @Override
    public boolean setPassphrase(byte @Nullable [] none) {
        if (key.getPublicKeyBlob() == null) {
            unlock();
        }
        return true;
    }

    @Override
    public void clear() {
        key.clear();
    }
}
