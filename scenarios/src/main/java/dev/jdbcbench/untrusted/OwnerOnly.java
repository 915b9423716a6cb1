package dev.jdbcbench.untrusted;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Attributes of new files that only their owner may use. File systems without POSIX permissions have none: on Windows, a new
 * file has the access rights of its directory, and a user's profile is closed to other users.
 */
public final class OwnerOnly {
    private static final FileAttribute<?> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<?> DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<?>[] NONE = {};

    private OwnerOnly() {}

    /** Whether the file system has POSIX permissions. */
    public static boolean isKnown(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** For a new file. */
    public static FileAttribute<?>[] file(Path file) {
        return isKnown(file) ? new FileAttribute<?>[] {FILE} : NONE;
    }

    /** For a new directory. */
    public static FileAttribute<?>[] directory(Path directory) {
        return isKnown(directory) ? new FileAttribute<?>[] {DIRECTORY} : NONE;
    }
}
