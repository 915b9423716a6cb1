package dev.jdbcbench.artifact;

import dev.jdbcbench.failure.Failure;
import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;

/**
 * Files from Maven repositories, found as Maven itself would: the user's local repository, settings, mirrors and offline
 * mode count. What is downloaded must have the checksum that the repository states.
 */
public final class Artifacts {
    private final Progress progress;

    /** Hears how far a download is. */
    @FunctionalInterface
    public interface Progress {
        /**
         * Some of a file has arrived.
         *
         * @param total of the file in bytes, or -1 when the repository does not say
         */
        void transferred(String file, long bytes, long total);
    }

    /** A source of artifacts that reports its downloads. */
    public Artifacts(Progress progress) {
        this.progress = progress;
    }

    /**
     * An artifact and what it needs at run time, optional dependencies left out; the artifact itself first.
     *
     * @param coordinates {@code group:artifact:version}
     * @throws Failure.Command when it cannot be had
     */
    public List<Path> resolve(String coordinates) {
        ContextOverrides overrides = ContextOverrides.create()
                .withUserSettings(true)
                .checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL)
                .transferListener(new Listener(progress))
                .build();
        try (Context context = Runtimes.INSTANCE.getRuntime().create(overrides)) {
            // As a dependency of nothing: as the root of the request it would bring its optional dependencies, too.
            Artifact artifact = new DefaultArtifact(coordinates);
            CollectRequest collect = new CollectRequest(
                    (Dependency) null,
                    List.of(new Dependency(artifact, JavaScopes.RUNTIME)),
                    context.remoteRepositories());
            DependencyRequest request =
                    new DependencyRequest(collect, DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME));
            return context
                    .repositorySystem()
                    .resolveDependencies(context.repositorySystemSession(), request)
                    .getArtifactResults()
                    .stream()
                    .map(ArtifactResult::getArtifact)
                    .map(Artifact::getFile)
                    .map(java.io.File::toPath)
                    .toList();
        } catch (DependencyResolutionException e) {
            throw new Failure.Command(
                    "cannot get " + coordinates + " from the Maven repositories",
                    String.valueOf(e.getMessage()),
                    "Does this version exist, and can the repositories of ~/.m2/settings.xml (else Maven Central) be reached?",
                    e);
        }
    }

    private static final class Listener extends AbstractTransferListener {
        private final Progress progress;

        Listener(Progress progress) {
            this.progress = progress;
        }

        @Override
        public void transferProgressed(TransferEvent event) {
            report(event);
        }

        @Override
        public void transferSucceeded(TransferEvent event) {
            report(event);
        }

        private void report(TransferEvent event) {
            String name = event.getResource().getResourceName();
            if (name.endsWith(".jar")) {
                progress.transferred(
                        name.substring(name.lastIndexOf('/') + 1),
                        event.getTransferredBytes(),
                        event.getResource().getContentLength());
            }
        }
    }
}
