package dev.jdbcbench.host;

import dev.jdbcbench.config.HostSpec;
import dev.jdbcbench.config.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Passphrases and passwords of one host, from the references in the hosts file or from the user. Correct ones stay in
 * memory, so bench can reconnect without asking. Thread safe.
 */
public final class Secrets {
    /** How many attempts the user has. */
    public static final int ATTEMPTS = 3;

    private final HostSpec spec;
    private volatile Prompt prompt;
    private final Map<String, char[]> right = new HashMap<>();

    public Secrets(HostSpec spec, Prompt prompt) {
        this.spec = spec;
        this.prompt = prompt;
    }

    /**
     * Opens a key with its passphrase.
     *
     * @param open tries a passphrase, in UTF-8
     * @return why it is still locked; empty when it is open
     */
    public synchronized Optional<String> unlock(Path key, Predicate<byte[]> open) {
        String about = "passphrase of " + key;
        char[] known = right.get(about);
        if (known != null && tries(known, open)) {
            return Optional.empty();
        }
        if (spec.passphrase().isPresent()) {
            Secret reference = spec.passphrase().get();
            char[] referred =
                    reference.read("the passphrase for " + spec.name()).toCharArray();
            if (tries(referred, open)) {
                right.put(about, referred); // the reference may be gone at the next reconnect
                return Optional.empty();
            }
            return Optional.of("the passphrase (" + reference + ") does not open " + key);
        }
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<char[]> typed = prompt.secret("Passphrase of " + key + ": ");
            if (typed.isEmpty()) {
                return Optional.of(key + " is encrypted, and there is no terminal to ask for its passphrase");
            }
            if (tries(typed.get(), open)) {
                right.put(about, typed.get());
                return Optional.empty();
            }
        }
        return Optional.of(key + " is encrypted, and " + ATTEMPTS + " passphrases did not open it");
    }

    private static boolean tries(char[] secret, Predicate<byte[]> open) {
        byte[] bytes = new String(secret).getBytes(StandardCharsets.UTF_8);
        try {
            return open.test(bytes);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /** Stops asking the user. */
    public void stopPrompting() {
        prompt = Prompt.none();
    }

    /** Whether the hosts file refers to a password. */
    public boolean hasPassword() {
        return spec.password().isPresent();
    }

    /** The password from the hosts file, or one that was accepted before. */
    public synchronized Optional<char[]> knownPassword() {
        Optional<char[]> before = Optional.ofNullable(right.get("password"));
        return before.or(() -> spec.password()
                .map(reference ->
                        reference.read("the password for " + spec.name()).toCharArray()));
    }

    /** What the user types; empty when there is no user to ask. */
    public Optional<char[]> ask(String question) {
        return prompt.secret(question);
    }

    /** Keeps a password that the host accepted. */
    public synchronized void keepPassword(char[] password) {
        right.put("password", password);
    }

    /** Contains no secret. */
    @Override
    public String toString() {
        return "secrets of " + spec.name();
    }
}
