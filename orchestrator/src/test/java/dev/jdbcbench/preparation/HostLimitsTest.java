package dev.jdbcbench.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jdbcbench.preparation.HostLimits.Limit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostLimitsTest {
    /** The hard limit of open files always has a number on Linux; the others may be unlimited. */
    @Test
    void limitsOfThisMachineAreRead() throws IOException {
        Process shell =
                new ProcessBuilder("sh", "-c", "ulimit -Sn 200 && ulimit -Hn 300\n" + HostLimits.LIMITS).start();
        List<String> lines = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(new String(shell.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(lines).contains("files 300").allMatch(line -> Limit.of(line).isPresent());
    }

    @Test
    void malformedLimitsAreIgnored() {
        assertThat(Limit.of("pids 1000 250")).contains(new Limit("pids", 1000, 250));
        assertThat(Limit.of("files 1024")).contains(new Limit("files", 1024, 0));
        assertThat(Limit.of("processes 500")).isEmpty();
        assertThat(Limit.of("processes unlimited 3")).isEmpty();
        assertThat(Limit.of("")).isEmpty();
    }
}
