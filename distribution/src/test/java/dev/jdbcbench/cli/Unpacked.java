package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * bench's archive, unpacked into a read-only directory with a blank in its name, and a PATH without Git, Maven and a
 * compiler.
 */
final class Unpacked {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Set<String> NOT_NEEDED = Set.of("git", "mvn", "javac", "java", "bench");

    private final Path directory;
    private final Path home;
    private final Path programs;
    private final Map<String, String> files;

    /** Unpacks the archive into a directory, and moves the result. */
    Unpacked(Path directory) throws Exception {
        this.directory = directory;
        home = directory.resolve("moved to").resolve("bench " + version());
        Files.createDirectory(directory.resolve("moved to"));
        Files.move(unpack(directory), home);
        assertRan("chmod", "-R", "a-w", home.toString());
        files = files();
        programs = Files.createDirectory(directory.resolve("programs"));
        linkPrograms();
        // The database runs under another account, which also needs access to the programs.
        assertRan("chmod", "755", directory.toString(), programs.toString());
    }

    /** The version of the build. */
    static String version() throws IOException {
        try (JarFile jar = new JarFile(TARGET.resolve("bench.jar").toFile())) {
            return jar.getManifest().getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        }
    }

    /** The build's archive with this file name extension. */
    static Path archive(String ending) throws IOException {
        return TARGET.resolve("bench-" + version() + "." + ending);
    }

    /** Unpacks the archive into a directory without changing permissions. */
    static Path unpack(Path directory) throws Exception {
        assertRan("tar", "-xzf", archive("tar.gz").toString(), "-C", directory.toString());
        return directory.resolve("bench-" + version());
    }

    private void linkPrograms() throws IOException {
        Files.createSymbolicLink(
                programs.resolve("java"),
                Path.of(System.getProperty("java.home"), "bin", "java").toRealPath());
        for (String entry : System.getenv("PATH").split(File.pathSeparator, -1)) {
            if (!Files.isDirectory(Path.of(entry))) {
                continue;
            }
            try (Stream<Path> found = Files.list(Path.of(entry))) {
                for (Path program : found.toList()) {
                    String name = String.valueOf(program.getFileName());
                    Path link = programs.resolve(name);
                    if (!NOT_NEEDED.contains(name) && !Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
                        Files.createSymbolicLink(link, program);
                    }
                }
            }
        }
    }

    private static void assertRan(String... words) throws Exception {
        assertThat(new ProcessBuilder(words).inheritIO().start().waitFor())
                .as(String.join(" ", words))
                .isZero();
    }

    /** The unpacked archive. */
    Path home() {
        return home;
    }

    /** The path of a program on this machine. */
    Path program(String name) {
        return programs.resolve(name);
    }

    /** Runs a command with the PATH of this archive in a separate directory. */
    Ended run(String... words) throws Exception {
        return run(Map.of(), words);
    }

    /** Runs a command with more environment variables. */
    Ended run(Map<String, String> environment, String... words) throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        int code = begin(environment, out, err, words).waitFor();
        return new Ended(code, Files.readString(out), Files.readString(err));
    }

    /** Starts a command as {@link #run} does. */
    Process begin(Map<String, String> environment, Path out, Path err, String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(workplace().toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().remove("JAVA_HOME");
        builder.environment().put("PATH", programs.toString());
        // Each build has its own class data archive, which must not stay in the user's cache.
        builder.environment().put("XDG_CACHE_HOME", cache().toString());
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** The directory in which its commands have their caches. */
    Path cache() {
        return directory.resolve("cache");
    }

    private Path workplace() throws IOException {
        return Files.createDirectories(directory.resolve("work"));
    }

    /** Fails if anything was written beside bench. Root can write to read-only directories. */
    void assertUnchanged() throws IOException {
        assertThat(files()).isEqualTo(files);
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(home)) {
            for (Path file : all.toList()) {
                found.put(
                        home.relativize(file).toString(),
                        Files.getLastModifiedTime(file) + " "
                                + Optional.of(file)
                                        .filter(Files::isRegularFile)
                                        .map(regular -> regular.toFile().length())
                                        .orElse(0L));
            }
        }
        return found;
    }

    /** Lets JUnit remove the directory, without a warning about each link in it. */
    void makeRemovable() throws Exception {
        assertRan("chmod", "-R", "u+w", home.toString());
        try (Stream<Path> links = Files.list(programs)) {
            for (Path link : links.toList()) {
                Files.delete(link);
            }
        }
    }
}
