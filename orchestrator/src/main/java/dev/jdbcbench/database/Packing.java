package dev.jdbcbench.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/** Writes the archive that hosts are given: what a server needs and nothing else, in a format that any host can unpack. */
final class Packing {
    private static final int PROGRAM_MODE = 0755;
    private static final int FILE_MODE = 0644;

    private final TarArchiveOutputStream tar;

    private Packing(TarArchiveOutputStream tar) {
        this.tar = tar;
    }

    /** What goes into an archive. */
    interface Content {
        void writeTo(Packing packing) throws IOException;
    }

    /** Writes an archive, whole or not at all. */
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
            Files.move(part, archive, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Adds a file, of which only the bytes and whether it is a program are kept. */
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
