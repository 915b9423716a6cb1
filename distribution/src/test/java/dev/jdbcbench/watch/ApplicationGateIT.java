package dev.jdbcbench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.OnThisMachine;
import dev.jdbcbench.cli.BenchJar;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executes the script of the page about a gate for applications, in a repository with a base branch. */
@OnThisMachine
class ApplicationGateIT {
    private static final Path PAGE = Path.of("..", "docs", "how-to", "gate-an-application.md");
    private static final Pattern SCRIPT = Pattern.compile("(?s)```sh\n(.*?)```");
    private static final String BASE = "insert into log values (1)\nselect total from orders where id = 1\n";

    private final FakeDatabase database = new FakeDatabase();

    @TempDir
    private Path directory = Path.of("");

    private Path checkout = Path.of("");

    private record Ended(int code, String out) {}

    @BeforeEach
    void commitBase() throws Exception {
        checkout = Files.createDirectory(directory.resolve("checkout"));
        Path programs = Files.createDirectory(directory.resolve("programs"));
        program(programs, "bench", BenchJar.words());
        program(
                programs,
                "tests",
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        RecordedTests.class.getName()));
        commit(BASE);
    }

    @AfterEach
    void end() throws IOException {
        database.close();
    }

    private static void program(Path programs, String name, List<String> words) throws IOException {
        Path program = programs.resolve(name);
        Files.writeString(
                program,
                "#!/bin/sh\nexec "
                        + words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ")) + " \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private void commit(String statements) throws Exception {
        Files.writeString(checkout.resolve("statements.txt"), statements);
        Ended ended =
                shell("git init -q 2>/dev/null; git add statements.txt; git -c user.name=a -c user.email=a@b.example"
                        + " -c commit.gpgsign=false commit -q -m change");
        assertThat(ended.code()).as(ended.out()).isZero();
    }

    private Ended shell(String script) throws Exception {
        Path out = directory.resolve("out");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script)
                .directory(checkout.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment()
                .merge(
                        "PATH",
                        directory.resolve("programs").toString(),
                        (path, first) -> first + File.pathSeparator + path);
        builder.environment().put("BASE", "HEAD~1");
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return new Ended(process.exitValue(), Files.readString(out));
    }

    /** The script as shown, with the ports of this test, and with tests that exist. */
    private String script() throws IOException {
        Matcher script = SCRIPT.matcher(Files.readString(PAGE));
        assertThat(script.find()).isTrue();
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(free.getLocalPort());
            String shown = script.group(1);
            String tests = shown.replaceFirst("mvn [^\n]*3307[^\n]*\\)", "tests " + port + " statements.txt)");
            assertThat(tests).isNotEqualTo(shown);
            return tests.replace("3306", String.valueOf(database.address().getPort()))
                    .replace("3307", port);
        }
    }

    @Test
    void pullRequestThatSendsMoreFails() throws Exception {
        commit(BASE.replaceFirst("\n", "\n" + "insert into log values (2)\n".repeat(20)));
        Ended ended = shell(script());
        assertThat(ended.code()).as(ended.out()).isEqualTo(7);
        assertThat(checkout.resolve("bench-gate/table.md"))
                .content()
                .startsWith("### FAILED: bench-gate/before.json → bench-gate/after.json\n")
                .contains("- insert into log values (?)\n+ insert into log values (?) (");
        assertThat(checkout.resolve("bench-gate/junit.xml")).content().contains("failures=\"1\"");
    }

    @Test
    void pullRequestThatAddsAStatementOutsideOfTransactionsFails() throws Exception {
        commit(BASE + "select name from customers where id = 1\n");
        Ended ended = shell(script());
        assertThat(ended.code()).as(ended.out()).isEqualTo(7);
        assertThat(checkout.resolve("bench-gate/table.md"))
                .content()
                .startsWith("### FAILED: bench-gate/before.json → bench-gate/after.json\n")
                .contains(
                        "**select name from customers where id = ?: new outside of transactions, 1 time, 1 round trip,");
    }

    @Test
    void pullRequestThatSendsTheSamePasses() throws Exception {
        commit(BASE.replace("id = 1", "id = 2"));
        Ended ended = shell(script());
        assertThat(ended.code()).as(ended.out()).isZero();
        assertThat(ended.out()).contains("PASSED: bench-gate/before.json → bench-gate/after.json");
        assertThat(checkout.resolve("bench-gate/junit.xml")).content().contains("failures=\"0\"");
    }
}
