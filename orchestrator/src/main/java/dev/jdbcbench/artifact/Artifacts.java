package dev.jdbcbench.artifact;

import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.failure.Failure;
import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.resolution.VersionRangeResolutionException;
import org.eclipse.aether.resolution.VersionRangeResult;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.transfer.ArtifactTransferException;
import org.eclipse.aether.transfer.MetadataNotFoundException;
import org.eclipse.aether.transfer.RepositoryOfflineException;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.version.Version;

/**
 * Resolves files from Maven repositories as Maven itself would: it honours the user's local repository, settings,
 * mirrors and offline mode. A file of another source saves a download, but never replaces what is in the local repository. A download must have the checksum that the repository
 * states; default artifacts must also have the checksum in {@link Pins}. Repositories are never contacted over a
 * connection that others can tamper with.
 */
public final class Artifacts {
    /** This machine, by its loopback addresses or the name that always means it. */
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[?::1]?");

    private static final int NEAR = 2;

    private final Progress progress;
    private final UnaryOperator<ContextOverrides.Builder> environment;
    private final List<ArtifactSource> sources;

    /** Receives the progress of downloads. */
    @FunctionalInterface
    public interface Progress {
        /**
         * More bytes of a file have arrived.
         *
         * @param total size of the file in bytes, or -1 when the repository does not say
         */
        void transferred(String file, long bytes, long total);
    }

    /** The group of the saved images of containers: {@code container-image:docker.io--library--mysql:8.4}. */
    public static final String IMAGES = "container-image";

    /**
     * An artifact on this machine.
     *
     * @param coordinates {@code group:artifact:version}
     * @param repository the id of the repository that it came from, now or earlier
     * @param downloaded whether it was downloaded just now
     */
    public record Found(String coordinates, Path file, String repository, long bytes, boolean downloaded) {}

    /** A source of artifacts that reports its downloads. */
    public Artifacts(Progress progress) {
        this(progress, UnaryOperator.identity(), ArtifactSource.all());
    }

    /** Uses settings, repositories and sources other than the user's. */
    public Artifacts(
            Progress progress, UnaryOperator<ContextOverrides.Builder> environment, List<ArtifactSource> sources) {
        this.progress = progress;
        this.environment = environment;
        this.sources = List.copyOf(sources);
    }

    /**
     * Resolves one artifact without its dependencies: no driver needs another jar for the classic protocol over TCP,
     * and a measured JVM must not contain anything else.
     *
     * @param coordinates {@code group:artifact:version}
     * @throws Failure.Command if it is not available, or has the wrong checksum
     * @throws Failure.Input if a repository of the settings has no safe URL
     */
    public Path resolve(String coordinates) {
        return find(coordinates).file();
    }

    /**
     * Resolves one artifact without its dependencies, and returns where it came from.
     *
     * @throws Failure.Command if it is not available, or has the wrong checksum
     * @throws Failure.Input if a repository of the settings has no safe URL
     */
    public Found find(String coordinates) {
        Found found = brought(coordinates).orElseGet(() -> ofRepositories(coordinates));
        Pins.verify(coordinates, found.file());
        return found;
    }

    /**
     * Whether one of the repositories has this artifact.
     *
     * @throws Failure.Command if that cannot be found out, because a repository cannot be reached
     */
    public boolean exist(String coordinates) {
        AtomicBoolean downloaded = new AtomicBoolean();
        try {
            if (brought(coordinates).isEmpty()) {
                resolved(coordinates, overrides(downloaded), downloaded);
            }
            return true;
        } catch (ArtifactResolutionException e) {
            if (unreachable(e)) {
                throw failure(coordinates, e);
            }
            return false;
        }
    }

    /** The file of an artifact that no Maven repository has, as a bundle brings it; empty without one. */
    public Optional<Path> carried(String coordinates) {
        return brought(coordinates).map(Found::file);
    }

    /** The artifact of another source, unless another file has a better claim to be it. */
    private Optional<Found> brought(String coordinates) {
        for (ArtifactSource source : sources) {
            Optional<Path> file = source.find(coordinates);
            if (file.isPresent()
                    && (Pins.has(coordinates)
                            ? Pins.admit(coordinates, sha256(file.get()))
                            : local(coordinates).isEmpty())) {
                return file.map(path -> new Found(coordinates, path, source.repository(), size(path), false));
            }
        }
        return Optional.empty();
    }

    /** An artifact that is in the local Maven repository already; connects nowhere. */
    public Optional<Found> local(String coordinates) {
        AtomicBoolean downloaded = new AtomicBoolean();
        try {
            return Optional.of(resolved(coordinates, overrides(downloaded).offline(true), downloaded));
        } catch (ArtifactResolutionException e) {
            return Optional.empty();
        }
    }

    private Found resolved(String coordinates, ContextOverrides.Builder overrides, AtomicBoolean downloaded)
            throws ArtifactResolutionException {
        try (Context context = Runtimes.INSTANCE.getRuntime().create(overrides.build())) {
            refuseUnsafe(context.remoteRepositories());
            ArtifactRequest request =
                    new ArtifactRequest(new DefaultArtifact(coordinates), context.remoteRepositories(), null);
            ArtifactResult result =
                    context.repositorySystem().resolveArtifact(context.repositorySystemSession(), request);
            Path file = result.getArtifact().getFile().toPath();
            return new Found(coordinates, file, result.getRepository().getId(), size(file), downloaded.get());
        }
    }

