import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Writes the licence of every shipped library, one file each: the texts in its jar, else one that is kept here. The build runs it, and
 * fails when a library has none. Arguments: where to write, the kept texts, the licence of bench, then directories of jars.
 */
public final class Licences {
    private static final Pattern TEXT = Pattern.compile("(?i)(.*/)?(licen[cs]e|notice|copying)[^/]*");
    /** Ours, under the LICENSE of the archive. */
    private static final Set<String> OWN =
            Set.of("scenarios", "orchestrator", "anatomy", "bisect", "clients", "containers", "desk", "disclosure", "history", "jmh", "machines", "offline", "page", "profile", "sharing", "shell", "sysbench", "watch");

    private Licences() {}

    public static void main(String[] args) throws IOException {
        Path out = Files.createDirectories(Path.of(args[0]));
        try (Stream<Path> old = Files.list(out)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
        Path kept = Path.of(args[1]);
        Properties libraries = new Properties();
        try (InputStream in = Files.newInputStream(kept.resolve("libraries.properties"))) {
            libraries.load(in);
        }
        Set<Path> jars = new TreeSet<>((a, b) -> a.getFileName().compareTo(b.getFileName()));
        for (String directory : List.of(args).subList(3, args.length)) {
            try (Stream<Path> files = Files.list(Path.of(directory))) {
                files.filter(file -> file.toString().endsWith(".jar")).forEach(jars::add);
            }
        }
        List<String> without = new ArrayList<>();
        for (Path jar : jars) {
            String name = String.valueOf(jar.getFileName()).replaceFirst("\\.jar$", "");
            String library = name.replaceFirst("-[0-9][^-]*(-SNAPSHOT)?$", "");
            if (OWN.contains(library)) {
                continue;
            }
            String text = ofJar(jar);
            String file = libraries.getProperty(library);
            if (text.isEmpty() && file != null) {
                text = Files.readString(file.equals("APACHE-2.0") ? Path.of(args[2]) : kept.resolve(file));
            }
            if (text.isEmpty()) {
                without.add(name);
            } else {
                Files.writeString(out.resolve(name + ".txt"), text);
            }
        }
        if (!without.isEmpty()) {
            System.err.println("no licence in the jars of " + without + ", nor in " + kept.resolve("libraries.properties"));
            System.exit(1);
        }
    }

    /** All texts in a jar, in the order of their names. */
    private static String ofJar(Path jar) throws IOException {
        StringBuilder texts = new StringBuilder();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<ZipEntry> entries = new ArrayList<>(Collections.list(zip.entries()));
            entries.sort((a, b) -> a.getName().compareTo(b.getName()));
            boolean licence = false;
            for (ZipEntry entry : entries) {
                String name = entry.getName();
                if (entry.isDirectory() || name.endsWith(".class") || !TEXT.matcher(name).matches()) {
                    continue;
                }
                licence |= !name.toLowerCase(Locale.ROOT).contains("notice");
                try (InputStream in = zip.getInputStream(entry)) {
                    texts.append(texts.length() == 0 ? "" : "\n----\n\n")
                            .append(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip())
                            .append('\n');
                }
            }
            return licence ? texts.toString() : "";
        }
    }
}
