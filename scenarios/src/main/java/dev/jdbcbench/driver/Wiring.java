package dev.jdbcbench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How to call a driver that is not in the catalogue, or a fork with its own class names.
 *
 * @param driverClass the implementation of {@link java.sql.Driver}
 * @param url without options, with {@code {address}} for host and port and {@code {database}} for the schema
 */
public record Wiring(String driverClass, String url) {
    private static final Pattern CLASS = Pattern.compile(
            "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*+(\\.\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*+)*+");

    /** Allows no host but the server's and no options; options are given separately, where they can be checked. */
    private static final Pattern URL = Pattern.compile("jdbc:[A-Za-z0-9:+._-]++//\\{address}/\\{database}");

    /** The expected form of a class name, for messages. */
    public static final String A_CLASS = "the full name of a class is needed, like software.amazon.jdbc.Driver";

    /** The expected form of a URL, for messages. */
    public static final String A_URL =
            "a URL like jdbc:aws-wrapper:mysql://{address}/{database} is needed, with these two words in braces and without options;"
                    + " they go under options:";

    public Wiring {
        if (!isClass(PartCheck.name(driverClass, "driverClass"))) {
            throw new IllegalArgumentException("driverClass: " + A_CLASS);
        }
        if (!isUrl(PartCheck.name(url, "url"))) {
            throw new IllegalArgumentException("url: " + A_URL);
        }
    }

    /** Whether a text can be a class name. */
    public static boolean isClass(String text) {
        return CLASS.matcher(text).matches();
    }

    /** Whether a text is a URL with both placeholders. */
    public static boolean isUrl(String text) {
        return URL.matcher(text).matches();
    }

    /**
     * Whether a jar contains the class.
     *
     * @throws IOException when the file cannot be read or is not a jar
     */
    public boolean isIn(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getEntry(driverClass.replace('.', '/') + ".class") != null;
        }
    }

    /** The driver of this kind with this wiring; the kind itself when there is none. */
    public static DriverKind of(DriverKind kind, @Nullable Wiring wiring) {
        return wiring == null ? kind : new WiredDriver(kind, wiring);
    }

    String url(Session.Endpoint endpoint) {
        return url.replace("{address}", DriverKind.address(endpoint)).replace("{database}", endpoint.database());
    }
}
