package dev.jdbcbench.config;

import dev.jdbcbench.driver.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A driver in a local file: built on this machine, or from elsewhere than a Maven repository.
 *
 * @param version the version stated in the jar, or else the file name
 * @param sha256 checksum of the file, in hexadecimal digits
 */
public record LocalJar(Path path, String version, String sha256) {
    private static final Pattern POM = Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");
    private static final String SERVICES = "META-INF/services/java.sql.Driver";
    private static final int MOST_BYTES = 10_000;
    private static final Pattern NO_VERSION = Pattern.compile("[^A-Za-z0-9._-]+");

    /** Whether the text behind the @ of a driver is a file and not a version. */
    public static boolean isPath(String text) {
        return text.endsWith(".jar") || text.contains("/");
    }

    /**
     * Reads a jar.
     *
     * @throws IOException when there is no such jar; the message says why
     */
    public static LocalJar of(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new IOException("there is no file " + path);
        }
        try (JarFile jar = new JarFile(path.toFile())) {
            return new LocalJar(path.toAbsolutePath().normalize(), version(jar).orElse(stem(path)), Sha256.of(path));
        } catch (IOException e) {
            throw new IOException(path + " is not a jar: " + e.getMessage(), e);
        }
    }

    /**
     * The version, marked as that of a file: {@code 4.0.1+feature} from {@code feature.jar}, or {@code 4.0.1+jar} if the name
     * of the file contains the version anyway.
     */
    public String markedVersion() {
        return version + "+" + (stem().contains(version) ? "jar" : stem());
    }

    /**
     * The classes of the drivers in a jar, by its service file; empty if it has none.
     *
     * @throws IOException when there is no such jar
     */
    public static List<String> driverClasses(Path path) throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            JarEntry services = jar.getJarEntry(SERVICES);
            if (services == null) {
                return List.of();
            }
            try (InputStream in = jar.getInputStream(services)) {
                return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8)
                        .lines()
                        .map(line -> line.replaceFirst("#.*", "").strip())
                        .filter(line -> !line.isEmpty())
                        .toList();
            }
        }
    }

    /** The file name without its extension. */
    public String stem() {
        return stem(path);
    }

    private static String stem(Path path) {
        return clean(String.valueOf(path.getFileName()).replaceFirst("\\.jar$", ""));
    }

    private static Optional<String> version(JarFile jar) throws IOException {
        Optional<JarEntry> pom = jar.stream()
                .filter(entry -> POM.matcher(entry.getName()).matches())
                .findFirst();
        if (pom.isPresent()) {
            Properties properties = new Properties();
            try (InputStream in = jar.getInputStream(pom.get())) {
                properties.load(in);
            }
            Optional<String> version = Optional.ofNullable(properties.getProperty("version"));
            if (version.isPresent()) {
                return version.map(LocalJar::clean);
            }
        }
        Manifest manifest = jar.getManifest();
        return manifest == null
                ? Optional.empty()
                : Stream.of(Attributes.Name.IMPLEMENTATION_VERSION, new Attributes.Name("Bundle-Version"))
                        .map(name -> manifest.getMainAttributes().getValue(name))
                        .filter(version -> version != null && !version.isBlank())
                        .findFirst()
                        .map(LocalJar::clean);
    }

    private static String clean(String text) {
        return NO_VERSION.matcher(text).replaceAll("_");
    }
}
