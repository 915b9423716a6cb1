package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Modules;
import dev.jdbcbench.cli.BenchTest.Ended;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.shell.ManualPages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the archive of the build: its contents, and that it runs anywhere. */
class LauncherArchiveIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    private static final int PERMISSIONS = 0777;
    private static final int PROGRAM = 0755;
    private static final int FILE = 0644;
    /** An account without privileges that exists on Debian and other systems. */
    private static final String NOBODY = "65534";

    @TempDir
    private static Path shared = Path.of("");

    private static Unpacked bench;

    @TempDir
    private Path directory = Path.of("");

    @BeforeAll
    static void unpack() throws Exception {
        bench = new Unpacked(shared);
    }

    @AfterAll
    static void makeItRemovable() throws Exception {
        bench.makeRemovable();
    }

    private static String launcher() {
        return bench.home().resolve("bin/bench").toString();
    }

    /** It looks into the local Maven repository, whose library logs everything that it does. */
    @Test
    void bundleIsCopiedWithoutFurtherOutput() throws Exception {
        Path jar =
                Files.createDirectories(directory.resolve("artifacts/example")).resolve("bundled-1.jar");
        Files.writeString(jar, "a jar");
        Files.writeString(directory.resolve("bench-bundle.json"), """
                {"schema": "bundle/1", "artifacts": [
                  {"coordinates": "example:bundled:1", "sha256": "%s", "bytes": 5, "repository": "near"}]}
                """.formatted(Sha256.of("a jar")));
        Ended copied = bench.run(launcher(), "fetch", "--from", directory.toString());
        assertThat(copied.code()).as(copied.err()).isZero();
        assertThat(copied.out()).isEqualTo("copied       1 kB  near  example:bundled:1\n");
        assertThat(copied.err()).startsWith("copied 1 of 1 files, 1 kB to ").hasLineCount(1);
    }

    @Test
    void runsFromAReadOnlyDirectoryWithASpace() throws Exception {
        Ended version = bench.run(launcher(), "--version");
        assertThat(version.code()).as(version.err()).isZero();
        assertThat(version.out()).contains("bench " + Unpacked.version());
        assertThat(version.err()).isEmpty();

        Ended scenarios = bench.run(launcher(), "list", "scenarios");
        assertThat(scenarios.code()).as(scenarios.err()).isZero();
        assertThat(scenarios.out()).contains("Do1").contains("InsertBatch100");

        Ended wrong = bench.run(launcher(), "list", "nothing");
        assertThat(wrong.code()).as("the exit code is passed through").isEqualTo(2);
        bench.assertUnchanged();
    }

    @Test
    void linksToTheLauncherAreFollowed() throws Exception {
        Path far = Files.createDirectories(directory.resolve("far away"));
        Files.createSymbolicLink(far.resolve("one"), bench.home());
        Path two = Files.createSymbolicLink(directory.resolve("bench"), Path.of("far away/one/bin/bench"));
        assertThat(bench.run(two.toString(), "--version").out()).contains(Unpacked.version());
        String path = directory + ":" + System.getenv("PATH");
        assertThat(bench.run(Map.of("PATH", path), "sh", "-c", "cd / && bench --version")
                        .out())
                .contains(Unpacked.version());
    }

    @Test
    void messagesUseTheNameOfTheCall() throws Exception {
        Files.createSymbolicLink(directory.resolve("jb"), bench.home().resolve("bin/bench"));
        Map<String, String> path = Map.of("PATH", directory + ":" + System.getenv("PATH"));
        assertThat(bench.run(path, "sh", "-c", "jb run --nothing").err()).contains("See jb run --help.");
        assertThat(bench.run(path, "sh", "-c", "cd " + directory + " && ./jb run --nothing")
                        .err())
                .contains("See ./jb run --help.");
        assertThat(bench.run(launcher(), "run", "--nothing").err()).contains("See '" + launcher() + "' run --help.");
    }

    @Test
    void secondStartIsFaster() throws Exception {
        String cache = directory.resolve("cache").toString();
        Map<String, String> environment = Map.of("XDG_CACHE_HOME", cache);
        // If the path has blanks, Java 17 loads only its own classes from the file.
        String launcher = Unpacked.unpack(directory).resolve("bin/bench").toString();
        List<Path> first = classData(bench.run(environment, launcher, "--version"), Path.of(cache));
        assertThat(first).hasSize(1).allSatisfy(file -> assertThat(file).isNotEmptyFile());
        Instant written = Files.getLastModifiedTime(first.get(0)).toInstant();
        // Only the log shows it, because a JVM that cannot use the file starts without it.
        Ended second = bench.run(
                Map.of(
                        "XDG_CACHE_HOME",
                        cache,
                        "JDK_JAVA_OPTIONS",
                        "-Xlog:class+load:file=" + directory.resolve("log")),
                launcher,
                "--version");
        assertThat(classData(second, Path.of(cache))).isEqualTo(first);
        assertThat(Files.getLastModifiedTime(first.get(0)).toInstant()).isEqualTo(written);
        assertThat(directory.resolve("log"))
                .content()
                .containsPattern("dev\\.jdbcbench\\.cli\\.Bench source: shared objects file \\(top\\)");
    }

    /** An ordinary user, because root may write even to read-only files. */
    @Test
    void ordinaryUserStartsTheLauncherTwice() throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        List<String> words = new ArrayList<>(List.of(launcher(), "--version"));
        if (System.getProperty("user.name").equals("root")) {
            words.addAll(0, List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"));
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setAttribute(home, "unix:uid", Integer.valueOf(NOBODY));
        }
        Map<String, String> environment = Map.of("XDG_CACHE_HOME", home.toString());
        for (int call = 0; call < 2; call++) {
            Ended ended = bench.run(environment, words.toArray(String[]::new));
            assertThat(ended.code()).isZero();
            assertThat(ended.out())
                    .matches("(?s)bench " + Pattern.quote(Unpacked.version()) + " \\(commit [^\n]*\\)\n.*");
            assertThat(ended.err()).isEmpty();
        }
        try (Stream<Path> files = Files.list(home.resolve("bench-start"))) {
            assertThat(files.map(String::valueOf)).singleElement().asString().endsWith(".jsa");
        }
    }

    private static List<Path> classData(Ended ended, Path cache) throws IOException {
        assertThat(ended.code()).as(ended.err()).isZero();
        try (Stream<Path> files = Files.list(cache.resolve("bench-start"))) {
            return files.toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "relative", "/dev/null/none"})
    void cacheIsOptional(String place) throws Exception {
        Ended ended = bench.run(Map.of("XDG_CACHE_HOME", place, "HOME", ""), launcher(), "--version");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void missingJavaIsReported() throws Exception {
        // Most build machines have a Java in /usr/lib/jvm.
        Path old = Files.createDirectories(directory.resolve("jvm/8/bin")).resolve("java");
        Files.writeString(old, "#!/bin/sh\necho '    java.specification.version = 1.8'\n");
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwx------"));
        Path bin = Files.createDirectories(directory.resolve("bin"));
        String script = Files.readString(Path.of(launcher()));
        Path copy = Files.writeString(
                bin.resolve("bench"), script.replace("/usr/lib/jvm/*", directory.resolve("jvm") + "/*"));
        Files.createSymbolicLink(directory.resolve("lib"), bench.home().resolve("lib"));
        Path programs = Files.createDirectory(directory.resolve("programs"));
        for (String name : List.of("sh", "sed", "readlink")) {
            Files.createSymbolicLink(programs.resolve(name), bench.program(name));
        }
        Ended ended = bench.run(Map.of("PATH", programs.toString()), "/bin/sh", copy.toString(), "--version");
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err())
                .contains("bench: there is no Java of version 17 or later here")
                .contains("set JAVA_HOME");
    }

    @Test
    void launcherWithoutItsLibrariesIsRefused() throws Exception {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Path copy = Files.copy(Path.of(launcher()), bin.resolve("bench"));
        Ended ended = bench.run("/bin/sh", copy.toString(), "--version");
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err())
                .contains("lib/orchestrator/bench.jar is missing")
                .contains("Unpack");
    }

    @Test
    void archiveHasAllPromisedFiles() throws Exception {
        Path home = bench.home();
        assertThat(home.resolve("VERSION")).hasContent(Unpacked.version());
        for (String name : List.of("LICENSE", "README.md", "CHANGELOG.md", "hosts.example.yaml")) {
            assertThat(home.resolve(name)).hasSameBinaryContentAs(CHECKOUT.resolve(name));
        }
        for (String shell : List.of("bash", "zsh", "fish")) {
            assertThat(home.resolve("completions/bench." + shell))
                    .hasContent(bench.run(launcher(), "completion", shell).out());
        }
        assertManualPages(home.resolve("man/man1"));
        assertLicences(home.resolve("licences"));
        assertThat(Files.exists(home.resolve("bom.json")))
                .as("the bill of materials, which only an online build writes")
                .isEqualTo(Files.exists(CHECKOUT.resolve("target/bom.json")));
        if (Files.exists(home.resolve("bom.json"))) {
            assertThat(home.resolve("bom.json")).hasSameBinaryContentAs(CHECKOUT.resolve("target/bom.json"));
            assertThat(home.resolve("bom.json")).content().doesNotContain("\"timestamp\"");
        }
        assertThat(classPath(home.resolve("lib/orchestrator/bench.jar"))).isEqualTo(libraries("orchestrator"));
        assertThat(libraries("agent").stream().map(name -> name.replaceFirst("-[0-9].*", "")))
                .as("each library has one version; `mvn clean` removes libraries of earlier builds")
                .doesNotHaveDuplicates()
                .contains("scenarios", "jmh-core");
    }

    /** The manual pages equal those that this JVM generates, so they do not depend on the machine that built them. */
    private static void assertManualPages(Path directory) throws IOException {
        String date = fixedTime().toString().replaceFirst("T.*", "");
        Map<String, String> pages = new ManualPages(Unpacked.version(), date).all();
        for (Map.Entry<String, String> page : pages.entrySet()) {
            assertThat(directory.resolve(page.getKey())).hasContent(page.getValue());
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .as("`mvn clean` removes pages of earlier builds")
                    .containsExactlyInAnyOrderElementsOf(pages.keySet());
        }
    }

    private static void assertLicences(Path directory) throws IOException {
        List<String> libraries = Stream.concat(libraries("orchestrator").stream(), libraries("agent").stream())
                .filter(name -> Modules.artifacts().stream().noneMatch(own -> Modules.isJarOf(own, name)))
                .distinct()
                .toList();
        assertThat(libraries)
                .hasSizeGreaterThan(40)
                .allSatisfy(name -> assertThat(directory.resolve(name.replaceFirst("\\.jar$", ".txt")))
                        .content()
                        .containsPattern("(?i)licen[cs]e|permission")
                        .hasSizeGreaterThan(500));
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName()))
                            .filter(name -> name.endsWith(".txt"))
                            .toList())
                    .as("one licence file for each library")
                    .hasSameSizeAs(libraries);
        }
        assertThat(directory.resolve("plot-0.6.17.LICENSE")).exists();
    }

    private static List<String> libraries(String module) throws IOException {
        try (Stream<Path> files = Files.list(bench.home().resolve("lib/" + module + "/lib"))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> classPath(Path jar) throws IOException {
        try (JarFile opened = new JarFile(jar.toFile())) {
            String words = opened.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return Stream.of(words.split(" ", -1))
                    .map(word -> word.substring("lib/".length()))
                    .sorted()
                    .toList();
        }
    }

    /** The archives do not depend on the clock, the user, the umask or the order of a directory. */
    @Test
    void theSameFilesGiveTheSameBytes() throws Exception {
        Instant fixed = fixedTime();
        Map<String, String> tar = new LinkedHashMap<>();
        try (InputStream file = new GZIPInputStream(Files.newInputStream(Unpacked.archive("tar.gz")));
                TarArchiveInputStream entries = new TarArchiveInputStream(file)) {
            for (TarArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                String name = entry.getName();
                assertThat(entry.getLastModifiedTime().toInstant()).as(name).isEqualTo(fixed);
                assertThat(List.of(entry.getLongUserId(), entry.getLongGroupId()))
                        .as(name)
                        .containsExactly(0L, 0L);
                assertThat(entry.getMode() & PERMISSIONS).as(name).isEqualTo(mode(name));
                tar.put(name, checksum(entries));
            }
        }
        Map<String, String> zip = new LinkedHashMap<>();
        try (ZipFile file = ZipFile.builder().setPath(Unpacked.archive("zip")).get()) {
            for (ZipArchiveEntry entry : Collections.list(file.getEntriesInPhysicalOrder())) {
                String name = entry.getName();
                assertThat(entry.getLastModifiedTime().toInstant()).as(name).isEqualTo(fixed);
                assertThat(entry.getUnixMode() & PERMISSIONS).as(name).isEqualTo(mode(name));
                try (InputStream content = file.getInputStream(entry)) {
                    zip.put(name, checksum(content));
                }
            }
        }
        for (Map<String, String> archive : List.of(tar, zip)) {
            archive.keySet().removeIf(name -> name.endsWith("/"));
            assertThat(archive.keySet().stream().filter(name -> name.contains("/lib/agent/lib/")))
                    .isSorted()
                    .hasSizeGreaterThan(10);
            assertThat(archive.keySet().stream().filter(name -> name.contains("/lib/orchestrator/lib/")))
                    .isSorted()
                    .hasSizeGreaterThan(10);
        }
        assertThat(zip).isEqualTo(tar);
    }

    private static String checksum(InputStream content) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(content.readAllBytes());
        return Long.toHexString(sum.getValue());
    }

    private static int mode(String name) {
        return name.endsWith("/") || name.endsWith("/bin/bench") ? PROGRAM : FILE;
    }

    private static Instant fixedTime() throws IOException {
        String pom = Files.readString(CHECKOUT.resolve("pom.xml"), StandardCharsets.UTF_8);
        return Instant.parse(pom.replaceFirst("(?s).*<project\\.build\\.outputTimestamp>([^<]*)<.*", "$1"));
    }
}
