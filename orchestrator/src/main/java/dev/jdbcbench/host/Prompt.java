package dev.jdbcbench.host;

import java.util.Optional;

/** Somebody who can be asked for a secret. What is answered is neither shown nor logged. */
public interface Prompt {
    /**
     * The answer to a question.
     *
     * @return the answer, which belongs to the caller; empty when nobody can be asked, or nobody wants to answer
     */
    Optional<char[]> secret(String question);

    /** For when nobody can be asked. */
    static Prompt nobody() {
        return question -> Optional.empty();
    }
}
