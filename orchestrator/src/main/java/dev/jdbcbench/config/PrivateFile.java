package dev.jdbcbench.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/** A file that holds a secret: a private key, a password. */
public final class PrivateFile {
    private static final int OTHERS = 077;
    private static final int PERMISSIONS = 0777;
    private static final Path OWN_PROCESS = Path.of("/proc/self");

    private PrivateFile() {}

    /**
     * Why a file must not be used as a secret: it belongs to the user, and others may read or write it. {@code ssh} has
     * the same rule for private keys. A file of another owner is accepted, because that owner decides who may read it:
     * secrets mounted by Docker and Kubernetes belong to root, and are often readable by everyone in the container.
     *
     * @throws IOException if the file's attributes cannot be read
     */
    public static Optional<String> exposed(Path file) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return Optional.empty(); // a file system without owners and permissions
        }
        int mode = (Integer) Files.getAttribute(file, "unix:mode") & PERMISSIONS;
        if ((mode & OTHERS) == 0 || !own(file)) {
            return Optional.empty();
        }
        return Optional.of(String.format("others may use %s (permissions %04o)", file, mode));
    }

    private static boolean own(Path file) throws IOException {
        if (Files.exists(OWN_PROCESS, LinkOption.NOFOLLOW_LINKS)) {
            return Files.getAttribute(file, "unix:uid").equals(Files.getAttribute(OWN_PROCESS, "unix:uid"));
        }
        return Files.getOwner(file).getName().equals(System.getProperty("user.name"));
    }
}
