package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Lab;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.RealMachine;
import dev.jdbcbench.driver.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks what JReleaser would publish, from jreleaser.yml and the archives of the build. Publishes nothing and needs no
 * secret.
 */
@OnThisMachine
@RealMachine
class ReleaseIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    private static final String VERSION = "1.2.3";
    /** JReleaser requires all of these variables before it does anything. */
    private static final Map<String, String> NO_SECRETS = Map.of(
            "JRELEASER_GITHUB_TOKEN", "none",
            "JRELEASER_SDKMAN_CONSUMER_KEY", "none",
            "JRELEASER_SDKMAN_CONSUMER_TOKEN", "none");

    @TempDir
    private Path directory = Path.of("");

    private record Ended(int code, String said) {}

    private Ended run(String... words) throws Exception {
        Path said = Files.createTempFile(directory, "said", ".txt");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().putAll(NO_SECRETS);
        int code = builder.start().waitFor();
        return new Ended(code, Files.readString(said));
    }

    /** A checkout of a version that was never released, with a remote that Git never contacts. */
    private void makeCheckout() throws Exception {
        for (String file : List.of("jreleaser.yml", "CHANGELOG.md", "LICENSE")) {
            Files.copy(CHECKOUT.resolve(file), directory.resolve(file));
        }
        String pom = Files.readString(CHECKOUT.resolve("pom.xml"));
        Files.writeString(directory.resolve("pom.xml"), pom.replace(Unpacked.version(), VERSION));
        Files.createDirectories(archive("zip").getParent());
        for (String ending : List.of("tar.gz", "zip")) {
            Files.copy(Unpacked.archive(ending), archive(ending));
        }
        for (String command : List.of(
                "git init -q .",
                "git remote add origin https://github.com/jdbcbench/bench.git",
                "git add pom.xml",
                "git -c user.name=test -c user.email=test@example.com commit -q -m test")) {
            Ended ended = run(command.split(" ", -1));
            assertThat(ended.code()).as(command + ": " + ended.said()).isZero();
        }
    }

    private Path archive(String ending) {
        return directory.resolve("distribution/target/bench-" + VERSION + "." + ending);
    }

    private Ended jreleaser(String... goals) throws Exception {
        List<String> words = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-N", "-Djreleaser.dryrun=true"));
        Arrays.stream(goals).map(goal -> "jreleaser:" + goal).forEach(words::add);
        Ended ended = run(words.toArray(String[]::new));
        if (ended.said().contains("could not be resolved")) {
            Lab.skip("JReleaser cannot be downloaded, so what would be published is not made");
        }
        return ended;
    }

    private String made(String path) throws IOException {
        return Files.readString(directory.resolve("target/jreleaser").resolve(path));
    }

    @Test
    void releaseHasTheArchivesOfTheBuildWithTheirChecksums() throws Exception {
        for (String tool : List.of("git", "mvn")) {
            if (run("sh", "-c", "command -v " + tool).code() != 0) {
                Lab.skip("there is no " + tool + ", so what would be published is not made");
            }
        }
        makeCheckout();
        Ended ended = jreleaser("config", "assemble", "checksum", "prepare", "package", "release");
        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(made("checksums/checksums_sha256.txt"))
                .contains(Sha256.of(archive("tar.gz")) + "  bench-" + VERSION + ".tar.gz")
                .contains(Sha256.of(archive("zip")) + "  bench-" + VERSION + ".zip");
        assertThat(made("package/bench/brew/Formula/bench.rb"))
                .contains("/releases/download/v" + VERSION + "/bench-" + VERSION + ".zip\"")
                .contains("sha256 \"" + Sha256.of(archive("zip")) + "\"")
                .contains("depends_on \"openjdk@17\"");
        assertThat(made("release/CHANGELOG.md")).contains("bench fetch");

        Path config = directory.resolve("jreleaser.yml");
        Files.writeString(config, Files.readString(config).replace("JAVA_BINARY", "JAVA_BINARIES"));
        Ended broken = jreleaser("config");
        assertThat(broken.code()).isNotZero();
        assertThat(broken.said()).contains("JAVA_BINARIES");
    }
}
