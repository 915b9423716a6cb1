package dev.jdbcbench.driver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Files that are shipped in the product's jars. */
public final class Resource {
    private Resource() {}

    /** A text in UTF-8. */
    public static String text(Class<?> owner, String name) {
        return new String(bytes(owner, name), StandardCharsets.UTF_8);
    }

    /**
     * The content of a file.
     *
     * @param name relative to the package of {@code owner}, or absolute if it begins with a slash
     * @throws IllegalStateException if the class path lacks it
     */
    public static byte[] bytes(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }
}
