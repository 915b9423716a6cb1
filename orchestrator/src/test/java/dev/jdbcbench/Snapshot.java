package dev.jdbcbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The state of a lab host at one moment.
 *
 * @param lines one for each package, file and process
 * @param begun when capturing started
 */
public record Snapshot(Set<String> lines, Instant begun) {
    /** A directory, a link or file (its path is followed by the link's target), or a file's checksum. */
    private static final Pattern FILE = Pattern.compile("d [0-7]+ \\S+ \\S+ (?<directory>/.*)"
            + "|[^d] [0-7]+ \\S+ \\S+ [0-9]+ [0-9.]+ (?<file>/.*) \\S*"
            + "|[0-9a-f]{64}  (?<summed>/.*)");

    /** Sorts the lines. */
    public Snapshot {
        lines = new TreeSet<>(lines);
    }

    /** Fails if the host has changed. Prints only the lines that differ, because there are several hundred thousand. */
    public void assertSame(Snapshot now) {
        Set<String> more = new TreeSet<>(now.lines);
        more.removeAll(lines);
        more.removeIf(line -> changedByThisMachine(line, false));
        assertThat(more).as("added since the snapshot").isEmpty();
        Set<String> missing = new TreeSet<>(lines);
        missing.removeAll(now.lines);
        missing.removeIf(line -> changedByThisMachine(line, true));
        assertThat(missing).as("missing since the snapshot").isEmpty();
    }

    /**
     * A host sees this machine's files through its overlay, and this machine changes some of these files during a test.
     */
    private boolean changedByThisMachine(String line, boolean gone) {
        Matcher file = FILE.matcher(line);
        if (!file.matches()) {
            return false;
        }
        String path = file.group("directory");
        path = path == null ? file.group("file") : path;
        path = path == null ? file.group("summed") : path;
        try {
            FileTime changed = (FileTime) Files.getAttribute(Path.of(path), "unix:ctime", LinkOption.NOFOLLOW_LINKS);
            return changed.toInstant().isAfter(begun);
        } catch (NoSuchFileException e) {
            return gone; // only this machine can remove a file from the lower layer
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
