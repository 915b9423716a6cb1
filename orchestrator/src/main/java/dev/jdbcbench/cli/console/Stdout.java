package dev.jdbcbench.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** The process's own stdout. It records why writing failed; {@link java.io.PrintStream} only records that it did. */
public final class Stdout extends OutputStream {
    private final OutputStream to;
    private Optional<IOException> trouble = Optional.empty();

    Stdout(OutputStream to) {
        this.to = to;
    }

    public static Stdout ofThisProcess() {
        return new Stdout(new FileOutputStream(FileDescriptor.out));
    }

    /** Why writing failed; empty if everything was written. */
    public Optional<IOException> trouble() {
        return trouble;
    }

    @Override
    public void write(int letter) throws IOException {
        write(new byte[] {(byte) letter}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            to.write(bytes, from, length);
        } catch (IOException e) {
            trouble = Optional.of(e);
            throw e;
        }
    }
}
