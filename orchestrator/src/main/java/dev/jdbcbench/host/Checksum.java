package dev.jdbcbench.host;

import dev.jdbcbench.driver.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Compares files here with files on hosts. */
final class Checksum {
    /** Of an archive of programs on a slow disk. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private Checksum() {}

    /** Whether a host has a file with the bytes of one here. */
    static boolean same(Host host, Path file, String remote) throws IOException {
        Outcome there = host.run(Command.query("sha256sum", "--", remote).within(LIMIT));
        return there.ok() && there.out().startsWith(Sha256.of(file));
    }
}
