package dev.jdbcbench.host;

import dev.jdbcbench.failure.Failure;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A machine on which commands run. Connection problems are a {@link Failure.Host}; a non-zero exit code is an ordinary
 * result. Thread safe.
 */
public interface Host extends Closeable {
    /** The user's name for it. */
    String name();

    /** The host name or IP address; {@code localhost} for this machine. */
    String address();

    /** Whether it is this machine. */
    boolean local();

    /** Whether this is a dry run: changes are only shown, so their results do not exist. */
    default boolean isDryRun() {
        return false;
    }

    /**
     * Runs a command and waits for it to end.
     *
     * @throws Failure.Host when it exceeds its time limit
     * @throws Failure.Command when it exceeds its output limit
     */
    Outcome run(Command command);

    /**
     * The words that call bench's own program on a host that isn't Linux; it knows the verbs of {@code host.sh} and those of
     * {@link #ask}. Empty on Linux.
     */
    default List<String> program() {
        return List.of();
    }

    /**
     * The command that does something on each kind of host.
     *
     * @param onLinux what does it on Linux
     * @param verb what does it in bench's own program, with the words
     */
    default Command ask(Command onLinux, String verb, String... words) {
        if (program().isEmpty()) {
            return onLinux;
        }
        List<String> all = new ArrayList<>(program());
        all.add(verb);
        all.addAll(List.of(words));
        return onLinux.withWords(all);
    }

    /** Whether a file or directory is there. */
    default boolean exists(String path) {
        return run(ask(Command.query("test", "-e", path), "exists", path)).ok();
    }

    /** Starts a command and passes on each line that it prints, until it ends. An unterminated last line is dropped. */
    Running start(Command command, Consumer<String> out, Consumer<String> err);

    /** Shell code that writes stdin to a temporary file and renames it; removes the file when writing fails. */
    String WRITE =
            "umask 077 && { cat >\"$1.part\" && mv -- \"$1.part\" \"$1\" || { rm -f -- \"$1.part\"; exit 1; }; }";

    /** Puts a file at an absolute path, atomically; skipped when the same bytes are there already. */
    void upload(Path file, String remote);

    /** Enough for the log of a fork or a server; bench's own files are far smaller. Bytes. */
    long FETCHED = 16 << 20;

    /** Fetches a file of at most {@link #FETCHED} bytes. */
    default void download(String remote, Path file) {
        boolean unused = download(remote, file, FETCHED);
    }

    /**
     * Fetches a file; it appears under its name complete or not at all. Only regular files are fetched, because a link
     * may lead anywhere. A remote host could still swap in a link between the check and the read.
     *
     * @param most how many bytes are fetched; the rest is left out
     * @return whether that was the whole file
     */
    boolean download(String remote, Path file, long most);

    /** Writes a text to an absolute path in an existing directory, atomically; only its owner can read it. */
    default void write(String remote, String text) {
        require("write " + remote, Command.of("sh", "-c", WRITE, "sh", remote).reading(text));
    }

    /** Closes the connection. */
    @Override
    void close();

    /** A command that was started. */
    interface Running {
        /**
         * Waits for it to end.
         *
         * @return its exit code, or -1 when the connection was lost
         * @throws Failure.Command when it printed a line that exceeds the limit
         */
        int waitFor() throws InterruptedException;

        /** Stops listening, and ends the command as far as the connection allows. */
        void stop();
    }

    /**
     * Runs a command that must exit with 0.
     *
     * @param what it does, for the message: {@code "cannot " + what + " on " + name()}
     * @throws Failure.Command when it exits with another code
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
