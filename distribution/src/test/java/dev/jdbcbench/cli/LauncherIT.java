package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jdbcbench.Full;
import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the launcher in an unbuilt copy of the sources. */
class LauncherIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    private static final Set<String> NOT_COPIED = Set.of("target", "results", ".git");
    private static final Path LAB_FILES = Path.of("lab", "run");

    @TempDir
    private Path directory = Path.of("");

    private Path copy() {
        return directory.resolve("a checkout");
    }

    @BeforeEach
    void copyTheSources() throws IOException {
        Files.walkFileTree(CHECKOUT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path source, BasicFileAttributes attributes) throws IOException {
                if (NOT_COPIED.contains(String.valueOf(source.getFileName()))
                        || CHECKOUT.relativize(source).equals(LAB_FILES)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(copy().resolve(CHECKOUT.relativize(source)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path source, BasicFileAttributes attributes) throws IOException {
                Files.copy(
                        source,
                        copy().resolve(CHECKOUT.relativize(source)),
                        java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path source, IOException failure) throws IOException {
                if (CHECKOUT.relativize(source).equals(LAB_FILES)) {
                    return FileVisitResult.CONTINUE; // a lab was removed while its directory was read
                }
                throw failure;
            }
        });
    }

    /** A running bench that waits for the other end of a pipe. */
    private Process waiting() throws Exception {
        Path hosts = directory.resolve("hosts");
        assertThat(new ProcessBuilder("mkfifo", hosts.toString()).start().waitFor())
                .isZero();
        ProcessBuilder builder =
                new ProcessBuilder(copy().resolve("bench").toString(), "check", "--hosts", hosts.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process bench = builder.redirectErrorStream(true)
                .redirectOutput(directory.resolve("waiting").toFile())
                .start();
        await().until(() -> bench.info().command().orElse("").endsWith("java"));
        return bench;
    }

    private Ended launch(String path, String... args) throws Exception {
        List<String> words = new ArrayList<>(List.of(copy().resolve("bench").toString()));
        words.addAll(Arrays.asList(args));
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().put("PATH", path);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        // The Maven that the launcher starts must not inherit the options of this build.
        builder.environment().remove("MAVEN_OPTS");
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        int code = builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Ended(code, Files.readString(out), Files.readString(err));
    }

    @Test
    @Full
    void onlyMissingOrOutdatedPartsAreBuilt() throws Exception {
        String path = System.getenv("PATH");
        boolean maven = Arrays.stream(path.split(File.pathSeparator, -1))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, "mvn")));
        if (!maven) {
            System.err.println("SKIPPED: mvn is not on the PATH, so the launcher cannot build");
        }
        assumeTrue(maven, "mvn is not on the PATH");

        Ended first = launch(path, "list", "profiles");
        assertThat(first.err()).contains("building bench");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).contains("smoke").doesNotContain("building");
        assertThat(copy().resolve("agent/target/maven-status"))
                .as("a build with static checks recompiles classes that were compiled without them")
                .doesNotExist();

        Ended second = launch(path, "list", "nothing");
        assertThat(second.err())
                .doesNotContain("building bench")
                .contains("bench: cannot understand: bench list nothing");
        assertThat(second.code()).as("the exit code is passed through").isEqualTo(2);

        Process running = waiting();
        Path source = copy().resolve("agent/src/main/java/dev/jdbcbench/agent/Agent.java");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(2)));
        // Another build would prove nothing new: it is enough that the launcher calls Maven.
        Path programs = Files.createDirectory(directory.resolve("bin"));
        Path asked = programs.resolve("asked");
        Path stub = Files.writeString(
                programs.resolve("mvn"),
                "#!/bin/sh\n[ \"$1\" != -v ] || echo 'Apache Maven 3.9.9'\necho \"$@\" >>'" + asked + "'\n");
        Files.setPosixFilePermissions(stub, PosixFilePermissions.fromString("rwx------"));
        String withStub = programs + File.pathSeparator + path;
        try {
            Ended refused = launch(withStub, "list", "profiles");
            assertThat(refused.code()).isEqualTo(4);
            assertThat(refused.err()).contains("not built while another bench runs");
        } finally {
            running.destroyForcibly().waitFor();
        }
        assertThat(asked).doesNotExist();
        Ended third = launch(withStub, "list", "profiles");
        assertThat(third.err()).contains("building bench");
        assertThat(asked).content().contains(" package");
    }

    @Test
    void missingMavenIsReportedWithARemedy() throws Exception {
        Path programs = Files.createDirectory(directory.resolve("bin"));
        for (String program :
                List.of("sh", "sed", "grep", "head", "find", "tail", "rm", "mkdir", "touch", "readlink")) {
            Path real = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                    .map(entry -> Path.of(entry, program))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow();
            Files.createSymbolicLink(programs.resolve(program), real);
        }
        Ended ended = launch(programs.toString(), "list", "profiles");
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err()).contains("there is no Maven here").contains("apt install maven");
    }
}
