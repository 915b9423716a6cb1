package dev.jdbcbench.offline;

import static dev.jdbcbench.failure.Failing.assertText;
import static dev.jdbcbench.failure.Failing.assertWhy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jdbcbench.artifact.Artifacts;
import dev.jdbcbench.driver.Sha256;
import dev.jdbcbench.failure.Failure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.eclipse.aether.repository.RemoteRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fetches artifacts with a network, and uses them without one. */
class BundleTest {
    private static final String OLD = "org.drizzle.jdbc:drizzle-jdbc:1.3";
    private static final String JNA = "net.java.dev.jna:jna:5.0.0";

    @TempDir
    private Path directory = Path.of("");

    private Artifacts artifacts(String url, String machine) {
        return new Artifacts(
                (file, bytes, total) -> {},
                builder -> builder.withUserSettingsXmlOverride(directory.resolve("settings.xml"))
                        .withLocalRepositoryOverride(directory.resolve(machine))
                        .repositories(List.of(new RemoteRepository.Builder("near", "default", url).build())),
                List.of(carried(machine)));
    }

    private Carried carried(String machine) {
        return new Carried(directory.resolve(machine + "-carried"));
    }

    /** A machine whose repository has two artifacts. */
    private Artifacts connected() throws Exception {
        publish("org/drizzle/jdbc/drizzle-jdbc/1.3/drizzle-jdbc-1.3.jar", "a driver");
        publish("net/java/dev/jna/jna/5.0.0/jna-5.0.0.jar", "its library");
        return artifacts(directory.resolve("remote").toUri().toString(), "connected");
    }

    /** A machine on which every connection to the repository is refused. */
    private Artifacts alone() {
        return artifacts("http://127.0.0.1:1/maven", "alone");
    }

