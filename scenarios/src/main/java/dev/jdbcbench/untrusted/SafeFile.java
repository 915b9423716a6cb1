package dev.jdbcbench.untrusted;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Set;

/**
 * Access to files in a directory that may come from elsewhere; nothing else writes to a run directory. A file is written under a
 * new name and renamed, so whatever had the name before is never opened. Reads, appends and locks only regular files, never
 * through a symbolic link. New files are accessible only to the owner. The check and the opening are separate steps;
 * exchanging the file in between would require write access to a directory that belongs to the user alone.
 */
public final class SafeFile {
    private static final SecureRandom RANDOM = new SecureRandom();

    private SafeFile() {}

    /** This name stands for something that bench does not read or write, such as a link. */
    public static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(String why) {
            super(why);
        }
    }

    /** Whether anything of this name exists, including a dangling link. */
    public static boolean exists(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Opens a file for reading.
     *
     * @param limit maximum size in bytes
     * @throws NoSuchFileException when it does not exist
     * @throws IOException when it is not a regular file or exceeds the limit
     */
    public static InputStream open(Path file, long limit) throws IOException {
        requireRegular(file);
        long size = Files.size(file);
        if (size > limit) {
            throw new IOException(file + " has " + size + " bytes; at most " + limit + " are read");
        }
        // Not a channel: an interrupt would close it, but the run is still read and written after Ctrl-C.
        return Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    /** An action on a channel. */
    private interface Action {
        void carryOut() throws IOException;
    }

    /** Defers an interrupt, because it would close the thread's channel. */
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
     * @param limit maximum size in bytes
     * @throws IOException as {@link #open}
     */
    public static byte[] read(Path file, int limit) throws IOException {
        try (InputStream in = open(file, limit)) {
            return in.readNBytes(limit);
        }
    }

    /** Reads up to {@code length} bytes from the end of a file. */
    public static byte[] readEnd(Path file, int length) throws IOException {
        requireRegular(file);
        try (InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            in.skipNBytes(Math.max(0, Files.size(file) - length));
            return in.readNBytes(length);
        }
    }

    /**
     * Checks that a path is a regular file.
     *
     * @throws NoSuchFileException when it does not exist
     * @throws IOException when it is a link, a directory, a pipe or a device
     */
    public static void requireRegular(Path file) throws IOException {
        if (!exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new RefusedException(file + " is not a regular file");
        }
    }

    /** Checks that a path is a directory and not a link to one. */
    public static void requireDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw new RefusedException(directory + " is not a real directory");
        }
    }

    /** Creates a directory for its owner only; fails if anything of this name exists. */
    public static void makeDirectory(Path directory) throws IOException {
        Files.createDirectory(directory, OwnerOnly.directory(directory));
        sync(parent(directory));
    }

    /**
     * Replaces a file atomically: the new contents are complete and on disk when this returns; on failure, the old file is
     * unchanged.
     */
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

    /** Renames a file within its directory, replacing any existing file; on disk when this returns. */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        sync(parent(to));
    }

    /** Opens a new file for writing; fails if anything of this name exists. */
    public static OutputStream create(Path file) throws IOException {
        Files.createFile(file, OwnerOnly.file(file));
        return Files.newOutputStream(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /** Writes a new file, and waits until it is on disk. */
    public static void writeNew(Path file, byte[] bytes) throws IOException {
        uninterrupted(() -> {
            try (FileChannel channel = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    OwnerOnly.file(file))) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
        });
    }

    /** Checks that a file that bench opens for writing, if it exists, is a regular one, and that its contents have no other name. */
    private static void requireWritable(Path file) throws IOException {
        if (!exists(file)) {
            return;
        }
        requireRegular(file);
        // With a hard link, the written data would appear in another file, wherever that is.
        if (file.getFileSystem().supportedFileAttributeViews().contains("unix")
                && Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS) instanceof Integer names
                && names > 1) {
            throw new RefusedException(file + " has " + names + " names (hard links); bench does not write to it");
        }
    }

    private static void makeAppendable(Path file) throws IOException {
        requireWritable(file);
        if (!exists(file)) {
            writeNew(file, new byte[0]);
            sync(parent(file));
        }
    }

    /** Opens a file for appending, and creates it if necessary. */
    public static OutputStream append(Path file) throws IOException {
        makeAppendable(file);
        return Files.newOutputStream(file, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
    }

    /** Opens a file for appending and for removing an incomplete end, and creates it if necessary. */
    public static RandomAccessFile openToAppend(Path file) throws IOException {
        makeAppendable(file);
        return new RandomAccessFile(file.toFile(), "rw");
    }

    /** Opens a file to lock it, and creates it if necessary. Two processes that do so at the same time open the same file. */
    public static FileChannel openLock(Path file) throws IOException {
        requireWritable(file);
        return FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                OwnerOnly.file(file));
    }

    private static Path parent(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file : parent;
    }

    /** Waits until a file's contents or a directory's entries are on disk. Windows can open only files for that, to write. */
    public static void sync(Path file) throws IOException {
        boolean posix = OwnerOnly.isKnown(file);
        if (!posix && Files.isDirectory(file)) {
            return;
        }
        uninterrupted(() -> {
            try (FileChannel channel =
                    FileChannel.open(file, posix ? StandardOpenOption.READ : StandardOpenOption.WRITE)) {
                channel.force(true);
            }
        });
    }
}
