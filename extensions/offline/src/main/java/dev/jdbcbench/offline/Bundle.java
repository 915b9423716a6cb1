package dev.jdbcbench.offline;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.artifact.Pins;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;
import tools.jackson.core.JacksonException;

/**
 * Artifacts for a machine without network: a directory, or a tar.gz of one. Its list ({@code bench-bundle.json}) has
 * the checksum of each artifact. The same artifacts always give the same bytes.
 */
final class Bundle {
    private static final String LIST = "bench-bundle.json";
    private static final String DIRECTORY = "artifacts";
    private static final String SCHEMA = "bundle/1";
    private static final int MOST_LIST_BYTES = 1 << 20;
    private static final int MOST_ARTIFACTS = 1000;

    /** Size limit. The portable MariaDB has 149 MB. */
    private static final long MOST_BYTES = 2L << 30;

    private static final FileTime NO_TIME = FileTime.fromMillis(0);

    private final Path place;

    /** A bundle in a file whose name ends with {@code .tar.gz} or {@code .tgz}, else in a directory. */
    public Bundle(Path place) {
        this.place = place;
    }

    /** An artifact of a bundle; {@code repository} is the one that it was downloaded from. */
    private record Entry(String coordinates, String sha256, long bytes, String repository) {
        Entry {
            if (!Carried.named(coordinates)) {
                throw new IllegalArgumentException("coordinates are group:artifact:version");
            }
            if (!sha256.matches("[0-9a-f]{64}")) {
                throw new IllegalArgumentException("sha256 has 64 hexadecimal digits");
            }
            if (bytes < 0 || bytes > MOST_BYTES) {
                throw new IllegalArgumentException("bytes is 0 to " + MOST_BYTES);
            }
        }

        String file() {
            return DIRECTORY + "/" + Carried.fileName(coordinates);
        }
    }

    private record Contents(String schema, List<Entry> artifacts) {
        Contents {
            artifacts = List.copyOf(artifacts);
        }
    }

    private boolean packed() {
        String name = String.valueOf(place.getFileName());
        return name.endsWith(".tar.gz") || name.endsWith(".tgz");
    }

    /**
     * Makes sure that a bundle can be written there, before anything is downloaded for it.
     *
     * @throws Failure.Input if something else is there
     */
    public void requirePlace() {
        try {
            if (packed() ? Files.isDirectory(place) : Files.exists(place) && !Files.isDirectory(place)) {
                throw taken("it is " + (packed() ? "a directory" : "a file; a bundle in a file ends with .tar.gz"));
            }
            if (!packed() && Files.isDirectory(place) && !Files.exists(place.resolve(LIST))) {
                try (Stream<Path> files = Files.list(place)) {
                    if (files.findAny().isPresent()) {
                        throw taken("the directory has files that are no bundle");
                    }
                }
            }
        } catch (IOException e) {
            throw taken(FileTrouble.why(e));
        }
    }

    private Failure.Input taken(String why) {
        return new Failure.Input(
                "cannot write a bundle to " + place,
                List.of(why),
                "Name a new file that ends with .tar.gz, or a new directory.");
    }