    private Found ofRepositories(String coordinates) {
        AtomicBoolean downloaded = new AtomicBoolean();
        try {
            return resolved(coordinates, overrides(downloaded), downloaded);
        } catch (ArtifactResolutionException e) {
            throw failure(coordinates, e);
        }
    }

    private Failure.Command failure(String coordinates, ArtifactResolutionException e) {
        return new Failure.Command(
                "cannot get " + coordinates + " from the Maven repositories",
                String.valueOf(e.getMessage()),
                unreachable(e)
                        ? "Can the repositories of ~/.m2/settings.xml (else Maven Central) be reached?"
                                + sources.stream()
                                        .map(source -> " " + source.advice())
                                        .collect(Collectors.joining())
                        : "Does this version exist in the repositories of ~/.m2/settings.xml (else Maven Central)?"
                                + neighbours(coordinates),
                e);
    }

    /** The versions beside one that does not exist, for messages; empty if they cannot be found out. */
    private String neighbours(String coordinates) {
        int colon = coordinates.lastIndexOf(':');
        String version = coordinates.substring(colon + 1);
        List<String> artifact = List.of(coordinates.substring(0, colon));
        try {
            List<String> older = versions(artifact, "0", version);
            List<String> newer = versions(artifact, version, "99999999");
            List<String> near = new ArrayList<>(older.subList(Math.max(0, older.size() - NEAR), older.size()));
            near.addAll(newer.subList(0, Math.min(NEAR, newer.size())));
            return near.isEmpty() ? "" : " The nearest are " + String.join(", ", near) + ".";
        } catch (Failure e) {
            return ""; // the failure that is reported is the other one
        }
    }

    private static String sha256(Path file) {
        try {
            return Sha256.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Whether a repository could not be reached; otherwise none of them has the artifact. */
    private static boolean unreachable(ArtifactResolutionException failed) {
        return failed.getResults().stream()
                .flatMap(result -> result.getExceptions().stream())
                .anyMatch(e -> (e instanceof ArtifactTransferException && !(e instanceof ArtifactNotFoundException))
                        || (e instanceof RepositoryException && e.getCause() instanceof RepositoryOfflineException));
    }

    /**
     * The versions of an artifact in the repositories, oldest first, without snapshots.
     *
     * @param artifacts {@code group:artifact}, one or more: some artifacts were renamed
     * @param from the oldest version wanted
     * @param to the newest version wanted
     * @throws Failure.Command if the repositories cannot be reached
     * @throws Failure.Input if a version is malformed, or a repository of the settings has no safe URL
     */
    public List<String> versions(Collection<String> artifacts, String from, String to) {
        SortedSet<Version> versions = new TreeSet<>();
        for (String artifact : artifacts) {
            VersionRangeResult range = range(artifact, from, to);
            Optional<Exception> reason = range.getExceptions().stream()
                    .filter(e -> !(e instanceof MetadataNotFoundException))
                    .findFirst();
            if (range.getVersions().isEmpty() && reason.isPresent()) {
                throw new Failure.Command(
                        "cannot list the versions of " + artifact,
                        String.valueOf(reason.get().getMessage()),
                        "Can the repositories of ~/.m2/settings.xml (else Maven Central) be reached?",
                        reason.get());
            }
            versions.addAll(range.getVersions());
        }
        return versions.stream()
                .map(Version::toString)
                .filter(version -> !version.endsWith("-SNAPSHOT"))
                .toList();
    }

    private VersionRangeResult range(String artifact, String from, String to) {
        try (Context context = Runtimes.INSTANCE
                .getRuntime()
                .create(overrides(new AtomicBoolean()).build())) {
            refuseUnsafe(context.remoteRepositories());
            return context.repositorySystem()
                    .resolveVersionRange(
                            context.repositorySystemSession(),
                            new VersionRangeRequest(
                                    new DefaultArtifact(artifact + ":[" + from + "," + to + "]"),
                                    context.remoteRepositories(),
                                    null));
        } catch (VersionRangeResolutionException e) {
            throw new Failure.Input(
                    "not a range of versions: " + from + ".." + to,
                    List.of(String.valueOf(e.getMessage())),
                    "Write the older version first: 3.5.0..3.5.11");
        }
    }

    private ContextOverrides.Builder overrides(AtomicBoolean downloaded) {
        return environment.apply(ContextOverrides.create()
                .withUserSettings(true)
                .checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL)
                .transferListener(new Listener(progress, downloaded)));
    }

    /**
     * Refuses insecure URLs: an attacker on the network path could replace a file together with its checksum. Loopback
     * addresses are safe.
     */
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
        private final AtomicBoolean downloaded;

        Listener(Progress progress, AtomicBoolean downloaded) {
            this.progress = progress;
            this.downloaded = downloaded;
        }

        @Override
        public void transferProgressed(TransferEvent event) {
            report(event);
        }

        @Override
        public void transferSucceeded(TransferEvent event) {
            downloaded.compareAndSet(
                    false, event.getResource().getResourceName().endsWith(".jar"));
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
