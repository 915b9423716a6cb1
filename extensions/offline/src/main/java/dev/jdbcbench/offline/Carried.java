package dev.jdbcbench.offline;

import com.google.auto.service.AutoService;
import dev.jdbcbench.artifact.ArtifactSource;
import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The artifacts that bundles brought to this machine. They are kept in a directory of the user's cache, each beside its
 * checksum. They are not in the local Maven repository, because other programs must not trust what a bundle claims to
 * be.
 */
@AutoService(ArtifactSource.class)
public final class Carried implements ArtifactSource {
    private static final Pattern COORDINATES = Pattern.compile(
            "([A-Za-z0-9_][A-Za-z0-9._-]{0,199}):([A-Za-z0-9_][A-Za-z0-9._-]{0,199}):([A-Za-z0-9_][A-Za-z0-9._+-]{0,99})");

    private static final String ARRIVING = "arriving";

    /** After this time, the fetch that used such a directory was killed. */
    private static final Duration ABANDONED = Duration.ofDays(1);

    private final Path directory;

    Carried(Path directory) {
        this.directory = directory;
    }

    /**
     * The artifacts of this user, in {@code $XDG_CACHE_HOME/bench-fetched}, by default {@code ~/.cache/bench-fetched}.
     */
    public Carried() {
        this(place());
    }

    private static Path place() {
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path cache =
                xdg == null || !xdg.startsWith("/") ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return cache.resolve("bench-fetched");
    }

    @Override
    public String repository() {
        return "bundle";
    }

    @Override
    public String advice() {
        return "For a machine without network, make a bundle on one that has it: ./bench fetch --out bench-bundle.tar.gz,"
                + " with the same --driver, --server and --hosts. Here: ./bench fetch --from bench-bundle.tar.gz.";
    }

    /** The directory that contains them. */
    Path directory() {
        return directory;
    }

    /** Whether a text is {@code group:artifact:version}. */
    static boolean named(String coordinates) {
        return COORDINATES.matcher(coordinates).matches();
    }

    /**
     * The file name of an artifact below a directory, unique among all artifacts.
     *
     * @throws IllegalArgumentException when the coordinates are not {@code group:artifact:version}
     */
    static String fileName(String coordinates) {
        Matcher parts = COORDINATES.matcher(coordinates);
        if (!parts.matches()) {
            throw new IllegalArgumentException(coordinates + " is not group:artifact:version");
        }
        String ending = parts.group(1).equals(Artifacts.IMAGES) ? ".tar" : ".jar";
        return parts.group(1) + "/" + parts.group(2) + "-" + parts.group(3) + ending;
    }

    @Override
    public Optional<Path> find(String coordinates) {
        if (!named(coordinates)) {
            return Optional.empty();
        }
        Path file = directory.resolve(fileName(coordinates));
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            String expected = Files.readString(sum(file), StandardCharsets.ISO_8859_1);
            String found = Sha256.of(file);
            if (!expected.equals(found)) {
                throw new Failure.Command(
                        coordinates + " was damaged after it was copied from a bundle",
                        file + " has SHA-256 " + found + "\nexpected " + expected,
                        "Delete the file, and repeat ./bench fetch --from BUNDLE.",
                        null);
            }
            return Optional.of(file);
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot read " + coordinates + ", which came from a bundle",
                    FileTrouble.why(e),
                    "Delete " + file + ", and repeat ./bench fetch --from BUNDLE.",
                    e);
        }
    }

    /** Whether this file is there already and undamaged. */
    boolean has(String coordinates, String sha256) throws IOException {
        Path file = directory.resolve(fileName(coordinates));
        return Files.isRegularFile(file)
                && Files.isRegularFile(sum(file))
                && Files.readString(sum(file), StandardCharsets.ISO_8859_1).equals(sha256)
                && Sha256.of(file).equals(sha256);
    }

    /** Starts to receive the artifacts of a bundle. */
    Arrival arrival() throws IOException {
        Files.createDirectories(directory);
        Instant oldest = Instant.now().minus(ABANDONED);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, ARRIVING + "*")) {
            for (Path left : all) {
                if (Files.getLastModifiedTime(left).toInstant().isBefore(oldest)) {
                    new Arrival(left).close();
                }
            }
        }
        return new Arrival(Files.createTempDirectory(directory, ARRIVING));
    }

    /** Artifacts that are here, and not kept yet: all of them are verified before the first is kept. */
    final class Arrival implements AutoCloseable {
        private final Path place;

        /** Coordinates with their checksums, in the order of arrival; each file has its number as its name. */
        private final Map<String, String> arrived = new LinkedHashMap<>();

        private Arrival(Path place) {
            this.place = place;
        }

        /** A directory whose files last until this ends. */
        Path place() {
            return place;
        }

        /**
         * Receives an artifact.
         *
         * @param sha256 the checksum that it must have
         * @throws Mismatch if it is another file
         */
        void receive(String coordinates, String sha256, InputStream in) throws IOException, Mismatch {
            Path part = place.resolve(String.valueOf(arrived.size()));
            Files.copy(in, part);
            String found = Sha256.of(part);
            if (!found.equals(sha256)) {
                throw new Mismatch(coordinates + " has SHA-256 " + found + ", expected " + sha256);
            }
            SafeFile.sync(part);
            arrived.put(coordinates, sha256);
        }

        /** Keeps everything that arrived. */
        void keep() throws IOException {
            int number = 0;
            for (Map.Entry<String, String> artifact : arrived.entrySet()) {
                Path file = directory.resolve(fileName(artifact.getKey()));
                Files.createDirectories(
                        directory.resolve(fileName(artifact.getKey()).replaceFirst("/.*", "")));
                SafeFile.write(sum(file), artifact.getValue().getBytes(StandardCharsets.US_ASCII));
                SafeFile.move(place.resolve(String.valueOf(number)), file);
                number++;
            }
        }

        /** Removes what was not kept. */
        @Override
        public void close() throws IOException {
            try (DirectoryStream<Path> left = Files.newDirectoryStream(place)) {
                for (Path part : left) {
                    Files.delete(part);
                }
            }
            Files.delete(place);
        }
    }

    private static Path sum(Path file) {
        return file.resolveSibling(file.getFileName() + ".sha256");
    }

    /** A file differs from the one that the bundle lists. */
    static final class Mismatch extends Exception {
        private static final long serialVersionUID = 1L;

        Mismatch(String message) {
            super(message);
        }
    }
}
