package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.Lab;
import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.RealMachine;
import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that {@code ci/image} builds an image from Debian packages, and that an ordinary user can run it without
 * privileges and without a network. Downloads packages, and takes minutes.
 */
@OnThisMachine
@RealMachine
class ImageIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    private static final Path VISITOR =
            Path.of("src", "test", "machine", "visitor").toAbsolutePath();
    private static final Path HYBRID_CGROUPS = Path.of("/sys/fs/cgroup/unified");

    @TempDir
    private Path directory = Path.of("");

    @BeforeAll
    static void needsTools() {
        if (!System.getProperty("user.name").equals("root")) {
            Lab.skip("only root can make an image here, and become an ordinary user to try it");
        }
        List<String> programs = new ArrayList<>(List.of("mmdebstrap", "buildah", "podman", "newuidmap", "setpriv"));
        programs.add(runtime());
        programs.removeIf(ImageIT::present);
        if (!programs.isEmpty()) {
            Lab.skip("no image is made, because these programs are missing: " + String.join(", ", programs));
        }
    }

    private static boolean present(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
    }

    /** crun refuses machines with both versions of cgroups; an ordinary user's runc needs no cgroup. */
    private static String runtime() {
        return Files.exists(HYBRID_CGROUPS) ? "runc" : "crun";
    }

    @Test
    void ordinaryUserExplainsInAContainerWithoutPrivilegesAndNetwork() throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path image = directory.resolve("bench.oci.tar");
        assertThat(run(CHECKOUT.resolve("ci/image").toString(), image.toString())
                        .code())
                .isZero();
        Path bundle = Files.createDirectory(directory.resolve("bundle"));
        String bench = Unpacked.unpack(directory).resolve("bin/bench").toString();
        Ended fetched = run(
                bench,
                "fetch",
                "--driver",
                "mariadb",
                "--server",
                "mariadb",
                "--out",
                bundle.resolve("b.tar.gz").toString());
        assertThat(fetched.code()).as(fetched.err()).isZero();
        Files.setPosixFilePermissions(bundle.resolve("b.tar.gz"), PosixFilePermissions.fromString("rw-r--r--"));

        String inside = "id -u && grep CapEff /proc/self/status && bench fetch --from /bundle/b.tar.gz"
                + " && bench explain --scenario Do1 --mode text --driver mariadb && : >results/writable";
        String outside = "podman load -q -i \"$1\" && podman --runtime \"$2\" run --rm --network none --cap-drop all"
                + " --security-opt no-new-privileges -v \"$3\":/bundle:ro -v bench-results:/home/bench/results"
                + " --entrypoint sh localhost/bench -c \"$4\"";
        Ended ended = run(
                VISITOR.toString(),
                directory.resolve("visitor").toString(),
                "sh",
                "-euc",
                outside,
                "sh",
                image.toString(),
                runtime(),
                bundle.toString(),
                inside);
        System.err.println(ended.out());
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out())
                .contains("\n1000\n", "CapEff:\t0000000000000000")
                .containsPattern("Do1 +text +mariadb");
    }

    private Ended run(String... words) throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        int code = new ProcessBuilder(words)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start()
                .waitFor();
        return new Ended(code, Files.readString(out), Files.readString(err));
    }
}
