package dev.jdbcbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.jdbcbench.cli.BenchTest.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests which directory the launcher considers its own, and what it does there. Maven and Java are stubs that only
 * record their calls.
 */
class LauncherPathIT {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> MODULES =
            List.of("scenarios", "agent", "orchestrator", "extensions", "extensions/history", "distribution");
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path directory = Path.of("");

    private Path checkout() {
        return directory.resolve("checkout");
    }

    private Path asked() {
        return directory.resolve("asked");
    }

    @BeforeEach
    void makeCheckoutAndPrograms() throws IOException {
        makeCheckout(checkout());
        program("bin/mvn", """
                [ "$1" != -v ] || { echo 'Apache Maven 3.9.9'; exit; }
                pwd >>"$ASKED"
                [ -z "${HELD:-}" ] || read -r _ <"$HELD"
                mkdir -p distribution/target
                : >distribution/target/bench.jar
                """);
        program("jdk/bin/java", """
                case $* in
                *-XshowSettings*) echo '    java.specification.version = 17'; echo "    java.home = $JAVA_HOME" ;;
                *) printf '%s\\n' "$@" ;;
                esac
                """);
        program("jdk/bin/javac", "");
    }

    private static void makeCheckout(Path home) throws IOException {
        Files.createDirectories(home);
        Files.copy(CHECKOUT.resolve("bench"), home.resolve("bench"), java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(CHECKOUT.resolve("pom.xml"), home.resolve("pom.xml"));
        for (String module : MODULES) {
            Files.createDirectories(home.resolve(module).resolve("src/main"));
            Files.writeString(home.resolve(module).resolve("pom.xml"), "<project/>");
        }
    }

    private void program(String name, String body) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(directory.resolve(name).resolve("..").normalize());
        Files.writeString(file, "#!/bin/sh\n" + body);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private Process start(String name, Path from, Map<String, String> environment, String... words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words).directory(from.toFile());
        builder.environment().put("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
        builder.environment().put("ASKED", asked().toString());
        builder.environment().remove("MAVEN_OPTS");
        builder.environment().putAll(environment);
        return builder.redirectOutput(directory.resolve(name + ".out").toFile())
                .redirectError(directory.resolve(name + ".err").toFile())
                .start();
    }

    private Ended end(String name, Process process) throws Exception {
        int code = process.waitFor();
        return new Ended(
                code,
                Files.readString(directory.resolve(name + ".out")),
                Files.readString(directory.resolve(name + ".err")));
    }

    private Ended launch(Path from, String... words) throws Exception {
        return end("one", start("one", from, Map.of(), words));
    }

    private static Path foreignOutput(Path project) throws IOException {
        Path output = project.resolve("target");
        for (String name : List.of("lib/x.jar", "maven-status/compiled")) {
            Path file = output.resolve(name);
            Files.createDirectories(file.resolve("..").normalize());
            Files.writeString(file, "theirs");
        }
        return output;
    }

    private static void assertUntouched(Path output) {
        assertThat(output.resolve("lib/x.jar")).hasContent("theirs");
        assertThat(output.resolve("maven-status/compiled")).hasContent("theirs");
    }

    private void assertRan(Ended ended, Path home) {
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("-jar\n" + home + "/distribution/target/bench.jar\n--version\n");
        assertThat(asked()).content().startsWith(home + "\n");
    }

    @Test
    void projectsBesideALinkAreNotTouched() throws Exception {
        Path projects = Files.createDirectory(directory.resolve("projects"));
        Path output = foreignOutput(projects.resolve("myapp"));
        Path link =
                Files.createSymbolicLink(projects.resolve("bench"), checkout().resolve("bench"));

        Ended ended = launch(directory, link.toString(), "--version");

        assertUntouched(output);
        assertRan(ended, checkout());
        assertThat(projects.resolve("target")).doesNotExist();
        assertThat(projects.resolve("orchestrator")).doesNotExist();
    }

    @Test
    void otherDirectoriesOfTheCheckoutAreNotTouched() throws Exception {
        Path output = foreignOutput(checkout().resolve("notes"));
        Path old = foreignOutput(checkout().resolve("agent"));

        assertRan(launch(directory, checkout().resolve("bench").toString(), "--version"), checkout());

        assertUntouched(output);
        assertThat(old.resolve("lib")).doesNotExist();
        assertThat(old.resolve("maven-status")).doesNotExist();
    }

    @Test
    void linksAreFollowedToTheirEnd() throws Exception {
        Path far = Files.createDirectories(directory.resolve("far/away"));
        Path first = Files.createSymbolicLink(far.resolve("one"), Path.of("../../checkout/bench"));
        Path second = Files.createSymbolicLink(directory.resolve("two"), Path.of("far/away/one"));
        Path linked = Files.createSymbolicLink(directory.resolve("linked"), far);
        Path throughDirectory = Files.createSymbolicLink(directory.resolve("three"), Path.of("linked/one"));

        for (Path link : List.of(first, second, throughDirectory, linked.resolve("one"))) {
            assertRan(launch(directory, link.toString(), "--version"), checkout());
        }
        Path directoryLink = Files.createSymbolicLink(directory.resolve("home"), checkout());
        assertRan(launch(directory, directoryLink.resolve("bench").toString(), "--version"), checkout());
        assertRan(launch(far, "/bin/sh", "one", "--version"), checkout());
    }

    @Test
    void linkInThePathIsFollowed() throws Exception {
        Files.createSymbolicLink(directory.resolve("bin/bench"), Path.of("../checkout/bench"));
        Ended ended = launch(directory, "/bin/sh", "-c", "cd / && bench --version");
        assertRan(ended, checkout());
        assertRan(launch(directory.resolve("bin"), "/bin/sh", "-c", "PATH=:$PATH && bench --version"), checkout());
    }

    @ParameterizedTest
    @ValueSource(strings = {"with blanks in it", "-dash", "two\nlines", "ends in a line break\n", "*", "$HOME"})
    void directoriesAndLinksMayHaveAnyName(String name) throws Exception {
        Path home = directory.resolve(name);
        makeCheckout(home);
        assertRan(launch(directory, "/bin/sh", "-c", "/bin/sh -- \"$0\" --version", name + "/bench"), home);
        Path target = Path.of("..", name, "bench");
        Files.createSymbolicLink(
                Files.createDirectory(directory.resolve("links")).resolve(name), target);
        assertRan(launch(directory.resolve("links"), "/bin/sh", "--", name, "--version"), home);
    }

    @Test
    void circularLinkIsReported() throws Exception {
        // A shell cannot open a circular link, so -c passes the script and the link is only $0.
        Path link = directory.resolve("circle");
        Files.createSymbolicLink(link, link);
        Ended ended =
                launch(directory, "/bin/sh", "-c", Files.readString(checkout().resolve("bench")), link.toString());
        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.err()).contains("circle");
    }

