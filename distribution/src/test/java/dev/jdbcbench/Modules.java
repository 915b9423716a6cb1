package dev.jdbcbench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The modules of the build that have code. */
public final class Modules {
    /** The checkout. */
    public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Modules() {}

    /** Their directories in the checkout, those of the core first. */
    public static List<String> all() {
        try (Stream<Path> extensions = Files.list(ROOT.resolve("extensions"))) {
            return Stream.concat(
                            Stream.of("scenarios", "agent", "orchestrator"),
                            extensions
                                    .filter(directory -> Files.exists(directory.resolve("pom.xml")))
                                    .map(directory -> "extensions/" + directory.getFileName())
                                    .sorted())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a jar is that of a module: the names of some libraries begin like ours. */
    public static boolean isJarOf(String module, String jar) {
        return jar.matches(module.replaceFirst(".*/", "") + "-[0-9].*");
    }

    /** Their names in Maven. */
    public static List<String> artifacts() {
        return all().stream().map(module -> module.replaceFirst(".*/", "")).toList();
    }
}