    private void publish(String path, String content) throws Exception {
        Path jar = directory.resolve("remote").resolve(path);
        Files.createDirectories(jar.resolve("..").normalize());
        Files.writeString(jar, content);
        byte[] sum = MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(jar));
        Files.writeString(Path.of(jar + ".sha1"), HexFormat.of().formatHex(sum));
    }

    private List<Artifacts.Found> found() throws Exception {
        Artifacts connected = connected();
        return List.of(connected.find(OLD), connected.find(JNA));
    }

    @Test
    void savedImageIsATar() {
        assertThat(Carried.fileName("container-image:docker.io--library--mysql:8.4"))
                .isEqualTo("container-image/docker.io--library--mysql-8.4.tar");
        assertThat(Carried.fileName("org.example:driver:1.0")).isEqualTo("org.example/driver-1.0.jar");
    }

    @Test
    void secondFetchDownloadsNothing() throws Exception {
        Artifacts connected = connected();
        Artifacts.Found first = connected.find(OLD);
        assertThat(first.downloaded()).isTrue();
        assertThat(first.repository()).isEqualTo("near");
        assertThat(first.bytes()).isEqualTo("a driver".length());
        Artifacts.Found second = connected.find(OLD);
        assertThat(second.downloaded()).isFalse();
        assertThat(second.repository()).isEqualTo("near");
    }

    @Test
    void withoutNetworkAndBundleTheMessageNamesTheCommands() {
        assertThatThrownBy(() -> alone().resolve(OLD))
                .isInstanceOfSatisfying(
                        Failure.Command.class,
                        failure -> assertThat(failure.hint())
                                .contains("./bench fetch --out bench-bundle.tar.gz", "./bench fetch --from"));
    }

    @Test
    void missingVersionIsNotReportedAsANetworkProblem() throws Exception {
        Artifacts connected = connected();
        assertThatThrownBy(() -> connected.resolve("org.drizzle.jdbc:drizzle-jdbc:9.9"))
                .isInstanceOfSatisfying(
                        Failure.Command.class,
                        failure -> assertThat(failure.hint())
                                .contains("Does this version exist")
                                .doesNotContain("bench fetch"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bundle.tar.gz", "bundle.tgz", "bundle"})
    void bundleReplacesTheNetwork(String name) throws Exception {
        Path place = directory.resolve("carried here").resolve(name);
        Bundle bundle = new Bundle(place);
        bundle.requirePlace();
        assertThat(bundle.write(found())).isPositive();

        List<Artifacts.Found> first = new Bundle(place).copyTo(alone(), carried("alone"));
        assertThat(first).extracting(Artifacts.Found::coordinates).containsExactly(OLD, JNA);
        assertThat(first).allMatch(Artifacts.Found::downloaded);
        assertThat(first).extracting(Artifacts.Found::repository).containsOnly("near");
        assertThat(alone().resolve(OLD)).hasContent("a driver");
        assertThat(alone().find(JNA).repository()).isEqualTo("bundle");
        assertThat(new Bundle(place).copyTo(alone(), carried("alone")))
                .as("a second call copies nothing")
                .noneMatch(Artifacts.Found::downloaded);
    }

    /** The bundle is as readable as any file of its user, because it is copied to other accounts. */
    @Test
    void bundleHasTheUsualPermissions() throws Exception {
        Path usual = Files.writeString(directory.resolve("usual"), "");
        Path place = directory.resolve("bundle.tar.gz");
        new Bundle(place).write(found());
        assertThat(Files.getPosixFilePermissions(place)).isEqualTo(Files.getPosixFilePermissions(usual));
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void theSameArtifactsGiveTheSameBytes() throws Exception {
        List<Artifacts.Found> found = found();
        new Bundle(directory.resolve("one.tar.gz")).write(found);
        new Bundle(directory.resolve("two.tar.gz")).write(found);
        assertThat(directory.resolve("two.tar.gz")).hasSameBinaryContentAs(directory.resolve("one.tar.gz"));
    }

    @Test
    void fileWithAnotherChecksumIsRefused() throws Exception {
        Path place = directory.resolve("bundle");
        new Bundle(place).write(found());
        Files.writeString(place.resolve("artifacts/org.drizzle.jdbc/drizzle-jdbc-1.3.jar"), "a drivel");
        assertWhy(Failure.Input.class, () -> new Bundle(place).copyTo(alone(), carried("alone")))
                .contains(OLD, "expected " + sha256("a driver"));
        assertThatThrownBy(() -> alone().resolve(OLD)).isInstanceOf(Failure.Command.class);
    }

    @Test
    void pinnedArtifactMustMatchMavenCentral() throws Exception {
        publish("org/drizzle/jdbc/drizzle-jdbc/1.4/drizzle-jdbc-1.4.jar", "another jar");
        Path jar = directory.resolve("remote/org/drizzle/jdbc/drizzle-jdbc/1.4/drizzle-jdbc-1.4.jar");
        String pinned = "org.drizzle.jdbc:drizzle-jdbc:1.4";
        Path place = directory.resolve("bundle.tar.gz");
        new Bundle(place).write(List.of(new Artifacts.Found(pinned, jar, "near", Files.size(jar), false)));
        assertWhy(Failure.Input.class, () -> new Bundle(place).copyTo(alone(), carried("alone")))
                .contains(pinned, "is not the file on Maven Central");
    }

    /** Whatever is wrong with it, and wherever: what comes before is not kept either. */
    @ParameterizedTest
    @ValueSource(strings = {"bundle.tar.gz", "bundle"})
    void nothingOfARefusedBundleIsKept(String name) throws Exception {
        publish("org/drizzle/jdbc/drizzle-jdbc/1.4/drizzle-jdbc-1.4.jar", "another jar");
        Path jar = directory.resolve("remote/org/drizzle/jdbc/drizzle-jdbc/1.4/drizzle-jdbc-1.4.jar");
        List<Artifacts.Found> found = new ArrayList<>(found());
        Path place = directory.resolve(name);
        new Bundle(place).write(found);
        assertThat(new Bundle(place).copyTo(artifacts("http://127.0.0.1:1/maven", "other"), carried("other")))
                .hasSize(2);
        found.add(new Artifacts.Found("org.drizzle.jdbc:drizzle-jdbc:1.4", jar, "near", Files.size(jar), false));
        new Bundle(place).write(found);
        assertThatThrownBy(() -> new Bundle(place).copyTo(alone(), carried("alone")))
                .isInstanceOf(Failure.Input.class);
        assertThat(kept()).isEmpty();
        assertThatThrownBy(() -> alone().resolve(OLD)).hasMessageContaining("cannot get " + OLD);
    }

    @Test
    void nothingOfADamagedBundleIsKept() throws Exception {
        Path place = directory.resolve("bundle");
        new Bundle(place).write(found());
        Files.writeString(place.resolve("artifacts/net.java.dev.jna/jna-5.0.0.jar"), "its lybrary");
        assertThatThrownBy(() -> new Bundle(place).copyTo(alone(), carried("alone")))
                .isInstanceOf(Failure.Input.class);
        assertThat(kept()).isEmpty();
    }

    private List<Path> kept() throws IOException {
        Path kept = directory.resolve("alone-carried");
        if (!Files.exists(kept)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(kept)) {
            return files.filter(file -> !file.equals(kept)).toList();
        }
    }

    /** A bundle with another jar under the coordinates of {@link #OLD}. */
    private Path forged() throws Exception {
        Path jar = Files.writeString(directory.resolve("forged.jar"), "a forged driver");
        Path place = directory.resolve("forged.tar.gz");
        new Bundle(place).write(List.of(new Artifacts.Found(OLD, jar, "near", Files.size(jar), false)));
        return place;
    }

    @Test
    void bundleDoesNotReplaceWhatTheLocalRepositoryHas() throws Exception {
        Path forged = forged();
        Artifacts connected = connected();
        connected.find(OLD);
        assertWhy(Failure.Input.class, () -> new Bundle(forged).copyTo(connected, carried("connected")))
                .contains(OLD + " is not the file in the local Maven repository");
        assertThat(connected.resolve(OLD)).hasContent("a driver");
    }

    @Test
    void localRepositoryIsPreferredToAnEarlierBundle() throws Exception {
        Path forged = forged();
        Artifacts connected = connected();
        new Bundle(forged).copyTo(connected, carried("connected"));
        assertThat(connected.resolve(OLD)).hasContent("a forged driver");
        withoutBundles().find(OLD);
        assertThat(connected.find(OLD).file()).hasContent("a driver");
    }

    /** The local repository of the connected machine, filled by another program. */
    private Artifacts withoutBundles() {
        return new Artifacts(
                (file, bytes, total) -> {},
                builder -> builder.withUserSettingsXmlOverride(directory.resolve("settings.xml"))
                        .withLocalRepositoryOverride(directory.resolve("connected"))
                        .repositories(List.of(new RemoteRepository.Builder(
                                        "near",
                                        "default",
                                        directory.resolve("remote").toUri().toString())
                                .build())),
                List.of());
    }

    @Test
    void wrongJarUnderPinnedCoordinatesIsIgnored() throws Exception {
        String pinned = "org.drizzle.jdbc:drizzle-jdbc:1.4";
        Path kept = directory.resolve("alone-carried/org.drizzle.jdbc/drizzle-jdbc-1.4.jar");
        Files.createDirectories(kept.resolveSibling(""));
        Files.writeString(kept, "another jar");
        Files.writeString(Path.of(kept + ".sha256"), sha256("another jar"));
        assertThatThrownBy(() -> alone().resolve(pinned)).hasMessageContaining("cannot get " + pinned);
    }

    @ParameterizedTest
    @ValueSource(
            bytes = {
                TarConstants.LF_SYMLINK,
                TarConstants.LF_LINK,
                TarConstants.LF_FIFO,
                TarConstants.LF_CHR,
                TarConstants.LF_CONTIG
            })
    void linksAndSpecialFilesAreRefused(byte kind) throws Exception {
        String list = """
                {"schema": "bundle/1", "artifacts": [
                  {"coordinates": "a:b:1", "sha256": "%s", "bytes": 0, "repository": "near"}]}
                """.formatted(sha256(""));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GzipCompressorOutputStream(bytes))) {
            add(tar, "bench-bundle.json", list);
            TarArchiveEntry entry = new TarArchiveEntry("artifacts/a/b-1.jar", kind);
            entry.setLinkName("/etc/passwd");
            tar.putArchiveEntry(entry);
            tar.closeArchiveEntry();
        }
        Path bundle = Files.write(directory.resolve("made.tar.gz"), bytes.toByteArray());
        assertWhy(Failure.Input.class, () -> new Bundle(bundle).copyTo(alone(), carried("alone")))
                .contains("artifacts/a/b-1.jar does not match");
        assertThat(kept()).isEmpty();
    }

    /** Its size is that of the archive, not that of the file. */
    @Test
    void sparseFilesAreRefused() throws Exception {
        String list = """
                {"schema": "bundle/1", "artifacts": [
                  {"coordinates": "a:b:1", "sha256": "%s", "bytes": 3, "repository": "near"}]}
                """.formatted(sha256("abc"));
        for (String sparse : List.of("bench-bundle.json", "artifacts/a/b-1.jar")) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GzipCompressorOutputStream(bytes))) {
                for (String[] file : new String[][] {{"bench-bundle.json", list}, {"artifacts/a/b-1.jar", "abc"}}) {
                    if (file[0].equals(sparse)) {
                        int length = file[1].length();
                        String header = pax("GNU.sparse.size=" + length)
                                + pax("GNU.sparse.numblocks=1")
                                + pax("GNU.sparse.map=0," + length);
                        add(tar, new TarArchiveEntry("x", TarConstants.LF_PAX_EXTENDED_HEADER_LC), header);
                    }
                    add(tar, file[0], file[1]);
                }
            }
            Path bundle = Files.write(directory.resolve("sparse.tar.gz"), bytes.toByteArray());
            assertThatThrownBy(() -> new Bundle(bundle).copyTo(alone(), carried("alone")))
                    .as(sparse)
                    .isInstanceOf(Failure.Input.class);
            assertThat(kept()).isEmpty();
        }
    }

    /** A record begins with its own length. */
    private static String pax(String text) {
        String line = " " + text + "\n";
        return line.length() + 2 + line;
    }

    @Test
    void whatAKilledFetchLeftIsRemovedByALaterOne() throws Exception {
        Path bundle = directory.resolve("b.tar.gz");
        new Bundle(bundle).write(found());
        Path place = carried("alone").directory();
        Path old = Files.createDirectories(place.resolve("arriving1"));
        Files.writeString(old.resolve("0"), "half");
        Files.setLastModifiedTime(old, FileTime.fromMillis(0));
        Path now = Files.createDirectories(place.resolve("arriving2"));
        new Bundle(bundle).copyTo(alone(), carried("alone"));
        assertThat(old).doesNotExist();
        assertThat(now).as("another fetch may be at work").exists();
    }

    @Test
    void directoryThatLeadsElsewhereIsRefused() throws Exception {
        for (String link :
                List.of("artifacts", "artifacts/org.drizzle.jdbc", "artifacts/org.drizzle.jdbc/drizzle-jdbc-1.3.jar")) {
            Path place = directory.resolve(link.replace('/', '-'));
            new Bundle(place).write(found());
            Path elsewhere = directory.resolve(link.replace('/', '-') + "-elsewhere");
            Files.move(place.resolve(link), elsewhere);
            Files.createSymbolicLink(place.resolve(link), elsewhere);
            assertThatThrownBy(() -> new Bundle(place).copyTo(alone(), carried("alone")))
                    .as(link)
                    .isInstanceOf(Failure.Input.class);
        }
        assertThat(kept()).isEmpty();
    }

    @Test
    void damagedFileIsNotUsed() throws Exception {
        Path place = directory.resolve("bundle.tar.gz");
        new Bundle(place).write(found());
        Path file = new Bundle(place).copyTo(alone(), carried("alone")).get(0).file();
        Files.writeString(file, "damaged!");
        assertText(Failure.Command.class, () -> alone().resolve(OLD)).contains("damaged", "fetch --from");
        assertThat(new Bundle(place).copyTo(alone(), carried("alone")).get(0).downloaded())
                .isTrue();
        assertThat(alone().resolve(OLD)).hasContent("a driver");
    }

    @Test
    void coordinatesCannotEscapeTheDirectory() throws Exception {
        for (String coordinates : List.of("../../x:y:1", "a:../b:1", "a:b:/etc/passwd", "a:b", "a:b:1:2", "a:b:")) {
            String list = """
                    {"schema": "bundle/1", "artifacts": [
                      {"coordinates": "%s", "sha256": "%s", "bytes": 1, "repository": "near"}]}
                    """.formatted(coordinates, sha256("x"));
            Path bundle = packed(list, "artifacts/x", "x");
            assertThatThrownBy(() -> new Bundle(bundle).copyTo(alone(), carried("alone")))
                    .as(coordinates)
                    .isInstanceOf(Failure.Input.class);
        }
        assertThat(directory.resolve("alone-carried")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"schema\": \"bundle/2\", \"artifacts\": []}",
                "{\"schema\": \"bundle/1\"}",
                "{\"schema\": \"bundle/1\", \"artifacts\": []}",
                "{\"schema\": \"bundle/1\", \"artifacts\": [{\"coordinates\": \"a:b:1\", \"sha256\": \"0\", \"bytes\": 1, \"repository\": \"r\"}]}"
            })
    void malformedBundleIsRefused(String list) throws Exception {
        Path bundle = packed(list, "artifacts/unlisted", "x");
        assertThatThrownBy(() -> new Bundle(bundle).copyTo(alone(), carried("alone")))
                .isInstanceOf(Failure.Input.class);
    }

    @Test
    void otherFilesAreNotBundles() throws Exception {
        Path file = Files.writeString(directory.resolve("some.tar.gz"), "no archive");
        for (Path place :
                List.of(file, directory.resolve("missing.tar.gz"), Files.createDirectory(directory.resolve("empty")))) {
            assertText(Failure.Input.class, () -> new Bundle(place).copyTo(alone(), carried("alone")))
                    .contains("cannot read the bundle " + place);
        }
    }

    @Test
    void existingFilesAreNotOverwritten() throws Exception {
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.writeString(other.resolve("mine"), "mine");
        Path file = Files.writeString(directory.resolve("file"), "mine");
        Path tar = Files.createDirectory(directory.resolve("x.tar.gz"));
        for (Path place : List.of(other, file, tar)) {
            assertThatThrownBy(() -> new Bundle(place).requirePlace()).isInstanceOf(Failure.Input.class);
        }
    }

    private static String sha256(String content) {
        return Sha256.of(content);
    }

    private Path packed(String list, String name, String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GzipCompressorOutputStream(bytes))) {
            add(tar, "bench-bundle.json", list);
            add(tar, name, content);
        }
        return Files.write(directory.resolve("made.tar.gz"), bytes.toByteArray());
    }

    private static void add(TarArchiveOutputStream tar, String name, String content) throws IOException {
        add(tar, new TarArchiveEntry(name), content);
    }

    private static void add(TarArchiveOutputStream tar, TarArchiveEntry entry, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }
}
