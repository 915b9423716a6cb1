package dev.jdbcbench.cli;

import dev.jdbcbench.cli.console.Screen;
import dev.jdbcbench.failure.Failure;
import dev.jdbcbench.failure.FileTrouble;
import dev.jdbcbench.report.document.Block;
import dev.jdbcbench.report.document.TextDocument;
import dev.jdbcbench.report.layout.Page;
import dev.jdbcbench.store.Destination;
import dev.jdbcbench.untrusted.OwnerOnly;
import dev.jdbcbench.untrusted.Printable;
import dev.jdbcbench.untrusted.SafeFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options for the format and destination of the output. */
public final class OutputOptions {
    /** Permissions of a new file, before the umask. */
    private static final Set<PosixFilePermission> NEW_FILE = PosixFilePermissions.fromString("rw-rw-rw-");

    private static final String PAGE = "<!DOCTYPE html>";

    /** The available formats. */
    enum Format {
        TEXT,
        JSON
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "TEXT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Format format = Format.TEXT;

    @Option(names = "--out", paramLabel = "FILE", description = "write to this file instead of stdout")
    private @Nullable Path out;

    /** For picocli, which sets the fields. */
    public OutputOptions() {}

    /** Options with fixed values. */
    OutputOptions(Format format, @Nullable Path out) {
        this.format = format;
        this.out = out;
    }

    public boolean json() {
        return format == Format.JSON;
    }

    public void print(CommandSpec spec, String text) {
        print(spec, out, json() ? text : fitted(spec, out, text));
    }

    /** A document with every detail, as text for people. */
    public String text(CommandSpec spec, List<Block> document) {
        return text(spec, out, true, document);
    }

    /** A document as text for people, in lines that fit where it goes: to a file, or stdout if there is none. */
    static String text(CommandSpec spec, @Nullable Path file, boolean wide, List<Block> document) {
        return fitted(spec, file, TextDocument.of(document, page(spec, file, wide)));
    }

    /** The page for text with every detail. */
    public Page page(CommandSpec spec) {
        return page(spec, out, true);
    }

    /** The page for text; see {@link Screen#page}. */
    public static Page page(CommandSpec spec, @Nullable Path file, boolean wide) {
        return file == null ? Screen.page(spec.commandLine().getOut(), wide) : Screen.page(wide);
    }

    /**
     * Prints a document for people to stdout.
     *
     * @param wide whether it shows everything
     */
    public static void print(CommandSpec spec, List<Block> document, boolean wide) {
        print(spec, null, text(spec, null, wide, document));
    }

    /** Text for people, with lines that fit if it goes to a terminal. */
    public static String fitted(CommandSpec spec, @Nullable Path file, String text) {
        return file == null ? Screen.fitted(spec.commandLine().getOut(), text) : text;
    }

    /** Prints to stdout, or writes to a file. */
    public static void print(CommandSpec spec, @Nullable Path file, String text) {
        if (file == null) {
            spec.commandLine().getOut().print(text.endsWith("\n") ? text : text + "\n");
            spec.commandLine().getOut().flush();
            return;
        }
        write(file, text, "--out");
    }

    /**
     * Writes the file that an option names.
     *
     * @throws Failure if it cannot be written
     */
    public static void write(Path file, String content, String option) {
        // A page has escaped foreign text itself, and contains scripts.
        String text = content.startsWith(PAGE) ? content : Printable.text(content);
        write(file, text.getBytes(StandardCharsets.UTF_8), option);
    }

    /** Writes a file that is not text, in the same way. */
    public static void write(Path file, byte[] content, String option) {
        try {
            Optional<Path> inRun = Destination.inRunDirectory(file);
            if (inRun.isPresent()) {
                SafeFile.write(inRun.get(), content);
            } else {
                replace(file, content);
            }
        } catch (IOException e) {
            throw cannotWrite(file, option, e);
        }
    }

    /**
     * Appends to the file that an option names.
     *
     * @throws Failure if it cannot be written
     */
    static void append(Path file, String content, String option) {
        String text = Printable.text(content);
        try {
            Optional<Path> inRun = Destination.inRunDirectory(file);
            if (inRun.isPresent()) {
                try (OutputStream out = SafeFile.append(inRun.get())) {
                    out.write(text.getBytes(StandardCharsets.UTF_8));
                }
            } else {
                Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        } catch (IOException e) {
            throw cannotWrite(file, option, e);
        }
    }

    /**
     * Makes sure that a new file can be created in the directory that its name says.
     *
     * @throws Failure if a link in a run directory is on the way
     */
    public static void require(Path file, String option) {
        try {
            Destination.require(file);
        } catch (IOException e) {
            throw cannotWrite(file, option, e);
        }
    }

    private static Failure cannotWrite(Path file, String option, IOException e) {
        return FileTrouble.failure(
                "cannot write " + file, e, "Name a file in a directory where you may write: " + option + " FILE.");
    }

    /** Writes atomically, except to terminals and other special files. */
    private static void replace(Path file, byte[] content) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            Files.write(file, content);
            return;
        }
        boolean replaces = Files.exists(file);
        Path target = replaces ? file.toRealPath() : file.toAbsolutePath();
        Optional<Set<PosixFilePermission>> permissions = !OwnerOnly.isKnown(target)
                ? Optional.empty()
                : Optional.of(replaces ? Files.getPosixFilePermissions(target) : NEW_FILE);
        FileAttribute<?>[] attributes = permissions
                .map(PosixFilePermissions::asFileAttribute)
                .map(attribute -> new FileAttribute<?>[] {attribute})
                .orElse(new FileAttribute<?>[0]);
        // A unique name, so no existing file is overwritten or deleted.
        Path part = Files.createTempFile(target.getParent(), "." + target.getFileName(), ".part", attributes);
        try {
            Files.write(part, content);
            if (replaces && permissions.isPresent()) {
                Files.setPosixFilePermissions(part, permissions.get()); // createTempFile applied the umask
            }
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
