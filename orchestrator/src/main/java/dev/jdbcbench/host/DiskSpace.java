package dev.jdbcbench.host;

import dev.jdbcbench.failure.Failure;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Free space on the disks to which a run will write. bench checks it before starting anything, because a full disk
 * would end a run halfway.
 */
public final class DiskSpace {
    /** A shell function: sets {@code parent} to the nearest existing directory, and {@code free} to the kB free on its disk. */
    public static final String FREE = """
            free_in() {
                parent=$1
                while [ ! -d "$parent" ]; do parent=${parent%/*}; [ -n "$parent" ] || parent=/; done
                free=$(LC_ALL=C df -P -k "$parent" | sed -n '2s/^[^ ]* *[0-9]* *[0-9]* *\\([0-9]*\\) .*/\\1/p')
            }
            """;

    private static final String ASK = FREE + "free_in \"$1\" && echo \"$free $parent\"";
    private static final int KILO = 1024;

    private DiskSpace() {}

    /** The required space plus a reserve of 10 %, because others use the disk, too. */
    public static long withReserve(long megabytes) {
        return megabytes + megabytes / 10;
    }

    /**
     * Makes sure that a host has enough free space for a directory, which need not exist yet.
     *
     * @param forWhat what will be written there: {@code for the database}
     * @throws Failure.Command when it has less
     */
    public static void require(Host host, String directory, long megabytes, String forWhat) {
        String[] said = host.run(host.ask(Command.query("sh", "-c", ASK, "sh", directory), "free", directory))
                .out()
                .strip()
                .split(" ", 2);
        // If df gives no answer, the first failing write reports the problem.
        if (said.length == 2 && said[0].matches("[0-9]{1,18}")) {
            check(host.name(), said[1], Long.parseLong(said[0]) / KILO, megabytes, forWhat);
        }
    }

    /**
     * Makes sure that this machine has enough free space for a directory, which need not exist yet.
     *
     * @throws Failure.Command when it has less
     */
    public static void require(Path directory, long megabytes, String forWhat) {
        Path parent = directory.toAbsolutePath();
        while (!Files.exists(parent) && parent.getParent() != null) {
            parent = parent.getParent();
        }
        if (!Files.isDirectory(parent) || !Files.isWritable(parent)) {
            throw new Failure.Command(
                    "cannot write in " + directory,
                    parent + (Files.isDirectory(parent) ? " is not writable for you" : " is not a directory"),
                    "Name another directory " + forWhat + ".",
                    null);
        }
        // Not from its FileStore: Java cannot find that in a chroot, because the mount is outside.
        long free = parent.toFile().getUsableSpace() / KILO / KILO;
        check("this machine", parent.toString(), free, megabytes, forWhat);
    }

    private static void check(String where, String directory, long free, long megabytes, String forWhat) {
        long needed = withReserve(megabytes);
        if (free < needed) {
            throw new Failure.Command(
                    "not enough disk space on " + where,
                    directory + " has " + free + " MB free, " + needed + " MB are needed " + forWhat,
                    "Make room there (df -h " + directory
                            + "), or have bench use another disk: --results for what is measured,"
                            + " XDG_CACHE_HOME of its user on a host.",
                    null);
        }
    }
}
