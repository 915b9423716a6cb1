package dev.jdbcbench.host;

import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/** Writes a file fetched from a host: under a new temporary name first, renamed when complete. */
public final class Fetched {
    private static final int CHUNK = 32 << 10;

    private Fetched() {}

    /**
     * Writes a stream to a file, up to a limit.
     *
     * @param moved called whenever data arrives
     * @return whether that was the whole stream
     */
    public static boolean write(InputStream in, Path file, long most, Runnable moved) throws IOException {
        Path part = file.resolveSibling(
                file.getFileName() + "." + Long.toHexString(new SecureRandom().nextLong()) + ".part");
        try {
            boolean whole;
            try (OutputStream out = SafeFile.create(part)) {
                whole = copy(in, out, most, moved);
            }
            SafeFile.move(part, file);
            return whole;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static boolean copy(InputStream in, OutputStream out, long most, Runnable moved) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long left = most;
        while (true) {
            int count = in.read(chunk, 0, (int) Math.min(chunk.length, left + 1));
            if (count < 0) {
                return true;
            }
            moved.run();
            out.write(chunk, 0, (int) Math.min(count, left));
            if (count > left) {
                return false;
            }
            left -= count;
        }
    }
}
