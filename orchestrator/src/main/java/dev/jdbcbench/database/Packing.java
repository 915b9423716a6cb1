package dev.jdbcbench.database;

import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the archives that are sent to hosts. They contain only what a server needs, in a format that every host can unpack. */
final class Packing {
    private static final int PROGRAM_MODE = 0755;
    private static final int FILE_MODE = 0644;

    private static final Logger LOG = LoggerFactory.getLogger(Packing.class);

    private final TarArchiveOutputStream tar;

    private Packing(TarArchiveOutputStream tar) {
        this.tar = tar;
    }

    /** Adds the content of an archive. */
    interface Content {
        void writeTo(Packing packing) throws IOException;
    }

    /** Writes an archive atomically. */
    static void into(Path archive, Content content) throws IOException {
        Path directory = archive.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        Path part = Files.createTempFile(directory, "packing", ".part");
        GzipParameters fast = new GzipParameters();
        fast.setCompressionLevel(Deflater.BEST_SPEED);
        try {
            try (OutputStream file = Files.newOutputStream(part);
                    TarArchiveOutputStream tar =
                            new TarArchiveOutputStream(new GzipCompressorOutputStream(file, fast))) {
                tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
                content.writeTo(new Packing(tar));
            }
            SafeFile.sync(part);
            SafeFile.write(sum(archive), Sha256.of(part).getBytes(StandardCharsets.US_ASCII));
            SafeFile.move(part, archive);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Whether an archive packed earlier exists and matches its checksum. */
    static boolean whole(Path archive) {
        try {
            return Files.isRegularFile(archive)
                    && Files.isRegularFile(sum(archive))
                    && Files.readString(sum(archive), StandardCharsets.ISO_8859_1)
                            .equals(Sha256.of(archive));
        } catch (IOException e) {
            LOG.warn("cannot read {}: it is packed again", archive, e);
            return false;
        }
    }

    private static Path sum(Path archive) {
        return archive.resolveSibling(archive.getFileName() + ".sha256");
    }

    /** Adds a file; only its bytes and the executable flag are kept. */
    void file(String name, long size, boolean program, InputStream in) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(size);
        entry.setMode(program ? PROGRAM_MODE : FILE_MODE);
        tar.putArchiveEntry(entry);
        in.transferTo(tar);
        tar.closeArchiveEntry();
    }

    /** Adds a symbolic link. */
    void link(String name, String target) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
        entry.setLinkName(target);
        tar.putArchiveEntry(entry);
        tar.closeArchiveEntry();
    }
}
