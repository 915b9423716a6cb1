package dev.jdbcbench.host;

import dev.jdbcbench.failure.Failure;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A machine on which commands run. What goes wrong with the line to it is a {@link Failure.Host}; a command that ends with
 * another code than 0 is a result like any other. Thread safe.
 */
public interface Host extends Closeable {
    /** The user's name for it. */
    String name();

    /** Where it is reached: a name or a number; {@code localhost} for this machine. */
    String address();

    /** Whether it is this machine. */
    boolean local();

    /** Whether changes are shown and not made: what they would have brought about is not there. */
    default boolean rehearses() {
        return false;
    }

    /**
     * Runs a command and waits for its end.
     *
     * @throws Failure.Host when it takes longer than it may
     * @throws Failure.Command when it prints more than it may
     */
    Outcome run(Command command);

    /** Starts a command and hears each line that it prints, until it ends. A last line without its end is not heard. */
    Running start(Command command, Consumer<String> out, Consumer<String> err);

    /** Writes what it reads into a file of another name, and renames that; a file that is only half written is removed. */
    String WRITE =
            "umask 077 && { cat >\"$1.part\" && mv -- \"$1.part\" \"$1\" || { rm -f -- \"$1.part\"; exit 1; }; }";

    /** Puts a file there under that absolute path, whole or not at all; skipped when the same bytes are there already. */
    void upload(Path file, String remote);

    /** Of the log of a fork or a server; what bench itself writes there is far smaller. */
    long FETCHED = 16 << 20;

    /** Fetches a file of usual size. */
    default void download(String remote, Path file) {
        boolean unused = download(remote, file, FETCHED);
    }

    /**
     * Fetches a file: what is fetched appears under its name at once, or not at all. Only a regular file is fetched, for a link may lead to
     * one that nobody meant; where the host is another one, it could still put a link there between the look and the reading.
     *
     * @param most how many bytes are fetched; the rest is left out
     * @return whether that was all of it
     */
    boolean download(String remote, Path file, long most);

    /** Writes a text to an absolute path in a directory that is there, whole or not at all; only its owner can read it. */
    default void write(String remote, String text) {
        require("write " + remote, Command.of("sh", "-c", WRITE, "sh", remote).reading(text));
    }

    /** Closes the line. */
    @Override
    void close();

    /** A command that was started. */
    interface Running {
        /**
         * Waits for its end.
         *
         * @return its exit code, or -1 when the line was lost
         * @throws Failure.Command when it printed a line that is too long to be heard
         */
        int waitFor() throws InterruptedException;

        /** Stops listening; the command itself is told as far as the line allows. */
        void stop();
    }

    /**
     * Runs a command that must end with 0.
     *
     * @param what it does, for the message: {@code "cannot " + what + " on " + name()}
     * @throws Failure.Command when it ends with another code
     */
    default Outcome require(String what, Command command) {
        Outcome outcome = run(command);
        if (!outcome.ok()) {
            throw new Failure.Command(
                    "cannot " + what + " on " + name() + ": exit status " + outcome.exit(),
                    "$ " + command + "\n" + outcome.lastLines(),
                    "Run the command on " + name() + " to see it fail.",
                    null);
        }
        return outcome;
    }
}
