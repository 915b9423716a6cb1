package dev.jdbcbench.failure;

import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Optional;

/** Explains why a file cannot be read or written. The messages of the JDK's exceptions are often just a class or file name. */
public final class FileTrouble {
    private static final String FULL = "No space left on device";

    private FileTrouble() {}

    /** The reason, as the end of a sentence, with the file if the exception names one. */
    public static String why(IOException e) {
        String what = what(e);
        return e instanceof FileSystemException about && about.getFile() != null ? about.getFile() + ": " + what : what;
    }

    private static String what(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NotDirectoryException) {
            return "not a directory";
        }
        if (e instanceof CharacterCodingException) {
            return "it is not text in UTF-8";
        }
        Optional<String> reason =
                Optional.ofNullable(e instanceof FileSystemException about ? about.getReason() : e.getMessage());
        return reason.orElse(e.getClass().getSimpleName());
    }

    /**
     * The failure when a file cannot be written.
     *
     * @param what what failed
     * @param otherwise the advice unless the disk is full
     * @return a {@link Failure.Input} if the place has a link or something else that bench does not write to, and a
     *     {@link Failure.Command} otherwise
     */
    public static Failure failure(String what, IOException e, String otherwise) {
        return e instanceof SafeFile.RefusedException
                ? new Failure.Input(
                        what,
                        List.of(why(e)),
                        "A run directory has only files and directories of its own. Remove what is not one, or use a copy of the run.")
                : new Failure.Command(what, why(e), remedy(e, otherwise), e);
    }

    /**
     * What to do if something cannot be written.
     *
     * @param otherwise the advice unless the disk is full
     */
    public static String remedy(IOException e, String otherwise) {
        return what(e).contains(FULL) ? "Make room on the disk (df -h)." : otherwise;
    }
}
