package dev.jdbcbench.host;

import dev.jdbcbench.driver.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares local files with files on hosts. */
public final class Checksum {
    /** Long enough to hash an archive of programs on a slow disk. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private Checksum() {}

    /**
     * Checks with one command which files a host has.
     *
     * @param files the SHA-256 that each must have, in hexadecimal, by its path there
     * @return the paths of the files whose bytes match
     */
    public static Set<String> present(Host host, Map<String, String> files) {
        if (host.local()) {
            return files.keySet().stream()
                    .filter(file -> same(Path.of(file), String.valueOf(files.get(file))))
                    .collect(Collectors.toSet());
        }
        List<String> words = new ArrayList<>(List.of("sha256sum", "--"));
        words.addAll(files.keySet());
        // It exits with 1 when a file is missing, and still prints the others.
        return host.run(Command.query(words.toArray(String[]::new)).within(LIMIT))
                .out()
                .lines()
                .map(line -> line.split(" [ *]", 2))
                .filter(parts -> parts.length == 2 && parts[0].equals(files.get(parts[1])))
                .map(parts -> parts[1])
                .collect(Collectors.toSet());
    }

    /** Whether a host has a file with the same bytes as a local one. */
    public static boolean same(Host host, Path file, String remote) throws IOException {
        if (host.local()) {
            return same(Path.of(remote), Sha256.of(file));
        }
        Outcome there = host.run(Command.query("sha256sum", "--", remote).within(LIMIT));
        return there.ok() && there.out().startsWith(Sha256.of(file));
    }

    private static boolean same(Path file, String sha256) {
        try {
            return Files.exists(file) && Sha256.of(file).startsWith(sha256);
        } catch (IOException e) {
            return false; // it is replaced
        }
    }
}
