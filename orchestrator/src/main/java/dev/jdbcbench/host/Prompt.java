package dev.jdbcbench.host;

import java.util.Optional;

/** Asks the user for a secret. The answer is neither shown nor logged. */
public interface Prompt {
    /**
     * Asks a question.
     *
     * @return the answer, which belongs to the caller; empty when there is no user or the user declines
     */
    Optional<char[]> secret(String question);

    /** A prompt for when there is no user to ask. */
    static Prompt none() {
        return question -> Optional.empty();
    }
}
