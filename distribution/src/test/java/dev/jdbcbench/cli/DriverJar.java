package dev.jdbcbench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Compiles a driver for a test. */
final class DriverJar {
    private DriverJar() {}

    /**
     * Makes the jar {@code NAME.jar}.
     *
     * @param template the resource with the source of its class {@code Driver}
     * @param words the placeholders of the template with their replacements
     */
    static Path of(Path directory, String name, String template, Map<String, String> words) {
        return of(directory, name, template, words, Map.of());
    }

    /**
     * Makes the jar {@code NAME.jar} with further files in it.
     *
     * @param files the further files, by their names in the jar
     */
    static Path of(Path directory, String name, String template, Map<String, String> words, Map<String, Path> files) {
        try {
            String text = template(template);
            for (Map.Entry<String, String> word : words.entrySet()) {
                text = text.replace(word.getKey(), word.getValue());
            }
            Path source =
                    Files.createDirectories(directory.resolve("source-" + name)).resolve("Driver.java");
            Files.writeString(source, text);
            Path classes = Files.createDirectories(directory.resolve("classes-" + name));
            int code = ToolProvider.getSystemJavaCompiler()
                    .run(null, null, null, "--release", "17", "-d", classes.toString(), source.toString());
            if (code != 0) {
                throw new IllegalStateException("the compiler ended with " + code);
            }
            Path jar = directory.resolve(name + ".jar");
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                    Stream<Path> compiled = Files.walk(classes)) {
                for (Map.Entry<String, Path> file : files.entrySet()) {
                    out.putNextEntry(new JarEntry(file.getKey()));
                    Files.copy(file.getValue(), out);
                }
                for (Path file : compiled.filter(Files::isRegularFile).toList()) {
                    out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                    Files.copy(file, out);
                }
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String template(String resource) throws IOException {
        try (InputStream in = DriverJar.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
