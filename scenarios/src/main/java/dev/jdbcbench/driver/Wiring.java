package dev.jdbcbench.driver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a driver is called that is none of the catalogue, or is a fork of one under names of its own.
 *
 * @param driverClass which implements {@link java.sql.Driver}
 * @param url up to the options, with {@code {address}} for host and port and {@code {database}} for the schema
 */
public record Wiring(String driverClass, String url) {
    private static final Pattern CLASS = Pattern.compile(
            "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*+(\\.\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*+)*+");

    /** No host but the server's can be in it, and no option: those are named apart, where they can be checked. */
    private static final Pattern URL = Pattern.compile("jdbc:[A-Za-z0-9:+._-]++//\\{address}/\\{database}");

    /** What a class must look like, for messages. */
    public static final String A_CLASS = "the full name of a class is needed, like software.amazon.jdbc.Driver";

    /** What a URL must look like, for messages. */
    public static final String A_URL =
            "a URL like jdbc:aws-wrapper:mysql://{address}/{database} is needed, with these two words in braces and without options: those"
                    + " have a place of their own, options:";

    public Wiring {
        if (!isClass(Parts.name(driverClass, "driverClass"))) {
            throw new IllegalArgumentException("driverClass: " + A_CLASS);
        }
        if (!isUrl(Parts.name(url, "url"))) {
            throw new IllegalArgumentException("url: " + A_URL);
        }
    }

    /** Whether a text can name a class. */
    public static boolean isClass(String text) {
        return CLASS.matcher(text).matches();
    }

    /** Whether a text is a URL with the places to be filled in. */
    public static boolean isUrl(String text) {
        return URL.matcher(text).matches();
    }

    /**
     * Whether a jar has the class.
     *
     * @throws IOException when it cannot be read, or is no jar
     */
    public boolean isIn(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getEntry(driverClass.replace('.', '/') + ".class") != null;
        }
    }

    /** The driver of that kind, called so; the kind itself where there is no wiring. */
    public static DriverKind of(DriverKind kind, @Nullable Wiring wiring) {
        return wiring == null ? kind : new WiredDriver(kind, wiring);
    }

    String url(Session.Endpoint endpoint) {
        return url.replace("{address}", DriverKind.address(endpoint)).replace("{database}", endpoint.database());
    }
}
