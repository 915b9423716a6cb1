package dev.jdbcbench.cli;

import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Options that say how what was asked for looks, and where it goes. */
final class OutputOptions {
    /** How it can look. */
    enum Format {
        TEXT,
        JSON
    }

    @Option(
            names = "--format",
            defaultValue = "TEXT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Format format = Format.TEXT;

    @Option(names = "--out", paramLabel = "FILE", description = "write there instead of stdout")
    private @Nullable Path out;

    boolean json() {
        return format == Format.JSON;
    }

    void print(CommandSpec spec, String text) {
        print(spec, out, text);
    }

    /** Prints on stdout, or writes into a file. */
    static void print(CommandSpec spec, @Nullable Path file, String text) {
        if (file == null) {
            spec.commandLine().getOut().print(text.endsWith("\n") ? text : text + "\n");
            spec.commandLine().getOut().flush();
            return;
        }
        try {
            write(file, text);
        } catch (IOException e) {
            throw new Failure.Command(
                    "cannot write " + file, String.valueOf(e), "Is there room, and may you write there?", e);
        }
    }

    /** Whole or not at all, unless it goes to a terminal or the like. */
    private static void write(Path file, String text) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            Files.writeString(file, text);
            return;
        }
        Path target = Files.exists(file) ? file.toRealPath() : file;
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try {
            Files.writeString(part, text);
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
