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
 * A host of the lab as it was at some time.
 *
 * @param lines one for each package, file and process
 * @param begun before anything was looked at
 */
public record Snapshot(Set<String> lines, Instant begun) {
    /** A directory, a link or file (behind whose path stands the link's target), the checksum of a file. */
    private static final Pattern FILE = Pattern.compile("d [0-7]+ \\S+ \\S+ (?<directory>/.*)"
            + "|[^d] [0-7]+ \\S+ \\S+ [0-9]+ [0-9.]+ (?<file>/.*) \\S*"
            + "|[0-9a-f]{64}  (?<summed>/.*)");

    /** Sorts the lines. */
    public Snapshot {
        lines = new TreeSet<>(lines);
    }

    /** Fails when the host is another one now, and says only which lines differ: there are some hundred thousand. */
    public void assertSame(Snapshot now) {
        Set<String> more = new TreeSet<>(now.lines);
        more.removeAll(lines);
        more.removeIf(line -> changedByThisMachine(line, false));
        assertThat(more).as("what was not there before").isEmpty();
        Set<String> missing = new TreeSet<>(lines);
        missing.removeAll(now.lines);
        missing.removeIf(line -> changedByThisMachine(line, true));
        assertThat(missing).as("what was there before").isEmpty();
    }

    /** A host sees this machine's files below its own, and this machine does not stand still for a test. */
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
            return gone; // nobody but this machine can take a file from below
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
