package dev.jdbcbench.config;

import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A reference to a secret. The hosts file holds only references, so it can be shared and kept under version control.
 * The value is read when it is needed, and never becomes part of a text that could be logged.
 *
 * @param place the name of an environment variable, or the path of a file
 */
public record Secret(Kind kind, String place) {
    /** The kind of place that holds a secret. */
    public enum Kind {
        ENV,
        FILE
    }

    /**
     * Reads the secret; from a file, only the first line.
     *
     * @param what the purpose of the secret, for the message
     * @throws Failure.Input when it does not exist
     */
    public String read(String what) {
        if (kind == Kind.ENV) {
            String value = System.getenv(place);
            if (value == null || value.isEmpty()) {
                throw new Failure.Input(
                        what + " is missing",
                        List.of("the environment variable " + place + " is not set"),
                        "Set it for this command alone: read -rs " + place + " && export " + place);
            }
            return value;
        }
        try {
            Optional<String> exposed = PrivateFile.exposed(Path.of(place));
            if (exposed.isPresent()) {
                throw new Failure.Input(
                        what + " is not safe in its file",
                        List.of(exposed.get()),
                        "Make it readable for you alone: chmod 600 " + place);
            }
            return Files.readAllLines(Path.of(place)).stream()
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElseThrow(() -> new Failure.Input(
                            what + " is missing", List.of(place + " is empty"), "Write it into the first line."));
        } catch (IOException e) {
            throw new Failure.Input(
                    what + " is missing",
                    List.of("cannot read the file " + place + ": "
                            + e.getClass().getSimpleName()),
                    "Put it there in one line, readable by you alone (chmod 600).");
        }
    }

    /** The reference, never the value. */
    @Override
    public String toString() {
        return kind == Kind.ENV ? "env " + place : "file " + place;
    }
}
