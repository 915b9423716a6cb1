package dev.jdbcbench.page;

import dev.jdbcbench.failure.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A browser without a window, which makes PNG of SVG. */
final class Browser {
    /** The programs that know these options: Chromium and its kin. */
    private static final List<String> PROGRAMS = List.of(
            "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "chrome");

    private static final Pattern SIZE = Pattern.compile("width=\"([0-9.]{1,9})\" height=\"([0-9.]{1,9})\"");

    /** A picture takes a second or two; with a cold cache on a slow disk, ten. */
    private static final int LONGEST_SECONDS = 60;

    private static final int LAST_LINES = 300;
    private static final String USE_SVG = "Write SVG, which needs no browser: ";

    private final Path program;

    private Browser(Path program) {
        this.program = program;
    }

    /**
     * The first one on the path.
     *
     * @param file the file to write, for the message
     * @throws Failure.Input if there is none
     */
    static Browser on(Map<String, String> environment, Path file) {
        return Stream.of(environment.getOrDefault("PATH", "").split(":"))
                .filter(directory -> !directory.isEmpty())
                .flatMap(directory -> PROGRAMS.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .min(Comparator.comparingInt(found -> PROGRAMS.indexOf(String.valueOf(found.getFileName()))))
                .map(Browser::new)
                .orElseThrow(() -> new Failure.Input(
                        "cannot write " + file,
                        List.of("a PNG needs a browser, and there is none on the PATH: " + String.join(", ", PROGRAMS)),
                        USE_SVG + "--out " + svg(file) + "."));
    }

    private static String svg(Path file) {
        return String.valueOf(file).replaceFirst("\\.[Pp][Nn][Gg]$", "") + ".svg";
    }

    /**
     * The picture, with two pixels for each px.
     *
     * @throws Failure.Command if the browser makes none
     */
    byte[] png(String svg, Path file) {
        Path directory = null;
        try {
            directory = Files.createTempDirectory("bench-figure");
            Path source = Files.writeString(directory.resolve("figure.svg"), svg);
            Path picture = directory.resolve("figure.png");
            Path said = directory.resolve("said");
            Process process = new ProcessBuilder(words(directory, size(svg), source, picture))
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            boolean ended = waited(process);
            if (!ended || !Files.exists(picture)) {
                String words =
                        Files.readString(said, StandardCharsets.ISO_8859_1).trim();
                throw failure(
                        file,
                        ended
                                ? words.substring(Math.max(0, words.length() - LAST_LINES))
                                : "it took more than " + LONGEST_SECONDS + " s",
                        null);
            }
            return Files.readAllBytes(picture);
        } catch (IOException e) {
            throw failure(file, String.valueOf(e.getMessage()), e);
        } finally {
            Optional.ofNullable(directory).ifPresent(Browser::remove);
        }
    }

    private List<String> words(Path directory, String size, Path source, Path picture) {
        return List.of(
                program.toString(),
                "--headless",
                "--disable-gpu",
                // root has no sandbox; the picture is bench's own, without scripts or addresses
                "--no-sandbox",
                "--hide-scrollbars",
                "--force-device-scale-factor=2",
                "--user-data-dir=" + directory.resolve("profile"),
                "--window-size=" + size,
                "--screenshot=" + picture,
                source.toUri().toString());
    }

    private static String size(String svg) {
        Matcher size = SIZE.matcher(svg);
        if (!size.find()) {
            throw new IllegalStateException("a picture without a size");
        }
        return size.group(1) + "," + size.group(2);
    }

    private static boolean waited(Process process) {
        try {
            return process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure.Interrupted(e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Failure failure(Path file, String why, @Nullable Throwable cause) {
        return new Failure.Command(
                "cannot write " + file,
                program + " made no picture: " + why,
                USE_SVG + "--out " + svg(file) + ".",
                cause);
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // the system removes old files of its directory for temporary ones
        }
    }
}
