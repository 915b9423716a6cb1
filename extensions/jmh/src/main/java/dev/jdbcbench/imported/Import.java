package dev.jdbcbench.imported;

import dev.jdbcbench.driver.PartCheck;
import dev.jdbcbench.execution.RunExecution;
import dev.jdbcbench.execution.RunIds;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.run.Topology;
import dev.jdbcbench.store.RunDirectory;
import dev.jdbcbench.store.RunStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** Creates a run directory from a file written by JMH: its console log or its JSON, optionally compressed with gzip. */
final class Import {
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    /** Limit of the uncompressed file, bytes. Even a run of weeks prints less. */
    private static final int MOST_BYTES = 64 << 20;

    private final Path results;
    private final Clock clock;

    /** @param results the directory that holds run directories */
    Import(Path results, Clock clock) {
        this.results = results;
        this.clock = clock;
    }

    /** The new run and its directory. */
    record Ended(RunDirectory directory, ImportedRun run) {}

    /**
     * Imports a file.
     *
     * @param server its label; empty to use the one in the file
     * @throws Failure.Input if it cannot be read, or has no usable data; no directory was created
     */
    Ended run(Path file, Topology topology, Optional<String> server) {
        String name = String.valueOf(file.getFileName());
        Instant modified;
        String text;
        try {
            modified = Files.getLastModifiedTime(file).toInstant();
            if (!PartCheck.isTime(modified)) {
                throw unreadable(file, "its modification time, " + modified + ", cannot be when it measured");
            }
            if (Files.size(file) > MOST_BYTES) {
                throw tooLong(file);
            }
            text = text(file, Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            throw unreadable(file, "there is no such file");
        } catch (IOException e) {
            throw unreadable(file, FileTrouble.why(e));
        }
        ImportedRun run = ImportedRun.of(
                JmhLog.read(name, text),
                new ImportedRun.Origin(
                        name,
                        modified,
                        topology,
                        server,
                        RunIds.id(topology + "-imported", clock),
                        clock.instant(),
                        RunExecution.version()));
        new RunStore(results).removeUnfinished();
        RunDirectory directory = RunDirectory.create(results, run.plan(), run.events());
        return new Ended(directory, run);
    }

    private static Failure.Input unreadable(Path file, String why) {
        return new Failure.Input(
                "cannot read " + file,
                List.of(why),
                "Name a file that JMH wrote: its console log, or the one of -rf json.");
    }

    private static Failure.Input tooLong(Path file) {
        return unreadable(file, "unpacked it is larger than " + (MOST_BYTES >> 20) + " MiB, more than any JMH log");
    }

    private static String text(Path file, byte[] bytes) throws IOException {
        boolean packed = bytes.length > 1 && (bytes[0] & 0xff) == GZIP_FIRST && (bytes[1] & 0xff) == GZIP_SECOND;
        return decoded(packed ? unpacked(file, bytes) : bytes);
    }

    /** Unpacks as much as possible: even a truncated file has a usable beginning. */
    private static byte[] unpacked(Path file, byte[] packed) throws IOException {
        ByteArrayOutputStream unpacked = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                unpacked.write(buffer, 0, read);
                if (unpacked.size() > MOST_BYTES) {
                    throw tooLong(file);
                }
            }
        } catch (EOFException e) {
            if (unpacked.size() == 0) {
                throw e;
            }
        }
        return unpacked.toByteArray();
    }

    /** Whether the first letters are ASCII in UTF-16, with each letter at this offset of its pair of bytes. */
    private static boolean isPlain(byte[] bytes, int letter) {
        for (int i = 0; i < 8; i += 2) {
            if (i + 1 >= bytes.length || bytes[i + letter] <= 0 || bytes[i + 1 - letter] != 0) {
                return false;
            }
        }
        return true;
    }

    /** Decodes text. Windows shells write UTF-16, mostly with a byte order mark; anything else is UTF-8. */
    private static String decoded(byte[] bytes) {
        boolean littleEndian = bytes.length > 1 && (bytes[0] & 0xff) == 0xff && (bytes[1] & 0xff) == 0xfe;
        boolean bigEndian = bytes.length > 1 && (bytes[0] & 0xff) == 0xfe && (bytes[1] & 0xff) == 0xff;
        Charset charset = littleEndian || bigEndian
                ? StandardCharsets.UTF_16
                : isPlain(bytes, 0)
                        ? StandardCharsets.UTF_16LE
                        : isPlain(bytes, 1) ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
        String text = new String(bytes, charset);
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }
}
