package dev.jdbcbench.artifact;

import dev.jdbcbench.failure.Failure;
import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.nio.file.Path;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;

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
     * The file of an artifact, alone: what it depends on is left out, for no driver needs another jar for the classic protocol over
     * TCP, and a measured JVM is to hold nothing that is not measured.
     *
     * @param coordinates {@code group:artifact:version}
     * @throws Failure.Command when it cannot be had
     */
    public Path resolve(String coordinates) {
        ContextOverrides overrides = ContextOverrides.create()
                .withUserSettings(true)
                .checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL)
                .transferListener(new Listener(progress))
                .build();
        try (Context context = Runtimes.INSTANCE.getRuntime().create(overrides)) {
            ArtifactRequest request =
                    new ArtifactRequest(new DefaultArtifact(coordinates), context.remoteRepositories(), null);
            return context.repositorySystem()
                    .resolveArtifact(context.repositorySystemSession(), request)
                    .getArtifact()
                    .getFile()
                    .toPath();
        } catch (ArtifactResolutionException e) {
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