    @Test
    void copyOutsideTheCheckoutIsRefused() throws Exception {
        Path projects = Files.createDirectory(directory.resolve("projects"));
        Path output = foreignOutput(projects.resolve("agent"));
        Path copy = projects.resolve("bench");
        Files.copy(CHECKOUT.resolve("bench"), copy, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);

        assertRefused(launch(directory, copy.toString(), "--version"), projects + " is not a checkout of bench");
        Files.writeString(projects.resolve("pom.xml"), "<project><artifactId>shop</artifactId></project>");
        for (String module : MODULES) {
            Files.createDirectories(projects.resolve(module));
        }
        assertRefused(launch(directory, copy.toString(), "--version"), projects + " is not a checkout of bench");
        assertUntouched(output);
    }

    @Test
    void checkoutWithoutAModuleIsRefused() throws Exception {
        Path module = checkout().resolve("agent");
        Path elsewhere = directory.resolve("elsewhere");
        Files.move(module, elsewhere);
        Path bench = checkout().resolve("bench");
        assertRefused(launch(directory, bench.toString(), "--version"), checkout() + " is not a checkout of bench");
        Files.createSymbolicLink(module, elsewhere);
        Path output = foreignOutput(elsewhere);
        assertRefused(launch(directory, bench.toString(), "--version"), module + " is a link");
        assertUntouched(output);
    }

    @ParameterizedTest
    @ValueSource(strings = {"target", "agent/target"})
    void linkInsteadOfABuildDirectoryIsRefused(String name) throws Exception {
        Path output = foreignOutput(directory.resolve("theirs"));
        Path link = Files.createSymbolicLink(checkout().resolve(name), output);
        assertRefused(launch(directory, checkout().resolve("bench").toString(), "--version"), link + " is a link");
        assertUntouched(output);
    }

    private void assertRefused(Ended ended, String why) {
        assertThat(ended.code()).as(ended.err()).isEqualTo(4);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains(why);
        assertThat(ended.err().lines())
                .as("problem, reason and remedy")
                .hasSize(3)
                .allMatch(line -> line.startsWith("bench: "));
        assertThat(asked()).as("no build began").doesNotExist();
    }

    @Test
    void concurrentLaunchersBuildOnce() throws Exception {
        Path held = directory.resolve("held");
        assertThat(new ProcessBuilder("mkfifo", held.toString()).start().waitFor())
                .isZero();
        String[] words = {checkout().resolve("bench").toString(), "--version"};
        List<Process> both = new ArrayList<>();
        try {
            both.add(start("first", directory, Map.of("HELD", held.toString()), words));
            await().atMost(SOON).until(() -> Files.exists(asked()));
            both.add(start("second", directory, Map.of("HELD", held.toString()), words));
            Path said = directory.resolve("second.err");
            await().atMost(SOON).untilAsserted(() -> assertThat(said).content().contains("waiting for another bench"));
            Files.writeString(held, "go on\n");
            assertRan(end("first", both.get(0)), checkout());
            Ended second = end("second", both.get(1));
            assertRan(second, checkout());
            assertThat(second.err()).doesNotContain("building bench");
        } finally {
            both.forEach(Process::destroyForcibly);
        }
    }
}
