package dev.jdbcbench.store;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How this account started a run: everything that determines where bench connects, which secrets it reads and what it
 * executes when the run continues. Stored in the user's state directory, never in the run directory, which may come
 * from anyone.
 *
 * @param run ID of the run
 * @param plan SHA-256 of its plan.json, in hexadecimal: a directory with another plan is another run, whatever its name
 * @param words the command line, without the program's name
 * @param directory working directory; relative file names start there
 * @param hostsFile absolute path of the hosts file; null if there was none
 */
@JsonIgnoreProperties(value = "schema", allowGetters = true)
public record RunOrigin(
        String run,
        String plan,
        List<String> words,
        String directory,
        @Nullable String hostsFile) {
    public RunOrigin {
        words = List.copyOf(words);
        if (words.isEmpty()) {
            throw new IllegalArgumentException("the command line of a run is empty");
        }
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "origin/1";
    }
}