    /**
     * Writes a bundle.
     *
     * @return its size in bytes
     * @throws Failure.Command when it cannot be written
     */
    public long write(List<Artifacts.Found> artifacts) {
        try {
            Map<String, Path> files = new LinkedHashMap<>();
            List<Entry> entries = new ArrayList<>();
            for (Artifacts.Found found : artifacts) {
                Entry entry = new Entry(
                        found.coordinates(), Sha256.of(found.file()), Files.size(found.file()), found.repository());
                entries.add(entry);
                files.put(entry.file(), found.file());
            }
            byte[] list = Json.pretty(new Contents(SCHEMA, entries)).getBytes(StandardCharsets.UTF_8);
            if (packed()) {
                pack(list, files);
                return Files.size(place);
            }
            long bytes = list.length;
            for (Map.Entry<String, Path> file : files.entrySet()) {
                Path copy = place.resolve(file.getKey());
                Path directory = copy.getParent();
                if (directory != null) {
                    Files.createDirectories(directory);
                }
                copy(file.getValue(), copy);
                bytes += Files.size(copy);
            }
            SafeFile.write(place.resolve(LIST), list); // last: without it, this is no bundle
            return bytes;
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot write the bundle " + place,
                    FileTrouble.why(e),
                    FileTrouble.remedy(e, "Name another place with --out."),
                    e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Path part = to.resolveSibling(to.getFileName() + ".part");
        Files.deleteIfExists(part);
        Files.copy(from, part);
        SafeFile.move(part, to);
    }

    private void pack(byte[] list, Map<String, Path> files) throws IOException {
        Path target = place.toAbsolutePath();
        Path directory = target.getParent();
        Files.createDirectories(directory == null ? target : directory);
        // Not a temporary file, which only its owner could read: a bundle contains only public files.
        Path part = target.resolveSibling(
                target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        // Jars are compressed already.
        GzipParameters fast = new GzipParameters();
        fast.setCompressionLevel(Deflater.BEST_SPEED);
        try {
            try (TarArchiveOutputStream tar = new TarArchiveOutputStream(
                    new GzipCompressorOutputStream(Files.newOutputStream(part, StandardOpenOption.CREATE_NEW), fast))) {
                tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
                // The list comes first, because files are verified while they are unpacked.
                begin(tar, LIST, list.length);
                tar.write(list);
                tar.closeArchiveEntry();
                for (Map.Entry<String, Path> file : files.entrySet()) {
                    begin(tar, file.getKey(), Files.size(file.getValue()));
                    Files.copy(file.getValue(), tar);
                    tar.closeArchiveEntry();
                }
            }
            SafeFile.move(part, target);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void begin(TarArchiveOutputStream tar, String name, long bytes) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(bytes);
        entry.setLastModifiedTime(NO_TIME);
        entry.setIds(0, 0);
        tar.putArchiveEntry(entry);
    }

    /**
     * Copies the artifacts of this bundle to this machine, except those that are there already. Nothing is kept of a
     * bundle that is refused.
     *
     * @return the artifacts of the bundle; {@code downloaded} means that the artifact was just copied
     * @throws Failure.Input if it is not a bundle, a file in it does not match the list, or is another one than Maven
     *     Central or the local Maven repository has
     */
    public List<Artifacts.Found> copyTo(Artifacts artifacts, Carried carried) {
        try {
            if (Files.isDirectory(place)) {
                return fromDirectory(artifacts, carried);
            }
            try (InputStream file = new BufferedInputStream(Files.newInputStream(place));
                    TarArchiveInputStream tar = new TarArchiveInputStream(new GzipCompressorInputStream(file))) {
                return fromArchive(tar, artifacts, carried);
            }
        } catch (IOException e) {
            throw broken(FileTrouble.why(e));
        } catch (JacksonException e) {
            throw broken(LIST + ": " + Json.problem(e));
        } catch (Carried.Mismatch e) {
            throw broken(String.valueOf(e.getMessage()));
        }
    }

    private List<Artifacts.Found> fromDirectory(Artifacts artifacts, Carried carried)
            throws IOException, Carried.Mismatch {
        SafeFile.requireDirectory(place.resolve(DIRECTORY));
        List<Entry> entries = entries(SafeFile.read(place.resolve(LIST), MOST_LIST_BYTES));
        Map<Entry, Path> here = here(entries, artifacts, carried);
        try (Carried.Arrival arrival = carried.arrival()) {
            for (Entry entry : entries) {
                SafeFile.requireDirectory(place.resolve(entry.file()).resolveSibling(""));
                try (InputStream in = SafeFile.open(place.resolve(entry.file()), entry.bytes())) {
                    receive(entry, in, here, arrival);
                }
            }
            arrival.keep();
        }
        return found(entries, here, carried);
    }

    private List<Artifacts.Found> fromArchive(TarArchiveInputStream tar, Artifacts artifacts, Carried carried)
            throws IOException, Carried.Mismatch {
        TarArchiveEntry first = tar.getNextEntry();
        if (first == null || !plain(first) || !first.getName().equals(LIST) || first.getSize() > MOST_LIST_BYTES) {
            throw broken("it does not begin with " + LIST);
        }
        List<Entry> entries = entries(tar.readNBytes(MOST_LIST_BYTES + 1));
        Map<String, Entry> missing = new LinkedHashMap<>();
        entries.forEach(entry -> missing.put(entry.file(), entry));
        Map<Entry, Path> here = here(entries, artifacts, carried);
        try (Carried.Arrival arrival = carried.arrival()) {
            for (TarArchiveEntry file = tar.getNextEntry(); file != null; file = tar.getNextEntry()) {
                Entry entry = missing.remove(file.getName());
                if (entry == null || !plain(file) || file.getSize() != entry.bytes()) {
                    throw broken(file.getName() + " does not match " + LIST);
                }
                receive(entry, tar, here, arrival);
            }
            if (!missing.isEmpty()) {
                throw broken("it ends before " + String.join(", ", missing.keySet()));
            }
            arrival.keep();
        }
        return found(entries, here, carried);
    }

    /** Whether an entry is a file with its own content, as long as its size says. To {@link TarArchiveEntry#isFile}, links and pipes are files, too. */
    private static boolean plain(TarArchiveEntry entry) {
        return !entry.isSparse()
                && (entry.getLinkFlag() == TarConstants.LF_NORMAL || entry.getLinkFlag() == TarConstants.LF_OLDNORM);
    }

    /**
     * The artifacts that are on this machine already, with their files.
     *
     * @throws Failure.Input if the bundle has another file than Maven Central, or than the local Maven repository
     */
    private Map<Entry, Path> here(List<Entry> entries, Artifacts artifacts, Carried carried) throws IOException {
        Map<Entry, Path> here = new LinkedHashMap<>();
        for (Entry entry : entries) {
            if (!Pins.admit(entry.coordinates(), entry.sha256())) {
                throw broken(entry.coordinates() + " is not the file on Maven Central");
            }
            Optional<Path> local = Pins.has(entry.coordinates())
                    ? Optional.empty()
                    : artifacts.local(entry.coordinates()).map(Artifacts.Found::file);
            if (local.isPresent() && !Sha256.of(local.get()).equals(entry.sha256())) {
                throw broken(entry.coordinates() + " is not the file in the local Maven repository, " + local.get());
            }
            if (local.isPresent()) {
                here.put(entry, local.get());
            } else if (carried.has(entry.coordinates(), entry.sha256())) {
                here.put(entry, kept(entry, carried));
            }
        }
        return here;
    }

    private static void receive(Entry entry, InputStream in, Map<Entry, Path> here, Carried.Arrival arrival)
            throws IOException, Carried.Mismatch {
        if (!here.containsKey(entry)) {
            arrival.receive(entry.coordinates(), entry.sha256(), in);
        }
    }

    private static List<Artifacts.Found> found(List<Entry> entries, Map<Entry, Path> here, Carried carried) {
        return entries.stream()
                .map(entry -> {
                    Path file = Optional.ofNullable(here.get(entry)).orElseGet(() -> kept(entry, carried));
                    return new Artifacts.Found(
                            entry.coordinates(), file, entry.repository(), entry.bytes(), !here.containsKey(entry));
                })
                .toList();
    }

    private static Path kept(Entry entry, Carried carried) {
        return carried.find(entry.coordinates()).orElseThrow();
    }

    private List<Entry> entries(byte[] list) {
        Contents contents = Json.readStored(list, 0, list.length, Contents.class);
        if (!contents.schema().equals(SCHEMA)) {
            throw broken(LIST + " is " + contents.schema() + ", not " + SCHEMA);
        }
        Set<String> names = new HashSet<>();
        if (contents.artifacts().size() > MOST_ARTIFACTS
                || !contents.artifacts().stream().allMatch(entry -> names.add(entry.file()))) {
            throw broken(LIST + " has too many files, or one of them twice");
        }
        return contents.artifacts();
    }

    private Failure.Input broken(String why) {
        return new Failure.Input(
                "cannot read the bundle " + place,
                List.of(why),
                "Name a file or directory that ./bench fetch --out wrote, and copy it again if it is damaged.");
    }
}
