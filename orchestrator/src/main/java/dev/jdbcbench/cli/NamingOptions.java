package dev.jdbcbench.cli;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the name and tags that users give a run. */
final class NamingOptions {
    @Option(
            names = "--name",
            paramLabel = "TEXT",
            description = "what you call this run; kept in its plan.json, and left out by --share")
    private @Nullable String name;

    @Option(
            names = "--tag",
            split = ",",
            paramLabel = "TAG",
            description = "tags that list runs and history show and select by; may be given several times")
    private List<String> tags = List.of();

    Optional<String> name() {
        return Optional.ofNullable(name);
    }

    List<String> tags() {
        return tags;
    }
}
