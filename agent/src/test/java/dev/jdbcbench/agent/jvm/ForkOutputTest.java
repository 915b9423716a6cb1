package dev.jdbcbench.agent.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkOutputTest {
    @TempDir
    private Path directory = Path.of("");

    private ForkOutput print(String... lines) throws IOException {
        ForkOutput output = new ForkOutput(directory.resolve("fork.log"), () -> {});
        for (String line : lines) {
            output.println(line);
        }
        output.close(); // JMH closes the output when the fork ends, then keeps printing
        output.println("more");
        output.end();
        return output;
    }

    @Test
    void exceptionOfTheBenchmarkIsTheReason() throws IOException {
        ForkOutput output = print(
                "Iteration   1: <failure>",
                "<failure>",
                "",
                "java.sql.SQLException: Access denied for user 'bench'@'10.0.0.1'",
                "\tat org.example.Driver.connect(Driver.java:1)",
                "Caused by: java.io.IOException: closed",
                "\tat java.base/x");
        assertThat(output.failure())
                .contains(
                        "java.sql.SQLException: Access denied for user 'bench'@'10.0.0.1' (Caused by: java.io.IOException: closed)");
    }

    @Test
    void killedForkIsReportedAsKilled() throws IOException {
        assertThat(print("<forked VM failed with exit code 137>", "<stdout last='20 lines'>", "</stdout>")
                        .failure())
                .contains("<forked VM failed with exit code 137>");
    }

    @Test
    void successfulForkHasNoReason() throws IOException {
        assertThat(print("iteration 1: 42 us/op").failure()).isEmpty();
    }

    @Test
    void outputAfterJmhClosedTheStreamIsStillLogged() throws IOException {
        print("one", "two");
        assertThat(Files.readString(directory.resolve("fork.log"))).isEqualTo("one\ntwo\nmore\n");
    }
}
