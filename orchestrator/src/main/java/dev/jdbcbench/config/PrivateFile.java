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
     * Why a file is not to be used as a secret: it is the user's own, and others may read or write it. This is the rule of {@code ssh} for
     * private keys. A file of another owner passes, for that owner decides who may read it: secrets that Docker and Kubernetes mount are
     * root's, and often readable by all in the container.
     *
     * @throws IOException when the file cannot be looked at
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
