package dev.jdbcbench.history;

import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.result.Times;
import dev.jdbcbench.run.Json;
import dev.jdbcbench.store.OldFiles;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunOrigins;
import dev.jdbcbench.untrusted.OwnerOnly;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * The times of closed runs that this user's bench has read before, one private file for each directory of results: the run's ID,
 * a checksum and the times on each line. The checksum covers the times, this build of bench, and the size, change and inode of
 * the files that they come from. Any other entry is ignored. Never in a run directory, because that may come from anyone.
 */
public final class TimesCache {
    /** Of the format. */
    private static final int VERSION = 2;

    /** In bytes: ten thousand runs. */
    private static final long LARGEST = 1L << 27;

    /** Files of other results are deleted when they have not been written for this time. */
    private static final Duration KEPT = Duration.ofDays(60);

    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");
    private static final Logger LOG = LoggerFactory.getLogger(TimesCache.class);

    private final Path directory;
    private final Path results;
    private final String version;
    private final Path jar;
    private final Clock clock;
    private final Map<String, String> known = new HashMap<>();
    private final Map<String, String> added = new ConcurrentHashMap<>();

    /**
     * Reads the cache in this directory, which need not exist.
     *
     * @param jar bench's own: two builds may have the same version
     */
    TimesCache(Path directory, Path results, String version, Path jar, Clock clock) {
        this.directory = directory;
        this.results = results;
        this.version = version;
        this.jar = jar;
        this.clock = clock;
        load();
    }

    /** The cache of the user running this process, in {@code $XDG_STATE_HOME/bench/history}, for these results. */
    public static TimesCache ofUser(Path results) {
        return new TimesCache(
                RunOrigins.place().resolve("history"),
                results,
                String.valueOf(TimesCache.class.getPackage().getImplementationVersion()),
                Path.of(URI.create(TimesCache.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString())),
                Clock.systemUTC());
    }

    private void load() {
        try {
            Path file = file();
            if (!SafeFile.exists(file)) {
                return;
            }
            requireOwners();
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(SafeFile.open(file, LARGEST), StandardCharsets.UTF_8))) {
                lines.lines()
                        .filter(line -> line.indexOf('\t') > 0)
                        .forEach(line -> known.put(line.substring(0, line.indexOf('\t')), line));
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("the cache of times is not read: {}", e.toString());
        }
    }

    private Path file() throws IOException {
        return directory.resolve(Sha256.of(results.toRealPath().toString()));
    }

    private void requireOwners() throws IOException {
        SafeFile.requireDirectory(directory);
        if (OwnerOnly.isKnown(directory)
                && !Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS)
                        .equals(OWNERS)) {
            throw new IOException(directory + " is not a directory of mode 0700");
        }
    }

    /** The times of a run. Reads them with {@code reading} unless they are known, and remembers them if the run is closed. */
    public Times of(RunDirectory run, Supplier<Times> reading) {
        String state;
        try {
            state = Stream.concat(Stream.of(jar), run.filesOfTimes())
                    .map(TimesCache::state)
                    .collect(Collectors.joining("\n"));
            String[] parts = known.getOrDefault(run.run(), "").split("\t", 3);
            if (parts.length == 3 && parts[1].equals(checksum(state, parts[2]))) {
                return Json.readStored(parts[2], Times.class);
            }
        } catch (UncheckedIOException | JacksonException e) {
            LOG.debug("the cache of times is not used for {}: {}", run.run(), e.toString());
            return reading.get();
        }
        Times times = reading.get();
        if (times.closed()) {
            String text = Json.line(times);
            added.put(run.run(), String.join("\t", run.run(), checksum(state, text), text));
        }
        return times;
    }

    private String checksum(String state, String text) {
        return Sha256.of(String.join("\n", String.valueOf(VERSION), version, state, text));
    }

    /**
     * Changes with every write to the file, because programs cannot set its ctime. Where the file system has none, only a
     * program that also sets the time of its last change could hide a write.
     */
    private static String state(Path file) {
        try {
            String parts = file.getFileSystem().supportedFileAttributeViews().contains("unix")
                    ? "unix:size,ino,lastModifiedTime,ctime"
                    : "size,fileKey,lastModifiedTime,creationTime";
            return SafeFile.exists(file)
                    ? new TreeMap<>(Files.readAttributes(file, parts, LinkOption.NOFOLLOW_LINKS)).toString()
                    : "none";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes what was read since, without runs that are gone. If that is not possible, the next command reads them again. */
    public void keep() {
        if (added.isEmpty()) {
            return;
        }
        known.putAll(added);
        known.keySet().removeIf(run -> !added.containsKey(run) && !SafeFile.exists(results.resolve(run)));
        try {
            Files.createDirectories(directory, OwnerOnly.directory(directory));
            requireOwners();
            OldFiles.delete(directory, clock.instant().minus(KEPT));
            SafeFile.write(file(), (String.join("\n", known.values()) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.debug("the cache of times is not written: {}", e.toString());
        }
    }
}
