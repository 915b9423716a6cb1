package dev.jdbcbench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A MariaDB Connector/J whose every execution takes some percent longer: a build of which it is known how much slower it is. */
final class SlowedDriver {
    private SlowedDriver() {}

    /**
     * Makes the jar {@code slower-PERCENT.jar}.
     *
     * @param real the jar of the driver that does the work; it must stay where it is
     */
    static Path jar(Path directory, Path real, int percent) {
        try {
            Path source = Files.createDirectories(directory.resolve("source-" + percent))
                    .resolve("Driver.java");
            Files.writeString(
                    source,
                    template().replace("@JAR@", real.toUri().toString()).replace("@PERCENT@", String.valueOf(percent)));
            Path classes = Files.createDirectories(directory.resolve("classes-" + percent));
            int code = ToolProvider.getSystemJavaCompiler()
                    .run(null, null, null, "--release", "17", "-d", classes.toString(), source.toString());
            if (code != 0) {
                throw new IllegalStateException("the compiler ended with " + code);
            }
            Path jar = directory.resolve("slower-" + percent + ".jar");
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                    Stream<Path> files = Files.walk(classes)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                    Files.copy(file, out);
                }
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String template() throws IOException {
        try (InputStream in = SlowedDriver.class.getResourceAsStream("/slow/Driver.java.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** {@code DIRECTORY REAL PERCENT…}: makes jars to measure by hand. */
    public static void main(String[] args) {
        for (int i = 2; i < args.length; i++) {
            System.out.println(jar(Path.of(args[0]), Path.of(args[1]).toAbsolutePath(), Integer.parseInt(args[i])));
        }
    }
}
