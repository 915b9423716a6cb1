package dev.jdbcbench.untrusted;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;

/**
 * Files of a directory that may have come from elsewhere. Only regular files are read or appended to, never what a symbolic link leads to;
 * what is written is whole, on disk and for its owner only. A check and the opening after it are two steps: that somebody exchanges the
 * file in between takes write access to a directory that belongs to the user alone.
 */
public final class SafeFile {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final SecureRandom RANDOM = new SecureRandom();

    private SafeFile() {}

    /** Whether there is anything of that name, a link that leads nowhere included. */
    public static boolean exists(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Opens a file for reading.
     *
     * @param limit of its size in bytes
     * @throws NoSuchFileException when there is none
     * @throws IOException when it is no regular file, or is larger than that
     */
    public static InputStream open(Path file, long limit) throws IOException {
        requireRegular(file);
        long size = Files.size(file);
        if (size > limit) {
            throw new IOException(file + " has " + size + " bytes; at most " + limit + " are read");
        }
        // Not a channel: an interrupt would close it, and after Ctrl-C the run is still read and written.
        return Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    /** What is done with a channel. */
    private interface Action {
        void carryOut() throws IOException;
    }

    /** An interrupt closes the channels of its thread: it is put off. */
    private static void uninterrupted(Action action) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            action.carryOut();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Reads a file.
     *
     * @param limit of its size in bytes
     * @throws IOException as {@link #open}
     */
    public static byte[] read(Path file, int limit) throws IOException {
        try (InputStream in = open(file, limit)) {
            return in.readNBytes(limit);
        }
    }

    /** Reads so many bytes from the end of a file, or all of it. */
    public static byte[] readEnd(Path file, int length) throws IOException {
        requireRegular(file);
        try (InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            in.skipNBytes(Math.max(0, Files.size(file) - length));
            return in.readNBytes(length);
        }
    }

    /**
     * Makes sure that a name is that of a regular file.
     *
     * @throws NoSuchFileException when there is none
     * @throws IOException when it is a link, a directory, a pipe or a device
     */
    public static void requireRegular(Path file) throws IOException {
        if (!exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + " is no regular file");
        }
    }

    /** Makes sure that a name is that of a directory and no link to one. */
    public static void requireDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(directory + " is no directory of its own");
        }
    }

    /** Makes a directory for its owner only; that there is something of that name already is an error. */
    public static void makeDirectory(Path directory) throws IOException {
        Files.createDirectory(directory, OWNER_ONLY_DIRECTORY);
        sync(parent(directory));
    }

    /** Replaces a file: whole, on disk when this returns, or as it was before. */
    public static void write(Path file, byte[] bytes) throws IOException {
        Path part = file.resolveSibling("." + file.getFileName() + "." + Long.toHexString(RANDOM.nextLong()) + ".part");
        try {
            writeNew(part, bytes);
            move(part, file);
        } catch (IOException e) {
            try {
                Files.deleteIfExists(part);
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    /** Gives a file that is on disk another name in its directory, replacing what had that name; on disk when this returns. */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        sync(parent(to));
    }

    /** Writes a file that is not there yet, and waits until it is on disk. */
    public static void writeNew(Path file, byte[] bytes) throws IOException {
        uninterrupted(() -> {
            try (FileChannel channel = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    OWNER_ONLY)) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
        });
    }

    /** Makes sure that there is a regular file to append to, an empty one if there was none. */
    public static void makeAppendable(Path file) throws IOException {
        if (exists(file)) {
            requireRegular(file);
            // What is appended would also be in a file of another name, wherever that is.
            if (Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS) instanceof Integer names
                    && names > 1) {
                throw new IOException(file + " has " + names + " names (hard links); nothing is appended to it");
            }
        } else {
            writeNew(file, new byte[0]);
            sync(parent(file));
        }
    }

    /** Opens a file for appending to it, and makes it when there is none. */
    public static OutputStream append(Path file) throws IOException {
        makeAppendable(file);
        return Files.newOutputStream(file, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
    }

    private static Path parent(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file : parent;
    }

    /** Waits until the bytes of a file or the names in a directory are on disk. */
    public static void sync(Path file) throws IOException {
        uninterrupted(() -> {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                channel.force(true);
            }
        });
    }
}
