package dev.jdbcbench.artifact;

import dev.jdbcbench.failure.Failure;
import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;

/**
 * Files from Maven repositories, found as Maven itself would: the user's local repository, settings, mirrors and offline
 * mode count. What is downloaded must have the checksum that the repository states, and what everybody gets the one that is known here;
 * no repository is asked over a connection that others can change.
 */
public final class Artifacts {
    /** This machine, by its numbers or the name that always means it. */
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[?::1]?");

    private final Progress progress;
    private final UnaryOperator<ContextOverrides.Builder> environment;

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
        this(progress, UnaryOperator.identity());
    }

    /** With other settings and repositories than the user's. */
    Artifacts(Progress progress, UnaryOperator<ContextOverrides.Builder> environment) {
        this.progress = progress;
        this.environment = environment;
    }

    /**
     * The file of an artifact, alone: what it depends on is left out, for no driver needs another jar for the classic protocol over
     * TCP, and a measured JVM is to hold nothing that is not measured.
     *
     * @param coordinates {@code group:artifact:version}
     * @throws Failure.Command when it cannot be had, or is not the file that it must be
     * @throws Failure.Input when a repository of the settings has no safe URL
     */
    public Path resolve(String coordinates) {
        ContextOverrides overrides = environment
                .apply(ContextOverrides.create()
                        .withUserSettings(true)
                        .checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL)
                        .transferListener(new Listener(progress)))
                .build();
        try (Context context = Runtimes.INSTANCE.getRuntime().create(overrides)) {
            refuseUnsafe(context.remoteRepositories());
            ArtifactRequest request =
                    new ArtifactRequest(new DefaultArtifact(coordinates), context.remoteRepositories(), null);
            Path file = context.repositorySystem()
                    .resolveArtifact(context.repositorySystemSession(), request)
                    .getArtifact()
                    .getFile()
                    .toPath();
            Pins.verify(coordinates, file);
            return file;
        } catch (ArtifactResolutionException e) {
            throw new Failure.Command(
                    "cannot get " + coordinates + " from the Maven repositories",
                    String.valueOf(e.getMessage()),
                    "Does this version exist, and can the repositories of ~/.m2/settings.xml (else Maven Central) be reached?",
                    e);
        }
    }

    /** An attacker on the way could replace a file together with its checksum; on this machine there is no way in between. */
    private static void refuseUnsafe(List<RemoteRepository> repositories) {
        List<String> unsafe = repositories.stream()
                .filter(repository -> !safe(repository))
                .map(repository -> repository.getId() + ": " + withoutUser(repository.getUrl()))
                .distinct()
                .toList();
        if (!unsafe.isEmpty()) {
            throw new Failure.Input(
                    "a Maven repository has an insecure URL",
                    unsafe,
                    "Give it an https: (or file:) URL, in ~/.m2/settings.xml or in the settings of Maven itself.");
        }
    }

    private static boolean safe(RemoteRepository repository) {
        String protocol = repository.getProtocol().toLowerCase(Locale.ROOT);
        String host = repository.getHost().toLowerCase(Locale.ROOT);
        return switch (protocol) {
            case "https", "file" -> true;
            case "http" -> LOOPBACK.matcher(host).matches();
            default -> false;
        };
    }

    private static String withoutUser(String url) {
        return url.replaceFirst("//[^/@]*@", "//");
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
