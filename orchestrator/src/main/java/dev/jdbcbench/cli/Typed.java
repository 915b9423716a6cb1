package dev.jdbcbench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what the user types while a command runs. It never blocks, so a background job of a terminal is not stopped for
 * reading.
 */
public final class Typed {
    private static final Logger LOG = LoggerFactory.getLogger(Typed.class);
    private static final int LONGEST = 100;

    private final InputStream in;
    private final StringBuilder line = new StringBuilder();

    Typed(InputStream in) {
        this.in = in;
    }

    /** The next complete line; empty if there is none. */
    public Optional<String> line() {
        try {
            byte[] next = in.readNBytes(in.available());
            line.append(new String(next, Charset.defaultCharset()));
        } catch (IOException e) {
            LOG.debug("standard input cannot be read", e);
        }
        int end = line.indexOf("\n");
        if (end < 0) {
            line.setLength(Math.min(line.length(), LONGEST));
            return Optional.empty();
        }
        String typed = line.substring(0, end);
        line.delete(0, end + 1);
        return Optional.of(typed);
    }
}
