package dev.jdbcbench.desk;

import dev.jdbcbench.host.Owner;
import dev.jdbcbench.untrusted.OwnerOnly;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directories of runs on this machine. A directory is in use while the bench that began it, or the process in it, is alive;
 * later ones remove it. Its file {@code owner} says who began it, and has the ticket: smaller is older. Not thread safe.
 */
final class DeskRuns {
    private static final Logger LOG = LoggerFactory.getLogger(DeskRuns.class);

    private final Path cache;

    /** @param cache the directory that bench keeps between runs */
    DeskRuns(Path cache) {
        this.cache = cache;
    }

    /**
     * One directory.
     *
     * @param owner who began it; empty if bench was killed meanwhile
     */
    record Entry(Path directory, Optional<Owner> owner, long ticket) {
        /** The name of the run. */
        String run() {
            return String.valueOf(parent(directory).getFileName());
        }

        boolean inUse() {
            return owner.filter(Owner::alive).isPresent()
                    || DeskProcess.in(directory.toString()).isPresent();
        }

        private static Entry of(Path directory) {
            try {
                List<String> lines = Files.readAllLines(directory.resolve("owner"));
                if (lines.size() == 2 && lines.get(1).matches("[0-9]{1,18}")) {
                    return new Entry(directory, Owner.of(lines.get(0)), Long.parseLong(lines.get(1)));
                }
            } catch (IOException e) {
                LOG.debug("{} has no owner: {}", directory, e.toString());
            }
            return new Entry(directory, Optional.empty(), 0);
        }
    }

    /** What is done while no other bench changes anything here. */
    @FunctionalInterface
    interface Step<T> {
        T carryOut() throws IOException, InterruptedException;
    }

    /** Waits until no other bench changes anything here. */
    <T> T locked(Step<T> step) throws IOException, InterruptedException {
        if (!Files.isDirectory(cache)) {
            Files.createDirectories(cache, OwnerOnly.directory(cache));
        }
        try (FileChannel file = SafeFile.openLock(cache.resolve("lock"));
                FileLock lock = file.lock()) {
            assert lock.isValid();
            return step.carryOut();
        }
    }

    /** The directory that a path is in. */
    static Path parent(Path path) {
        return Optional.ofNullable(path.toAbsolutePath().getParent()).orElseThrow();
    }

    Path directory() {
        return cache.resolve("runs");
    }

    /** All directories, the oldest first. */
    List<Entry> entries() throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (Path run : directories(directory())) {
            directories(run).forEach(role -> entries.add(Entry.of(role)));
        }
        entries.sort(Comparator.comparingLong(Entry::ticket));
        return entries;
    }

    private static List<Path> directories(Path parent) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, Files::isDirectory)) {
            all.forEach(found::add);
        } catch (NoSuchFileException e) {
            LOG.debug("{} is not there", parent);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return found;
    }

    /**
     * Makes a directory, after removing those that no bench needs any more.
     *
     * @param name {@code RUN/ROLE}
     * @param owner as {@link Owner#text} prints it
     */
    void begin(String name, String owner) throws IOException, InterruptedException {
        for (Entry entry : entries()) {
            if (!entry.inUse()) {
                try {
                    discard(entry.directory());
                } catch (IOException e) {
                    LOG.warn("{} of an earlier run cannot be removed: {}", entry.directory(), e.toString());
                }
            }
        }
        Path directory = directory().resolve(name);
        if (Files.exists(directory)) {
            throw new IOException(directory + " exists already: another bench started it");
        }
        long ticket = ticket();
        Files.createDirectories(directory, OwnerOnly.directory(cache));
        SafeFile.write(directory.resolve("owner"), (owner + "\n" + ticket + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private long ticket() throws IOException {
        Path tickets = cache.resolve("tickets");
        String last = Files.exists(tickets) ? Files.readString(tickets).strip() : "0";
        long next = (last.matches("[0-9]{1,17}") ? Long.parseLong(last) : 0) + 1;
        SafeFile.write(tickets, (next + "\n").getBytes(StandardCharsets.UTF_8));
        return next;
    }

    /** Ends the process of a directory, saves the events that a killed bench could not copy, and removes the directory. */
    void discard(Path directory) throws IOException, InterruptedException {
        if (!directory.startsWith(directory())) {
            throw new IOException(directory + " is not below " + directory());
        }
        DeskProcess.stop(directory.toString());
        if (Entry.of(directory).owner().filter(Owner::isThisProcess).isEmpty()) {
            deliver(directory);
        }
        Trees.remove(directory);
        try {
            Files.deleteIfExists(parent(directory));
        } catch (DirectoryNotEmptyException e) {
            LOG.debug("{} has other directories", parent(directory));
        }
    }

    private static void deliver(Path directory) throws IOException {
        Path events = directory.resolve("events.ndjson");
        Path deliver = directory.resolve("deliver");
        if (Files.exists(events) && Files.exists(deliver)) {
            Path copy = Path.of(Files.readString(deliver).strip());
            if (Files.isDirectory(parent(copy))) {
                SafeFile.write(copy, Files.readAllBytes(events));
            }
        }
    }
}
