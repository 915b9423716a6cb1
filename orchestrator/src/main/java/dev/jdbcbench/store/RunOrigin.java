package dev.jdbcbench.store;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jdbcbench.driver.MayBeMissing;
import dev.jdbcbench.request.Request;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How this account started a run: everything that determines where bench connects, which secrets it reads and what it
 * executes when the run continues. Stored in the user's state directory, never in the run directory, which may come
 * from anyone.
 *
 * @param run ID of the run
 * @param plan SHA-256 of its plan.json, in hexadecimal: a directory with another plan is another run, whatever its name
 * @param command the command that started it: only {@code run} can be resumed
 * @param request what the user asked for; null if it is not known
 * @param unclear what this version of bench does not understand of it; null if it understands all
 */
@JsonIgnoreProperties(value = "schema", allowGetters = true)
public record RunOrigin(
        String run,
        String plan,
        String command,
        @MayBeMissing @Nullable Request request,
        @MayBeMissing @Nullable String unclear) {
    /** The name and version of this format. */
    static final String SCHEMA = "origin/2";

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return SCHEMA;
    }

    /** What the user asked for, if it is known. */
    public Optional<Request> asked() {
        return Optional.ofNullable(request);
    }

    /** Whether the run can be resumed. */
    public boolean resumes() {
        return command.equals("run");
    }

    /** A copy for another plan of the run. */
    RunOrigin of(String otherPlan) {
        return new RunOrigin(run, otherPlan, command, request, unclear);
    }

    /**
     * The first version of this format, which had the command line.
     *
     * @param words the command line, without the program's name
     * @param directory working directory; relative file names start there
     * @param hostsFile absolute path of the hosts file; null if there was none
     */
    @JsonIgnoreProperties("schema")
    public record OfWords(
            String run,
            String plan,
            List<String> words,
            String directory,
            @Nullable String hostsFile) {
        public OfWords {
            words = List.copyOf(words);
            if (words.isEmpty()) {
                throw new IllegalArgumentException("the command line of a run is empty");
            }
        }
    }
}
