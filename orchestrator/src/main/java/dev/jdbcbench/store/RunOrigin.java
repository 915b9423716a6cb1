package dev.jdbcbench.store;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run was started from this account: all that decides where it connects, which secrets it reads and what it executes when it goes on.
 * It is kept in the user's state directory, never in the run directory, which may come from anybody.
 *
 * @param run the id of the run
 * @param plan the SHA-256 of its plan.json, in hexadecimal: a directory with another plan is another run, whatever its name
 * @param words of the command line, without the program's name
 * @param directory in which bench was called: relative names of files start there
 * @param hostsFile the hosts file that was used, as an absolute path; null when there was none
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
            throw new IllegalArgumentException("a run was started by a command");
        }
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "origin/1";
    }
}
