package dev.jdbcbench.artifact;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Artifacts on this machine that no Maven repository brought: a service that an extension provides. */
public interface ArtifactSource {
    /** The repository to show for them. */
    String repository();

    /**
     * Finds an artifact.
     *
     * @param coordinates {@code group:artifact:version}
     * @throws dev.jdbcbench.failure.Failure.Command if it is damaged
     */
    Optional<Path> find(String coordinates);

    /** What to do when the repositories cannot be reached. */
    String advice();

    /** Those on the class path. */
    static List<ArtifactSource> all() {
        return ServiceLoader.load(ArtifactSource.class, ArtifactSource.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }
}
