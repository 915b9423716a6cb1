package dev.jdbcbench.plan;

import java.util.function.Consumer;

/**
 * How the files that a request names are read.
 *
 * @param untrusted whether a hosts file that the user did not name may come from someone else, as in a CI job, where it
 *     may come from the author of a pull request
 * @param warn receives what is left out of recordings
 * @param say receives what is taken from them
 * @param releases finds the releases that versions like {@code newest} stand for
 */
public record Reading(boolean untrusted, Consumer<String> warn, Consumer<String> say, VersionWords.Releases releases) {}
