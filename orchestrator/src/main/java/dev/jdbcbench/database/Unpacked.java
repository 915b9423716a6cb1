package dev.jdbcbench.database;

import dev.jdbcbench.host.Command;
import dev.jdbcbench.host.DiskSpace;
import dev.jdbcbench.host.Host;
import dev.jdbcbench.host.HostScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.function.Supplier;

/** Programs unpacked in bench's cache on a host, in a directory whose name identifies their bytes. */
final class Unpacked {
    private static final int MEGABYTE = 1 << 20;

    /** Unpacks and renames. The last line also succeeds if another bench was faster. */
    private static final String UNPACK = """
            umask 022
            mkdir "$1" && tar -xzf "$2" -C "$1" --no-same-owner && seal "$1" || { rm -rf "$1" "$1.seal" "$2"; exit 1; }
            rm -f "$2"
            mv -T "$1" "$3" 2>/dev/null || { rm -rf "$1"; sealed "$3"; }
            """;

    private Unpacked() {}

    /**
     * Unpacks an archive, unless that was done before. The directory gets its final name only when it is complete; an
     * incomplete one is replaced. Another bench may do the same concurrently.
     *
     * @param name name of the directory
     * @param what its content, for messages
     * @param archive supplies a tar.gz; called only if it is needed
     * @return the directory
     */
    static String on(HostScript script, String name, String what, Supplier<Path> archive) {
        Host host = script.host();
        String directory = script.cache() + "/" + name;
        if (Seal.whole(host, directory)) {
            return directory;
        }
        if (host.run(Command.query("test", "-e", directory)).ok()) {
            Seal.clear(host, directory);
        }
        String unique = name + "." + Long.toHexString(new SecureRandom().nextLong());
        String remote = script.scratch() + "/" + unique + ".tar.gz";
        if (!host.isDryRun()) { // it may have to be downloaded and packed first
            Path packed = archive.get();
            requireRoom(script, packed, what);
            host.upload(packed, remote);
        }
        String part = script.cache() + "/" + unique + ".part";
        host.require("unpack " + what, Command.of("sh", "-c", Seal.FUNCTIONS + UNPACK, "sh", part, remote, directory));
        return directory;
    }

    /** Unpacked programs take up to three times the space of the archive, which may be on the same disk until they are unpacked. */
    private static void requireRoom(HostScript script, Path archive, String what) {
        try {
            long megabytes = Files.size(archive) / MEGABYTE;
            DiskSpace.require(script.host(), script.scratch(), megabytes, "to send " + what);
            DiskSpace.require(script.host(), script.cache(), 4 * megabytes, "to unpack " + what);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
