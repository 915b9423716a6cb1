package dev.jdbcbench.store;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The command line of a run, for readers of its directory.
 *
 * @param words the command line, without the program's name
 * @param directory working directory; relative file names start there
 */
@JsonIgnoreProperties(value = "schema", allowGetters = true)
public record Invocation(List<String> words, String directory) {
    public Invocation {
        words = List.copyOf(words);
    }

    /** The name and version of this format. */
    @JsonProperty("schema")
    public String schema() {
        return "command/1";
    }
}
