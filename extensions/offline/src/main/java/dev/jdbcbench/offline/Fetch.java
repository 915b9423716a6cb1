package dev.jdbcbench.offline;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.config.Hosts.DriverSpec;
import dev.jdbcbench.config.Install;
import dev.jdbcbench.config.ServerSpec;
import dev.jdbcbench.database.PortableMariaDb;
import dev.jdbcbench.database.ProgramSource;
import dev.jdbcbench.driver.ServerKind;
import dev.jdbcbench.driver.Transport;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.plan.Selection;
import dev.jdbcbench.site.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Fetches from the Maven repositories everything that a run would need, for machines without network. */
final class Fetch {
    private static final double KB = 1e3;
    private static final double MB = 1e6;

    private static final String PORTABLE = "portable";

    private final Artifacts artifacts;
    private final Consumer<String> say;

    /** Reports its downloads to {@code progress}. */
    public Fetch(Progress progress) {
        this(new Artifacts(progress::transferred), progress::say);
    }

    Fetch(Artifacts artifacts, Consumer<String> say) {
        this.artifacts = artifacts;
        this.say = say;
    }

    /**
     * A requested file.
     *
     * @param repository the ID of the repository that it came from, now or earlier
     * @param fetched whether it was just downloaded, or copied from a bundle
     */
    public record File(String coordinates, String repository, long bytes, boolean fetched) {
        /** An image has its own name there: {@code docker.io/library/mysql:8.4}. */
        private static String name(String coordinates) {
            String image = Artifacts.IMAGES + ":";
            return coordinates.startsWith(image)
                    ? coordinates.substring(image.length()).replace("--", "/")
                    : coordinates;
        }

        private static File of(Artifacts.Found found) {
            return new File(name(found.coordinates()), found.repository(), found.bytes(), found.downloaded());
        }
    }

    /**
     * Fetches what these drivers need, with any transport, and the portable server.
     *
     * @param bundle also receives all files
     * @throws Failure.Command if a file is not available or has the wrong checksum, or the bundle cannot be written
     */
    public List<File> carryOut(Selection selection, Optional<Path> bundle) {
        bundle.map(Bundle::new).ifPresent(Bundle::requirePlace);
        List<Artifacts.Found> found = new ArrayList<>();
        wanted(selection).forEach(coordinates -> found.add(artifacts.find(coordinates)));
        if (bundle.isEmpty()) {
            found.addAll(images(selection, Optional.empty()));
            return found.stream().map(File::of).toList();
        }
        try (Carried.Arrival saved = new Carried().arrival()) {
            found.addAll(images(selection, Optional.of(saved.place())));
            new Bundle(bundle.get()).write(found);
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot save images for a bundle in " + kept(),
                    FileTrouble.why(e),
                    FileTrouble.remedy(e, "Set XDG_CACHE_HOME to a directory with room for them."),
                    e);
        }
        return found.stream().map(File::of).toList();
    }

    /** What servers need besides artifacts of Maven: the images of containers. */
    private List<Artifacts.Found> images(Selection selection, Optional<Path> directory) {
        return selection.servers().stream()
                .flatMap(server -> server.install() instanceof ProgramSource source
                        ? source.fetch(server, directory, say).stream()
                        : Stream.empty())
                .toList();
    }

    /**
     * Copies the files of a bundle to the place where runs look for them.
     *
     * @throws Failure.Input if it is not a bundle, or is damaged
     */
    public static List<File> from(Path bundle) {
        return new Bundle(bundle)
                .copyTo(new Artifacts((file, bytes, total) -> {}), new Carried()).stream()
                        .map(File::of)
                        .toList();
    }

    /** Where the files of bundles are kept. */
    public static Path kept() {
        return new Carried().directory();
    }

    /** The coordinates of every file that a run with this selection may need. */
    static Set<String> wanted(Selection selection) {
        Set<String> wanted = new LinkedHashSet<>();
        for (DriverSpec driver : selection.drivers()) {
            wanted.addAll(driver.artifacts());
            for (Transport transport : Transport.values()) {
                wanted.addAll(driver.rules().libraries(driver.version(), transport));
            }
        }
        if (selection.servers().stream().anyMatch(Fetch::portable)) {
            wanted.add(PortableMariaDb.coordinates());
        }
        return wanted;
    }

    private static boolean portable(ServerSpec server) {
        boolean automatic = server.install() == Install.AUTO
                && server.kind() == ServerKind.MARIADB
                && server.version()
                        .filter(version -> !PortableMariaDb.has(version))
                        .isEmpty();
        return automatic || server.install().id().equals(PORTABLE);
    }

    /** One line per thing that a run with this selection needs and no bundle can contain. */
    public static List<String> lacking(Selection selection) {
        List<String> lines = new ArrayList<>();
        for (DriverSpec driver : selection.drivers()) {
            driver.jar()
                    .ifPresent(jar -> lines.add(driver.label() + ": is a local file, copy it yourself: " + jar.path()));
        }
        for (ServerSpec server : selection.servers()) {
            if (server.external().isPresent()
                    || portable(server)
                    || server.install().imaged()) {
                continue;
            }
            lines.add(server.label() + ": "
                    + server.archive()
                            .map(archive -> "is a local file, copy it yourself: " + archive.path())
                            .orElse(
                                    "cannot be fetched, it must be installed on its host or available to apt there (install: "
                                            + server.install() + ")"));
        }
        return lines;
    }

    /** How many of these files were fetched, with their size. */
    static String count(List<File> files) {
        long fetched = files.stream().filter(File::fetched).count();
        long bytes = files.stream().filter(File::fetched).mapToLong(File::bytes).sum();
        return fetched + " of " + files.size() + " files" + (fetched == 0 ? "" : ", " + size(bytes));
    }

    static String size(long bytes) {
        return bytes < MB
                ? String.format(Locale.ROOT, "%.0f kB", Math.ceil(bytes / KB))
                : String.format(Locale.ROOT, "%.1f MB", bytes / MB);
    }
}
