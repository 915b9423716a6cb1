package dev.jdbcbench.store;

import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exclusive right to write to a run directory. The kernel releases it when the process ends, however that happens. The file
 * {@code .lock} names the holder and is never deleted: otherwise two processes could lock two different files of that name.
 */
final class RunLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunLock.class);
    private static final String FILE = ".lock";
    private static final int LONGEST_HOLDER = 400;

    /**
     * The locks of this process. Kernel locks are per process, and closing any channel to the file releases them, so a second
     * attempt in this process must not even open the file.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private RunLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock of a directory.
     *
     * @param holder this process, in words, for other processes
     * @throws Failure.Command when another process holds it
     */
    static RunLock take(RunDirectory run, String holder) {
        // An interrupt closes a channel. After Ctrl-C, the measurements still have to be written.
        boolean interrupted = Thread.interrupted();
        try {
            return takeUninterrupted(run, holder);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RunLock takeUninterrupted(RunDirectory run, String holder) {
        Path file = run.path().toAbsolutePath().normalize().resolve(FILE);
        if (!HELD.add(file)) {
            throw held(run, "another thread of this process");
        }
        boolean taken = false;
        try {
            SafeFile.requireDirectory(run.path());
            FileChannel channel = SafeFile.openLock(file);
            try {
                if (channel.tryLock() == null) {
                    throw held(run, read(channel));
                }
                channel.truncate(0);
                channel.write(StandardCharsets.UTF_8.encode(holder + "\n"), 0);
                taken = true;
                return new RunLock(file, channel);
            } finally {
                if (!taken) {
                    channel.close();
                }
            }
        } catch (IOException e) {
            throw FileTrouble.failure("cannot lock " + run.path(), e, "Make it writable for you.");
        } finally {
            if (!taken) {
                HELD.remove(file);
            }
        }
    }

    private static Failure.Command held(RunDirectory run, String holder) {
        return new Failure.Command(
                "run " + run.run() + " is already attached to another bench process",
                holder,
                "Wait until that one has ended, or end the run: ./bench stop " + run.run(),
                null);
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST_HOLDER);
        channel.read(bytes, 0);
        String text = StandardCharsets.UTF_8.decode(bytes.flip()).toString().strip();
        return text.isEmpty() ? "it has just started" : text;
    }

    /** Releases the lock. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try (channel) {
            channel.truncate(0);
        } catch (IOException e) {
            LOG.warn("cannot give back the lock {}", file, e);
        } finally {
            HELD.remove(file);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
